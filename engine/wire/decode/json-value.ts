// The value of a JSON text that stands somewhere in bytes, read by the platform. Says nothing of why there is none.
import { payloadText } from './payload-text.ts';

/** Deeper texts are not read: who gets the value may walk through it with calls inside calls. */
export const DEPTH_LIMIT = 1000;

/**
 * What the text between two places says; undefined where it is no JSON. Offsets of what is no UTF-8 go to `invalidAt`.
 * `text`: where somebody has read it already.
 */
export function jsonValue(
  bytes: Uint8Array,
  from: number,
  to: number,
  invalidAt: number[],
  text = payloadText(bytes, from, to, invalidAt),
): unknown {
  if (isCutOff(bytes, from, to) || isTooDeep(bytes, from, to)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, SPACE] = [0x22, 0x5c, 0x5b, 0x7b, 0x7d, 0x20];

/** Whether a text begins as an object or an array does, white space aside. */
export function looksLikeJson(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at]! <= SPACE) at++;
  return at < to && (bytes[at] === OPEN_OBJECT || bytes[at] === OPEN_ARRAY);
}

/** An object without its last bracket: that JSON.parse would throw is known, and a throw is dear. */
function isCutOff(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== OPEN_OBJECT) return false;
  while (to > from && bytes[to - 1]! <= SPACE) to--;
  return bytes[to - 1] !== CLOSE_OBJECT;
}

/** Whether brackets nest deeper than anybody may be asked to walk. Only a long text can do so. */
function isTooDeep(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from <= 2 * DEPTH_LIMIT) return false;
  let depth = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) for (i++; i < to && bytes[i] !== QUOTE; i++) i += bytes[i] === BACKSLASH ? 1 : 0;
    // A square bracket and a curly one differ in this bit.
    else if ((byte | 0x20) === 0x7b && ++depth > DEPTH_LIMIT) return true;
    else if ((byte | 0x20) === 0x7d) depth--;
  }
  return false;
}

/** An object of a JSON text, with any members. */
export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
