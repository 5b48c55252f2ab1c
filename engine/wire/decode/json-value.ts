// JSON text as the value that it says, from bytes at once: text is made of the strings in it and of nothing else.
// Says no more of a broken text than that it is broken; where, is found out elsewhere.
import { utf8Text } from '../utf8.ts';

/** The value of what is no JSON, and of what nests too deep. */
export const NO_VALUE = Symbol('no value');

/**
 * The value of the bytes between two places, as JSON.parse gives it. `invalidAt` gets the offsets of what is no UTF-8.
 * No text may nest deeper than `depthLimit`: this reader and those of its values make calls inside calls.
 */
export function jsonValue(
  text: Uint8Array,
  from: number,
  to: number,
  depthLimit: number,
  invalidAt: number[],
): unknown {
  bytes = text;
  at = from;
  end = to;
  room = depthLimit;
  invalid = invalidAt;
  skipSpace();
  const value = readValue();
  if (value !== NO_VALUE) skipSpace();
  bytes = NOTHING;
  return at === end ? value : NO_VALUE;
}

const NOTHING: Uint8Array = new Uint8Array(0);

// The text under the reader, which never calls back: one at a time is enough, and nothing is passed around.
let bytes = NOTHING;
let at: number;
let end: number;
let room: number;
let invalid: number[];

const [QUOTE, COMMA, COLON, BACKSLASH, MINUS] = [0x22, 0x2c, 0x3a, 0x5c, 0x2d];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, POINT] = [0x30, 0x39, 0x2e];

function readValue(): unknown {
  const byte = at < end ? bytes[at]! : 0;
  switch (byte) {
    case QUOTE:
      return readString();
    case OPEN_OBJECT:
      return readObject();
    case OPEN_ARRAY:
      return readArray();
    case 0x74:
      return isWord(0x72, 0x75, 0x65) ? true : NO_VALUE;
    case 0x6e:
      return isWord(0x75, 0x6c, 0x6c) ? null : NO_VALUE;
    case 0x66:
      return at + 4 < end && bytes[at + 1] === 0x61 && ((at += 1), isWord(0x6c, 0x73, 0x65)) ? false : NO_VALUE;
    default:
      return byte === MINUS || (byte >= ZERO && byte <= NINE) ? readNumber() : NO_VALUE;
  }
}

/** Whether the three bytes after this one are these; if so, behind them. */
function isWord(second: number, third: number, fourth: number): boolean {
  if (at + 3 >= end || bytes[at + 1] !== second || bytes[at + 2] !== third || bytes[at + 3] !== fourth) return false;
  at += 4;
  return true;
}

function readObject(): unknown {
  if (room-- === 0) return NO_VALUE;
  const object: Record<string, unknown> = {};
  at++;
  skipSpace();
  if (at < end && bytes[at] === CLOSE_OBJECT) {
    at++;
    room++;
    return object;
  }
  for (;;) {
    if (at >= end || bytes[at] !== QUOTE) return NO_VALUE;
    const name = readString();
    if (name === NO_VALUE) return NO_VALUE;
    skipSpace();
    if (at >= end || bytes[at] !== COLON) return NO_VALUE;
    at++;
    skipSpace();
    const value = readValue();
    if (value === NO_VALUE) return NO_VALUE;
    // As a plain assignment it would set the prototype.
    if (name === '__proto__')
      Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    else object[name as string] = value;
    skipSpace();
    const byte = at < end ? bytes[at++] : 0;
    if (byte === CLOSE_OBJECT) {
      room++;
      return object;
    }
    if (byte !== COMMA) return NO_VALUE;
    skipSpace();
  }
}

function readArray(): unknown {
  if (room-- === 0) return NO_VALUE;
  const array: unknown[] = [];
  at++;
  skipSpace();
  if (at < end && bytes[at] === CLOSE_ARRAY) {
    at++;
    room++;
    return array;
  }
  for (;;) {
    const value = readValue();
    if (value === NO_VALUE) return NO_VALUE;
    array.push(value);
    skipSpace();
    const byte = at < end ? bytes[at++] : 0;
    if (byte === CLOSE_ARRAY) {
      room++;
      return array;
    }
    if (byte !== COMMA) return NO_VALUE;
    skipSpace();
  }
}

function skipSpace(): void {
  // Compact JSON, as nearly all is, has none.
  if (at < end && bytes[at]! > 0x20) return;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return;
    at++;
  }
}

function readNumber(): unknown {
  const from = at;
  let number = 0;
  if (bytes[at] === MINUS) at++;
  const digitsFrom = at;
  while (at < end && bytes[at]! >= ZERO && bytes[at]! <= NINE) number = 10 * number + bytes[at++]! - ZERO;
  const digits = at - digitsFrom;
  if (digits === 0 || (digits > 1 && bytes[digitsFrom] === ZERO)) return NO_VALUE;
  const next = at < end ? bytes[at]! : 0;
  if (digitsFrom === from && digits <= 15 && next !== POINT && (next | 0x20) !== 0x65) return number;
  if (next === POINT) {
    at++;
    if (!skipDigits()) return NO_VALUE;
  }
  if (at < end && (bytes[at]! | 0x20) === 0x65) {
    at++;
    if (at < end && (bytes[at] === 0x2b || bytes[at] === MINUS)) at++;
    if (!skipDigits()) return NO_VALUE;
  }
  return Number(utf8Text(bytes, from, at));
}

function skipDigits(): boolean {
  const from = at;
  while (at < end && bytes[at]! >= ZERO && bytes[at]! <= NINE) at++;
  return at > from;
}

/** Short strings, by a hash of their characters: names come again in each message, and so do many values. */
const known: string[] = new Array<string>(1024).fill('');
const KNOWN_LENGTH = 24;
/** Their bytes, which are compared sooner than characters, and how many they are. */
const knownBytes = new Uint8Array(1024 * KNOWN_LENGTH);
const knownLengths = new Uint8Array(1024);

function readString(): string | typeof NO_VALUE {
  const text = bytes;
  const last = end;
  const from = at + 1;
  const knownTo = Math.min(from + KNOWN_LENGTH, last);
  let i = from;
  let hash = 0;
  let seen = 0;
  let byte = 0;
  for (; i < knownTo; i++) {
    byte = text[i]!;
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
    hash = (Math.imul(hash, 31) + byte) | 0;
    seen |= byte;
  }
  if (byte === QUOTE && seen < 0x80) {
    at = i + 1;
    return knownString(text, from, i, (hash ^ (hash >>> 10)) & 1023);
  }
  for (; i < last; i++) {
    byte = text[i]!;
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
  }
  if (i === last || byte < 0x20) return NO_VALUE;
  if (byte === BACKSLASH) return readEscaped(from);
  at = i + 1;
  return utf8Text(text, from, i, invalid);
}

/** The string in a slot, or what stands in the text instead; that takes the slot over. */
function knownString(text: Uint8Array, from: number, to: number, slot: number): string {
  const length = to - from;
  const base = slot * KNOWN_LENGTH;
  if (knownLengths[slot] === length) {
    let i = 0;
    while (i < length && knownBytes[base + i] === text[from + i]) i++;
    if (i === length) return known[slot]!;
  }
  for (let i = 0; i < length; i++) knownBytes[base + i] = text[from + i]!;
  knownLengths[slot] = length;
  return (known[slot] = utf8Text(text, from, to));
}

/** A string with escapes in it, from its first character on: the stretches between them, and what they stand for. */
function readEscaped(from: number): string | typeof NO_VALUE {
  const text = bytes;
  const last = end;
  let string = '';
  let i = from;
  for (;;) {
    let byte = 0;
    for (; i < last; i++) {
      byte = text[i]!;
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
    }
    if (i === last || byte < 0x20) return NO_VALUE;
    if (i > from) string += utf8Text(text, from, i, invalid);
    if (byte === QUOTE) break;
    const escaped = i + 1 < last ? text[i + 1]! : 0;
    const unit = escaped === 0x75 ? unitAt(i + 2) : (ESCAPES[escaped] ?? -1);
    if (unit < 0) return NO_VALUE;
    string += String.fromCharCode(unit);
    i += escaped === 0x75 ? 6 : 2;
    from = i;
  }
  at = i + 1;
  return string;
}

/** What stands for which code unit after a backslash. */
const ESCAPES: Readonly<Record<number, number>> = {
  0x22: 0x22,
  0x5c: 0x5c,
  0x2f: 0x2f,
  0x62: 0x08,
  0x66: 0x0c,
  0x6e: 0x0a,
  0x72: 0x0d,
  0x74: 0x09,
};

/** The code unit that four hexadecimal digits are, or -1. */
function unitAt(from: number): number {
  let unit = 0;
  for (let i = from; i < from + 4; i++) {
    const byte = i < end ? bytes[i]! : 0;
    const lower = byte | 0x20;
    if (byte >= ZERO && byte <= NINE) unit = 16 * unit + byte - ZERO;
    else if (lower >= 0x61 && lower <= 0x66) unit = 16 * unit + lower - 0x57;
    else return -1;
  }
  return unit;
}
