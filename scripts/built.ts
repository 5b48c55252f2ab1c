// What a built folder holds, read from the build itself: the sitemap's pages, the embeds, the 404 page.
// Must not know any page by name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Built {
  /** Paths inside the site, without the base: "" is the home page, "framing-cost/" a chapter. */
  readonly pages: readonly string[];
  readonly embeds: readonly string[];
  readonly notFound: string;
}

const locations = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1]!).pathname);

/** Reads a build that was made for `base` ("/" or "/name/"). */
export function readBuilt(folder: string, base: string): Built {
  const fail = (what: string): never => {
    throw new Error(`${folder}/ ${what}. Run "npm run build" first.`);
  };
  if (!existsSync(folder)) fail('does not exist');
  const sitemaps = readdirSync(folder).filter((name) => /^sitemap-\d+\.xml$/.test(name));
  if (sitemaps.length === 0) fail('has no sitemap');

  const pages = sitemaps
    .flatMap((name) => locations(join(folder, name)))
    .map((path) => {
      if (!path.startsWith(base)) fail(`has ${path} in its sitemap, which is outside of ${base}`);
      return path.slice(base.length);
    });
  const embedFolder = join(folder, 'embed');
  const embeds = existsSync(embedFolder)
    ? readdirSync(embedFolder)
        .filter((name) => existsSync(join(embedFolder, name, 'index.html')))
        .map((name) => `embed/${name}/`)
    : [];
  return { pages: pages.filter((page) => !page.startsWith('embed/')), embeds, notFound: '404.html' };
}
