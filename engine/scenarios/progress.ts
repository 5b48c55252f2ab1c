// One long tool call that reports progress: over HTTP, its answer is an event stream.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { deepSearch } from './deep-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const progress: Scenario = {
  slug: 'progress',
  title: 'With progress',
  about: 'One tool call of n steps; the server reports each finished step before it sends the result.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'n',
      label: 'steps',
      symbol: 'n',
      unit: 'count',
      default: 5,
      min: 1,
      max: 200,
      step: 1,
      about: 'Steps of the tool call; each is reported once.',
    },
    {
      kind: 'number',
      name: 'stepMs',
      label: 'step',
      symbol: 's',
      unit: 'ms',
      default: 200,
      min: 1,
      max: 10_000,
      step: 10,
      about: 'How long one step takes.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ n, stepMs }) => ({ acts: [{ act: 'open' }, deepSearch(Number(n), Number(stepMs))] }),
};
