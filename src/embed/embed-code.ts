// The code with which another page shows a figure: our element, or a plain iframe. Knows only the declaration.
import { addressOf } from '#components/shell/address.ts';
import type { AnyFigure } from '#figures/kit/declaration.ts';

export interface EmbedCode {
  readonly link: string;
  readonly element: string;
  readonly frame: string;
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Code for one state of a figure; `site` is the origin that the site is published on. */
export function embedCode(figure: AnyFigure, state: Readonly<Record<string, string>>, site: URL): EmbedCode {
  const { slug, chapter, title } = figure;
  const whole = (path: string): string => new URL(addressOf(path), site).href;
  const query = new URLSearchParams(state).toString();
  const attributes = Object.entries(state).map(([name, value]) => ` ${name}="${attribute(value)}"`);
  return {
    link: `${whole(`/${chapter}/`)}?${query}#${slug}`,
    element: `<script src="${whole('/embed.js')}" async></script>\n<mcp-figure name="${slug}"${attributes.join('')}></mcp-figure>`,
    frame: `<iframe src="${attribute(`${whole(`/embed/${slug}/`)}?${query}`)}" title="${attribute(title)}"\n  width="100%" height="760" loading="lazy" allow="clipboard-write"></iframe>`,
  };
}
