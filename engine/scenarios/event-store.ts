// A server that keeps events: a call breaks and is resumed while another stream goes on.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import type { Scenario } from './scenario.ts';

export const eventStore: Scenario = {
  slug: 'event-store',
  title: 'What the server has to keep',
  about:
    'A call whose stream breaks, and a standing stream beside it. Replay must bring the rest of the one and nothing of the other.',
  revisions: REVISIONS.slice(1, 4),
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
      about: 'The last event that the client sees before the line drops.',
    },
    latencyMs,
    {
      kind: 'number',
      name: 'reconnectMs',
      label: 'reconnect',
      unit: 'ms',
      default: 1000,
      min: { parameter: 'latencyMs', times: 2 },
      max: 60_000,
      step: 100,
      about: 'From the break to the first byte of the new answer.',
    },
    rateBps,
  ],
  script: ({ n, k, reconnectMs }) => ({
    keepsEvents: true,
    reconnectMs: Number(reconnectMs),
    firstId: 7,
    mishaps: [{ kind: 'cut', afterEvent: Number(k) }],
    acts: [
      { act: 'open-stream' },
      { ...deepSearch(Number(n), 200), inBackground: true },
      { act: 'pause', ms: 700 },
      { act: 'push', method: 'notifications/tools/list_changed' },
      { act: 'join' },
    ],
  }),
};
