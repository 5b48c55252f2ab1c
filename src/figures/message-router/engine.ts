// The engine's part of figure 6.3: at hand on the server, fetched in the browser.
import type { RouteGame } from '#engine';
import { LateReader } from '../kit/later.svelte.ts';

const onServer = import.meta.env.SSR ? (await import('./read.ts')).play : undefined;

export const lateReader = (id: string): LateReader<RouteGame> =>
  new LateReader(id, onServer, () => import('./read.ts').then(({ play }) => play));
