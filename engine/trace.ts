// The Trace: what happened on a wire, as a plain array in order of time, and the sums that people ask of it.
// A simulated and a captured exchange are the same type.
import { mechanic } from './protocol/mechanics.ts';
import { kindOf, type Message, type RequestId } from './protocol/messages.ts';
import type { Profile, Revision, Transport } from './protocol/revisions.ts';
import type { Values } from './parameters.ts';
import { LAYERS, noBytes, type Frame, type LayerBytes } from './wire/frame.ts';

export type Party = 'client' | 'server';

/** What a transfer is on its transport. `line`: stdio. The others: parts of an HTTP exchange. */
export type Carrier = 'line' | 'request' | 'answer' | 'head' | 'event' | 'comment' | 'end';

interface Moment {
  /** Place in the trace. */
  readonly index: number;
  /** When it begins, ms of virtual time. */
  readonly atMs: number;
  /** The entry that made this one happen; always an earlier one. */
  readonly cause?: number;
  /** The fault that touched it, by its slug. */
  readonly fault?: string;
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
  /** Several messages in one array (2025-03-26). */
  readonly batch?: readonly Message[];
  readonly connection: number;
  /** Where the client has fallen back to another transport than that of the trace. */
  readonly transport?: Transport;
  /** Counts the HTTP exchanges of the trace from 0. */
  readonly exchange?: number;
  readonly http?: { readonly verb: string } | { readonly status: number };
  readonly eventId?: string;
  /** The event that a GET names, to get what came after it. */
  readonly lastEventId?: string;
  /** The event comes out of what the server has kept, for a client that came back and named an earlier one. */
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

/** What happens besides bytes and work. */
export type What =
  /** A line drops; a peer learns that the other is gone. */
  | 'cut'
  | 'noticed'
  /** The client waits before it tries again. */
  | 'waiting'
  /** What becomes of a request: its result came, it was refused, it was given up. */
  | 'finished'
  | 'refused'
  | 'cancelled'
  | 'timed-out'
  /** A side closes: the client its end, the server an answer on which a stream would have gone on. */
  | 'closed'
  | 'hung-up'
  /** The server's process ends by itself; the client starts it again. */
  | 'exited'
  | 'restarted'
  /** The client has a token from the authorization server. */
  | 'authorized';

/** Something that is no message: a line that drops, a peer that learns of it, a wait, the end of a job. */
export interface Happening extends Moment {
  readonly kind: 'happening';
  readonly what: What;
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

/** What carries a transfer: the transport of the trace, but where the client has fallen back. */
export function transportOf(transfer: Transfer, trace: Trace): Transport {
  return transfer.transport ?? trace.transport;
}

/** When an entry is over: the arrival of a transfer, the end of work or of a wait. */
export function endOf(entry: Entry): number {
  return entry.kind === 'transfer' ? entry.arrivesAtMs : (entry.untilMs ?? entry.atMs);
}

/** The messages that a transfer carries. */
export function messagesOf({ message, batch }: Transfer): readonly Message[] {
  return batch ?? (message ? [message] : []);
}

/** The numbers that the word "one" may mean, at one moment. */
export interface Counts {
  /** Sessions that were opened with a handshake; a script that begins in the middle of one has one. */
  readonly sessions: number;
  readonly httpRequests: number;
  /** HTTP requests whose answer is not over. */
  readonly activeRequests: number;
  /** Server-sent events with a `data` field. */
  readonly sseEvents: number;
  readonly messages: number;
}

/** The counts when an entry has arrived; without an index, when the last message has. */
export function countsOf(trace: Trace, index?: number): Counts {
  const transfers = transfersOf(trace);
  const lastMessage = transfers
    .filter((t) => messagesOf(t).length > 0)
    .reduce<Transfer | undefined>((a, b) => (a && a.arrivesAtMs > b.arrivesAtMs ? a : b), undefined);
  const now = (index === undefined ? lastMessage : trace.entries[index]) ?? trace.entries[0];
  if (!now) return { sessions: 0, httpRequests: 0, activeRequests: 0, sseEvents: 0, messages: 0 };
  const nowMs = endOf(now);
  /** Of what ends at the same moment, what stands later in the trace is not there yet. */
  const isPast = (entry: Entry): boolean =>
    endOf(entry) < nowMs || (endOf(entry) === nowMs && entry.index <= now.index);
  const arrived = transfers.filter((t) => t.outcome === 'delivered' && isPast(t));
  const requests = transfers.filter((t) => t.carrier === 'request' && (t.index <= now.index || t.atMs < nowMs));
  const answers = arrived.filter((t) => t.message && kindOf(t.message) === 'result' && t.from === 'server');
  const opened = answers.filter((t) => isInitialize(requestOf(t, trace)));
  const began = mechanic('handshake', trace.revision).value && !transfers.some((t) => isInitialize(t.message)) ? 1 : 0;
  return {
    sessions: began + opened.length,
    httpRequests: requests.length,
    activeRequests: requests.filter((request) => !isOver(request, trace, isPast)).length,
    sseEvents: arrived.filter(
      (t) => t.carrier === 'event' && t.frame.pieces.some((p) => p.name === 'field name' && p.text.startsWith('data')),
    ).length,
    messages: arrived.reduce((sum, t) => sum + messagesOf(t).length, 0),
  };
}

const isInitialize = (message: Message | undefined): boolean =>
  !!message && 'method' in message && message.method === 'initialize';

/** The request that a response answers: the last one from the other side with its id. */
function requestOf({ index, from, message }: Transfer, trace: Trace): Message | undefined {
  const id = (message as { readonly id?: RequestId }).id;
  return transfersOf(trace).findLast(
    (t) =>
      t.index < index &&
      t.from !== from &&
      t.message &&
      'method' in t.message &&
      'id' in t.message &&
      t.message.id === id,
  )?.message;
}

/** Whether an HTTP exchange is over: its answer is complete, or its connection is no more. */
function isOver(
  { exchange, connection, index }: Transfer,
  { entries }: Trace,
  isPast: (entry: Entry) => boolean,
): boolean {
  return entries.some((e) => {
    if (e.index < index || !isPast(e)) return false;
    if (e.kind === 'happening') return e.connection === connection && ['cut', 'closed'].includes(e.what);
    if (e.kind !== 'transfer' || e.exchange !== exchange || e.outcome === 'lost') return false;
    // An event that has a status of its own is a whole answer.
    return e.carrier === 'answer' || e.carrier === 'end' || (e.carrier === 'event' && e.http !== undefined);
  });
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
    messages += messagesOf(transfer).length;
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
  const owners = ownersOf(transfers);
  const othersOf = new Map<Transfer, Transfer[]>();
  transfers.forEach((transfer, i) => {
    const owner = owners[i]!;
    const others = othersOf.get(owner) ?? [];
    if (owner !== transfer) others.push(transfer);
    othersOf.set(owner, others);
  });
  return transfers
    .filter((t) => othersOf.has(t))
    .map((transfer) => {
      const others = othersOf.get(transfer)!;
      const { payloadBytes, framingBytes: ownFramingBytes } = transfer.frame;
      const framingBytes = others.reduce((sum, other) => sum + other.frame.byteLength, ownFramingBytes);
      return { transfer, others, payloadBytes, ownFramingBytes, framingBytes };
    });
}

/** The messages of one side in an exchange: the first, the last, and the next one as seen from where a reader stands. */
interface Side {
  readonly first: Transfer;
  last: Transfer;
  next?: Transfer;
}

/**
 * For each transfer the message that it exists for: itself if it is one, else the nearest in its exchange, or none but
 * itself. Two passes, the second one backwards, so that each knows what comes after it.
 */
function ownersOf(transfers: readonly Transfer[]): readonly Transfer[] {
  const sides = new Map<string, Side>();
  const sideOf = ({ exchange }: Transfer, party: Party): Side | undefined => sides.get(`${exchange} ${party}`);
  const isMessage = (transfer: Transfer): boolean => messagesOf(transfer).length > 0;
  for (const transfer of transfers.filter(isMessage)) {
    const side = sideOf(transfer, transfer.from);
    if (side) side.last = transfer;
    else sides.set(`${transfer.exchange} ${transfer.from}`, { first: transfer, last: transfer });
  }
  return transfers
    .toReversed()
    .map((transfer) => {
      const own = sideOf(transfer, transfer.from);
      if (own && isMessage(transfer)) return (own.next = transfer);
      if (transfer.carrier === 'request') return transfer;
      if (transfer.carrier === 'answer') return sideOf(transfer, transfer.to)?.first ?? transfer;
      return own?.next ?? own?.last ?? transfer;
    })
    .reverse();
}
