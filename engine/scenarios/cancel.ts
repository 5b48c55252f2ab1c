// The client gives up a call: with a message, or by closing the stream.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import type { Scenario } from './scenario.ts';

export const cancel: Scenario = {
  slug: 'cancel',
  title: 'Giving up a call',
  about:
    'A long call that the client does not want any more. Up to 2025-11-25 a message says so; since then, over HTTP, the closed stream does.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'cancelAfterMs',
      label: 'cancel after',
      unit: 'ms',
      default: 700,
      min: 1,
      max: 10_000,
      stops: [100, 300, 500, 700, 1000, 3000, 10_000],
      about: 'How long after the request the client gives up.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ cancelAfterMs }) => ({
    firstId: 7,
    acts: [{ ...deepSearch(10, 200), cancelAfterMs: Number(cancelAfterMs), cancelReason: 'the user pressed stop' }],
  }),
};
