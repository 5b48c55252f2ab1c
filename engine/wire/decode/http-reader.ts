// One direction of an HTTP/1.1 connection: bytes to heads, bodies, chunks and events, as a state machine.
// Knows where things begin and end; what a head, an event or a payload says is read elsewhere.
import type { Party } from '../../trace.ts';
import type { Decoded } from './decoded.ts';
import { EventLines } from './event-lines.ts';
import { Head, nameEnd, type BodyLength } from './head.ts';
import type { Exchanges } from './http-connection.ts';
import { endEntry, eventEntry, headEntry, messageEntry, type Cut } from './http-entries.ts';
import { Intake } from './intake.ts';
import { CHUNK_END, CHUNK_SIZE, LAST_CHUNK, TRAILER, type Label } from './labels.ts';
import { lineFeedIn } from './line-feed.ts';
import { NO_FAULTS, type Fault, type WireProblemKind } from './problem.ts';
import { NO_INSERTS, type Insert } from './read-frame.ts';
import { findStartLine, readStartLine } from './start-line.ts';

/** What is due next. `lost`: whatever comes, until something looks like the start of a message. */
type State = 'start' | 'head' | 'data' | 'chunk size' | 'chunk end' | 'trailer' | 'lost';

const NO_ENTRIES: readonly Decoded[] = [];
const [LINE_FEED, RETURN, TAB, SPACE, SEMICOLON] = [0x0a, 0x0d, 0x09, 0x20, 0x3b];

export class HttpReader {
  readonly #from: Party;
  readonly #isAnswer: boolean;
  readonly #exchanges: Exchanges;
  readonly #intake = new Intake();
  #entries: readonly Decoded[] = NO_ENTRIES;
  #state: State = 'start';

  // the message
  #head: Head | undefined;
  #exchange: number | undefined;
  #bodyLength: BodyLength = 0;
  /** Bytes to come of the body, or of the chunk. */
  #left = 0;
  /** Only in an event stream. */
  #events: EventLines | undefined;
  #isFirstEvent = true;

  // the frame; in an event stream there are many for one message
  /** Bytes that are read. */
  #at = 0;
  /** Bytes that hold no further line feed. */
  #searched = 0;
  #headLength = 0;
  /** Bytes that are read and no part of the chunked coding. */
  #carried = 0;
  #inserts: readonly Insert[] = NO_INSERTS;
  #faults: readonly Fault[] = NO_FAULTS;

  constructor(from: Party, exchanges: Exchanges) {
    this.#from = from;
    this.#isAnswer = from === 'server';
    this.#exchanges = exchanges;
  }

  push(bytes: Uint8Array): readonly Decoded[] {
    this.#intake.append(bytes);
    while (this.#step());
    return this.#given();
  }

  end(): readonly Decoded[] {
    while (this.#events && this.#state === 'data' && this.#takeEvents(false));
    if (this.#state === 'lost') this.#breakOff(this.#intake.length);
    else if (this.#head && this.#bodyLength === 'close') this.#finish();
    else if (this.#head || this.#intake.length > 0) this.#stop();
    return this.#given();
  }

  #given(): readonly Decoded[] {
    const entries = this.#entries;
    this.#entries = NO_ENTRIES;
    return entries;
  }

  #give(entry: Decoded): void {
    if (this.#entries === NO_ENTRIES) this.#entries = [entry];
    else (this.#entries as Decoded[]).push(entry);
  }

  /** One step; false if it has to wait for more bytes. */
  #step(): boolean {
    switch (this.#state) {
      case 'start':
        return this.#readStart();
      case 'head':
        return this.#readHeaders();
      case 'data':
        return this.#events ? this.#takeEvents(true) : this.#takeData();
      case 'chunk size':
        return this.#readChunkSize();
      case 'chunk end':
        return this.#readChunkEnd();
      case 'trailer':
        return this.#readTrailer();
      case 'lost':
        return this.#lookForStart();
    }
  }

  #readStart(): boolean {
    const lineFeed = this.#lineFeed();
    if (lineFeed < 0) return false;
    const end = this.#lineEnd(lineFeed);
    // HTTP lets empty lines stand before a message.
    if (end > this.#at) {
      const { bytes, start: from } = this.#intake;
      const start = readStartLine(bytes, from + this.#at, from + end, this.#isAnswer);
      if (!start) return this.#lose('not-http', `no ${this.#isAnswer ? 'status' : 'request'} line of HTTP/1.1`);
      this.#head = new Head(start);
      this.#exchange = this.#isAnswer ? this.#exchanges.due.exchange : this.#exchanges.ask(this.#head.verb!);
      this.#state = 'head';
    }
    this.#at = lineFeed + 1;
    return true;
  }

  #readHeaders(): boolean {
    const head = this.#head!;
    const { bytes, start } = this.#intake;
    let from = start + this.#at;
    let searched = start + this.#searched;
    for (;;) {
      const colon = nameEnd(bytes, from);
      const lineFeed = lineFeedIn(bytes, searched > colon ? searched : colon);
      if (lineFeed < 0) {
        this.#at = from - start;
        this.#searched = bytes.length - start;
        return false;
      }
      const end = lineFeed > from && bytes[lineFeed - 1] === RETURN ? lineFeed - 1 : lineFeed;
      searched = lineFeed + 1;
      if (end === from) break;
      head.line(bytes, from, colon, end, from - start);
      from = searched;
    }
    this.#at = searched - start;
    this.#searched = this.#at;
    this.#endHead(head);
    return true;
  }

  #endHead(head: Head): void {
    this.#headLength = this.#at;
    this.#carried = this.#at;
    for (const fault of head.faults) this.#fault(fault);
    this.#bodyLength = head.bodyLength(this.#isAnswer ? this.#exchanges.due.verb : undefined);
    if (this.#isAnswer && !head.isInterim) this.#exchanges.answer();
    // Nobody knows where a body of unknown length ends: what comes after the head is looked at afresh.
    if (this.#bodyLength === 'lost' || this.#bodyLength === 0) return this.#finish();
    if (head.isEventStream) {
      this.#give(headEntry(this.#cut(this.#at), head));
      this.#events = new EventLines();
      this.#isFirstEvent = true;
    }
    this.#left = typeof this.#bodyLength === 'number' ? this.#bodyLength : Infinity;
    this.#state = this.#bodyLength === 'chunked' ? 'chunk size' : 'data';
  }

  #takeData(): boolean {
    this.#advance(Math.min(this.#left, this.#intake.length - this.#at));
    return this.#left === 0 && this.#endData();
  }

  #takeEvents(mayGrow: boolean): boolean {
    const events = this.#events!;
    const { bytes, start } = this.#intake;
    const from = start + this.#at;
    const to = Math.min(from + this.#left, bytes.length);
    const taken = events.take(bytes, from, to, mayGrow && to - from < this.#left) - from;
    this.#advance(taken);
    // An event that ends where its chunk does takes the end of the chunk along.
    if (events.isOver && (this.#left > 0 || this.#bodyLength !== 'chunked')) this.#giveEvent(this.#at, true);
    return this.#left === 0 ? this.#endData() : taken > 0;
  }

  #advance(taken: number): void {
    this.#at += taken;
    this.#carried += taken;
    this.#left -= taken;
  }

  #endData(): true {
    if (this.#bodyLength === 'chunked') this.#state = 'chunk end';
    else this.#finish();
    return true;
  }

  #readChunkSize(): boolean {
    const lineFeed = this.#lineFeed();
    if (lineFeed < 0) return false;
    const size = chunkSize(
      this.#intake.bytes,
      this.#intake.start + this.#at,
      this.#intake.start + this.#lineEnd(lineFeed),
    );
    if (size === undefined) return this.#lose('bad-chunk', 'no size of a chunk in hexadecimal digits');
    const length = lineFeed + 1 - this.#at;
    if (size === 0 && this.#events && this.#carried > 0) this.#giveEvent(this.#at, false);
    this.#insert(size === 0 ? LAST_CHUNK : CHUNK_SIZE, length);
    this.#left = size;
    this.#state = size === 0 ? 'trailer' : 'data';
    return true;
  }

  #readChunkEnd(): boolean {
    const { bytes, start, length } = this.#intake;
    if (length < this.#at + 2) return false;
    if (bytes[start + this.#at] !== RETURN || bytes[start + this.#at + 1] !== LINE_FEED) {
      return this.#lose('bad-chunk', 'a chunk that does not end where its size says');
    }
    this.#insert(CHUNK_END, 2);
    this.#state = 'chunk size';
    if (this.#events?.isOver) this.#giveEvent(this.#at, true);
    return true;
  }

  #readTrailer(): boolean {
    const lineFeed = this.#lineFeed();
    if (lineFeed < 0) return false;
    const isBlank = this.#lineEnd(lineFeed) === this.#at;
    const length = lineFeed + 1 - this.#at;
    const last = this.#inserts.at(-1)!;
    // Without trailers, the last chunk is its size line and the blank line in one.
    if (isBlank && last.label === LAST_CHUNK) {
      (this.#inserts as Insert[]).pop();
      this.#at -= last.length;
      this.#insert(LAST_CHUNK, last.length + length);
    } else this.#insert(isBlank ? LAST_CHUNK : TRAILER, length);
    if (isBlank) this.#finish();
    return true;
  }

  #fault(fault: Fault): void {
    if (this.#faults === NO_FAULTS) this.#faults = [fault];
    else (this.#faults as Fault[]).push(fault);
  }

  #insert(label: Label, length: number): void {
    const insert = { label, at: this.#carried, length };
    if (this.#inserts === NO_INSERTS) this.#inserts = [];
    (this.#inserts as Insert[]).push(insert);
    this.#at += length;
  }

  /** Something stands where it cannot. What follows is passed over until a message seems to start. */
  #lose(what: WireProblemKind, text: string): true {
    this.#fault({ what, text, at: this.#at });
    this.#searched = this.#at;
    this.#state = 'lost';
    return true;
  }

  #lookForStart(): boolean {
    const lineFeed = this.#lineFeed();
    if (lineFeed < 0) return false;
    const { bytes, start } = this.#intake;
    const found = findStartLine(bytes.subarray(start + this.#at, start + this.#lineEnd(lineFeed)), this.#isAnswer);
    if (found === undefined) this.#at = lineFeed + 1;
    else this.#breakOff(this.#at + found);
    return true;
  }

  /** Gives out what could not be read, and begins afresh after it. */
  #breakOff(length: number): void {
    if (this.#events) this.#giveEvent(length, false);
    else this.#giveMessage(length, false);
    this.#begin();
  }

  /** The message is over: it says so itself, or nothing more comes where that is how it ends. */
  #finish(): void {
    if (!this.#events) this.#giveMessage(this.#at, true);
    else if (this.#bodyLength === 'chunked') this.#give(endEntry(this.#cut(this.#at)));
    else if (this.#at > 0) this.#giveEvent(this.#at, false);
    this.#begin();
  }

  /** Nothing more comes, and the message is not over. */
  #stop(): void {
    const part = this.#events ? 'stream' : this.#headLength > 0 ? 'body' : 'head';
    if (this.#events && this.#carried > 0) this.#giveEvent(this.#intake.length, false);
    const { length } = this.#intake;
    this.#fault({ what: 'unfinished', text: `the bytes end before the ${part} does`, at: length });
    if (this.#events) this.#give(endEntry(this.#cut(length)));
    else this.#giveMessage(length, false);
    this.#begin();
  }

  /** Where the line that begins at #at has its line feed, or -1 if that is not there yet. */
  #lineFeed(): number {
    const { bytes, start } = this.#intake;
    const at = lineFeedIn(bytes, start + Math.max(this.#at, this.#searched));
    this.#searched = (at < 0 ? bytes.length : at) - start;
    return at < 0 ? at : at - start;
  }

  /** Where the text of that line ends. */
  #lineEnd(lineFeed: number): number {
    const { bytes, start } = this.#intake;
    return lineFeed > this.#at && bytes[start + lineFeed - 1] === RETURN ? lineFeed - 1 : lineFeed;
  }

  #giveEvent(length: number, isWhole: boolean): void {
    const { lines } = this.#events!;
    this.#give(eventEntry(this.#cut(length), lines, this.#isFirstEvent, isWhole));
    this.#isFirstEvent = false;
    this.#events!.reset();
  }

  #giveMessage(length: number, isWhole: boolean): void {
    const headLength = this.#headLength;
    this.#give(messageEntry(this.#cut(length), this.#head, headLength, isWhole));
  }

  /** Takes the frame out of the bytes; the next one begins behind it. */
  #cut(length: number): Cut {
    const { bytes, start, offset } = this.#intake;
    const cut = {
      from: this.#from,
      exchange: this.#exchange,
      bytes,
      start,
      length,
      offset,
      inserts: this.#inserts,
      faults: this.#faults,
    };
    this.#intake.advance(length);
    this.#inserts = NO_INSERTS;
    this.#faults = NO_FAULTS;
    this.#at = 0;
    this.#searched = Math.max(0, this.#searched - length);
    this.#headLength = 0;
    this.#carried = 0;
    return cut;
  }

  #begin(): void {
    this.#head = undefined;
    this.#exchange = undefined;
    this.#events = undefined;
    this.#state = 'start';
  }
}

/** The hexadecimal number before an extension or the end of the line. */
function chunkSize(bytes: Uint8Array, from: number, end: number): number | undefined {
  let size = 0;
  let at = from;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    const lower = byte | 0x20;
    if (byte >= 0x30 && byte <= 0x39) size = 16 * size + byte - 0x30;
    else if (lower >= 0x61 && lower <= 0x66) size = 16 * size + lower - 0x57;
    else if (byte === SEMICOLON || byte === SPACE || byte === TAB) break;
    else return undefined;
  }
  return at > from && size <= Number.MAX_SAFE_INTEGER ? size : undefined;
}
