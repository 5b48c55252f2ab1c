// A subscription: what the client asks for, what the server grants, what it tells, how it ends.
import { mechanic } from '../protocol/mechanics.ts';
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { RequestAct, Scenario } from './scenario.ts';

const URI = 'docs://guide/transports';
const NOTIFICATIONS = { toolsListChanged: true, resourceSubscriptions: [URI] };

/** A subscription on which so long nothing happens between two changes, and that the server ends. */
function listening(quietMs: number): RequestAct {
  return {
    act: 'request',
    method: 'subscriptions/listen',
    params: { notifications: NOTIFICATIONS },
    result: {},
    handler: [
      { do: 'notify', method: 'notifications/subscriptions/acknowledged', params: { notifications: NOTIFICATIONS } },
      { do: 'keep-alive', afterMs: quietMs / 2 },
      { do: 'notify', method: 'notifications/tools/list_changed', afterMs: quietMs / 2 },
      { do: 'notify', method: 'notifications/resources/updated', params: { uri: URI }, afterMs: quietMs },
      { do: 'wait', ms: quietMs },
    ],
  };
}

export const LISTENING_REQUEST = listening(400);

export const listen: Scenario = {
  slug: 'listen',
  title: 'Listening for changes',
  about:
    'The client wants to hear of changes: since 2026-07-28 with one request that stays open, before that by subscribing and by listening.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  revision: '2026-07-28',
  parameters: [
    {
      kind: 'number',
      name: 'quietMs',
      label: 'quiet',
      unit: 'ms',
      default: 2000,
      min: 0,
      max: 600_000,
      stops: [0, 500, 1000, 2000, 10_000, 60_000, 600_000],
      about: 'How long nothing happens between two changes.',
    },
    {
      kind: 'choice',
      name: 'ends',
      label: 'how it ends',
      default: 'server',
      options: [
        { value: 'server', label: 'the server ends it' },
        { value: 'client', label: 'the client ends it' },
        { value: 'drop', label: 'it breaks' },
      ],
      about: 'Who ends a subscription of 2026-07-28. If it breaks, the client listens again, under a new id.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ quietMs, ends }, revision) => {
    const quiet = Number(quietMs);
    if (mechanic('push', revision).value !== 'subscription') {
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
    return {
      firstId: 6,
      reconnectMs: 2000,
      restartMs: 500,
      // On a pipe a subscription breaks when the process ends.
      mishaps:
        ends === 'drop'
          ? [
              { kind: 'cut', afterEvent: 2 },
              { kind: 'exit', afterLines: 2 },
            ]
          : [],
      acts: [
        {
          ...listening(quiet),
          ...(ends === 'client' && { cancelAfterMs: Math.max(2.5 * quiet, 1), cancelReason: 'nobody looks any more' }),
        },
      ],
    };
  },
};
