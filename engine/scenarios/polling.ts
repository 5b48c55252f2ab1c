// The server hangs up in the middle of a call and says when to come back (2025-11-25).
import { PROFILES } from '../protocol/revisions.ts';
import { DEEP } from './deep-search.ts';
import { n } from './call-parameters.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { HandlerStep, Scenario } from './scenario.ts';

export const polling: Scenario = {
  slug: 'polling',
  title: 'The server hangs up',
  about:
    'A long call without a long connection: the server closes it after each report, and the client comes back for the rest.',
  revisions: ['2025-11-25'],
  transports: ['streamable-http'],
  profiles: PROFILES,
  parameters: [
    { ...n, default: 4, max: 50, about: 'Steps of the tool call.' },
    {
      kind: 'number',
      name: 'stepMs',
      label: 'step',
      symbol: 's',
      unit: 'ms',
      default: 1000,
      min: 1,
      max: 60_000,
      stops: [100, 200, 500, 1000, 2000, 5000, 60_000],
      about: 'How long one step takes.',
    },
    {
      kind: 'number',
      name: 'retryMs',
      label: 'retry',
      unit: 'ms',
      default: 1500,
      min: 0,
      max: 60_000,
      stops: [0, 500, 1000, 1500, 3000, 10_000, 60_000],
      about: 'How long the client is told to wait.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ n, stepMs, retryMs }) => ({
    keepsEvents: true,
    firstId: 7,
    acts: [
      {
        act: 'request',
        method: 'tools/call',
        params: { name: 'deep_search', arguments: { query: 'sse resumption' } },
        result: DEEP,
        wantsProgress: true,
        handler: Array.from({ length: Number(n) }, (_, i): readonly HandlerStep[] => [
          { do: 'work', ms: Number(stepMs), step: i + 1, of: Number(n) },
          ...(i + 1 < Number(n) ? [{ do: 'hang-up', retryMs: Number(retryMs) } as const] : []),
        ]).flat(),
      },
    ],
  }),
};
