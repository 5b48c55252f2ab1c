// The engine's part of figure 2.1: at hand on the server, fetched in the browser.
import { LateReader } from '../kit/later.svelte.ts';
import type { Classified } from './about.ts';

const onServer = import.meta.env.SSR ? (await import('./read.ts')).classify : undefined;

export const lateReader = (id: string): LateReader<Classified> =>
  new LateReader(id, onServer, () => import('./read.ts').then(({ classify }) => classify));
