// Links in chapters that set a figure: the figure is there, takes these names and values, and has that step.
import { figures } from '#figures/registry.ts';
import { describe, expect, it } from 'vitest';
import { readState } from '../../src/figures/kit/address.ts';
import { everyFile, read } from './tree.ts';

const chapters = everyFile.filter((path) => path.startsWith('content/') && path.endsWith('.mdx'));

/** `](../chapter/?name=value#slug)`, with or without the chapter. */
const links = chapters.flatMap((path) =>
  [...read(path).matchAll(/\]\((?:\.\.\/([\w-]+)\/)?\?([^)#]+)#([\w-]+)\)/g)].map(([, chapter, query, slug]) => ({
    path,
    chapter: chapter ?? path.slice('content/'.length, -'.mdx'.length),
    query: query!,
    slug: slug!,
  })),
);

it('there are such links', () => {
  expect(links.length).toBeGreaterThan(20);
});

describe.each(links)('$path: ?$query#$slug', ({ chapter, query, slug }) => {
  const figure = figures.find((f) => f.slug === slug);

  it('sets a figure of that page to a state that it can have', () => {
    expect(figure?.chapter).toBe(chapter);
    const { values, step, problems } = readState(figure!.parameters, Object.fromEntries(new URLSearchParams(query)));
    expect(problems).toEqual([]);
    expect(step ?? 0).toBeLessThan(figure!.steps(figure!.lanes(values)).length);
  });
});
