// HTTP exchanges as text: blocks in order of time, each after a line that says which exchange it belongs to.
// Without such lines, requests and answers in turn.
import { utf8Text } from '../../wire/utf8.ts';
import { HeadReader } from './head-lines.ts';
import { isBlank, Lines, type Input } from './input.ts';
import { Headers, type Capture, type ClosedItem, type Closer, type Item, type Place } from './record.ts';

const MARK = /^(>>>|<<<|<<\+|===)\s+([A-Za-z]*\d+)\b(.*)$/;
/** No mark is longer, but for the words after it. */
const MARK_BYTES = 4096;
const TIME = /(?:^|\s)t=(-?[\d.]+)/;
const ORIGIN = /(?:^|\s)([a-z][a-z0-9+.-]*:\/\/\S+)/i;
const CLOSER = /\bby\s+(?:the\s+)?(client|server|network)/;
const [LESS, GREATER, SPACE, LETTER_C] = [0x3c, 0x3e, 0x20, 0x63];
const WORDS: ReadonlySet<string> = new Set(['>>>', '<<<', '<<+', '===']);

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

interface Mark {
  readonly word: string;
  readonly exchange: string | number;
  readonly rest: string;
}

function timeIn(rest: string): number | undefined {
  const at = rest.indexOf(' t=');
  if (at < 0) return undefined;
  const end = rest.indexOf(' ', at + 1);
  const seconds = parseFloat(end < 0 ? rest.slice(at + 3) : rest.slice(at + 3, end));
  return Number.isNaN(seconds) ? undefined : 1000 * seconds;
}

function originIn(rest: string): string | undefined {
  return rest.includes('://') ? ORIGIN.exec(rest)?.[1]?.replace(/\/+$/, '') : undefined;
}

/** A mark with the usual name, c and a number, as nearly all have one. */
function numbered(text: string): Mark | undefined {
  const word = text.slice(0, 3);
  if (!WORDS.has(word)) return undefined;
  const space = text.indexOf(' ', 5);
  const end = space < 0 ? text.length : space;
  let exchange = 0;
  for (let i = 5; i < end; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    exchange = 10 * exchange + digit;
  }
  return end > 5 && end < 15 ? { word, exchange, rest: text.slice(end) } : undefined;
}

function named(text: string): Mark | undefined {
  const [, word, name, rest = ''] = MARK.exec(text) ?? [];
  if (word === undefined || name === undefined) return undefined;
  const number = /^c(\d{1,9})$/.exec(name)?.[1];
  return { word, exchange: number === undefined ? name : Number(number), rest };
}

const NO_HEADERS = /* @__PURE__ */ new Headers([]);

class Blocks {
  readonly #input: Input;
  readonly #lines: Lines;
  readonly #isBare: boolean;
  readonly #head: HeadReader;
  readonly #isOver = () => this.#isMark();
  #mark: Mark | undefined;
  #bareExchange = 0;

  constructor(input: Input, isBare = false) {
    this.#input = input;
    this.#lines = new Lines(input);
    this.#isBare = isBare;
    this.#head = new HeadReader(input);
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

  #block({ word, exchange, rest }: Mark): Item {
    const place = this.#line();
    const atMs = timeIn(rest);
    if (word === '===') return this.#closed(exchange, rest, place, atMs);
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
        origin: originIn(rest),
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

  #closed(exchange: Mark['exchange'], rest: string, place: Place, atMs: number | undefined): ClosedItem {
    const text = rest.replace(TIME, '').trim();
    const by = CLOSER.exec(text)?.[1] as Closer | undefined;
    this.#next();
    return { kind: 'closed', exchange, place, atMs, text, by };
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
    const text = utf8Text(bytes, from, Math.min(end, from + MARK_BYTES));
    if (bytes[from + 3] === SPACE && bytes[from + 4] === LETTER_C) return numbered(text) ?? named(text);
    return named(text);
  }

  #bareMark(): Mark | undefined {
    const { from, end } = this.#lines;
    const text = utf8Text(this.#input.bytes, from, Math.min(end, from + MARK_BYTES));
    if (!isStartLine(text)) return undefined;
    const isRequest = !text.startsWith('HTTP/');
    if (isRequest) this.#bareExchange++;
    return { word: isRequest ? '>>>' : '<<<', exchange: this.#bareExchange, rest: '' };
  }
}
