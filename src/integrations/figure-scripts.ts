// How the scripts of figures are cut into files. What every figure needs (Svelte, the kit, the engine's core) is one
// file, and the ladder with its tables is a second: cut by use, as the bundler would, the same code compresses worse by
// two kilobytes a page, and each new figure would change the files of all others. What only
// desks need comes when they are touched and is in neither. Knows folders, no figure.
import type { AstroIntegration } from 'astro';

const OF_EVERY_FIGURE =
  /node_modules\/svelte\/|src\/figures\/kit\/(?!later|TextField)|engine\/(trace|describe|parameters|protocol\/(?!facts|errors|methods|routes|streams)|wire\/(?!decode|stdio)|sim\/(?!stdio|sse|over|run-any|every-wire|pipes)|scenarios\/(acme-search|deep-search|link-parameters))/;
const OF_LADDERS = /figures\/(ladder|registers)\/|engine\/registers/;

export function figureScripts(): AstroIntegration {
  const groups = [
    { name: 'figures', test: OF_EVERY_FIGURE, minShareCount: 3, priority: 2 },
    { name: 'ladder', test: OF_LADDERS, minShareCount: 2 },
  ];
  return {
    name: 'figure-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [withoutPreloading()],
            environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
          },
        });
      },
    },
  };
}

/** What is loaded on demand has no styles and no scripts of its own to preload: the code that would do it is left out. */
function withoutPreloading() {
  return {
    name: 'without-preloading',
    enforce: 'pre' as const,
    load: (id: string) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}
