// The bytes of an input, its lines, and which line an offset is on. Knows no format.
import type { At, Place, Source } from './record.ts';
import { TextAhead } from './text-ahead.ts';

const [LINE_FEED, RETURN, SPACE] = [0x0a, 0x0d, 0x20];

/** Lines are counted from such points on, and not from the beginning each time. */
const CHECKPOINT_BYTES = 65_536;

export class Input implements Source {
  readonly bytes: Uint8Array;
  readonly ahead: TextAhead;
  /** How many line ends stand before each checkpoint; made when the first place is asked for. */
  #linesBefore: number[] | undefined;

  constructor(bytes: Uint8Array) {
    // A plain array over the same bytes: those of Node have methods of their own, and slower ones.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.ahead = new TextAhead(this.bytes);
  }

  at(from: number, to: number): At {
    return { line: this.lineOf(from), bytes: [from, to] };
  }

  lineOf(offset: number): number {
    const { bytes } = this;
    this.#linesBefore ??= countLines(bytes);
    const checkpoint = Math.floor(offset / CHECKPOINT_BYTES);
    let line = 1 + (this.#linesBefore[checkpoint] ?? 0);
    for (let i = checkpoint * CHECKPOINT_BYTES; i < offset; i++) if (bytes[i] === LINE_FEED) line++;
    return line;
  }

  place(from: number, to: number): Place {
    return { source: this, from, to };
  }
}

function countLines(bytes: Uint8Array): number[] {
  const before: number[] = [];
  let lines = 0;
  for (let from = 0; from <= bytes.length; from += CHECKPOINT_BYTES) {
    before.push(lines);
    const to = Math.min(from + CHECKPOINT_BYTES, bytes.length);
    for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < to; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  }
  return before;
}

/** Where the lines of an input begin and end. Where nearly all lines end in CRLF, the return is part of the line end. */
export class Lines {
  readonly #bytes: Uint8Array;
  readonly #ahead: TextAhead;
  readonly #hasReturns: boolean;
  /** The line under the reader: its first byte, the one after its last, and where the next line begins. */
  from: number;
  end = 0;
  next: number;

  constructor({ bytes, ahead }: Input) {
    this.#bytes = bytes;
    this.#ahead = ahead;
    this.#hasReturns = endsInReturns(bytes);
    this.from = 0;
    this.next = startsWithMark(bytes) ? 3 : 0;
  }

  /** Goes to the next line; false when there is none. */
  advance(): boolean {
    const bytes = this.#bytes;
    if (this.next >= bytes.length) return false;
    this.from = this.next;
    const lineFeed = this.#ahead.lineFeedFrom(this.from);
    const end = lineFeed < 0 ? bytes.length : lineFeed;
    this.next = lineFeed < 0 ? bytes.length : lineFeed + 1;
    this.end = this.#hasReturns && end > this.from && bytes[end - 1] === RETURN ? end - 1 : end;
    return true;
  }

  /** Stands on the empty line before a place where a line begins. */
  goTo(next: number): void {
    this.next = next;
    this.from = this.end = next - 1;
  }
}

/** Looks at the first lines only; a capture of CRLF streams in a file with LF line ends has other lines among them. */
function endsInReturns({ buffer, byteOffset, length }: Uint8Array): boolean {
  const bytes = new Uint8Array(buffer, byteOffset, Math.min(length, CHECKPOINT_BYTES));
  let at = -1;
  for (let seen = 0; seen < 64; seen++) {
    const lineFeed = bytes.indexOf(LINE_FEED, at + 1);
    if (lineFeed < 0) return seen > 0;
    if (lineFeed === 0 || bytes[lineFeed - 1] !== RETURN) return false;
    at = lineFeed;
  }
  return true;
}

const startsWithMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Without the white space at both ends, line ends included. */
export function trimmed({ source, from, to }: Place): Place {
  const { bytes } = source;
  while (from < to && bytes[from]! <= SPACE) from++;
  while (to > from && bytes[to - 1]! <= SPACE) to--;
  return { source, from, to };
}

export const isBlank = (bytes: Uint8Array, from: number, end: number): boolean => {
  for (let i = from; i < end; i++) if (bytes[i]! > SPACE) return false;
  return true;
};
