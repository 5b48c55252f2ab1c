// One request, two ways to answer it: a JSON body, or a stream of events.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { DEEP } from './deep-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const postModes: Scenario = {
  slug: 'post-modes',
  title: 'One endpoint, two modes',
  about:
    'A tool call that takes a while: answered with one body when it is done, or with a stream that reports on the way.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'workMs',
      label: 'work',
      unit: 'ms',
      default: 2000,
      min: 0,
      max: 120_000,
      stops: [0, 1, 10, 100, 500, 1000, 2000, 5000, 30_000, 120_000],
      about: 'How long the server works on the call.',
    },
    {
      kind: 'choice',
      name: 'progress',
      label: 'server reports',
      default: 'yes',
      options: [
        { value: 'yes', label: 'yes' },
        { value: 'no', label: 'no' },
      ],
      about: 'Whether the server has progress to report.',
    },
    {
      kind: 'choice',
      name: 'token',
      label: 'client asked',
      default: 'yes',
      options: [
        { value: 'yes', label: 'with a token' },
        { value: 'no', label: 'no token' },
      ],
      about: 'Whether the request carries a progress token; without one nothing may be reported.',
    },
    {
      kind: 'number',
      name: 'reports',
      label: 'reports',
      unit: 'count',
      default: 4,
      min: 1,
      max: 50,
      step: 1,
      about: 'How often the server would report.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ workMs, progress, token, reports }) => {
    const mayReport = progress === 'yes' && token === 'yes';
    const count = mayReport ? Number(reports) : 1;
    return {
      firstId: 3,
      acts: [
        {
          act: 'request',
          method: 'tools/call',
          params: { name: 'deep_search', arguments: { query: 'sse resumption' } },
          result: DEEP,
          handler: Array.from(
            { length: count },
            (_, i) => ({ do: 'work', ms: Number(workMs) / count, step: i + 1, of: count }) as const,
          ),
          ...(token === 'yes' && { wantsProgress: mayReport }),
        },
      ],
    };
  },
};
