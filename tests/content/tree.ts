// The project's own files, as the content tests read them. Knows which folders are made by tools, nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

const made = new Set([
  'node_modules',
  'dist',
  'dist-base',
  'test-results',
  'playwright-report',
  '.git',
  '.astro',
  '.cache',
]);

function filesBelow(folder: string): string[] {
  return readdirSync(folder || '.', { withFileTypes: true }).flatMap((entry) => {
    if (made.has(entry.name)) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Paths from the project's root, with forward slashes, in order. */
export const everyFile: readonly string[] = filesBelow('').sort();

export const filesWith = (...extensions: readonly string[]): readonly string[] =>
  everyFile.filter((path) => extensions.includes(extname(path)));

export const read = (path: string): string => readFileSync(path, 'utf8');

/** The code without its comments, so that a rule does not fire on words. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '').replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');
