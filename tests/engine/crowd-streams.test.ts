// Between client and server: matching by order, reconnecting, a proxy that holds back, streams that age, a gateway that
// reads headers. Each simulation beside its closed form.
import {
  answerOrder,
  FACTS,
  GATED_SERVERS,
  GATEWAYS,
  GET_ANSWERS,
  getsSent,
  HABITS,
  headerValueOf,
  KEEP_ALIVE,
  matchResponses,
  NO_BUFFERING,
  PROXIES,
  quietLifeMs,
  quietStreams,
  streamLives,
  throughAtMs,
  throughGateway,
  throughProxy,
  type GatedCall,
  type Proxy,
  type StreamPlan,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chance, runsOf } from './chance.ts';

describe('matching', () => {
  const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 });

  it(`by id each gets its own; in order those that keep their place ${runsOf()}`, () => {
    fc.assert(
      fc.property(times, (readyAtMs) => {
        for (const { request, got } of matchResponses(readyAtMs, 'match-by-id')) expect(got).toBe(request);
        const order = answerOrder(readyAtMs);
        const matched = matchResponses(readyAtMs, 'match-oldest');
        const fixedPoints = order.filter((request, place) => request === place).length;
        expect(matched.filter(({ request, got }) => request === got)).toHaveLength(fixedPoints);
        // Nobody goes without, and no response is given twice.
        expect(matched.map(({ got }) => got).sort()).toEqual(matched.map(({ request }) => request).sort());
      }),
      chance,
    );
  });

  it('the slow first of three swaps all', () => {
    expect(matchResponses([300, 100, 200], 'match-oldest')).toEqual([
      { request: 0, got: 1 },
      { request: 1, got: 2 },
      { request: 2, got: 0 },
    ]);
  });
});

describe('reconnecting', () => {
  it('only 405 stops those who reconnect at once', () => {
    const plan = { habit: 'reconnects-at-once', roundTripMs: 40, waitMs: 1000, untilMs: 60_000 } as const;
    const sent = GET_ANSWERS.map(({ id }) => [id, getsSent({ ...plan, answer: id })]);
    expect(Object.fromEntries(sent)).toEqual({
      stream: 1,
      'closed-stream': 1500,
      '405': 1,
      '404': 1500,
      '400': 1500,
      '200-json': 1500,
    });
  });

  it('by the specification: one, or one each second where the stream ends at once', () => {
    const plan = { habit: 'by-the-specification', roundTripMs: 40, waitMs: 960, untilMs: 60_000 } as const;
    for (const { id } of GET_ANSWERS) expect(getsSent({ ...plan, answer: id })).toBe(id === 'closed-stream' ? 60 : 1);
  });

  it(`by counting ${runsOf()}`, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GET_ANSWERS.map(({ id }) => id)),
        fc.constantFrom(...HABITS.map(({ id }) => id)),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 60_000 }),
        (answer, habit, roundTripMs, waitMs, untilMs) => {
          const sent = getsSent({ answer, habit, roundTripMs, waitMs, untilMs });
          const isOnce = sent <= 1;
          const everyMs = habit === 'reconnects-at-once' ? roundTripMs : roundTripMs + waitMs;
          let counted = 0;
          for (let atMs = 0; atMs < untilMs; atMs += everyMs) counted++;
          expect(sent).toBe(isOnce ? Math.min(counted, 1) : counted);
        },
      ),
      chance,
    );
  });
});

const anyPieces = fc
  .array(fc.record({ afterMs: fc.integer({ min: 0, max: 500 }), bytes: fc.integer({ min: 1, max: 20_000 }) }), {
    maxLength: 40,
  })
  .map((list) => {
    let atMs = 0;
    return list.map(({ afterMs, bytes }) => ({ atMs: (atMs += afterMs), bytes }));
  });
const anyProxy: fc.Arbitrary<Proxy> = fc.record({
  id: fc.constant('any'),
  label: fc.constant('any'),
  bufferBytes: fc.oneof(fc.constantFrom(0, 4096, 8192), fc.integer({ min: 1, max: 70_000 })),
  holdMs: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 2000 })),
  honoursHeader: fc.boolean(),
});

describe('buffering proxy', () => {
  const endOf = (pieces: readonly { atMs: number }[]) => (pieces.at(-1)?.atMs ?? 0) + 700;

  it(`without a time limit: simulation and closed form are one ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyPieces, anyProxy, fc.boolean(), (pieces, some, asks) => {
        const proxy = { ...some, holdMs: Infinity };
        const { deliveries } = throughProxy(pieces, endOf(pieces), proxy, asks);
        expect(deliveries.map(({ atMs }) => atMs)).toEqual(throughAtMs(pieces, endOf(pieces), proxy, asks));
      }),
      chance,
    );
  });

  it(`every byte goes through once, in order, none is held longer than the limit ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyPieces, anyProxy, fc.boolean(), (pieces, proxy, asks) => {
        const { deliveries, flushes, mostHeldBytes } = throughProxy(pieces, endOf(pieces), proxy, asks);
        expect(deliveries).toHaveLength(pieces.length);
        const sum = (list: readonly { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0);
        expect(sum(flushes)).toBe(sum(pieces));
        for (const [i, { atMs, heldMs }] of deliveries.entries()) {
          expect(heldMs).toBe(atMs - pieces[i]!.atMs);
          expect(heldMs).toBeGreaterThanOrEqual(0);
          if (proxy.bufferBytes > 0) expect(heldMs).toBeLessThanOrEqual(proxy.holdMs);
          expect(atMs).toBeGreaterThanOrEqual(deliveries[i - 1]?.atMs ?? 0);
        }
        expect(mostHeldBytes).toBeLessThanOrEqual(proxy.bufferBytes);
        if (proxy.honoursHeader && asks) expect(deliveries.every(({ heldMs }) => heldMs === 0)).toBe(true);
      }),
      chance,
    );
  });

  it('five small events and 4 kB: all come at the end, unless the server asks not to be held', () => {
    const events = [200, 400, 600, 800, 1000].map((atMs) => ({ atMs, bytes: 117 }));
    const proxy = PROXIES.find(({ id }) => id === 'nginx-4k')!;
    expect(throughAtMs(events, 1000, proxy, false)).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(throughAtMs(events, 1000, proxy, true)).toEqual([200, 400, 600, 800, 1000]);
    const deaf = PROXIES.find(({ id }) => id === 'deaf-64k')!;
    expect(throughAtMs(events, 1000, deaf, true)).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(FACTS).toHaveProperty([NO_BUFFERING]);
  });

  it('a piece whose end does not fill the buffer waits for the next', () => {
    const proxy = { ...PROXIES[1]!, bufferBytes: 100 };
    const { deliveries, flushes } = throughProxy(
      [
        { atMs: 10, bytes: 130 },
        { atMs: 20, bytes: 50 },
        { atMs: 30, bytes: 20 },
      ],
      50,
      proxy,
      false,
    );
    expect(deliveries.map(({ atMs }) => atMs)).toEqual([30, 30, 30]);
    expect(flushes).toEqual([
      { atMs: 10, bytes: 100, by: 'full' },
      { atMs: 30, bytes: 100, by: 'full' },
    ]);
  });
});

describe('streams that age', () => {
  const orNever = (ms: fc.Arbitrary<number>) => fc.oneof(ms, fc.constant(Infinity));
  const anyPlan: fc.Arbitrary<StreamPlan> = fc.record({
    messagesAtMs: fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 30 }).map((l) => l.sort((a, b) => a - b)),
    keepAliveMs: orNever(fc.integer({ min: 1000, max: 200_000 })),
    idleMs: orNever(fc.integer({ min: 1000, max: 200_000 })),
    maxAgeMs: orNever(fc.integer({ min: 1000, max: 300_000 })),
    reconnectMs: fc.integer({ min: 1, max: 5000 }),
    untilMs: fc.integer({ min: 1, max: 600_000 }),
  });

  it(`quiet: each life is as long as the closed form says, and there are as many ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyPlan, (some) => {
        const plan = { ...some, messagesAtMs: [] };
        const { lives } = streamLives(plan);
        expect(lives).toHaveLength(quietStreams(plan));
        for (const { fromMs, toMs, diedOf } of lives)
          expect(toMs - fromMs).toBe(diedOf ? quietLifeMs(plan) : plan.untilMs - fromMs);
      }),
      chance,
    );
  });

  it(`with messages: each is on one stream or missed; no gap in a life is as long as the limit ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const { lives, missed } = streamLives(plan);
        const within = plan.messagesAtMs.filter((atMs) => atMs < plan.untilMs);
        expect(lives.reduce((sum, { messagesAtMs }) => sum + messagesAtMs.length, missed)).toBe(within.length);
        for (const [i, { fromMs, toMs, diedOf }] of lives.entries()) {
          expect(toMs - fromMs).toBeLessThanOrEqual(plan.maxAgeMs);
          if (diedOf === 'age') expect(toMs - fromMs).toBe(plan.maxAgeMs);
          if (diedOf === 'idle') {
            const last = within.findLast((atMs) => atMs >= fromMs && atMs < toMs) ?? fromMs;
            const comments = Number.isFinite(plan.keepAliveMs) ? Math.floor((toMs - last) / plan.keepAliveMs) : 0;
            // Comments cannot have helped: they come too seldom.
            expect(plan.keepAliveMs < plan.idleMs).toBe(false);
            expect(comments).toBeLessThanOrEqual(1);
            expect(toMs - last).toBe(plan.idleMs);
          }
          if (i > 0) expect(fromMs).toBe(lives[i - 1]!.toMs + plan.reconnectMs);
        }
      }),
      chance,
    );
  });

  it('100 seconds of patience: a comment each 25 s saves the stream, one each 100 s does not', () => {
    const plan = { messagesAtMs: [], idleMs: 100_000, maxAgeMs: Infinity, reconnectMs: 1000, untilMs: 3_600_000 };
    expect(streamLives({ ...plan, keepAliveMs: 25_000 }).lives).toEqual([
      {
        fromMs: 0,
        toMs: 3_600_000,
        diedOf: undefined,
        messagesAtMs: [],
        commentsAtMs: Array.from({ length: 143 }, (_, i) => 25_000 * (i + 1)),
      },
    ]);
    expect(streamLives({ ...plan, keepAliveMs: 100_000 }).lives).toHaveLength(36);
    expect(streamLives({ ...plan, keepAliveMs: Infinity }).lives).toHaveLength(36);
  });

  it('125 seconds of age: no comment helps', () => {
    const plan = { messagesAtMs: [], idleMs: 100_000, maxAgeMs: 125_000, reconnectMs: 1000, untilMs: 3_600_000 };
    const { lives } = streamLives({ ...plan, keepAliveMs: 25_000 });
    expect(lives).toHaveLength(29);
    expect(new Set(lives.slice(0, -1).map(({ diedOf }) => diedOf))).toEqual(new Set(['age']));
    expect(FACTS).toHaveProperty([KEEP_ALIVE]);
  });
});

describe('gateway that reads headers', () => {
  const allowed = new Set(['docs_search', 'Zürich']);
  const modern = { versionHeader: '2026-07-28' };
  const verdicts = (call: GatedCall) =>
    GATEWAYS.map((gateway) => GATED_SERVERS.map((server) => throughGateway(call, gateway, server, allowed).verdict));

  it('header and body agree: everybody does as decided', () => {
    expect(new Set(verdicts({ ...modern, nameHeader: 'docs_search', name: 'docs_search' }).flat())).toEqual(
      new Set(['as-decided']),
    );
  });

  it('a header for one tool, a body for another: only a lax server runs it', () => {
    expect(verdicts({ ...modern, nameHeader: 'docs_search', name: 'delete_all' })).toEqual([
      ['refused-by-server', 'refused-by-server', 'went-around'],
      ['refused-by-server', 'refused-by-server', 'went-around'],
      ['refused-by-server', 'refused-by-server', 'went-around'],
      ['refused-by-gateway', 'refused-by-gateway', 'refused-by-gateway'],
      ['denied', 'denied', 'denied'],
    ]);
  });

  it('the same without a version: a server of both eras does not compare, so the gateway has to look', () => {
    for (const version of [{}, { versionHeader: '2025-11-25' }]) {
      expect(verdicts({ ...version, nameHeader: 'docs_search', name: 'delete_all' })).toEqual([
        ['refused-by-server', 'went-around', 'went-around'],
        ['refused-by-server', 'went-around', 'went-around'],
        ['refused-by-gateway', 'refused-by-gateway', 'refused-by-gateway'],
        ['refused-by-gateway', 'refused-by-gateway', 'refused-by-gateway'],
        ['denied', 'denied', 'denied'],
      ]);
    }
  });

  it('a name as Base64: who does not decode it denies what is allowed', () => {
    const call = { ...modern, nameHeader: headerValueOf('Zürich'), name: 'Zürich' };
    expect(call.nameHeader).toBe('=?base64?WsO8cmljaA==?=');
    const [asIs, ...others] = verdicts(call);
    expect(asIs).toEqual(['denied', 'denied', 'denied']);
    expect(new Set(others.flat())).toEqual(new Set(['as-decided']));
  });

  const anyCall: fc.Arbitrary<GatedCall> = fc
    .record({
      versionHeader: fc.option(fc.constantFrom('2026-07-28', '2025-11-25', '1999-01-01'), { nil: undefined }),
      nameHeader: fc.option(fc.oneof(fc.constantFrom('docs_search', 'delete_all'), fc.string()), { nil: undefined }),
      name: fc.oneof(fc.constantFrom('docs_search', 'delete_all'), fc.string()),
    })
    .map(({ name, versionHeader, nameHeader }) => ({
      name,
      ...(versionHeader !== undefined && { versionHeader }),
      ...(nameHeader !== undefined && { nameHeader }),
    }));

  it(`who compares, and who reads the body, lets nothing run that is not allowed ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        for (const gateway of GATEWAYS.filter(({ compares, reads }) => compares || reads === 'body'))
          for (const server of GATED_SERVERS) {
            const { ran } = throughGateway(call, gateway, server, allowed);
            if (ran !== undefined) expect(allowed).toContain(ran);
          }
      }),
      chance,
    );
  });

  it(`a gateway that checks the version needs a server that compares, and then is enough ${runsOf()}`, () => {
    const gateway = GATEWAYS.find(({ id }) => id === 'header-and-version')!;
    fc.assert(
      fc.property(anyCall, (call) => {
        for (const server of GATED_SERVERS.filter(({ compares }) => compares))
          expect(throughGateway(call, gateway, server, allowed).verdict).not.toBe('went-around');
      }),
      chance,
    );
  });

  test.each([...GATEWAYS, ...GATED_SERVERS, ...GET_ANSWERS])('$id: its fact exists', ({ fact }) => {
    expect(FACTS).toHaveProperty([fact]);
  });
});
