// What the peers hold at a moment of a trace: requests that wait for an answer, sessions, the cursors of streams.
// Reads a trace and nothing else; a figure sets two moments side by side to show what changed.
import { takeMatch } from './crowd/matching.ts';
import { kindOf, nameOf, type Message, type RequestId } from './protocol/messages.ts';
import { endOf, messagesOf, type Entry, type Party, type Trace, type Transfer } from './trace.ts';

/** A request that its sender waits for. Ids are counted by each side for itself. */
export interface Waiting {
  readonly id: RequestId;
  readonly method: string;
  /** What the method is about, e.g. the name of a tool. */
  readonly name: string | undefined;
  readonly sinceMs: number;
  /** The entry that sent it. */
  readonly entry: number;
}

export type WaitingTables = Readonly<Record<Party, readonly Waiting[]>>;

/** What happenings end the wait of the client for the request that they name. */
const GIVES_UP: ReadonlySet<string> = new Set(['cancelled', 'timed-out', 'refused', 'waiting']);

/**
 * The requests that each side has sent and has no answer to, in the order in which they were sent, when the entry with
 * this index has just arrived.
 */
export function waitingAt(trace: Trace, index: number): WaitingTables {
  const tables = { client: new Map<RequestId, Waiting>(), server: new Map<RequestId, Waiting>() };
  for (const { what, entry } of pastOf(trace, index)) {
    if (entry.kind === 'happening') {
      if (what === 'begun' && entry.requestId !== undefined && GIVES_UP.has(entry.what) && !isResumed(entry, trace))
        tables.client.delete(entry.requestId);
      if (what === 'begun' && entry.what === 'exited') tables.server.clear();
      if (what === 'begun' && entry.what === 'noticed' && entry.requestId === undefined) tables[entry.party].clear();
      continue;
    }
    if (entry.kind !== 'transfer') continue;
    for (const message of messagesOf(entry)) {
      const kind = kindOf(message);
      const { id } = message as { readonly id?: RequestId };
      if (what === 'begun' && kind === 'request') tables[entry.from].set(id!, waitFor(message, entry));
      if (what === 'begun' && kind === 'notification') tables[entry.from].delete(withdrawnBy(message)!);
      const isAnswer = kind === 'result' || kind === 'error';
      if (what === 'over' && isAnswer && entry.outcome === 'delivered' && id !== undefined) tables[entry.to].delete(id);
    }
  }
  return { client: [...tables.client.values()], server: [...tables.server.values()] };
}

/** The client that waits because a stream broke still waits for its request, if it goes on with the same one. */
function isResumed(
  { index, requestId, kind }: Entry & { readonly requestId?: RequestId },
  { entries }: Trace,
): boolean {
  const next = entries.find((e) => e.cause === index);
  if (kind !== 'happening' || !next) return false;
  if (next.kind === 'happening') return next.what === 'authorized';
  if (next.kind !== 'transfer') return false;
  return next.message === undefined || (next.message as { readonly id?: RequestId }).id === requestId;
}

function waitFor(message: Message, { leavesAtMs, index }: Transfer): Waiting {
  const { id, method } = message as { readonly id: RequestId; readonly method: string };
  return { id, method, name: nameOf(message), sinceMs: leavesAtMs, entry: index };
}

/** The request that a notification takes back. */
function withdrawnBy(message: Message): RequestId | undefined {
  const { method, params } = message as {
    readonly method: string;
    readonly params?: { readonly requestId?: RequestId };
  };
  return method === 'notifications/cancelled' ? params?.requestId : undefined;
}

/** What has begun and what is over when an entry has arrived, in order of time. */
function pastOf(trace: Trace, index: number): readonly { readonly what: 'begun' | 'over'; readonly entry: Entry }[] {
  const now = trace.entries[index];
  if (!now) return [];
  const nowMs = endOf(now);
  const events = trace.entries.flatMap((entry) => [
    { what: 'begun' as const, entry, atMs: entry.atMs },
    { what: 'over' as const, entry, atMs: endOf(entry) },
  ]);
  return events
    .filter(({ entry, atMs }) => atMs < nowMs || (atMs === nowMs && entry.index <= index))
    .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index);
}

/** A stream of events, as its client sees it. */
export interface Cursor {
  /** Counts the HTTP requests of the trace from 1. */
  readonly request: number;
  readonly verb: string;
  readonly events: number;
  /** The id that the client would come back with; absent where events have none. */
  readonly lastEventId: string | undefined;
  readonly isOpen: boolean;
}

/** The streams that the client has seen open when an entry has arrived, each with where it stands. */
export function cursorsAt(trace: Trace, index: number): readonly Cursor[] {
  const cursors = new Map<number, Cursor>();
  const verbs = new Map<number, string>();
  for (const { what, entry } of pastOf(trace, index)) {
    if (entry.kind === 'happening') {
      if (what === 'begun' && (entry.what === 'cut' || entry.what === 'closed'))
        for (const [key, cursor] of cursors) cursors.set(key, { ...cursor, isOpen: false });
      continue;
    }
    if (entry.kind !== 'transfer' || entry.exchange === undefined || entry.outcome === 'lost') continue;
    const { exchange, carrier, eventId, http } = entry;
    if (carrier === 'request') verbs.set(exchange, http && 'verb' in http ? http.verb : '');
    if (what !== 'over') continue;
    const cursor = cursors.get(exchange) ?? {
      request: exchange + 1,
      verb: verbs.get(exchange) ?? '',
      events: 0,
      lastEventId: undefined,
      isOpen: true,
    };
    if (carrier === 'head') cursors.set(exchange, cursor);
    if (carrier === 'event')
      cursors.set(exchange, {
        ...cursor,
        events: cursor.events + 1,
        lastEventId: eventId ?? cursor.lastEventId,
        isOpen: http === undefined,
      });
    if (carrier === 'end') cursors.set(exchange, { ...cursor, isOpen: false });
  }
  return [...cursors.values()];
}

/** A session as the client knows it. */
export interface Session {
  readonly id: string;
  readonly sinceMs: number;
  /** HTTP requests that named it so far. */
  readonly named: number;
}

/** The sessions whose id the client has been given, or uses, when an entry has arrived. */
export function sessionsAt(trace: Trace, index: number): readonly Session[] {
  const sessions = new Map<string, Session>();
  for (const { what, entry } of pastOf(trace, index)) {
    if (entry.kind !== 'transfer' || entry.outcome === 'lost') continue;
    const isNamed = what === 'begun' && entry.carrier === 'request';
    const isGiven = what === 'over' && entry.from === 'server';
    const id = isNamed || isGiven ? sessionIdIn(entry) : undefined;
    if (id === undefined) continue;
    const session = sessions.get(id) ?? { id, sinceMs: isNamed ? entry.atMs : endOf(entry), named: 0 };
    sessions.set(id, isNamed ? { ...session, named: session.named + 1 } : session);
  }
  return [...sessions.values()];
}

/** The session that an HTTP head names. */
function sessionIdIn({ frame }: Transfer): string | undefined {
  const { pieces } = frame;
  const at = pieces.findIndex(({ name, text }) => name === 'header name' && /^mcp-session-id/i.test(text));
  return at < 0 ? undefined : pieces[at + 1]!.text.trim();
}

/** An HTTP request as the server's access log has it. */
export interface LogLine {
  /** Counts the HTTP requests of the trace from 1. */
  readonly request: number;
  readonly verb: string;
  /** What the request carries, absent for a GET. */
  readonly message: Message | undefined;
  readonly status: number | undefined;
  /** From the arrival of the request to the last byte of the answer, or to now; ms. */
  readonly tookMs: number;
  readonly isOpen: boolean;
}

/** The HTTP requests that the server has received at a moment, in order, each with how long it has taken. */
export function logAt({ entries }: Trace, nowMs: number): readonly LogLine[] {
  const lines = new Map<number, LogLine & { readonly sinceMs: number }>();
  for (const entry of entries) {
    if (entry.kind !== 'transfer' || entry.exchange === undefined) continue;
    const { exchange, carrier, http, message, arrivesAtMs, leavesAtMs } = entry;
    if (carrier === 'request' && arrivesAtMs <= nowMs)
      lines.set(exchange, {
        request: exchange + 1,
        verb: http && 'verb' in http ? http.verb : '',
        message,
        status: undefined,
        tookMs: nowMs - arrivesAtMs,
        isOpen: true,
        sinceMs: arrivesAtMs,
      });
    const line = lines.get(exchange);
    if (!line || carrier === 'request' || leavesAtMs > nowMs) continue;
    const status = http && 'status' in http ? http.status : line.status;
    const isOver = carrier === 'answer' || carrier === 'end' || (carrier === 'event' && http !== undefined);
    lines.set(exchange, { ...line, status, ...(isOver && { isOpen: false, tookMs: leavesAtMs - line.sinceMs }) });
  }
  return [...lines.values()].sort((a, b) => a.request - b.request).map(({ sinceMs: _, ...line }) => line);
}

/** How a client finds the request that a response belongs to. */
export type Matching = 'id' | 'fifo';

/** A response, and the request that its receiver takes it for. */
export interface Match {
  /** The transfer that brings the response. */
  readonly entry: number;
  /** The request that it answers, by its id. */
  readonly answers: RequestId;
  /** The request that the client gives it to. */
  readonly givenTo: RequestId;
}

/**
 * Which request the client gives each response to, in order of arrival: the one with its id, or simply the oldest that
 * waits. What is on the wire is the same.
 */
export function matchesIn(trace: Trace, matching: Matching): readonly Match[] {
  const waiting: RequestId[] = [];
  const matches: Match[] = [];
  for (const { what, entry } of pastOf(trace, lastOf(trace))) {
    if (entry.kind !== 'transfer' || entry.outcome === 'lost') continue;
    for (const message of messagesOf(entry)) {
      const { id } = message as { readonly id?: RequestId };
      if (id === undefined) continue;
      const isRequest = kindOf(message) === 'request';
      if (what === 'begun' && isRequest && entry.from === 'client') waiting.push(id);
      if (what !== 'over' || isRequest || entry.to !== 'client') continue;
      const givenTo = takeMatch(waiting, id, matching === 'fifo' ? 'oldest' : 'own');
      matches.push({ entry: entry.index, answers: id, givenTo });
    }
  }
  return matches;
}

/** The entry that is over last. */
function lastOf({ entries }: Trace): number {
  return entries.reduce((last, e) => (endOf(e) >= endOf(entries[last]!) ? e.index : last), 0);
}
