// A tool call whose stream breaks after event k of n: resumed in one revision, sent again in the next.
// Begins in the middle of a session, with request 7.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { k, n, reconnectMs, stepMs } from './call-parameters.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import type { Scenario } from './scenario.ts';

export const brokenStream: Scenario = {
  slug: 'broken-stream',
  title: 'A stream that breaks',
  about: 'One tool call of n steps over an event stream; the line drops right after the client has seen event k.',
  revisions: REVISIONS.slice(1),
  transports: ['streamable-http'],
  profiles: PROFILES,
  parameters: [
    n,
    k,
    stepMs,
    { ...latencyMs, stops: [0, 5, 10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000] },
    reconnectMs,
    { ...rateBps, default: Infinity },
  ],
  script: ({ n, k, stepMs, reconnectMs }) => ({
    acts: [deepSearch(Number(n), Number(stepMs))],
    firstId: 7,
    // Where a client may resume, the server here is one that makes its streams resumable.
    keepsEvents: true,
    reconnectMs: Number(reconnectMs),
    mishaps: [{ kind: 'cut', afterEvent: Number(k) }],
  }),
};
