// What the parts of one run share: the clock, the link, the recorder, and how peers and wire call each other.
import type { Message, RequestId } from '../protocol/messages.ts';
import type { Profile, Revision } from '../protocol/revisions.ts';
import type { Entry } from '../trace.ts';
import type { Clock } from './clock.ts';
import type { Link } from './link.ts';

/** An entry while its run goes on: what came of it is not known yet. */
export type Draft<T extends Entry = Entry> = T extends Entry ? { -readonly [K in keyof T]: T[K] } : never;

export interface World {
  readonly clock: Clock;
  readonly link: Link;
  readonly revision: Revision;
  readonly profile: Profile;
  readonly host: string;
  readonly path: string;
  readonly sessionId: string;
  /** The server gives its events ids and keeps them. */
  readonly keepsEvents: boolean;
  record<T extends Entry>(entry: Omit<T, 'index'>): Draft<T>;
}

/** How a server answers the message that it has just received. `cause` is the entry that made it speak. */
export interface Reply {
  /** Starts an event stream, if the transport has such a thing. */
  open(cause: number): void;
  notify(message: Message, cause: number): void;
  respond(message: Message, cause: number): void;
}

export interface ClientPeer {
  receive(message: Message, entry: number): void;
  /** The stream of a request broke before its result came. */
  streamBroken(requestId: RequestId, lastEventId: string | undefined, entry: number): void;
}

export interface ServerPeer {
  receive(message: Message, reply: Reply, entry: number): void;
  /** The server learns that the client of a request is gone. */
  disconnected(requestId: RequestId, entry: number): void;
}

/** A transport, as the client sees it. */
export interface Wire {
  send(message: Message, cause?: number): void;
  /** Asks for the rest of a broken stream. */
  resume(requestId: RequestId, lastEventId: string, cause: number): void;
}

/** A deliberate mishap, as data: it fits in a link. */
export interface CutFault {
  readonly kind: 'cut';
  /** The line drops right after the client has seen this event of the first stream; 0: right after the stream opened. */
  readonly afterEvent: number;
}
export type Fault = CutFault;
