// One event of an event stream: its lines as fields, its data as a message. Knows no HTTP.
import { utf8Encode } from '../frame.ts';
import { utf8Text } from '../utf8.ts';
import type { DecodedEvent } from './decoded.ts';
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
  type Label,
} from './labels.ts';
import { noPayload, readPayload, type Payload } from './payload.ts';
import { LISTED_FAULTS, NO_FAULTS, type Fault } from './problem.ts';
import type { Parts, Stretch } from './read-frame.ts';
import { hasSameBytes } from './same-bytes.ts';

export interface ReadEvent {
  readonly event: DecodedEvent;
  readonly parts: Parts;
  /** `at` counts from the first byte of the event, without the bytes of the chunked coding. */
  readonly says: Payload;
}

/** The value of a line, in places of the event. */
interface Value {
  readonly from: number;
  readonly to: number;
}

const [COLON, SPACE] = [0x3a, 0x20];

/** A field that a line may have. Its name is kept as bytes: a text gives out its characters more slowly. */
interface Field {
  readonly name: Uint8Array;
  readonly label: Label;
}

const field = (name: FieldName): Field => ({ name: utf8Encode(name), label: FIELD_NAMES[name] });
const [DATA, EVENT, ID, RETRY, UNKNOWN] = [
  field('data'),
  field('event'),
  field('id'),
  field('retry'),
  field('unknown'),
];
const READ_FIELDS = [DATA, EVENT, ID, RETRY];
const MESSAGE = utf8Encode('message');
const NOTHING = noPayload(NO_FAULTS);

/** Reads an event out of its lines (`EventLines.lines`). Of one that is not whole the lines are told apart, but nobody takes its message. */
export function readEvent(stretch: Stretch, lines: readonly number[], isFirst: boolean, isWhole: boolean): ReadEvent {
  const reading = new Reading(stretch);
  reading.readLines(lines, isFirst);
  return reading.result(isWhole);
}

class Reading {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #length: number;
  readonly #parts: (Label | number)[] = [];
  readonly #data: Value[] = [];
  readonly #event: { -readonly [key in keyof DecodedEvent]: DecodedEvent[key] } = {};
  #faults: readonly Fault[] = NO_FAULTS;

  constructor({ bytes, from, to }: Stretch) {
    this.#bytes = bytes;
    this.#start = from;
    this.#length = to - from;
  }

  readLines(lines: readonly number[], isFirst: boolean): void {
    let from = isFirst && this.#startsWithMark() ? 3 : 0;
    if (from > 0) this.#parts.push(BYTE_ORDER_MARK, from);
    for (let i = 0; i < lines.length; i += 2) {
      const end = lines[i]!;
      const to = lines[i + 1]!;
      if (end > from) {
        this.#readLine(from, end);
        this.#parts.push(FIELD_END, to);
      } else this.#parts.push(EVENT_END, to);
      from = to;
    }
    if (from < this.#length) this.#parts.push(UNREAD, this.#length);
  }

  result(isWhole: boolean): ReadEvent {
    const event = this.#event;
    const hasData = this.#hasData();
    const isRead = hasData && carriesMessages(event);
    const payload = isWhole && isRead ? this.#payload() : undefined;
    if (this.#data.length > 0 && !payload?.isJsonRpc) event.data = utf8Text(this.#joined());
    if (hasData && !isRead && event.name !== 'endpoint') {
      this.#fault('unread-event', `clients read no event named ${JSON.stringify(event.name)}`, 0);
    }
    const parts = payload?.isJsonRpc ? this.#parts : withoutMessage(this.#parts, hasData);
    const says = payload ?? NOTHING;
    return { event, parts, says: this.#faults === NO_FAULTS ? says : { ...says, faults: this.#faults } };
  }

  #hasData(): boolean {
    for (const { from, to } of this.#data) if (to > from) return true;
    return false;
  }

  #payload(): Payload {
    const first = this.#data[0]!;
    const payload =
      this.#data.length === 1
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
    const field = this.#fieldIn(from, colon);
    if (field === DATA) this.#data.push({ from: valueFrom, to: end });
    else this.#readField(field, valueFrom, end);
    this.#parts.push(field.label, valueFrom);
    if (end > valueFrom) this.#parts.push(field === DATA ? PAYLOAD : FIELD_VALUE, end);
  }

  /** Clients throw comments away; they keep a quiet line from being closed. */
  #readComment(from: number, end: number): void {
    const text = this.#text(from < end && this.#at(from) === SPACE ? from + 1 : from, end);
    this.#event.comment = this.#event.comment === undefined ? text : `${this.#event.comment}\n${text}`;
    this.#parts.push(COMMENT, end);
  }

  /** A later field of the same name takes the place of an earlier one. */
  #readField(field: Field, from: number, end: number): void {
    const event = this.#event;
    if (field === EVENT) event.name = this.#isAt(from, end, MESSAGE) ? 'message' : this.#text(from, end);
    else if (field === ID) {
      const id = this.#text(from, end);
      if (!id.includes('\0')) event.id = id;
    } else if (field === RETRY) {
      const text = this.#text(from, end);
      if (/^\d{1,15}$/.test(text)) event.retryMs = Number(text);
      else if (this.#faults.length < LISTED_FAULTS)
        this.#fault('bad-retry', 'the time to wait is no whole number', from);
    }
  }

  #fieldIn(from: number, colon: number): Field {
    for (const field of READ_FIELDS) if (this.#isAt(from, colon, field.name)) return field;
    return UNKNOWN;
  }

  #at(place: number): number | undefined {
    return this.#bytes[this.#start + place];
  }

  #colonIn(from: number, end: number): number {
    let colon = from;
    while (colon < end && this.#at(colon) !== COLON) colon++;
    return colon;
  }

  #isAt(from: number, end: number, word: Uint8Array): boolean {
    return word.length === end - from && hasSameBytes(word, 0, this.#bytes, this.#start + from, word.length);
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
function withoutMessage(parts: Parts, hasData: boolean): Parts {
  return parts.map((part) => {
    if (typeof part === 'number') return part;
    if (part === PAYLOAD) return FIELD_VALUE;
    return (hasData ? undefined : PRIMING_NAMES.get(part)) ?? part;
  });
}
