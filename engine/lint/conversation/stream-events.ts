// The bytes of an event stream, as they come in pieces, as its events, each with its place. Knows no messages.
import type { Place, Source } from '../../capture/formats/record.ts';
import type { TextAhead } from '../../capture/formats/text-ahead.ts';
import { lineEndIn } from '../../wire/decode/line-feed.ts';
import { hasSameBytes } from '../../wire/decode/same-bytes.ts';
import { utf8Encode } from '../../wire/frame.ts';
import { utf8Text } from '../../wire/utf8.ts';

/** An event as it was sent; `data` is joined. A block of nothing but comments is a comment. */
export interface RawEvent {
  readonly name: string | undefined;
  readonly id: string | undefined;
  readonly retryMs: number | undefined;
  readonly hasData: boolean;
  /** The data as bytes: those of the source where it is one line. */
  readonly data: Place;
  readonly isComment: boolean;
  readonly place: Place;
  readonly isUnfinished: boolean;
}

const [LINE_FEED, RETURN, COLON, SPACE] = [0x0a, 0x0d, 0x3a, 0x20];

const PENDING_LINES = 16;

export class StreamReader {
  /** The lines of the event so far. */
  #data: Place[] = [];
  #name: string | undefined;
  #id: string | undefined;
  #retryMs: number | undefined;
  #first: Place | undefined;
  #hasField = false;
  #isFirstPiece = true;

  /** Reads a piece, and calls back for each event whose blank line is there. */
  read({ source, from, to }: Place, then: (event: RawEvent) => void): void {
    const { bytes, ahead } = source;
    const hasReturns = !ahead?.isWithoutReturns(from, to);
    let at = from;
    if (this.#isFirstPiece && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
    this.#isFirstPiece = false;
    while (at < to) {
      const end = hasReturns ? lineEndIn(bytes, at, to) : lineFeed(ahead!, at, to);
      if (end > at) this.#line(source, at, end);
      else if (this.#first) then(this.#take(false));
      at = end + (bytes[end] === RETURN && end + 1 < to && bytes[end + 1] === LINE_FEED ? 2 : 1);
    }
  }

  /** Something was begun that has no blank line yet. */
  get isInEvent(): boolean {
    return this.#first !== undefined;
  }

  /** The data of the event so far, unless it has so many lines that looking at it after each piece would take long. */
  get pendingData(): Place | undefined {
    return this.#data.length > 0 && this.#data.length <= PENDING_LINES ? joined(this.#data) : undefined;
  }

  finish(then: (event: RawEvent) => void): void {
    if (this.#first) then(this.#take(true));
  }

  #line(source: Source, from: number, to: number): void {
    const { bytes } = source;
    this.#first ??= { source, from, to };
    const nameTo = fieldEnd(bytes, from, to);
    if (nameTo === from) return;
    this.#hasField = true;
    let valueFrom = Math.min(nameTo + 1, to);
    if (valueFrom < to && bytes[valueFrom] === SPACE) valueFrom++;
    if (isField(DATA, bytes, from, nameTo)) this.#data.push({ source, from: valueFrom, to });
    else if (isField(ID, bytes, from, nameTo)) {
      if (!hasNull(bytes, valueFrom, to)) this.#id = utf8Text(bytes, valueFrom, to);
    } else if (isField(EVENT, bytes, from, nameTo)) this.#name = utf8Text(bytes, valueFrom, to);
    else if (isField(RETRY, bytes, from, nameTo)) {
      const text = utf8Text(bytes, valueFrom, to);
      if (/^\d{1,15}$/.test(text)) this.#retryMs = Number(text);
    }
  }

  #take(isUnfinished: boolean): RawEvent {
    const first = this.#first!;
    const hasData = this.#data.length > 0;
    const event: RawEvent = {
      name: this.#name,
      id: this.#id,
      retryMs: this.#retryMs,
      hasData,
      data: hasData ? joined(this.#data) : { source: first.source, from: first.to, to: first.to },
      isComment: !this.#hasField,
      place: hasData ? this.#data[0]! : first,
      isUnfinished,
    };
    if (hasData) this.#data = [];
    this.#name = this.#id = this.#retryMs = this.#first = undefined;
    this.#hasField = false;
    return event;
  }
}

const DATA = utf8Encode('data');
const ID = utf8Encode('id');
const EVENT = utf8Encode('event');
const RETRY = utf8Encode('retry');

const isField = (name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean =>
  to - from === name.length && hasSameBytes(name, 0, bytes, from, name.length);

/** Where the name of a line's field ends: at its colon, or with the line. */
function fieldEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== COLON) at++;
  return at;
}

function hasNull(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === 0) return true;
  return false;
}

function lineFeed(ahead: TextAhead, from: number, to: number): number {
  const at = ahead.lineFeedFrom(from);
  return at < 0 || at > to ? to : at;
}

/** One line as it is; several with line feeds between them, at the place of the first. */
function joined(lines: readonly Place[]): Place {
  const [first] = lines as readonly [Place];
  if (lines.length === 1) return first;
  const bytes = new Uint8Array(lines.reduce((sum, { from, to }) => sum + to - from + 1, -1)).fill(LINE_FEED);
  let at = 0;
  for (const { source, from, to } of lines) {
    bytes.set(source.bytes.subarray(from, to), at);
    at += to - from + 1;
  }
  const last = lines.at(-1)!;
  const isOneSource = last.source === first.source;
  const source = { bytes, at: () => first.source.at(first.from, isOneSource ? last.to : first.to) };
  return { source, from: 0, to: bytes.length };
}
