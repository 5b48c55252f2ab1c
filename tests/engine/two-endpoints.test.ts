// Misfortunes on two endpoints and on one: traces that could have happened, and numbers that somebody can add up by hand.
import { endOf, MISFORTUNES, reachedAtMs, transfersOf, twoEndpointsWith, type Era } from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ERAS: readonly Era[] = ['two', 'one'];
const cases = MISFORTUNES.flatMap((misfortune) => ERAS.map((era) => ({ misfortune, era })));

describe.each(cases)('$misfortune on $era', ({ misfortune, era }) => {
  it('is a trace: in order of time, causes first, what is lost does nothing', () => {
    const values = fc.record({
      latencyMs: fc.integer({ min: 0, max: 300 }),
      reconnectMs: fc.integer({ min: 0, max: 3000 }),
      rateBps: fc.constantFrom(100_000, 1_000_000, Infinity),
    });
    fc.assert(
      fc.property(values, (given) => {
        const { entries } = twoEndpointsWith(misfortune, era, given);
        entries.forEach((entry, place) => {
          expect(entry.index).toBe(place);
          expect(entry.atMs).toBeGreaterThanOrEqual(entries[place - 1]?.atMs ?? 0);
          expect(endOf(entry)).toBeGreaterThanOrEqual(entry.atMs);
          if (entry.cause === undefined) return;
          const cause = entries[entry.cause]!;
          expect(entry.cause).toBeLessThan(place);
          expect(cause.kind === 'transfer' && cause.outcome === 'lost').toBe(false);
        });
      }),
      { numRuns: 40 },
    );
  });
});

/** Sending takes no time, the other side is 40 ms away, the client is back after 500 ms; three steps of 200 ms. */
const given = { latencyMs: 40, reconnectMs: 500, rateBps: Infinity };
const reached = (misfortune: (typeof MISFORTUNES)[number], era: Era) =>
  reachedAtMs(twoEndpointsWith(misfortune, era, given), misfortune);

describe('when the client has what it waits for', () => {
  it('nothing goes wrong: the opening, there, the work, back', () => {
    expect(reached('none', 'two')).toBe(160 + 40 + 600 + 40);
    expect(reached('none', 'one')).toBe(80 + 40 + 600 + 40);
  });

  it('the stream drops: all of it again, or a GET and the rest', () => {
    const firstReport = 160 + 40 + 200 + 40;
    expect(reached('drop', 'two')).toBe(firstReport + 500 + 840);
    expect(reached('drop', 'one')).toBe(firstReport + 500 + 80);
  });

  it('news in the gap: never, or with the GET that comes back', () => {
    expect(reached('gap', 'two')).toBeUndefined();
    const lastArrival = 160;
    expect(reached('gap', 'one')).toBe(lastArrival + 100 + 500 + 80);
  });

  it('another server: refused, or answered as by the first', () => {
    expect(reached('balancer', 'two')).toBeUndefined();
    expect(reached('balancer', 'one')).toBe(80 + 80);
  });

  it('one long answer: the short one waits for all its bytes, or for none', () => {
    const slow = { ...given, rateBps: 1_000_000 };
    const long = twoEndpointsWith('crowd', 'two', slow);
    const sizes = transfersOf(long).map(({ frame }) => frame.byteLength);
    const longMs = (8 * Math.max(...sizes)) / 1000;
    const shared = reachedAtMs(long, 'crowd')!;
    const own = reachedAtMs(twoEndpointsWith('crowd', 'one', slow), 'crowd')!;
    expect(longMs).toBeGreaterThan(200);
    expect(shared - own).toBeGreaterThan(longMs);
    expect(own).toBeLessThan(longMs);
  });
});
