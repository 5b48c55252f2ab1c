// After the build: gives each page a content security policy that allows exactly what the page has, by hash.
// Reads the finished HTML, so no inline script can be forgotten. Must run after everything that adds a script or style.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { builtPages } from './built-pages.ts';

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The hashes of all elements of that name that carry their content themselves. */
function inlineHashes(html: string, element: 'script' | 'style'): string {
  const found = html.matchAll(new RegExp(`<${element}\\b([^>]*)>([\\s\\S]*?)</${element}>`, 'g'));
  const hashes = [...found].filter(([, attributes]) => !/\ssrc=/.test(attributes!)).map(([, , text]) => hash(text!));
  return [...new Set(hashes)].map((each) => ` ${each}`).join('');
}

function policy(html: string): string {
  return [
    "default-src 'self'",
    // Pagefind searches with WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval'${inlineHashes(html, 'script')}`,
    `style-src 'self'${inlineHashes(html, 'style')}`,
    // Figures set widths and positions in style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Behind the charset, which must stand within the first kilobyte; before anything that loads. */
function withPolicy(html: string, file: string): string {
  const charset = /<meta charset="utf-8"\s*\/?>/i;
  if (!charset.test(html))
    throw new Error(`${file}: no <meta charset="utf-8"> to put the content security policy behind`);
  const meta = `<meta http-equiv="content-security-policy" content="${policy(html)}">`;
  return html.replace(charset, (found) => found + meta);
}

export function contentSecurityPolicy(): AstroIntegration {
  return {
    name: 'content-security-policy',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for (const file of await builtPages(dir)) {
          await writeFile(file, withPolicy(await readFile(file, 'utf8'), file));
        }
      },
    },
  };
}
