// Each figure of the registry is complete: its folder, its chapter, its embed page, its place in the gallery, and
// a declaration that runs. Must not know any figure by name.
import { existsSync } from 'node:fs';
import { defaultValues } from '#engine';
import { figures } from '#figures/registry.ts';
import { describe, expect, it } from 'vitest';
import type { Step } from '#figures/kit/declaration.ts';
import { everyFile, read } from './tree.ts';

const component = (slug: string): string => slug.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

it('no two figures share a slug or a number', () => {
  expect(new Set(figures.map((figure) => figure.slug)).size).toBe(figures.length);
  expect(new Set(figures.map((figure) => figure.number)).size).toBe(figures.length);
});

it('every folder of a figure is in the registry', () => {
  const declared = everyFile
    .map((path) => /^src\/figures\/([\w-]+)\/declaration\.ts$/.exec(path)?.[1])
    .filter((slug) => slug !== undefined && slug !== 'kit');
  expect(declared.sort()).toEqual(figures.map((figure) => figure.slug).sort());
});

describe.each(figures)('$slug', (figure) => {
  const { slug } = figure;
  const file = `src/figures/${slug}/${component(slug)}.svelte`;

  it('has a component with its name', () => {
    expect(existsSync(file), file).toBe(true);
  });

  it('appears in its chapter', () => {
    const chapter = `content/${figure.chapter}.mdx`;
    expect(existsSync(chapter), chapter).toBe(true);
    expect(read(chapter)).toContain(`${component(slug)}`);
  });

  it('has an embed page', () => {
    const pages = everyFile.filter((path) => path.startsWith('src/pages/embed/'));
    expect(
      pages.some((path) => path === `src/pages/embed/${slug}.astro`),
      pages.join(', '),
    ).toBe(true);
  });

  it('says what every parameter is', () => {
    for (const parameter of figure.parameters) {
      expect(parameter.label, parameter.name).not.toBe('');
      expect(parameter.about, parameter.name).toMatch(/\.$/);
    }
  });

  it('runs with its defaults: one sentence for each step, and none before its cause', () => {
    const lanes = figure.lanes(defaultValues(figure.parameters));
    const steps = figure.steps(lanes);
    expect(steps.length).toBeGreaterThan(3);
    for (const step of steps) expect(figure.say(step, lanes)).toMatch(/\S.*\.$/);
    // Steps of a desk are no entries, and have no causes.
    const entries = steps.filter((step): step is Step => typeof step === 'object' && step !== null && 'entry' in step);
    const placeOf = (lane: number, index: number): number =>
      entries.findIndex((step) => step.lane === lane && step.entry.index === index);
    const tooEarly = entries.filter(
      ({ lane, entry: { cause } }, place) => cause !== undefined && placeOf(lane, cause) > place,
    );
    expect(tooEarly).toEqual([]);
  });

  it('asks a question and sums up in a sentence', () => {
    expect(figure.question(defaultValues(figure.parameters))).toMatch(/\?$/);
    expect(figure.summary).toMatch(/\.$/);
  });
});

it('figures are numbered as they come in their chapter', () => {
  const chapters = [...new Set(figures.map((figure) => figure.chapter))];
  const placed = chapters.flatMap((chapter) => {
    const text = read(`content/${chapter}.mdx`);
    const inside = figures.filter((figure) => figure.chapter === chapter);
    return [...text.matchAll(/^<(\w+) client:/gm)]
      .map(([, name]) => inside.find(({ slug }) => component(slug) === name))
      .map((figure) => figure?.number);
  });
  const ordered = [...placed].sort((a, b) => Number(a) - Number(b));
  expect(placed).toEqual(ordered);
});
