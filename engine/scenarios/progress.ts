// One long tool call that reports progress: over HTTP, its answer is an event stream.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { DEEP } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { RequestAct, Scenario } from './scenario.ts';

/** A call of the tool that works in steps and reports each. */
export function deepSearch(count: number, stepMs: number): RequestAct {
  const params = { name: 'deep_search', arguments: { query: 'sse resumption' } };
  const handler = Array.from(
    { length: count },
    (_, i) => ({ do: 'work', ms: stepMs, step: i + 1, of: count }) as const,
  );
  return { act: 'request', method: 'tools/call', params, result: DEEP, handler, wantsProgress: true };
}

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
