// A request line or a status line, and the header lines below it, out of text. Forgives what people do to text.
import { hasSameBytes } from '../../wire/decode/same-bytes.ts';
import { utf8Text } from '../../wire/utf8.ts';
import type { Input, Lines } from './input.ts';
import { Headers, type HeaderLine, type Place } from './record.ts';
import { Seen } from './seen.ts';

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

export class HeadReader {
  readonly #input: Input;
  readonly #known: (HeaderLine | undefined)[] = new Array<HeaderLine | undefined>(SLOTS).fill(undefined);
  /** Heads, up to behind the blank line. */
  readonly #heads: Seen<Headers>;
  readonly #requestLines: Seen<RequestLine | undefined>;
  readonly #statusLines: Seen<number | undefined>;

  constructor(input: Input) {
    this.#input = input;
    this.#heads = new Seen(input.bytes);
    this.#requestLines = new Seen(input.bytes);
    this.#statusLines = new Seen(input.bytes);
  }

  requestLine({ from, to }: Place): RequestLine | undefined {
    const seen = this.#requestLines.at(from, to);
    return seen ? seen.says : this.#requestLines.add(requestLineOf(this.#text(from, to)), from, to);
  }

  status({ from, to }: Place): number | undefined {
    const seen = this.#statusLines.at(from, to);
    return seen ? seen.says : this.#statusLines.add(statusOf(this.#text(from, to)), from, to);
  }

  /** Reads header lines up to a blank line, or up to a line that `isOver` knows; the reader stands on that line then. */
  headers(lines: Lines, isOver: () => boolean): Headers {
    const from = lines.next;
    const { bytes } = this.#input;
    const head = this.#heads.at(from);
    if (head) {
      const distance = from - head.from;
      lines.goTo(head.to + distance);
      return head.says.movedBy(distance);
    }
    const read: HeaderLine[] = [];
    let isWhole = false;
    while (lines.advance()) {
      isWhole = lines.end === lines.from || (lines.end === lines.from + 1 && bytes[lines.from] === 0x0d);
      if (isWhole || isOver()) break;
      read.push(this.#line(lines.from, lines.end));
    }
    const headers = new Headers(read);
    return isWhole ? this.#heads.add(headers, from, lines.next) : headers;
  }

  #text(from: number, to: number): string {
    return utf8Text(this.#input.bytes, from, to);
  }

  /** A line without a colon is a header without a value. */
  #line(from: number, end: number): HeaderLine {
    const { bytes } = this.#input;
    let hash = 0;
    for (let i = from; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
    const slot = (hash ^ (hash >>> 9)) & (SLOTS - 1);
    const place = this.#input.place(from, end);
    const known = this.#known[slot];
    const length = end - from;
    const isKnown = known && known.place.to - known.place.from === length;
    if (isKnown && hasSameBytes(bytes, known.place.from, bytes, from, length)) {
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
