// Where a slider may rest: a parameter's own stops or even steps, cut to the bounds of the moment.
import { boundOf, type NumberParameter, type Values } from '#engine';

/** All stops in order. The bounds and the present value are always among them, so nothing that a link says is lost. */
export function stopsOf(parameter: NumberParameter, values: Values): readonly number[] {
  const min = boundOf(parameter.min, values);
  const max = boundOf(parameter.max, values);
  const value = Number(values[parameter.name]);
  const step = parameter.step ?? 1;
  // Whole numbers one by one: nothing to add and nothing to sort.
  if (!parameter.stops && step === 1) return evenStops(min, max, 1);
  const own = parameter.stops ?? evenStops(min, max, step);
  const inside = own.filter((stop) => stop >= min && stop <= max);
  const edges = parameter.stops ? (min > Math.min(...own) ? [min] : []) : [min, max];
  return [...new Set([...inside, ...edges, value])].sort((a, b) => a - b);
}

const made = new Map<string, readonly number[]>();

function evenStops(min: number, max: number, step: number): readonly number[] {
  const key = `${min} ${max} ${step}`;
  const known = made.get(key) ?? Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, i) => min + i * step);
  if (made.size > 500) made.clear();
  made.set(key, known);
  return known;
}
