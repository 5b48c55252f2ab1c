// A trace, simulated or recorded, as the items of a capture: its frames are read as bytes, as those of anybody else.
import { HeadReader, requestLineOf, statusOf } from '../capture/formats/head-lines.ts';
import { Input, Lines } from '../capture/formats/input.ts';
import type { At, Item, Place, Source } from '../capture/formats/record.ts';
import type { Happening, Party, Trace, Transfer } from '../trace.ts';
import { bytesOf, spansOf } from '../wire/frame.ts';
import { utf8Text } from '../wire/utf8.ts';

const LINE_FEED = 0x0a;

export function* traceItems({ entries, transport }: Trace): Iterable<Item> {
  const exchangeOn = new Map<number, number>();
  const begun: Begun = new Map();
  const missing: Missing = new Map();
  for (const entry of entries) {
    if (entry.kind === 'happening') {
      if (entry.what === 'exited' || entry.what === 'restarted') yield* unendedLines(begun);
      yield* happeningItems(entry, exchangeOn);
    }
    if (entry.kind !== 'transfer') continue;
    if (entry.exchange !== undefined) exchangeOn.set(entry.connection, entry.exchange);
    yield* transport === 'stdio' ? lineItems(entry, begun) : httpItems(entry, missing);
  }
  yield* unendedLines(begun);
}

/** What a side has written of a line whose end is in a later transfer. */
type Begun = Map<Party, { readonly source: FrameBytes; readonly atMs: number }>;

/** The lines that end in a transfer: mostly one, none where it is cut in the middle, many where somebody has broken it up. */
function* lineItems({ index, from, atMs, frame }: Transfer, begun: Begun): Iterable<Item> {
  const before = begun.get(from);
  begun.delete(from);
  const source = new FrameBytes(joined(before?.source.bytes, bytesOf(frame)), before?.source.index ?? index);
  const { bytes } = source;
  let at = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, at)) {
    yield { kind: 'line', from, atMs: at === 0 ? (before?.atMs ?? atMs) : atMs, place: { source, from: at, to: end } };
    at = end + 1;
  }
  if (at === 0 && bytes.length > 0) begun.set(from, { source, atMs: before?.atMs ?? atMs });
  else if (at < bytes.length) begun.set(from, { source: new FrameBytes(bytes.subarray(at), index), atMs });
}

function joined(first: Uint8Array | undefined, second: Uint8Array): Uint8Array {
  if (!first) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** What nobody has ended by the time that the process or the trace is over. */
function* unendedLines(begun: Begun): Iterable<Item> {
  for (const [from, { source, atMs }] of begun)
    yield { kind: 'line', from, atMs, place: { source, from: 0, to: source.bytes.length } };
  begun.clear();
}

/** How many bytes of an answer are still to come, by exchange, where it says how many there are. */
type Missing = Map<number, number>;

function* httpItems({ index, carrier, exchange = 0, atMs, frame }: Transfer, missing: Missing): Iterable<Item> {
  const source = withoutChunks(frame, index);
  const whole: Place = { source, from: 0, to: source.bytes.length };
  const startsHead = carrier === 'request' || carrier === 'answer' || carrier === 'head' || isStatusLine(source.bytes);
  if (carrier === 'end') {
    // Without the last chunk nobody has said that it is over: the connection has gone.
    const by = frame.byteLength > 0 ? 'server' : undefined;
    yield { kind: 'closed', exchange, atMs, place: whole, by, text: 'the stream ends' };
    return;
  }
  if (!startsHead) {
    yield { kind: 'more', exchange, atMs, place: whole };
    const left = (missing.get(exchange) ?? NaN) - source.bytes.length;
    missing.set(exchange, left);
    if (left === 0) yield { kind: 'closed', exchange, atMs, place: whole, by: 'server', text: 'the stream ends' };
    return;
  }
  const input = new FrameInput(source);
  const lines = new Lines(input);
  lines.advance();
  const place = input.place(lines.from, lines.end);
  const start = utf8Text(source.bytes, lines.from, lines.end);
  const headers = new HeadReader(input).headers(lines, () => false);
  const body = input.place(lines.next, source.bytes.length);
  if (carrier === 'request') {
    const asked = requestLineOf(start);
    if (asked) yield { kind: 'request', exchange, atMs, place, ...asked, headers, body };
    return;
  }
  const status = statusOf(start);
  if (status === undefined) return;
  yield { kind: 'response', exchange, atMs, place, status, headers, body, isWhole: carrier === 'answer' };
  const length = headers.find('content-length');
  if (carrier === 'head' && length) missing.set(exchange, Number(length.value) - (body.to - body.from));
  // A stream whose length is known beforehand is over with its frame.
  if (carrier === 'event') yield { kind: 'closed', exchange, atMs, place, by: 'server', text: 'the stream ends' };
}

const isStatusLine = (bytes: Uint8Array): boolean => utf8Text(bytes, 0, Math.min(bytes.length, 5)) === 'HTTP/';

/** What became of a connection becomes the end of its last exchange; what became of a process, words. */
function* happeningItems(
  { what, party, connection, index, atMs }: Happening,
  exchangeOn: ReadonlyMap<number, number>,
): Iterable<Item> {
  const source = new FrameBytes(new Uint8Array(0), index);
  const place = { source, from: 0, to: 0 };
  const exchange = connection === undefined ? undefined : exchangeOn.get(connection);
  if ((what === 'cut' || what === 'closed') && exchange !== undefined)
    yield { kind: 'closed', exchange, atMs, place, by: what === 'cut' ? 'network' : party, text: what };
  if (what === 'exited') yield { kind: 'happening', atMs, place, text: 'the server process exits' };
  if (what === 'restarted') yield { kind: 'happening', atMs, place, text: 'the client starts the server again' };
}

class FrameBytes implements Source {
  readonly bytes: Uint8Array;
  readonly index: number;

  constructor(bytes: Uint8Array, index: number) {
    this.bytes = bytes;
    this.index = index;
  }

  at(from: number, to: number): At {
    return { index: this.index, bytes: [from, to] };
  }
}

/** Lines are those of the frame; places point into the trace. */
class FrameInput extends Input {
  readonly #source: Source;

  constructor(source: Source) {
    super(source.bytes);
    this.#source = source;
  }

  override at(from: number, to: number): At {
    return this.#source.at(from, to);
  }
}

/** The bytes that chunks carry, with the way back to their places in the frame. */
function withoutChunks(frame: Transfer['frame'], index: number): Source {
  const all = bytesOf(frame);
  const kept = spansOf(frame).filter(({ layer }) => layer !== 'chunk');
  const length = kept.reduce((sum, { from, to }) => sum + to - from, 0);
  if (length === all.length) return new FrameBytes(all, index);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const { from, to } of kept) {
    bytes.set(all.subarray(from, to), at);
    at += to - from;
  }
  const inFrame = (place: number): number => {
    for (const { from, to } of kept) {
      if (place <= to - from) return from + place;
      place -= to - from;
    }
    return all.length;
  };
  return { bytes, at: (from, to) => ({ index, bytes: [inFrame(from), inFrame(to)] }) };
}
