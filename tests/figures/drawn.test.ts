// Every figure as the server draws it: the finished picture of some states, committed, so that a change shows in the diff.
import { readdirSync } from 'node:fs';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { describe, expect, test } from 'vitest';
import { figures } from '#figures/registry.ts';

/** Each declaration stands beside the component that draws it. */
const components = import.meta.glob<{ default: Component<{ given?: Record<string, string> }> }>(
  '../../src/figures/*/*.svelte',
  { eager: true },
);

/** The component of a slug: `broken-stream` is drawn by `broken-stream/BrokenStream.svelte`. */
function componentOf(slug: string) {
  const name = slug.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
  return components[`../../src/figures/${slug}/${name}.svelte`]!.default;
}

/** The default, each other option of each choice, both ends of each number, and the first step. */
function statesOf({ parameters }: (typeof figures)[number]): readonly Record<string, string>[] {
  const states: Record<string, string>[] = [{}, { step: '0' }];
  for (const parameter of parameters) {
    if (parameter.kind === 'choice') {
      states.push(
        ...parameter.options.filter((o) => o.value !== parameter.default).map((o) => ({ [parameter.name]: o.value })),
      );
    } else if (parameter.kind === 'number') {
      const stops = parameter.stops ?? [parameter.min, parameter.max].filter((bound) => typeof bound === 'number');
      states.push(...[stops[0], stops.at(-1)].map((stop) => ({ [parameter.name]: String(stop) })));
    }
  }
  return states;
}

/** One element a line, without what differs between builds: Svelte's markers and scope classes. */
function readable(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/ ?\bsvelte-[a-z0-9]+\b/g, '')
    .replace(/ class=""/g, '')
    .replace(/>\s*</g, '>\n<');
}

describe.each(figures)('$slug', (figure) => {
  const component = componentOf(figure.slug);

  test.each(statesOf(figure).slice(0, 2))('is drawn whole on the server: %o', async (given) => {
    const { body } = render(component, { props: { given } });
    const name = Object.entries(given)
      .map(([key, value]) => `-${key}-${value}`)
      .join('');
    await expect(readable(body)).toMatchFileSnapshot(`drawn/${figure.slug}${name}.html`);
  });

  test.each(statesOf(figure))('says and draws only what there is: %o', (given) => {
    const { body } = render(component, { props: { given } });
    expect(body).not.toMatch(/NaN|undefined|\[object/);
    expect(body).not.toContain('data-role="problem"');
    expect(body).toContain('<li');
  });
});

test('no drawing is left over from a figure that is gone', () => {
  const slugs = figures.map((figure) => figure.slug);
  const left = readdirSync(new URL('drawn/', import.meta.url)).filter(
    (file) => !slugs.some((slug) => file.startsWith(slug)),
  );
  expect(left).toEqual([]);
});
