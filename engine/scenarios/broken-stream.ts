// A tool call whose stream breaks after event k of n: resumed in one revision, sent again in the next.
// Begins in the middle of a session, with request 7.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
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
      about: 'Steps of the tool call; each finished step is one event.',
    },
    {
      kind: 'number',
      name: 'k',
      label: 'break after',
      symbol: 'k',
      unit: 'count',
      default: 2,
      min: 0,
      max: { parameter: 'n', times: 1 },
      step: 1,
      about: 'The last event that the client sees before the line drops; 0: none.',
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
    { ...latencyMs, stops: [0, 5, 10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000] },
    {
      kind: 'number',
      name: 'reconnectMs',
      label: 'reconnect',
      symbol: 'tᵣ',
      unit: 'ms',
      default: 1000,
      min: { parameter: 'latencyMs', times: 2 },
      max: 60_000,
      step: 100,
      about: 'From the break to the first byte of the new answer, both latencies included.',
    },
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
