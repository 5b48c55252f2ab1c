// Where a slider may rest: a parameter's own stops or even steps, cut to the bounds of the moment.
import { boundOf, type NumberParameter, type Values } from '#engine';

interface Made {
  readonly min: number;
  readonly max: number;
  readonly stops: readonly number[];
}

/** Every slider asks again when one is moved; most of their bounds stay. */
const made = new WeakMap<NumberParameter, Made>();

/** All stops in order. The bounds and the present value are always among them, so nothing that a link says is lost. */
export function stopsOf(parameter: NumberParameter, values: Values): readonly number[] {
  const min = boundOf(parameter.min, values);
  const max = boundOf(parameter.max, values);
  let known = made.get(parameter);
  if (known?.min !== min || known.max !== max) {
    known = { min, max, stops: stopsBetween(parameter, min, max) };
    made.set(parameter, known);
  }
  const value = Number(values[parameter.name]);
  return known.stops.includes(value) ? known.stops : sorted([...known.stops, value]);
}

function stopsBetween({ stops, step = 1 }: NumberParameter, min: number, max: number): readonly number[] {
  if (!stops) {
    const even = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, i) => min + i * step);
    return even.at(-1) === max ? even : [...even, max];
  }
  const inside = stops.filter((stop) => stop >= min && stop <= max);
  return min > Math.min(...stops) && !inside.includes(min) ? sorted([...inside, min]) : inside;
}

const sorted = (stops: readonly number[]): readonly number[] => stops.toSorted((a, b) => a - b);
