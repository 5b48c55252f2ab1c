// A call that takes longer than the client waits, unless progress starts the wait anew.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import type { Scenario } from './scenario.ts';

export const timeout: Scenario = {
  slug: 'timeout',
  title: 'Waiting too long',
  about:
    'The client waits a fixed time for an answer. Progress may start the wait anew, but only a request with a token gets progress.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'timeoutMs',
      label: 'client waits',
      unit: 'ms',
      default: 1000,
      min: 1,
      max: 120_000,
      stops: [300, 500, 1000, 2000, 5000, 60_000, 120_000],
      about: 'How long the client waits for a sign of life.',
    },
    {
      kind: 'choice',
      name: 'token',
      label: 'progress token',
      default: 'no',
      options: [
        { value: 'no', label: 'none' },
        { value: 'yes', label: 'sent' },
      ],
      about: 'Whether the request asks for progress.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ timeoutMs, token }) => ({
    firstId: 7,
    acts: [{ ...deepSearch(8, 300), wantsProgress: token === 'yes', timeoutMs: Number(timeoutMs) }],
  }),
};
