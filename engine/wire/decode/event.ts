// One event of an event stream: its lines as fields, its data as a message. Knows no HTTP.
import { utf8Text } from '../utf8.ts';
import type { DecodedEvent } from './decoded.ts';
import type { EventLine } from './event-lines.ts';
import {
  BYTE_ORDER_MARK,
  COMMENT,
  EVENT_END,
  FIELD_END,
  FIELD_NAMES,
  FIELD_VALUE,
  PAYLOAD,
  PRIMING_NAMES,
  UNREAD,
  type FieldName,
} from './labels.ts';
import { readPayload, type Payload } from './payload.ts';
import { LISTED_FAULTS, NO_FAULTS, type Fault } from './problem.ts';
import type { Part, Stretch } from './read-frame.ts';

export interface ReadEvent {
  readonly event: DecodedEvent;
  readonly parts: readonly Part[];
  /** `at` counts from the first byte of the event, without the bytes of the chunked coding. */
  readonly says: Partial<Payload> & Pick<Payload, 'faults'>;
}

/** The value of a line, in places of the event. */
interface Value {
  readonly from: number;
  readonly to: number;
}

const [COLON, SPACE] = [0x3a, 0x20];

/** Reads an event. Of one that is not whole the lines are told apart, but nobody takes its message. */
export function readEvent(
  stretch: Stretch,
  lines: readonly EventLine[],
  isFirst: boolean,
  isWhole: boolean,
): ReadEvent {
  const reading = new Reading(stretch);
  reading.readLines(lines, isFirst);
  return reading.result(isWhole);
}

class Reading {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #length: number;
  readonly #parts: Part[] = [];
  readonly #data: Value[] = [];
  readonly #event: { -readonly [key in keyof DecodedEvent]: DecodedEvent[key] } = {};
  #faults: readonly Fault[] = NO_FAULTS;

  constructor({ bytes, from, to }: Stretch) {
    this.#bytes = bytes;
    this.#start = from;
    this.#length = to - from;
  }

  readLines(lines: readonly EventLine[], isFirst: boolean): void {
    let from = isFirst && this.#startsWithMark() ? 3 : 0;
    if (from > 0) this.#parts.push({ label: BYTE_ORDER_MARK, to: from });
    for (const { end, to } of lines) {
      if (end > from) {
        this.#readLine(from, end);
        this.#parts.push({ label: FIELD_END, to });
      } else this.#parts.push({ label: EVENT_END, to });
      from = to;
    }
    if (from < this.#length) this.#parts.push({ label: UNREAD, to: this.#length });
  }

  result(isWhole: boolean): ReadEvent {
    const event = this.#event;
    const [first] = this.#data;
    const hasData = this.#data.some(({ from, to }) => to > from);
    const isRead = hasData && carriesMessages(event);
    const payload = isWhole && isRead ? this.#payload(first!) : undefined;
    if (first && !payload?.isJsonRpc) event.data = utf8Text(this.#joined());
    if (hasData && !isRead && event.name !== 'endpoint') {
      this.#fault('unread-event', `clients read no event named ${JSON.stringify(event.name)}`, 0);
    }
    const parts = payload?.isJsonRpc ? this.#parts : this.#parts.map((part) => withoutMessage(part, hasData));
    const says = !payload
      ? { faults: this.#faults }
      : this.#faults === NO_FAULTS
        ? payload
        : { ...payload, faults: this.#faults };
    return { event, parts, says };
  }

  #payload(first: Value): Payload {
    const isOneLine = this.#data.length === 1;
    const payload = isOneLine
      ? readPayload(this.#bytes, this.#start + first.from, this.#start + first.to)
      : readPayload(this.#joined());
    for (const { what, text, at } of payload.faults) this.#fault(what, text, this.#placeOf(at));
    return payload;
  }

  #readLine(from: number, end: number): void {
    const colon = this.#colonIn(from, end);
    if (colon === from) {
      this.#readComment(from + 1, end);
      return;
    }
    let valueFrom = Math.min(colon + 1, end);
    if (valueFrom < end && this.#at(valueFrom) === SPACE) valueFrom++;
    const name = this.#nameIn(from, colon);
    if (name === 'data') this.#data.push({ from: valueFrom, to: end });
    else if (name !== 'unknown') this.#readField(name, valueFrom, end);
    this.#parts.push({ label: FIELD_NAMES[name], to: valueFrom });
    if (end > valueFrom) this.#parts.push({ label: name === 'data' ? PAYLOAD : FIELD_VALUE, to: end });
  }

  /** Clients throw comments away; they keep a quiet line from being closed. */
  #readComment(from: number, end: number): void {
    const text = this.#text(from < end && this.#at(from) === SPACE ? from + 1 : from, end);
    this.#event.comment = this.#event.comment === undefined ? text : `${this.#event.comment}\n${text}`;
    this.#parts.push({ label: COMMENT, to: end });
  }

  /** A later field of the same name takes the place of an earlier one. */
  #readField(name: 'event' | 'id' | 'retry', from: number, end: number): void {
    const event = this.#event;
    if (name === 'event') event.name = this.#isAt(from, end, 'message') ? 'message' : this.#text(from, end);
    else if (name === 'id') {
      const id = this.#text(from, end);
      if (!id.includes('\0')) event.id = id;
    } else {
      const text = this.#text(from, end);
      if (/^\d{1,15}$/.test(text)) event.retryMs = Number(text);
      else if (this.#faults.length < LISTED_FAULTS)
        this.#fault('bad-retry', 'the time to wait is no whole number', from);
    }
  }

  #nameIn(from: number, colon: number): FieldName {
    switch (colon - from) {
      case 2:
        return this.#isAt(from, colon, 'id') ? 'id' : 'unknown';
      case 4:
        return this.#isAt(from, colon, 'data') ? 'data' : 'unknown';
      case 5:
        return this.#isAt(from, colon, 'event') ? 'event' : this.#isAt(from, colon, 'retry') ? 'retry' : 'unknown';
      default:
        return 'unknown';
    }
  }

  #at(place: number): number | undefined {
    return this.#bytes[this.#start + place];
  }

  #colonIn(from: number, end: number): number {
    let colon = from;
    while (colon < end && this.#at(colon) !== COLON) colon++;
    return colon;
  }

  #isAt(from: number, end: number, word: string): boolean {
    if (word.length !== end - from) return false;
    for (let i = 0; i < word.length; i++) if (this.#at(from + i) !== word.charCodeAt(i)) return false;
    return true;
  }

  #text(from: number, end: number): string {
    return utf8Text(this.#bytes, this.#start + from, this.#start + end);
  }

  #startsWithMark(): boolean {
    return this.#length >= 3 && this.#at(0) === 0xef && this.#at(1) === 0xbb && this.#at(2) === 0xbf;
  }

  /** The data lines as one value, with line feeds between them. */
  #joined(): Uint8Array {
    const joined = new Uint8Array(this.#data.reduce((sum, { from, to }) => sum + to - from + 1, -1)).fill(0x0a);
    let at = 0;
    for (const { from, to } of this.#data) {
      joined.set(this.#bytes.subarray(this.#start + from, this.#start + to), at);
      at += to - from + 1;
    }
    return joined;
  }

  /** Where in the event a byte of the joined data stands. */
  #placeOf(at: number): number {
    for (const { from, to } of this.#data) {
      if (at <= to - from) return from + at;
      at -= to - from + 1;
    }
    return this.#data.at(-1)!.to;
  }

  #fault(what: Fault['what'], text: string, at: number): void {
    if (this.#faults === NO_FAULTS) this.#faults = [];
    (this.#faults as Fault[]).push({ what, text, at });
  }
}

/** Clients pass over events of other names. `endpoint` says where to POST (HTTP+SSE). */
const carriesMessages = ({ name }: DecodedEvent): boolean => name === undefined || name === '' || name === 'message';

/** Data that is no message is a value as any other; without data the fields say where the stream begins, and no more. */
function withoutMessage(part: Part, hasData: boolean): Part {
  if (part.label === PAYLOAD) return { label: FIELD_VALUE, to: part.to };
  const name = hasData ? undefined : PRIMING_NAMES.get(part.label);
  return name ? { label: name, to: part.to } : part;
}
