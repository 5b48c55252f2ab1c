// Values as a finding says them: short, in one line. Knows no rule.
import type { Place } from '../capture/formats/record.ts';
import { utf8Text } from '../wire/utf8.ts';
import type { Said } from './model.ts';

const LONGEST = 80;

/** A value as JSON, cut where it is long. */
export function sayJson(value: unknown): string {
  if (value === undefined) return 'nothing';
  return cut(typeof value === 'object' && value !== null ? shallow(value) : JSON.stringify(value));
}

/** The text at a place, in quotes. */
export function sayText({ source, from, to }: Place): string {
  return cut(JSON.stringify(utf8Text(source.bytes, from, Math.min(to, from + 4 * LONGEST))));
}

/** The kind and name of a message: "request tools/call with id 7". */
export function saySaid({ kind, method, id, error }: Said): string {
  const name = method === undefined ? '' : ` ${cut(method)}`;
  const what = kind === 'response' ? (error ? 'error' : 'response') : kind;
  return `${what}${name}${id === undefined ? '' : ` with id ${sayJson(id)}`}`;
}

export const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** The outline of an object or array; it may nest deeper than a call can. */
function shallow(value: object): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const names = Object.keys(value);
  return names.length === 0 ? '{}' : `an object with ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`;
}
