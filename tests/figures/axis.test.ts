// An axis that holds still while its run grows, and the stop that a moved slider will probably reach next.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readValues } from '#engine';
import { valuesAhead } from '#figures/kit/ahead.ts';
import { stopsOf } from '#figures/kit/slider-stops.ts';
import { roundEnd } from '#figures/kit/ticks.ts';
import { figures } from '#figures/registry.ts';

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

describe('the stop ahead', () => {
  const sliders = figures.flatMap(({ slug, parameters }) =>
    parameters.filter((p) => p.kind === 'number').map((parameter) => ({ slug, parameters, parameter })),
  );

  it.each(sliders)('$slug: $parameter.name goes on as it was moved', ({ parameters, parameter }) => {
    const { values } = readValues(parameters, {});
    const stops = stopsOf(parameter, values);
    stops.forEach((stop, i) => {
      if (i === 0) return;
      const now = { ...values, [parameter.name]: stop };
      const ahead = valuesAhead(parameters, now, parameter.name, stops[i - 1]);
      expect(ahead?.[parameter.name]).toBe(stopsOf(parameter, now)[stopsOf(parameter, now).indexOf(stop) + 1]);
    });
  });
});
