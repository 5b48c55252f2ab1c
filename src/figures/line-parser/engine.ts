// The engine's part of figure 4.1: at hand on the server, fetched in the browser.
import type { SlowLines } from '#engine';
import { LateReader } from '../kit/later.svelte.ts';

const onServer = import.meta.env.SSR ? (await import('./read.ts')).readLines : undefined;

export const lateReader = (id: string): LateReader<SlowLines> =>
  new LateReader(id, onServer, () => import('./read.ts').then(({ readLines }) => readLines));
