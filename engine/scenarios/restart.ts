// A server process that ends by itself: what was in flight is lost, the client starts it again, listens again and asks again.
import { mechanic } from '../protocol/mechanics.ts';
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import { LISTENING_REQUEST } from './listen.ts';
import type { Act, Scenario } from './scenario.ts';

export const restart: Scenario = {
  slug: 'restart',
  title: 'The process ends',
  about:
    'In the middle of a call the server process ends. The client starts it again; a process that has just begun knows of no session, no subscription and no call.',
  revisions: REVISIONS,
  transports: ['stdio'],
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'afterLines',
      label: 'ends after line',
      unit: 'count',
      default: 4,
      min: 1,
      max: 20,
      step: 1,
      about: 'After how many lines of its own the process ends.',
    },
    {
      kind: 'number',
      name: 'restartMs',
      label: 'restart',
      unit: 'ms',
      default: 500,
      min: 0,
      max: 10_000,
      stops: [0, 100, 500, 1000, 10_000],
      about: 'How long the client takes to start it again.',
    },
    { ...latencyMs, default: 1 },
    { ...rateBps, default: 100_000_000 },
  ],
  script: ({ afterLines, restartMs }, revision) => {
    const isModern = mechanic('push', revision).value === 'subscription';
    const listens: readonly Act[] = isModern
      ? [{ ...LISTENING_REQUEST, inBackground: true }]
      : [
          {
            act: 'request',
            method: 'resources/subscribe',
            params: { uri: 'docs://guide/transports' },
            result: {},
            lasts: true,
          },
        ];
    return {
      restartMs: Number(restartMs),
      mishaps: [{ kind: 'exit', afterLines: Number(afterLines) }],
      acts: [{ act: 'open' }, ...listens, deepSearch(5, 200), { act: 'join' }, { act: 'leave' }],
    };
  },
};
