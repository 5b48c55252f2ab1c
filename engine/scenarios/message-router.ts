// One message of every kind, so that each can be asked which stream may carry it.
import { mechanic } from '../protocol/mechanics.ts';
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { questionIn } from './acme-search.ts';
import { DEEP } from './deep-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const messageRouter: Scenario = {
  slug: 'message-router',
  title: 'Which stream may carry it',
  about: 'A call with progress, a log line and a question back; then a change that nobody asked about.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [latencyMs, rateBps],
  script: (_values, revision) => {
    const ask = questionIn(revision);
    const isModern = mechanic('push', revision).value === 'subscription';
    return {
      serverCapabilities: { logging: {} },
      acts: [
        { act: 'open' },
        { act: 'open-stream' },
        ...(isModern
          ? [
              {
                act: 'request',
                method: 'subscriptions/listen',
                params: { notifications: { toolsListChanged: true } },
                result: {},
                inBackground: true,
                handler: LISTENING,
              } as const,
            ]
          : []),
        {
          act: 'request',
          method: 'tools/call',
          params: { name: 'deep_search', arguments: { query: 'sse resumption' } },
          capabilities: { elicitation: { form: {} }, sampling: {} },
          meta: isModern ? { 'io.modelcontextprotocol/logLevel': 'info' } : {},
          result: DEEP,
          wantsProgress: true,
          handler: [
            { do: 'work', ms: 150, step: 1, of: 2 },
            {
              do: 'notify',
              method: 'notifications/message',
              params: { level: 'info', data: 'half of the archives searched' },
            },
            { do: 'ask', ...ask, answerAfterMs: 300 },
            { do: 'work', ms: 150, step: 2, of: 2 },
          ],
        },
        // Since 2026-07-28 a change comes to a subscription only, which the listen call above is.
        ...(isModern ? [] : [{ act: 'push', method: 'notifications/tools/list_changed' } as const]),
        { act: 'join' },
      ],
    };
  },
};

const LISTENING = [
  {
    do: 'notify',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { toolsListChanged: true } },
  },
  { do: 'notify', method: 'notifications/tools/list_changed', afterMs: 900 },
] as const;
