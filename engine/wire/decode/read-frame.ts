// A frame that was read from a wire: bytes first; spans, text and sums when somebody asks for them.
// Knows how parts become spans, not how they were found.
import { noBytes, type Frame, type LayerBytes, type Piece, type Span } from '../frame.ts';
import { utf8Text } from '../utf8.ts';
import { headSpans } from './head-spans.ts';
import { scanJson } from './json-text.ts';
import { HEAD, PAYLOAD, type Label } from './labels.ts';

/**
 * The stretches of the bytes that chunks carry, one after the other without gaps: in turn a label, and where its stretch
 * ends. Not an object for each, since most frames have several and nobody looks into most frames.
 */
export type Parts = readonly (Label | number)[];

/** Bytes of the chunked coding. They stand before the carried byte number `at`. */
export interface Insert {
  readonly label: Label;
  readonly at: number;
  readonly length: number;
}

export const NO_INSERTS: readonly Insert[] = [];

export class ReadFrame implements Frame {
  readonly byteLength: number;
  readonly payloadBytes: number;
  readonly framingBytes: number;
  /** The bytes that came in at once, of which the frame is the part from #from on. */
  readonly #all: Uint8Array;
  readonly #from: number;
  readonly #parts: Parts;
  readonly #inserts: readonly Insert[];
  #spans: readonly Span[] | undefined;

  constructor(all: Uint8Array, from: number, to: number, parts: Parts, inserts: readonly Insert[]) {
    this.#all = all;
    this.#from = from;
    this.byteLength = to - from;
    this.#parts = parts;
    this.#inserts = inserts;
    let payloadBytes = 0;
    let partFrom = 0;
    for (let i = 0; i < parts.length; i += 2) {
      const partTo = parts[i + 1] as number;
      if (parts[i] === PAYLOAD) payloadBytes += partTo - partFrom;
      partFrom = partTo;
    }
    this.payloadBytes = payloadBytes;
    this.framingBytes = this.byteLength - payloadBytes;
  }

  get bytes(): Uint8Array {
    return this.#all.subarray(this.#from, this.#from + this.byteLength);
  }

  get spans(): readonly Span[] {
    return (this.#spans ??= insert(spansOfParts(this.#carried, this.#parts), this.#inserts));
  }

  get #carried(): Uint8Array {
    const { bytes, from, to } = carried(this.#all, this.#from, this.#from + this.byteLength, this.#inserts, 0);
    return bytes.subarray(from, to);
  }

  get layerBytes(): LayerBytes {
    const sums = noBytes();
    for (const { layer, from, to } of this.spans) sums[layer] += to - from;
    return sums;
  }

  /** A character that a chunk cuts in two is no text on either side: each half becomes U+FFFD. */
  get pieces(): readonly Piece[] {
    const { bytes } = this;
    return this.spans.map(({ from, to, ...label }) => ({ ...label, text: utf8Text(bytes, from, to) }));
  }
}

/** Some bytes and where they stand. */
export interface Stretch {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/**
 * The bytes of a frame without those of the chunked coding, from carried byte number `first` on; a copy only where the
 * coding stands in between. None of it may stand before `first`.
 */
export function carried(
  bytes: Uint8Array,
  start: number,
  to: number,
  inserts: readonly Insert[],
  first: number,
): Stretch {
  const from = start + first;
  if (inserts.length === 0) return { bytes, from, to };
  let length = to - from;
  let before = 0;
  for (const insert of inserts) {
    length -= insert.length;
    if (insert.at === first) before += insert.length;
  }
  if (isAround(inserts, first, first + length)) return { bytes, from: from + before, to: from + before + length };
  const data = new Uint8Array(length);
  let wireAt = from;
  let dataAt = first;
  for (const { at, length: inserted } of inserts) {
    data.set(bytes.subarray(wireAt, wireAt + at - dataAt), dataAt - first);
    wireAt += at - dataAt + inserted;
    dataAt = at;
  }
  data.set(bytes.subarray(wireAt, to), dataAt - first);
  return { bytes: data, from: 0, to: length };
}

function isAround(inserts: readonly Insert[], first: number, last: number): boolean {
  for (const { at } of inserts) if (at !== first && at !== last) return false;
  return true;
}

/** Where a carried byte stands in its frame. */
export function onWire(inserts: readonly Insert[], dataAt: number): number {
  return inserts.reduce((sum, { at, length }) => (at <= dataAt ? sum + length : sum), dataAt);
}

function spansOfParts(data: Uint8Array, parts: Parts): readonly Span[] {
  const spans: Span[] = [];
  const metas = metaRanges(data, parts);
  let next = 0;
  let from = 0;
  for (let i = 0; i < parts.length; i += 2) {
    const label = parts[i] as Label;
    const to = parts[i + 1] as number;
    if (label === HEAD) for (const span of headSpans(data.subarray(from, to))) spans.push(span);
    else if (label === PAYLOAD) {
      // Split where a `_meta` begins or ends; one may go on in the next part of the payload.
      while (from < to) {
        const isMeta = next % 2 === 1;
        const end = Math.min(metas[next] ?? to, to);
        if (end > from) spans.push({ layer: isMeta ? 'meta' : 'json', name: isMeta ? '_meta' : 'json', from, to: end });
        if (metas[next] === end) next++;
        from = end;
      }
    } else spans.push({ ...label, from, to });
    from = to;
  }
  return spans;
}

/** Where `_meta` members begin and end, in turn, in carried bytes. A payload may lie in several parts: the lines of an event. */
function metaRanges(data: Uint8Array, parts: Parts): readonly number[] {
  const payloads = parts.flatMap((label, i) =>
    label === PAYLOAD ? [{ from: i === 0 ? 0 : (parts[i - 1] as number), to: parts[i + 1] as number }] : [],
  );
  const [first, ...others] = payloads;
  if (!first) return [];
  if (others.length === 0) return scanJson(data.subarray(first.from, first.to)).metas.map((at) => first.from + at);
  const joined = new Uint8Array(payloads.reduce((sum, { from, to }) => sum + to - from, 0));
  let joinedAt = 0;
  for (const { from, to } of payloads) {
    joined.set(data.subarray(from, to), joinedAt);
    joinedAt += to - from;
  }
  let line = 0;
  let lineAt = 0;
  return scanJson(joined).metas.map((at, i) => {
    // Between two lines a place is the start of the second, or the end of the first if something ends there.
    const isEnd = i % 2 === 1;
    for (; ; line++) {
      const { from, to } = payloads[line]!;
      const beyond = at - lineAt - (to - from);
      if (beyond < 0 || (beyond === 0 && isEnd)) return from + at - lineAt;
      lineAt += to - from;
    }
  });
}

/** Puts the bytes of the chunked coding where they stood; a span around them becomes two. */
function insert(spans: readonly Span[], inserts: readonly Insert[]): readonly Span[] {
  if (inserts.length === 0) return spans;
  const all: Span[] = [];
  let next = 0;
  let shift = 0;
  const insertUpTo = (dataAt: number): void => {
    for (; next < inserts.length && inserts[next]!.at <= dataAt; next++) {
      const { label, at, length } = inserts[next]!;
      all.push({ ...label, from: at + shift, to: at + shift + length });
      shift += length;
    }
  };
  for (const { from, to, ...label } of spans) {
    let cut = from;
    for (;;) {
      insertUpTo(cut);
      const end = Math.min(inserts[next]?.at ?? to, to);
      if (end > cut || from === to) all.push({ ...label, from: cut + shift, to: end + shift });
      if (end === to) break;
      cut = end;
    }
  }
  insertUpTo(Infinity);
  return all;
}
