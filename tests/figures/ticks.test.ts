// An axis that holds still while its run grows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundEnd } from '#figures/kit/ticks.ts';

describe('the round end of an axis', () => {
  const end = fc.double({ min: 1e-3, max: 1e7, noNaN: true });

  it('is never before the end, and little behind it', () => {
    fc.assert(
      fc.property(end, (ms) => {
        expect(roundEnd(ms)).toBeGreaterThanOrEqual(ms * (1 - 1e-9));
        expect(roundEnd(ms)).toBeLessThanOrEqual(ms * (1 + 1 / 16 + 1e-9));
      }),
    );
  });

  it('is its own round end', () => {
    fc.assert(
      fc.property(end, (ms) => {
        expect(roundEnd(roundEnd(ms))).toBe(roundEnd(ms));
      }),
    );
  });
});
