// A request line or a status line, and the header lines below it, out of text. Forgives what people do to text.
import { utf8Text } from '../../wire/utf8.ts';
import type { Input, Lines } from './input.ts';
import { Headers, type HeaderLine } from './record.ts';

const REQUEST_LINE = /^([A-Za-z]+)\s+(\S+)(?:\s+HTTP\/\S+)?\s*$/;
const STATUS_LINE = /^(?:HTTP\/\S+\s+)?(\d{3})\b/;

interface RequestLine {
  readonly verb: string;
  readonly target: string;
}

export function requestLineOf(text: string): RequestLine | undefined {
  const [, verb, target] = REQUEST_LINE.exec(text) ?? [];
  return verb === undefined || target === undefined ? undefined : { verb: verb.toUpperCase(), target };
}

export function statusOf(text: string): number | undefined {
  const [, status] = STATUS_LINE.exec(text) ?? [];
  return status === undefined ? undefined : Number(status);
}

const COLON = 0x3a;

/** Header lines that came before, by a hash of their bytes: nearly all of them come again with each request. */
const SLOTS = 256;
/** So many whole heads are compared with the next one. */
const HEADS = 4;

interface Head {
  readonly headers: Headers;
  readonly from: number;
  /** Where the line behind the blank one begins. */
  readonly to: number;
}

export class HeadReader {
  readonly #input: Input;
  readonly #known: (HeaderLine | undefined)[] = new Array<HeaderLine | undefined>(SLOTS).fill(undefined);
  readonly #heads: Head[] = [];
  #oldest = 0;

  constructor(input: Input) {
    this.#input = input;
  }

  /** Reads header lines up to a blank line, or up to a line that `isOver` knows; the reader stands on that line then. */
  headers(lines: Lines, isOver: () => boolean): Headers {
    const from = lines.next;
    const { bytes } = this.#input;
    for (const head of this.#heads)
      if (isSame(bytes, head.from, head.to, from, from + head.to - head.from)) {
        lines.goTo(from + head.to - head.from);
        return head.headers.movedBy(from - head.from);
      }
    const read: HeaderLine[] = [];
    let isWhole = false;
    while (lines.advance()) {
      isWhole = lines.end === lines.from || (lines.end === lines.from + 1 && bytes[lines.from] === 0x0d);
      if (isWhole || isOver()) break;
      read.push(this.#line(lines.from, lines.end));
    }
    const headers = new Headers(read);
    if (isWhole) {
      this.#heads[this.#oldest] = { headers, from, to: lines.next };
      this.#oldest = (this.#oldest + 1) % HEADS;
    }
    return headers;
  }

  /** A line without a colon is a header without a value. */
  #line(from: number, end: number): HeaderLine {
    const { bytes } = this.#input;
    let hash = 0;
    for (let i = from; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
    const slot = (hash ^ (hash >>> 9)) & (SLOTS - 1);
    const place = this.#input.place(from, end);
    const known = this.#known[slot];
    if (known && isSame(bytes, known.place.from, known.place.to, from, end)) {
      const { name, key, value } = known;
      return { name, key, value, place };
    }
    let colon = from;
    while (colon < end && bytes[colon] !== COLON) colon++;
    const name = utf8Text(bytes, from, colon).trim();
    const value = utf8Text(bytes, Math.min(colon + 1, end), end).trim();
    return (this.#known[slot] = { name, key: name.toLowerCase(), value, place });
  }
}

function isSame(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom || otherTo > bytes.length) return false;
  for (let i = 0; i < to - from; i++) if (bytes[from + i] !== bytes[otherFrom + i]) return false;
  return true;
}
