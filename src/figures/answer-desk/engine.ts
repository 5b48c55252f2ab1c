// The engine's part of figure 6.2: at hand on the server, fetched in the browser.
import { LateReader } from '../kit/later.svelte.ts';
import type { Desk } from './about.ts';

const onServer = import.meta.env.SSR ? (await import('./read.ts')).ask : undefined;

export const lateReader = (id: string): LateReader<Desk> =>
  new LateReader(id, onServer, () => import('./read.ts').then(({ ask }) => ask));
