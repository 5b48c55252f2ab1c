// What the parts of one run share: the clock, the link, the recorder, and how peers and wire call each other.
import type { Message, RequestId } from '../protocol/messages.ts';
import type { Profile, Revision, Transport } from '../protocol/revisions.ts';
import type { Entry, Transfer } from '../trace.ts';
import type { Clock } from './clock.ts';
import type { Link } from './link.ts';

/** An entry while its run goes on: what came of it is not known yet. */
export type Draft<T extends Entry = Entry> = T extends Entry ? { -readonly [K in keyof T]: T[K] } : never;

export interface World {
  readonly clock: Clock;
  readonly link: Link;
  /** The transport that is spoken now; a client that falls back changes it. */
  transport: Transport;
  readonly profile: Profile;
  readonly host: string;
  readonly path: string;
  /** The revision that is spoken now; a client that probes changes it. */
  revision: Revision;
  /** The session that the client is in; absent before it has one, and where there are none. */
  sessionId: string | undefined;
  /** What the client shows with every HTTP request, once it has one. */
  token: string | undefined;
  /** The server gives its events ids and keeps them. */
  readonly keepsEvents: boolean;
  /** Writes an entry down. A fault may change it here, before its bytes are counted. */
  record<T extends Entry>(entry: Omit<T, 'index'>): Draft<T>;
  /** Plans the arrival of a transfer. A fault may lose it, or hold it back. */
  land(entry: Draft<Transfer>, arrive: () => void): void;
}

/** An answer that is no result: an HTTP status, and a message or nothing. */
export interface Refusal {
  readonly status: number;
  readonly message?: Message;
  /** What the server wants to see, for `WWW-Authenticate`. */
  readonly challenge?: string;
  /** The verbs that the address takes, for `Allow`. */
  readonly allow?: string;
  /** The session that the refused request named. */
  readonly sessionId?: string;
}

/** How a server answers the message that it has just received. `cause` is the entry that made it speak. */
export interface Reply {
  /** Starts an event stream, if the transport has such a thing. */
  open(cause: number): void;
  /** Sends what belongs to the request: a notification, or a request of the server's own. */
  send(message: Message, cause: number): void;
  respond(message: Message, cause: number): void;
  /** Answers with an error status where the transport has statuses, else with the message alone. */
  refuse(refusal: Refusal, cause: number): void;
  keepAlive(cause: number): void;
  /** Closes the connection and leaves the stream open, where the revision has such a thing. */
  hangUp(retryMs: number, cause: number): void;
  /** Ends the stream without a response: the request was cancelled. */
  end(cause: number): void;
}

export interface ClientPeer {
  receive(message: Message, entry: number): void;
  /** The request was answered with an error status. */
  refused(requestId: RequestId | undefined, refusal: Refusal, entry: number): void;
  /** The stream of a request broke before its result came. `retryMs`: the server has hung up and said when to come back. */
  streamBroken(requestId: RequestId, lastEventId: string | undefined, entry: number, retryMs?: number): void;
  /** The server's process has ended. */
  serverGone(entry: number): void;
}

export interface ServerPeer {
  receive(message: Message | readonly Message[], reply: Reply, entry: number): void;
  /** The server learns that the client of a request is gone. */
  disconnected(requestId: RequestId, entry: number): void;
  /** Why the server does not look at a request at all, by what its head says of who asks; absent if it does. */
  objection(head: {
    readonly sessionId: string | undefined;
    readonly token: string | undefined;
    readonly isMessage: boolean;
  }): Refusal | undefined;
  /** The id of the session that the server opens now, if it has sessions. */
  newSession(): string | undefined;
  /** The process ends: all work stops, nothing is remembered. */
  exit(): void;
}

/** A transport, as the two sides see it. */
export interface Wire {
  /** `headers`: values that differ from what the message would have, by name. */
  send(message: Message | readonly Message[], cause?: number, headers?: Readonly<Record<string, string>>): void;
  /** Opens what there is to open before the first message: the stream of HTTP+SSE. Calls back when it is there. */
  connect(then: (cause?: number) => void): void;
  /** Asks for the stream of the older transport, and goes on with that one. Calls back when it is there. Absent where there is none to fall back to. */
  fallBack?(cause: number, then: (cause?: number) => void): void;
  /** Opens the stream for what the server says unasked. */
  openStream(cause?: number): void;
  /** The server says something unasked. */
  push(message: Message): void;
  /** The server sends a comment on the stream for what it says unasked. */
  keepAlive(): void;
  /** Asks for the rest of a broken stream. */
  resume(requestId: RequestId, lastEventId: string, cause: number): void;
  /** The client closes the stream of a request. */
  close(requestId: RequestId, cause?: number): void;
  /** The client ends its session. */
  leave(cause?: number): void;
}

/** What goes wrong by itself, as a script plans it. Faults that a reader adds are rows of their own and stand elsewhere. */
export type Mishap =
  /** The line drops right after the client has seen this event of the first stream; 0: right after the stream opened. */
  | { readonly kind: 'cut'; readonly afterEvent: number }
  /** The server forgets its sessions before it reads the client's message of this number, from 1. */
  | { readonly kind: 'forget-sessions'; readonly beforeMessage: number }
  /** The server's process ends right after it has written so many lines (stdio). */
  | { readonly kind: 'exit'; readonly afterLines: number };
