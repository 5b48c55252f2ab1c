// HTTP exchanges as text: blocks in order of time, each after a line that says which exchange it belongs to.
// Without such lines, requests and answers in turn.
import { utf8Text } from '../../wire/utf8.ts';
import { HeadReader } from './head-lines.ts';
import { isBlank, Lines, type Input } from './input.ts';
import { Headers, type Capture, type Closer, type Item, type Place } from './record.ts';
import { Seen } from './seen.ts';

const MARK = /^(>>>|<<<|<<\+|===)\s+([A-Za-z]*\d+)\b(.*)$/s;
/** No mark is longer, but for the words after it. */
const MARK_BYTES = 4096;
const TIME = /(?:^|\s)t=(-?[\d.]+)/;
const ORIGIN = /(?:^|\s)([a-z][a-z0-9+.-]*:\/\/\S+)/i;
const CLOSER = /\bby\s+(?:the\s+)?(client|server|network)/;
const [LESS, EQUALS, GREATER, SPACE, PLUS, POINT, ZERO] = [0x3c, 0x3d, 0x3e, 0x20, 0x2b, 0x2e, 0x30];
const [LETTER_C, LETTER_T] = [0x63, 0x74];

export const isBlockMark = (line: string): boolean => MARK.test(line);
export const isStartLine = (line: string): boolean =>
  /^[A-Z]+ \S+ HTTP\/\d/.test(line) || /^HTTP\/\d\S* \d{3}/.test(line);

export function readHttpText(input: Input): Capture {
  return { format: 'http-text', transport: 'http', items: () => new Blocks(input).items() };
}

/** Requests and answers without marks: each start line begins a block, an answer belongs to the request before it. */
export function readBareHttp(input: Input): Capture {
  return { format: 'http-text', transport: 'http', items: () => new Blocks(input, true).items() };
}

type Word = '>>>' | '<<<' | '<<+' | '===';

interface Mark {
  readonly word: Word;
  readonly exchange: string | number;
  readonly atMs: number | undefined;
  readonly rest: Rest;
}

/** What stands after the name of the exchange. */
interface Rest {
  readonly atMs: number | undefined;
  readonly origin: string | undefined;
  /** All but the time. */
  readonly text: string;
  readonly by: Closer | undefined;
}

function readRest(rest: string): Rest {
  const text = rest.replace(TIME, '').trim();
  return {
    atMs: timeIn(rest),
    origin: rest.includes('://') ? ORIGIN.exec(rest)?.[1]?.replace(/\/+$/, '') : undefined,
    text,
    by: CLOSER.exec(text)?.[1] as Closer | undefined,
  };
}

function timeIn(rest: string): number | undefined {
  const at = rest.indexOf(' t=');
  if (at < 0) return undefined;
  const end = rest.indexOf(' ', at + 1);
  const seconds = parseFloat(end < 0 ? rest.slice(at + 3) : rest.slice(at + 3, end));
  return Number.isNaN(seconds) ? undefined : 1000 * seconds;
}

function markOf(text: string): Mark | undefined {
  const [, word, name, after = ''] = MARK.exec(text) ?? [];
  if (word === undefined || name === undefined) return undefined;
  const number = /^c(\d{1,9})$/.exec(name)?.[1];
  const rest = readRest(after);
  return { word: word as Word, exchange: number === undefined ? name : Number(number), atMs: rest.atMs, rest };
}

function wordAt(bytes: Uint8Array, at: number): Word | undefined {
  const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first !== second) return undefined;
  if (first === LESS && third === PLUS) return '<<+';
  if (first !== third) return undefined;
  return first === GREATER ? '>>>' : first === LESS ? '<<<' : first === EQUALS ? '===' : undefined;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9;

/** Digits with a point among them as a number; NaN if they are anything else, or too many to be read exactly here. */
function decimalIn(bytes: Uint8Array, from: number, to: number): number {
  let digits = 0;
  let divisor = 0;
  for (let i = from; i < to; i++) {
    if (isDigit(bytes[i]!)) {
      digits = 10 * digits + bytes[i]! - ZERO;
      divisor *= 10;
    } else if (bytes[i] === POINT && divisor === 0 && i > from) divisor = 1;
    else return NaN;
  }
  return to === from || to - from > 15 ? NaN : digits / (divisor || 1);
}

const NO_REST = /* @__PURE__ */ readRest('');
const NO_HEADERS = /* @__PURE__ */ new Headers([]);

class Blocks {
  readonly #input: Input;
  readonly #lines: Lines;
  readonly #isBare: boolean;
  readonly #head: HeadReader;
  readonly #rests: Seen<Rest>;
  readonly #isOver = () => this.#isMark();
  #mark: Mark | undefined;
  #bareExchange = 0;

  constructor(input: Input, isBare = false) {
    this.#input = input;
    this.#lines = new Lines(input);
    this.#isBare = isBare;
    this.#head = new HeadReader(input);
    this.#rests = new Seen(input.bytes);
  }

  *items(): Iterable<Item> {
    const lines = this.#lines;
    let isThere = lines.advance();
    while (isThere) {
      if (!this.#isMark()) {
        if (!isBlank(this.#input.bytes, lines.from, lines.end))
          yield { kind: 'unread', place: this.#line(), text: 'a line outside of every exchange' };
        isThere = lines.advance();
        continue;
      }
      yield this.#block(this.#mark!);
      // The reader stands on the next mark, or at the end.
      isThere = this.#mark !== undefined;
    }
  }

  #block({ word, exchange, atMs, rest }: Mark): Item {
    const place = this.#line();
    if (word === '===') {
      this.#next();
      return { kind: 'closed', exchange, place, atMs, text: rest.text, by: rest.by };
    }
    if (word === '<<+') return { kind: 'more', exchange, atMs, place: this.#body() };
    if (!this.#isBare) this.#toStartLine();
    const startPlace = this.#mark && !this.#isBare ? place : this.#line();
    const headers = this.#isBare || !this.#mark ? this.#headers() : NO_HEADERS;
    const body = this.#mark ? this.#nothing(startPlace) : this.#body();
    if (word === '>>>') {
      const asked = this.#head.requestLine(startPlace);
      if (!asked) return { kind: 'unread', place: startPlace, text: 'no request line after the mark of a request' };
      const { verb, target } = asked;
      return {
        kind: 'request',
        exchange,
        place: startPlace,
        atMs,
        origin: rest.origin,
        verb,
        target,
        headers,
        body,
      };
    }
    const status = this.#head.status(startPlace);
    if (status === undefined)
      return { kind: 'unread', place: startPlace, text: 'no status line after the mark of an answer' };
    return { kind: 'response', exchange, place: startPlace, atMs, status, headers, body };
  }

  /** Skips blank lines between a mark and the start line. */
  #toStartLine(): void {
    while (this.#next() && !this.#mark && this.#isBlankLine());
  }

  #headers(): Headers {
    this.#mark = undefined;
    return this.#head.headers(this.#lines, this.#isOver);
  }

  /** From behind the line under the reader up to the next mark. */
  #body(): Place {
    const { next } = this.#lines;
    this.#mark = undefined;
    while (this.#lines.advance()) if (this.#isMark()) return this.#input.place(next, this.#lines.from);
    return this.#input.place(next, this.#input.bytes.length);
  }

  #nothing({ to }: Place): Place {
    return this.#input.place(to, to);
  }

  /** Goes on to the next line, which may be a mark; false at the end. */
  #next(): boolean {
    this.#mark = undefined;
    if (!this.#lines.advance()) return false;
    this.#isMark();
    return true;
  }

  #line(): Place {
    return this.#input.place(this.#lines.from, this.#lines.end);
  }

  #isBlankLine(): boolean {
    return isBlank(this.#input.bytes, this.#lines.from, this.#lines.end);
  }

  #isMark(): boolean {
    this.#mark = this.#isBare ? this.#bareMark() : this.#markHere();
    return this.#mark !== undefined;
  }

  #markHere(): Mark | undefined {
    const { from, end } = this.#lines;
    const { bytes } = this.#input;
    const first = bytes[from]!;
    if (first < LESS || first > GREATER || bytes[from + 1] !== first) return undefined;
    const to = Math.min(end, from + MARK_BYTES);
    return this.#quickMark(from, to) ?? markOf(utf8Text(bytes, from, to));
  }

  /** A mark with the usual name, c and a number, as nearly all have one, and the time after it: told by its bytes. */
  #quickMark(from: number, to: number): Mark | undefined {
    const { bytes } = this.#input;
    const word = wordAt(bytes, from);
    if (word === undefined || bytes[from + 3] !== SPACE || bytes[from + 4] !== LETTER_C) return undefined;
    const nameFrom = from + 5;
    let at = nameFrom;
    let exchange = 0;
    for (; at < to && isDigit(bytes[at]!); at++) exchange = 10 * exchange + bytes[at]! - ZERO;
    if (at === nameFrom || at > nameFrom + 9 || (at < to && bytes[at] !== SPACE)) return undefined;
    let seconds: number | undefined;
    if (bytes[at + 1] === LETTER_T && bytes[at + 2] === EQUALS && at + 2 < to) {
      const timeFrom = at + 3;
      at = timeFrom;
      while (at < to && bytes[at] !== SPACE) at++;
      seconds = decimalIn(bytes, timeFrom, at);
      if (Number.isNaN(seconds)) return undefined;
    }
    const rest =
      at >= to ? NO_REST : (this.#rests.at(at, to)?.says ?? this.#rests.add(readRest(utf8Text(bytes, at, to)), at, to));
    return { word, exchange, atMs: seconds === undefined ? rest.atMs : 1000 * seconds, rest };
  }

  #bareMark(): Mark | undefined {
    const { from, end } = this.#lines;
    const text = utf8Text(this.#input.bytes, from, Math.min(end, from + MARK_BYTES));
    if (!isStartLine(text)) return undefined;
    const isRequest = !text.startsWith('HTTP/');
    if (isRequest) this.#bareExchange++;
    return { word: isRequest ? '>>>' : '<<<', exchange: this.#bareExchange, atMs: undefined, rest: NO_REST };
  }
}
