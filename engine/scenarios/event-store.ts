// A server that keeps events: a call breaks and is resumed while another stream goes on.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { k, n, reconnectMs } from './call-parameters.ts';
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
  parameters: [n, k, latencyMs, reconnectMs, rateBps],
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
