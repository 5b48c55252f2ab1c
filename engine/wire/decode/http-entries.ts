// The bytes of a message or an event, once it is known where they end, as an entry. Knows no state of a connection.
import type { Carrier, Party } from '../../trace.ts';
import type { Decoded } from './decoded.ts';
import { Entry } from './entry.ts';
import { readEvent } from './event.ts';
import type { Head } from './head.ts';
import { BODY, HEAD, PAYLOAD, UNREAD, type Label } from './labels.ts';
import { looksLikeJson } from './json-value.ts';
import { noPayload, readPayload, type Payload } from './payload.ts';
import { NO_FAULTS, type Fault } from './problem.ts';
import { carried, onWire, ReadFrame, type Insert, type Parts, type Stretch } from './read-frame.ts';

/** The bytes of a frame, cut out of its direction, and what the connection knows about it. */
export interface Cut {
  readonly from: Party;
  readonly exchange: number | undefined;
  /** The frame is the part of these from `start` on. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly length: number;
  readonly offset: number;
  readonly inserts: readonly Insert[];
  /** `at` counts from the first byte of the frame. */
  readonly faults: readonly Fault[];
}

/** A request, or an answer that is no stream. One that is not whole has its head, as far as it was read, and bytes. */
export function messageEntry(cut: Cut, head: Head | undefined, headLength: number, isWhole: boolean): Decoded {
  const { bytes, from, to } = carriedBy(cut, headLength);
  const hasBody = to > from;
  const says = isWhole && hasBody ? readBody(bytes, from, to, head!) : undefined;
  const parts = partsOf(headLength, says ? labelOf(says) : UNREAD, to - from);
  const entry = entryOf(cut.from === 'client' ? 'request' : 'answer', cut, parts, says, headLength);
  if (head) entry.http = head.start;
  return entry;
}

function partsOf(headLength: number, body: Label, bodyLength: number): Parts {
  if (bodyLength === 0) return headLength > 0 ? [HEAD, headLength] : [];
  return headLength > 0 ? [HEAD, headLength, body, headLength + bodyLength] : [body, bodyLength];
}

/** The head of an event stream. */
export function headEntry(cut: Cut, head: Head): Decoded {
  const entry = entryOf('head', cut, [HEAD, cut.length], undefined, 0);
  entry.http = head.start;
  return entry;
}

export function eventEntry(cut: Cut, lines: readonly number[], isFirst: boolean, isWhole: boolean): Decoded {
  const { parts, event, says } = readEvent(carriedBy(cut, 0), lines, isFirst, isWhole);
  const entry = entryOf('event', cut, parts, says, 0);
  entry.event = event;
  return entry;
}

/** What ends an event stream, or should have. */
export function endEntry(cut: Cut): Decoded {
  const { from, to } = carriedBy(cut, 0);
  return entryOf('end', cut, to > from ? [UNREAD, to - from] : [], undefined, 0);
}

const carriedBy = ({ bytes, start, length, inserts }: Cut, first: number): Stretch =>
  carried(bytes, start, start + length, inserts, first);

/** `says` is what stands in the carried bytes from `at` on. */
function entryOf(carrier: Carrier, cut: Cut, parts: Parts, says: Payload | undefined, at: number): Entry {
  const { from, exchange, offset, inserts, start } = cut;
  const frame = new ReadFrame(cut.bytes, start, start + cut.length, parts, inserts);
  const entry = new Entry(from, carrier, offset, frame, says);
  if (exchange !== undefined) entry.exchange = exchange;
  const saidFaults = says?.faults ?? NO_FAULTS;
  if (cut.faults.length > 0 || saidFaults.length > 0) {
    const faults = [...cut.faults, ...saidFaults.map((fault) => ({ ...fault, at: onWire(inserts, at + fault.at) }))];
    entry.problems = faults.map(({ what, text, at }) => ({ what, text, offset: offset + at }));
  }
  return entry;
}

const labelOf = ({ isJsonRpc }: Payload): Label => (isJsonRpc ? PAYLOAD : BODY);

function readBody(bytes: Uint8Array, from: number, to: number, head: Head): Payload {
  const { contentType, contentEncoding } = head;
  if (contentEncoding !== '') {
    return noPayload([{ what: 'encoded-body', text: `a body in the coding ${contentEncoding}`, at: 0 }]);
  }
  if (looksLikeJson(bytes, from, to) || contentType.includes('json')) return readPayload(bytes, from, to);
  const text = `a body of ${contentType || 'no type'}, no JSON-RPC message`;
  return noPayload([{ what: 'not-json-rpc', text, at: 0 }]);
}
