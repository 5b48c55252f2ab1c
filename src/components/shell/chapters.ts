// The book's chapters in order, read from their frontmatter, and the parts that they belong to. Knows no component.
import { getCollection } from 'astro:content';
import { addressOf } from './address.ts';

export interface Chapter {
  readonly number: number;
  readonly slug: string;
  readonly title: string;
  readonly stand: string | undefined;
  readonly description: string | undefined;
  readonly href: string;
}

export interface Part {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

const PARTS = [
  { title: 'The wire model', last: 3 },
  { title: 'The transports', last: 10 },
  { title: 'In practice', last: Infinity },
];

export async function readChapters(): Promise<readonly Chapter[]> {
  const pages = await getCollection('docs', ({ data }) => !data.draft);
  const chapters = pages.flatMap(({ id, data }) =>
    data.chapter === undefined
      ? []
      : {
          number: data.chapter,
          slug: id,
          title: data.title,
          stand: data.stand,
          description: data.description,
          href: addressOf(`/${id}/`),
        },
  );
  return chapters.sort((a, b) => a.number - b.number);
}

/** The parts that have a chapter. */
export async function readParts(): Promise<readonly Part[]> {
  const chapters = await readChapters();
  let first = 1;
  return PARTS.map(({ title, last }) => {
    const within = chapters.filter((chapter) => chapter.number >= first && chapter.number <= last);
    first = last + 1;
    return { title, chapters: within };
  }).filter((part) => part.chapters.length > 0);
}
