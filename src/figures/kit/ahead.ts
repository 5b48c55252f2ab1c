// Where the reader's hand will probably be next: a slider that has been moved by some stops is moved on in that direction.
// Knows parameters and values, and nothing of who moves them.
import { readValues, type Parameter, type Value, type Values } from '#engine';
import { stopsOf } from './slider-stops.ts';

/** The values one stop further on, after `name` was moved from one value to that in `values`; absent at an end. */
export function valuesAhead(
  parameters: readonly Parameter[],
  values: Values,
  name: string,
  from: Value | undefined,
): Values | undefined {
  const parameter = parameters.find((p) => p.name === name);
  if (parameter?.kind !== 'number') return undefined;
  const stops = stopsOf(parameter, values);
  const next = stops[stops.indexOf(Number(values[name])) + Math.sign(Number(values[name]) - Number(from))];
  return next === undefined ? undefined : readValues(parameters, { ...values, [name]: next }).values;
}

export const isSame = (a: Values, b: Values): boolean => Object.keys(a).every((name) => a[name] === b[name]);
