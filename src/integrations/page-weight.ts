// After the build: writes into each page how many bytes its HTML has and how many of them are words.
// Knows only the placeholders of PageWeight.astro; runs last, since anything that changes a page changes its weight.
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { builtPages } from './built-pages.ts';

const PLACEHOLDER = /%weight-(total|words|share|rest|percent)%/g;

/** Bytes of text that a reader sees: the body without scripts, styles and markup. */
function wordBytes(html: string): number {
  const body = html.slice(html.indexOf('<body'));
  const text = body
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return Buffer.byteLength(text);
}

function fill(html: string, total: number): string {
  const words = wordBytes(html);
  const share = (100 * words) / total;
  const values: Record<string, string> = {
    total: total.toLocaleString('en-US'),
    words: words.toLocaleString('en-US'),
    share: `${share.toFixed(1)}%`,
    percent: `${Math.round(share)} %`,
    rest: `${(100 - share).toFixed(1)}%`,
  };
  return html.replace(PLACEHOLDER, (_, name: string) => values[name]!);
}

/** The numbers are part of the page that they measure, so they are written until they are true. */
function measured(html: string): string {
  let total = Buffer.byteLength(html);
  for (let round = 0; round < 5; round += 1) {
    const filled = fill(html, total);
    const actual = Buffer.byteLength(filled);
    if (actual === total) return filled;
    total = actual;
  }
  throw new Error('The page weight does not settle.');
}

export function pageWeight(): AstroIntegration {
  return {
    name: 'page-weight',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for (const file of await builtPages(dir)) {
          const html = await readFile(file, 'utf8');
          if (html.includes('%weight-total%')) await writeFile(file, measured(html));
        }
      },
    },
  };
}
