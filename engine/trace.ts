// The Trace: what happened on a wire, as a plain array in order of time, and the sums that people ask of it.
// A simulated and a captured exchange are the same type.
import type { Message, RequestId } from './protocol/messages.ts';
import type { Profile, Revision, Transport } from './protocol/revisions.ts';
import type { Values } from './parameters.ts';
import { LAYERS, noBytes, type Frame, type LayerBytes } from './wire/frame.ts';

export type Party = 'client' | 'server';

/** What a transfer is on its transport. `line`: stdio. The others: parts of an HTTP exchange. */
export type Carrier = 'line' | 'request' | 'answer' | 'head' | 'event' | 'end';

interface Moment {
  /** Place in the trace. */
  readonly index: number;
  /** When it begins, ms of virtual time. */
  readonly atMs: number;
  /** The entry that made this one happen; always an earlier one. */
  readonly cause?: number;
}

/** Bytes that one side puts on the wire. */
export interface Transfer extends Moment {
  readonly kind: 'transfer';
  readonly carrier: Carrier;
  readonly from: Party;
  readonly to: Party;
  /** When its first byte leaves; later than `atMs` if others queue before it on the same connection. */
  readonly leavesAtMs: number;
  /** When its last byte arrives, or would have. */
  readonly arrivesAtMs: number;
  readonly outcome: 'delivered' | 'lost';
  readonly frame: Frame;
  readonly message?: Message;
  readonly connection: number;
  /** Counts the HTTP exchanges of the trace from 0. */
  readonly exchange?: number;
  readonly http?: { readonly verb: string } | { readonly status: number };
  readonly eventId?: string;
  /** The event had been sent before, on another connection. */
  readonly replayed?: true;
}

/** A stretch of work that a server does for a request. */
export interface Work extends Moment {
  readonly kind: 'work';
  readonly party: Party;
  readonly untilMs: number;
  readonly requestId: RequestId;
  /** Which step of the job, from 1. */
  readonly step: number;
  /** The same step was done before, for an earlier request. */
  readonly again: boolean;
  readonly outcome: 'done' | 'stopped';
}

/** Something that is no message: a line that drops, a peer that learns of it, a wait, the end of a job. */
export interface Happening extends Moment {
  readonly kind: 'happening';
  readonly what: 'cut' | 'noticed' | 'waiting' | 'finished';
  readonly party: Party;
  readonly untilMs?: number;
  readonly connection?: number;
  readonly requestId?: RequestId;
}

export type Entry = Transfer | Work | Happening;

export interface Trace {
  readonly scenario: string;
  readonly revision: Revision;
  readonly transport: Transport;
  readonly profile: Profile;
  readonly values: Values;
  readonly entries: readonly Entry[];
}

export function transfersOf(trace: Trace): readonly Transfer[] {
  return trace.entries.filter((e): e is Transfer => e.kind === 'transfer');
}

/** When an entry is over: the arrival of a transfer, the end of work or of a wait. */
export function endOf(entry: Entry): number {
  return entry.kind === 'transfer' ? entry.arrivesAtMs : (entry.untilMs ?? entry.atMs);
}

export interface Totals {
  /** JSON-RPC messages sent. */
  readonly messages: number;
  /** HTTP POST requests sent. */
  readonly posts: number;
  /** UTF-8 bytes of the JSON-RPC texts. */
  readonly payloadBytes: number;
  /** All other bytes: newlines, heads, SSE fields, chunk sizes. */
  readonly framingBytes: number;
  /** framingBytes / totalBytes, from 0 to 1. */
  readonly framingShare: number;
  readonly totalBytes: number;
}

export function totalsOf(trace: Trace): Totals {
  let messages = 0;
  let posts = 0;
  let payloadBytes = 0;
  let totalBytes = 0;
  for (const transfer of transfersOf(trace)) {
    if (transfer.message) messages++;
    if (transfer.http && 'verb' in transfer.http && transfer.http.verb === 'POST') posts++;
    payloadBytes += transfer.frame.payloadBytes;
    totalBytes += transfer.frame.byteLength;
  }
  const framingBytes = totalBytes - payloadBytes;
  return {
    messages,
    posts,
    payloadBytes,
    framingBytes,
    framingShare: totalBytes === 0 ? 0 : framingBytes / totalBytes,
    totalBytes,
  };
}

/** Bytes per layer; they add up to `totalBytes`. */
export function layersOf(trace: Trace): LayerBytes {
  const sums = noBytes();
  for (const { frame } of transfersOf(trace)) for (const layer of LAYERS) sums[layer] += frame.layerBytes[layer];
  return sums;
}

/** A transfer and those that exist for its sake. Without a message: bytes that serve none, such as a GET. */
export interface Row {
  readonly transfer: Transfer;
  readonly others: readonly Transfer[];
  readonly payloadBytes: number;
  /** Framing of the transfer itself. */
  readonly ownFramingBytes: number;
  /** Framing of the transfer and of the others. */
  readonly framingBytes: number;
}

/** One row for each message, in order: with the 202, the stream head or the stream end that exists for its sake. */
export function rowsOf(trace: Trace): readonly Row[] {
  const transfers = transfersOf(trace);
  const othersOf = new Map<Transfer, Transfer[]>();
  for (const transfer of transfers) {
    const owner = transfer.message ? transfer : ownerOf(transfer, transfers);
    const others = othersOf.get(owner) ?? [];
    if (owner !== transfer) others.push(transfer);
    othersOf.set(owner, others);
  }
  return transfers
    .filter((t) => othersOf.has(t))
    .map((transfer) => {
      const others = othersOf.get(transfer)!;
      const { payloadBytes, framingBytes: ownFramingBytes } = transfer.frame;
      const framingBytes = others.reduce((sum, other) => sum + other.frame.byteLength, ownFramingBytes);
      return { transfer, others, payloadBytes, ownFramingBytes, framingBytes };
    });
}

/** The message that a transfer without one exists for: the nearest in its exchange, or none but itself. */
function ownerOf(transfer: Transfer, transfers: readonly Transfer[]): Transfer {
  const mates = transfers.filter((t) => t.message && t.exchange === transfer.exchange);
  if (transfer.carrier === 'answer') return mates.find((t) => t.from !== transfer.from) ?? transfer;
  const ofSameSide = mates.filter((t) => t.from === transfer.from);
  const after = ofSameSide.find((t) => t.index > transfer.index);
  return transfer.carrier === 'request' ? transfer : (after ?? ofSameSide.at(-1) ?? transfer);
}
