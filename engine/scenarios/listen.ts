// A subscription: what the client asks for, what the server grants, what it tells, how it ends.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

const URI = 'docs://guide/transports';

export const listen: Scenario = {
  slug: 'listen',
  title: 'Listening for changes',
  about: 'The client wants to hear of changes: since 2026-07-28 with one request that stays open, before that by subscribing and by listening.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  revision: '2026-07-28',
  parameters: [
    { kind: 'number', name: 'quietMs', label: 'quiet', unit: 'ms', default: 2000, min: 0, max: 600_000, stops: [0, 500, 1000, 2000, 10_000, 60_000, 600_000], about: 'How long nothing happens between two changes.' },
    latencyMs,
    rateBps,
  ],
  script: ({ quietMs }, revision) => {
    const quiet = Number(quietMs);
    if (revision < '2026-07-28') {
      return {
        acts: [
          { act: 'open' },
          { act: 'open-stream' },
          { act: 'pause', ms: 200 },
          { act: 'request', method: 'resources/subscribe', params: { uri: URI }, result: {} },
          { act: 'pause', ms: quiet },
          { act: 'push', method: 'notifications/tools/list_changed' },
          { act: 'pause', ms: quiet },
          { act: 'push', method: 'notifications/resources/updated', params: { uri: URI } },
          { act: 'pause', ms: quiet },
          { act: 'request', method: 'resources/unsubscribe', params: { uri: URI }, result: {} },
          { act: 'leave' },
        ],
      };
    }
    const notifications = { toolsListChanged: true, resourceSubscriptions: [URI] };
    return {
      firstId: 6,
      acts: [
        {
          act: 'request',
          method: 'subscriptions/listen',
          params: { notifications },
          result: {},
          handler: [
            { do: 'notify', method: 'notifications/subscriptions/acknowledged', params: { notifications } },
            { do: 'keep-alive', afterMs: quiet / 2 },
            { do: 'notify', method: 'notifications/tools/list_changed', afterMs: quiet / 2 },
            { do: 'notify', method: 'notifications/resources/updated', params: { uri: URI }, afterMs: quiet },
            { do: 'wait', ms: quiet },
          ],
        },
      ],
    };
  },
};
