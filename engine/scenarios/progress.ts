// One long tool call that reports progress: over HTTP, its answer is an event stream.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { deepSearch } from './deep-search.ts';
import { n, stepMs } from './call-parameters.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const progress: Scenario = {
  slug: 'progress',
  title: 'With progress',
  about: 'One tool call of n steps; the server reports each finished step before it sends the result.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [{ ...n, about: 'Steps of the tool call; each is reported once.' }, stepMs, latencyMs, rateBps],
  script: ({ n, stepMs }) => ({ acts: [{ act: 'open' }, deepSearch(Number(n), Number(stepMs))] }),
};
