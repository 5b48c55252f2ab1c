// Each chapter is whole: what its sources deal with can be found, its questions are answered by the engine, and what
// it builds on comes before it. Knows no chapter by name.
import { describe, expect, it } from 'vitest';
import { SOURCE_TOPICS } from './source-topics.ts';
import { filesWith, read } from './tree.ts';

interface Chapter {
  readonly slug: string;
  readonly number: number;
  readonly text: string;
}

const chapters: readonly Chapter[] = filesWith('.mdx')
  .map((path) => ({ slug: /([\w-]+)\.mdx$/.exec(path)![1]!, text: read(path) }))
  .flatMap(({ slug, text }) => {
    const number = /^chapter: (\d+)$/m.exec(text)?.[1];
    return number === undefined ? [] : { slug, number: Number(number), text };
  });
const topicsIn = ({ text }: Chapter): string[] => [...text.matchAll(/<Topic id="([\w-]+)" \/>/g)].map((m) => m[1]!);

describe('what the sources deal with', () => {
  const marked = chapters.flatMap(topicsIn);

  it.each(SOURCE_TOPICS)('%s is found under "%s": %s', (_row, topic) => {
    expect(marked.filter((id) => id === topic)).toEqual([topic]);
  });

  it('has no row twice, and no topic is marked twice', () => {
    const rows = SOURCE_TOPICS.map(([row]) => row);
    expect(new Set(rows).size).toBe(rows.length);
    expect(new Set(marked).size).toBe(marked.length);
  });

  it('is whole: S0-01 to S0-56, S2-01 to S2-17, S2-27', () => {
    const numbered = (source: string, from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, i) => `${source}-${String(from + i).padStart(2, '0')}`);
    const owed = [...numbered('S0', 1, 56), ...numbered('S2', 1, 17), 'S2-27'];
    expect(SOURCE_TOPICS.map(([row]) => row)).toEqual(owed);
  });
});

describe.each(chapters)('chapter $number, $slug', ({ text, number }) => {
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(text)![1]!;

  it('asks one question and says what the reader can do in the end', () => {
    expect(frontmatter).toMatch(/^title: .*\?$/m);
    expect(frontmatter.match(/^ {2}- /gm)?.length).toBeGreaterThan(2);
    expect(text).toContain('## What to notice');
    expect(text).toContain('## Break it');
    expect(text).toContain('## Check yourself');
    expect(text).toContain('## You can now');
  });

  it('has its self-checks answered by the engine', () => {
    const answers = [...text.matchAll(/^ {2}right=\{(.*)\}$/gm)].map((match) => match[1]!);
    expect(answers.length).toBe([...text.matchAll(/<Check\n/g)].length);
    expect(answers.filter((answer) => !/^\w+\(/.test(answer))).toEqual([]);
  });

  it('builds on chapters that come before it', () => {
    const named = /^prerequisites: \[(.*)\]$/m.exec(frontmatter)?.[1] ?? '';
    const before = chapters.filter((chapter) => chapter.number < number).map(({ slug }) => slug);
    expect(named.split(', ').filter((slug) => slug && !before.includes(slug))).toEqual([]);
  });
});

it('chapters are numbered from 1 without a gap', () => {
  const numbers = chapters.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
});
