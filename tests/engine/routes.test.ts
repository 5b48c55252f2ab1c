// Routes: each message of each revision has one right stream, its facts hold there, runs of the engine keep to them, and
// any text of choices can be scored.
import {
  FACTS,
  holdsIn,
  playRoutes,
  REVISIONS,
  routesIn,
  run,
  STREAMS,
  streamsIn,
  transfersOf,
  type Fact,
  type Revision,
  type Transfer,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

describe.each(REVISIONS)('%s', (revision) => {
  it('has one right stream for each message, and facts that hold', () => {
    for (const { message, streams } of routesIn(revision)) {
      const right = Object.values(streams).filter(({ fit }) => fit === 'right');
      expect(right, message.key).toHaveLength(1);
      for (const { fit, fact } of Object.values(streams)) {
        expect(holdsIn(FACTS[fact] as Fact, revision), fact).toBe(true);
        const { level } = FACTS[fact] as Fact;
        if (fit === 'allowed') expect(level, `${message.key}: ${fact}`).toMatch(/^SHOULD/);
      }
    }
  });

  it('says something of every stream that it has, and nothing of another', () => {
    const streams = streamsIn(revision);
    for (const route of routesIn(revision))
      if (route.message.from === 'server' && revision > '2024-11-05')
        expect(STREAMS.filter((stream) => route.streams[stream])).toEqual(streams);
  });
});

test('streams by revision', () => {
  expect(streamsIn('2024-11-05')).toEqual(['get', 'none']);
  expect(streamsIn('2025-11-25')).toEqual(['own', 'other', 'get', 'none']);
  expect(streamsIn('2026-07-28')).toEqual(['own', 'other', 'listen', 'none']);
});

/** Which stream a message of a run came on. */
function streamOf({ exchange }: Transfer, transfers: readonly Transfer[]): string {
  const request = transfers.find((t) => t.carrier === 'request' && t.exchange === exchange)!;
  if (request.http && 'verb' in request.http && request.http.verb === 'GET') return 'get';
  return request.message && 'method' in request.message && request.message.method === 'subscriptions/listen'
    ? 'listen'
    : 'own';
}

const KEYS: Readonly<Record<string, string>> = {
  'notifications/progress': 'progress',
  'notifications/message': 'log',
  'notifications/tools/list_changed': 'tools',
  'notifications/subscriptions/acknowledged': 'acknowledged',
};

test.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] satisfies Revision[])(
  'a run in %s takes the right streams',
  (revision) => {
    const transfers = transfersOf(run('message-router', { revision, transport: 'streamable-http' }));
    const seen = transfers.flatMap((transfer) => {
      const { message, from } = transfer;
      const key = message && 'method' in message && from === 'server' ? KEYS[message.method] : undefined;
      return key ? [[key, streamOf(transfer, transfers)] as const] : [];
    });
    expect(new Set(seen.map(([key]) => key)).size).toBeGreaterThanOrEqual(3);
    for (const [key, stream] of seen) {
      const route = routesIn(revision).find(({ message }) => message.key === key)!;
      expect(route.streams[stream as 'own']?.fit, `${key} on ${stream}`).toBe('right');
    }
  },
);

const numRuns = 200;

it(`any choices are scored, and the right ones alone get all points ${runsOf(numRuns)}`, () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...REVISIONS),
      fc.oneof(anyText, fc.stringMatching(/^[otgln-]{0,12}$/)),
      (revision, picks) => {
        const { cards, score, chosen } = playRoutes(revision, picks);
        const isRight = cards.every(({ picked, right }) => picked === right);
        expect(score === cards.length).toBe(isRight);
        expect(score).toBeLessThanOrEqual(chosen);
      },
    ),
    { ...chance, numRuns },
  );
  const right = playRoutes('2025-11-25', 'ooooonggg');
  expect(right.score).toBe(9);
  expect(playRoutes('2025-11-25', 'oogggnooo').score).toBe(6);
});
