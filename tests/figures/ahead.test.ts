// The stop that a moved slider will probably reach next.
import { describe, expect, it } from 'vitest';
import { readValues } from '#engine';
import { valuesAhead } from '#figures/kit/ahead.ts';
import { stopsOf } from '#figures/kit/slider-stops.ts';
import { figures } from '#figures/registry.ts';

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
