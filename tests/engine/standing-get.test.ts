// The standing GET over ten minutes: what its simulation adds to the three that it puts together, and that it adds up.
import {
  COMMENT_BYTES,
  fateOf,
  NEWS_BYTES,
  newsTimes,
  PROXIES,
  standingGet,
  streamLives,
  throughAtMs,
  type StandingPlan,
} from '#engine';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chance, runsOf } from './chance.ts';

const MINUTE_MS = 60_000;
const plan: StandingPlan = {
  answer: 'stream',
  habit: 'by-the-specification',
  streams: 1,
  sendsOn: 'one',
  newsAtMs: [30_000, 92_000, 200_000],
  idleMs: MINUTE_MS,
  keepAliveMs: Infinity,
  proxy: PROXIES[0]!,
  asksNotToBuffer: false,
  reconnectMs: 5000,
  roundTripMs: 100,
  untilMs: 10 * MINUTE_MS,
};
const fates = (changed: Partial<StandingPlan>) => {
  const run = standingGet({ ...plan, ...changed });
  return run.news.map((piece) => fateOf(piece, plan.untilMs));
};
const gets = (changed: Partial<StandingPlan>) => standingGet({ ...plan, ...changed }).moments.at(-1)!.gets;

it('idle for a minute after the news at 30 s: gone at 90 s, back at 95 s, and what is said between is lost', () => {
  expect(fates({})).toEqual(['at once', 'lost', 'at once']);
  expect(fates({ keepAliveMs: 30_000 })).toEqual(['at once', 'at once', 'at once']);
  expect(gets({ keepAliveMs: 30_000 })).toBe(1);
});

it('a comment as often as the proxy is patient comes too late', () => {
  expect(gets({ newsAtMs: [], keepAliveMs: MINUTE_MS })).toBe(gets({ newsAtMs: [] }));
});

it('behind a buffer, the end of the stream brings the news, and keep-alive keeps it back', () => {
  const proxy = PROXIES.find(({ id }) => id === 'nginx-4k')!;
  expect(fates({ proxy })).toEqual(['late', 'lost', 'late']);
  expect(fates({ proxy, keepAliveMs: 30_000 })).toEqual(['held', 'held', 'held']);
  expect(fates({ proxy, keepAliveMs: 30_000, asksNotToBuffer: true })).toEqual(['at once', 'at once', 'at once']);
});

it('405 is asked once, 200 with JSON ten times a second by those who come back at once', () => {
  const habit = 'reconnects-at-once';
  expect(gets({ answer: '405', habit })).toBe(1);
  expect(gets({ answer: '200-json', habit })).toBe(6000);
  expect(gets({ answer: '200-json' })).toBe(1);
});

it('on every stream means as often as there are streams; on one, the one that has been open longest', () => {
  const run = standingGet({ ...plan, streams: 3, sendsOn: 'all' });
  expect(run.news.map(({ copies }) => copies.map(({ stream }) => stream))).toEqual([[0, 1, 2], [], [0, 1, 2]]);
  // The first carries the news at 30 s and lives until 90 s; the second is back since 65 s and takes what comes at 92 s; that keeps it until 152 s, so it is back at 157 s, the first at 160 s.
  const two = standingGet({ ...plan, streams: 2 });
  expect(two.news.map(({ copies }) => copies.map(({ stream }) => stream))).toEqual([[0], [1], [1]]);
});

const anyPlan: fc.Arbitrary<StandingPlan> = fc
  .record({
    count: fc.integer({ min: 0, max: 20 }),
    seed: fc.nat(1000),
    streams: fc.integer({ min: 1, max: 3 }),
    sendsOn: fc.constantFrom('one' as const, 'all' as const),
    habit: fc.constantFrom('by-the-specification' as const, 'reconnects-at-once' as const),
    idleMs: fc.oneof(fc.integer({ min: 10_000, max: 300_000 }), fc.constant(Infinity)),
    keepAliveMs: fc.oneof(fc.integer({ min: 5000, max: 300_000 }), fc.constant(Infinity)),
    proxy: fc.constantFrom(...PROXIES),
    asksNotToBuffer: fc.boolean(),
    reconnectMs: fc.integer({ min: 100, max: 60_000 }),
  })
  .map(({ count, seed, ...rest }) => ({ ...plan, ...rest, newsAtMs: newsTimes(count, plan.untilMs, seed) }));

it(`one stream loses what its lives miss; nothing is heard before it is said; moments come in order ${runsOf()}`, () => {
  fc.assert(
    fc.property(anyPlan, (given) => {
      const { news, streams, moments } = standingGet(given);
      for (const { atMs, copies } of news) {
        for (const { heardAtMs } of copies) expect(heardAtMs).toBeGreaterThanOrEqual(atMs);
        expect(copies.length).toBeLessThanOrEqual(given.sendsOn === 'all' ? given.streams : 1);
      }
      expect(moments.map(({ atMs }) => atMs)).toEqual(moments.map(({ atMs }) => atMs).sort((a, b) => a - b));
      expect(moments.at(-1)!.gets).toBe(streams.flat().length);
      if (given.streams > 1) return;
      const reconnectMs = given.habit === 'reconnects-at-once' ? given.roundTripMs : given.reconnectMs;
      const { lives, missed } = streamLives({
        ...given,
        messagesAtMs: given.newsAtMs,
        maxAgeMs: Infinity,
        reconnectMs,
      });
      expect(streams).toEqual([lives]);
      expect(news.filter(({ copies }) => copies.length === 0)).toHaveLength(missed);
      // The closed form of the buffer, for each life by itself.
      if (given.proxy.holdMs < Infinity) return;
      const heard = lives.flatMap(({ messagesAtMs, commentsAtMs, diedOf, toMs }) => {
        const pieces = [
          ...messagesAtMs.map((atMs) => ({ atMs, bytes: NEWS_BYTES, isNews: true })),
          ...commentsAtMs.map((atMs) => ({ atMs, bytes: COMMENT_BYTES, isNews: false })),
        ].sort((a, b) => a.atMs - b.atMs);
        const through = throughAtMs(pieces, diedOf ? toMs : Infinity, given.proxy, given.asksNotToBuffer);
        return through.filter((_, i) => pieces[i]!.isNews);
      });
      expect(news.flatMap(({ copies }) => copies.map(({ heardAtMs }) => heardAtMs))).toEqual(heard);
    }),
    chance,
  );
});
