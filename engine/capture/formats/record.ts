// What every capture becomes when it is read: items in the order of the wire, each with its place in the input.
// Knows neither formats nor messages.
import type { Party } from '../../trace.ts';
import type { TextAhead } from './text-ahead.ts';

/** Where something stands, for a person. */
export interface At {
  /** Line of the input, from 1. */
  readonly line?: number;
  /** Entry of a HAR, from 0. */
  readonly entry?: number;
  /** Entry of a simulated trace, from 0. */
  readonly index?: number;
  /** Offsets in the input as UTF-8, the second one excluded; in a simulated trace, in the entry's frame. */
  readonly bytes?: readonly [number, number];
}

/** Bytes that items point into, and the way from an offset in them to a place in the input. */
export interface Source {
  readonly bytes: Uint8Array;
  /** Its text, where long stretches of it are read at once. */
  readonly ahead?: TextAhead;
  at(from: number, to: number): At;
}

/** Some bytes of a source. Nothing is copied: a capture is held once. */
export interface Place {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
}

export interface HeaderLine {
  readonly name: string;
  /** The name in lower case. */
  readonly key: string;
  readonly value: string;
  readonly place: Place;
}

/** The lines after a request line or a status line. Heads that are alike share their lines, each at a distance of its own. */
export class Headers implements Iterable<HeaderLine> {
  readonly #lines: readonly HeaderLine[];
  readonly #byKey: Map<string, HeaderLine>;
  readonly #distance: number;

  constructor(lines: readonly HeaderLine[], alike?: Headers, distance = 0) {
    this.#lines = lines;
    this.#distance = distance;
    this.#byKey = alike ? alike.#byKey : firstOfEach(lines);
  }

  /** The same lines, so many bytes further on. */
  movedBy(distance: number): Headers {
    return new Headers(this.#lines, this, this.#distance + distance);
  }

  /** The first header of that name, in lower case. */
  find(key: string): HeaderLine | undefined {
    const line = this.#byKey.get(key);
    return line && this.#distance !== 0 ? moved(line, this.#distance) : line;
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** What the first header of that name says. */
  textOf(key: string): string | undefined {
    return this.#byKey.get(key)?.value;
  }

  get length(): number {
    return this.#lines.length;
  }

  *[Symbol.iterator](): Iterator<HeaderLine> {
    for (const line of this.#lines) yield moved(line, this.#distance);
  }
}

function firstOfEach(lines: readonly HeaderLine[]): Map<string, HeaderLine> {
  const byKey = new Map<string, HeaderLine>();
  for (const line of lines) if (!byKey.has(line.key)) byKey.set(line.key, line);
  return byKey;
}

function moved({ name, key, value, place }: HeaderLine, distance: number): HeaderLine {
  return { name, key, value, place: { source: place.source, from: place.from + distance, to: place.to + distance } };
}

/** Names exchanges within a capture; it has no other meaning. */
export type ExchangeName = string | number;

export type Closer = 'client' | 'server' | 'network';

interface Moment {
  readonly place: Place;
  /** Milliseconds since any beginning; absent where the capture has no times. */
  readonly atMs?: number | undefined;
}

/** A line of a pipe. `unknown`: the capture does not say who wrote it. */
export interface LineItem extends Moment {
  readonly kind: 'line';
  readonly from: Party | 'unknown';
}

/** Something that was seen beside the bytes, in words. */
export interface HappeningItem extends Moment {
  readonly kind: 'happening';
  readonly text: string;
}

export interface RequestItem extends Moment {
  readonly kind: 'request';
  readonly exchange: ExchangeName;
  /** Scheme, host and port, where the capture has them. */
  readonly origin?: string | undefined;
  readonly verb: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: Place;
}

export interface ResponseItem extends Moment {
  readonly kind: 'response';
  readonly exchange: ExchangeName;
  /** 0: nothing came, and `failure` says why. */
  readonly status: number;
  readonly failure?: string;
  readonly headers: Headers;
  /** The whole body, or the beginning of it. */
  readonly body: Place;
  /** Nothing of the body is missing. */
  readonly isWhole?: boolean;
}

/** More of the body of an answer. */
export interface MoreItem extends Moment {
  readonly kind: 'more';
  readonly exchange: ExchangeName;
}

export interface ClosedItem extends Moment {
  readonly kind: 'closed';
  readonly exchange: ExchangeName;
  readonly by?: Closer | undefined;
  readonly text: string;
}

/** Input that fits nowhere, and why. */
export interface UnreadItem extends Moment {
  readonly kind: 'unread';
  readonly text: string;
}

export type Item = LineItem | HappeningItem | RequestItem | ResponseItem | MoreItem | ClosedItem | UnreadItem;

export type CaptureFormat = 'ndjson-stdio' | 'http-text' | 'har' | 'sse-text';

export const CAPTURE_FORMATS: readonly CaptureFormat[] = ['ndjson-stdio', 'http-text', 'har', 'sse-text'];

/** A capture that was read. Its items are made while somebody walks over them, so that they need not all be held. */
export interface Capture {
  readonly format: CaptureFormat;
  readonly transport: 'stdio' | 'http';
  items(): Iterable<Item>;
}
