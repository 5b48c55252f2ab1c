// What rules look at: messages, HTTP exchanges, event streams and sessions, tied together. Holds no rule and reads no bytes.
import { isMembers, type Members } from '../wire/decode/json-value.ts';
import type { Closer, Headers, HeaderLine, Place } from '../capture/formats/record.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Party } from '../trace.ts';

export { isMembers, type Members };

export type LintTransport = 'stdio' | 'http' | 'http+sse';

/** Which revision something is judged by, and why that one. */
export interface Judged {
  readonly revision: Revision;
  /** In a few words: "initialize was answered with it", "the header names it". */
  readonly because: string;
}

/** Which way a payload travels. */
export type Via = 'line' | 'post' | 'answer' | 'event';

/** One JSON-RPC message, right or wrong, as it was sent. Its members are as the text has them: look before you trust. */
export interface Said extends Judged {
  readonly kind: 'request' | 'notification' | 'response';
  readonly from: Party;
  /** Counts the messages of the conversation from 0. */
  readonly number: number;
  readonly value: Members;
  /** The `id` as it stands, of any type; undefined where it has none. */
  readonly id: unknown;
  readonly method: string | undefined;
  readonly params: Members | undefined;
  readonly meta: Members | undefined;
  readonly result: Members | undefined;
  readonly error: Members | undefined;
  readonly place: Place;
  readonly via: Via;
  readonly transport: LintTransport;
  readonly atMs: number | undefined;
  readonly scope: Scope;
  readonly payload: Payload;
  /** HTTP only. */
  readonly exchange: Exchange | undefined;
  /** The event that carries it, on a stream. */
  readonly event: StreamEvent | undefined;
  /** The same event was there before, under the same event id. */
  readonly isRepeat: boolean;
  /** The client sends the very same request again because HTTP told it to: a redirect, a login, a refusal without an answer. */
  readonly isResent: boolean;
  /** Of a response: what became of the request that it names. */
  readonly answers: Answers | undefined;
  /** Of a response: the request, where it is still known. */
  readonly request: Said | undefined;
  /** Of a request: what has become of it so far. `refused`: HTTP said no, and nobody answered. */
  readonly state: RequestState;
}

export type RequestState = 'open' | 'cancelled' | 'answered' | 'refused';

/**
 * `open`: the request waits for it. `cancelled`: it did, until it was cancelled. `answered`: it has had one. `other-type`: the
 * same id waits under another JSON type. `unknown`: nobody asked.
 */
export type Answers = 'open' | 'cancelled' | 'answered' | 'other-type' | 'unknown';

/** The text of one carrier: what it says as JSON, and the messages in it. */
export interface Payload extends Judged {
  readonly from: Party;
  readonly via: Via;
  readonly place: Place;
  readonly transport: LintTransport;
  /** The value of the JSON text; undefined where it is none. */
  readonly json: unknown;
  /** Where a sequence of bytes begins that is no UTF-8, as an offset in the source; undefined where none does. */
  readonly brokenUtf8At: number | undefined;
  readonly messages: readonly Said[];
  readonly exchange: Exchange | undefined;
  readonly event: StreamEvent | undefined;
  readonly scope: Scope;
}

/** A line of a pipe that is anything else than one whole message. */
export interface Line extends Judged {
  readonly from: Party;
  readonly place: Place;
  readonly atMs: number | undefined;
  readonly scope: Scope;
  /** `part`: a message begins here that goes on over the next lines, to `lastPlace`. */
  readonly is: 'part' | 'empty' | 'noise';
  readonly lastPlace: Place;
}

/** Something seen beside the pipes. */
export interface Happening extends Judged {
  readonly what: 'process-starts' | 'process-ends' | 'stdin-closed' | 'signal' | 'other';
  readonly by: Party | undefined;
  readonly text: string;
  readonly place: Place;
  readonly atMs: number | undefined;
  /** The connection that it ends, or the one that ended before it. */
  readonly scope: Scope;
}

/**
 * `resume`: a GET with Last-Event-ID. `listen`: the stream of HTTP+SSE. `unseen`: the capture has the answer only.
 * `other`: no request of MCP: a health check, a page, a token request.
 */
export type Purpose = 'post' | 'get' | 'resume' | 'delete' | 'preflight' | 'listen' | 'unseen' | 'other';

export interface Exchange extends Judged {
  readonly number: number;
  readonly purpose: Purpose;
  readonly transport: LintTransport;
  readonly scope: Scope;
  /** The session id that the request names. */
  readonly sessionId: string | undefined;
  readonly verb: string;
  readonly target: string;
  readonly origin: string | undefined;
  /** Origin and target, without the query. */
  readonly address: string;
  readonly requestHeaders: Headers;
  /** The request line. */
  readonly place: Place;
  readonly body: Place;
  readonly atMs: number | undefined;
  /** What the request carries. */
  readonly asked: Payload | undefined;
  /** The exchange that this one repeats because its answer was a redirect or a challenge. */
  readonly repeats: Exchange | undefined;

  readonly answer: HttpAnswer | undefined;
  /** The stream that runs over the exchange; a resumed one began on an earlier exchange. */
  readonly stream: Stream | undefined;
  readonly closed:
    | {
        readonly by: Closer | undefined;
        readonly text: string;
        readonly place: Place;
        readonly atMs: number | undefined;
      }
    | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly failure: string | undefined;
  readonly headers: Headers;
  /** Without parameters, in lower case; empty where there is none. */
  readonly mediaType: string;
  /** The status line. */
  readonly place: Place;
  readonly body: Place;
  readonly atMs: number | undefined;
  /** What a body says that is no stream, where it is JSON. */
  readonly said: Payload | undefined;
}

/** An event stream: it may go over several exchanges, one after the other. */
export interface Stream {
  /** The exchange that it began on. */
  readonly root: Exchange;
  /** Messages so far. */
  readonly messages: number;
  readonly events: number;
  readonly lastEventId: string | undefined;
  /** The last `retry:`, and the number of events when it came. */
  readonly retryMs: number | undefined;
  /** Requests of the POST that began it and have no response on it yet. */
  readonly unanswered: number;
  /** The response after which none is due any more, while its exchange goes on. */
  readonly lastResponse: Said | undefined;
}

export interface StreamEvent extends Judged {
  readonly exchange: Exchange;
  readonly stream: Stream;
  /** Counts the events of the exchange from 0; comments are not counted. */
  readonly number: number;
  readonly name: string | undefined;
  readonly id: string | undefined;
  readonly retryMs: number | undefined;
  /** There is data, and it is not empty. */
  readonly hasData: boolean;
  /** The data as text, where it is no JSON; empty for empty data lines, undefined where the event has none. */
  readonly data: string | undefined;
  readonly isComment: boolean;
  /** The first data line; of an event without data, its first line. */
  readonly place: Place;
  readonly atMs: number | undefined;
  /** The stream on which an event with the same id came before. */
  readonly seenOn: Stream | undefined;
  /** The bytes ended before the blank line did. */
  readonly isUnfinished: boolean;
}

export interface OpenRequests {
  get(id: unknown): Said | undefined;
  has(id: unknown): boolean;
  /** In the order in which they came. */
  values(): Iterable<Said>;
}

export interface DoneIds {
  get(id: unknown): 'answered' | 'refused' | undefined;
}

/** Where ids and capabilities count: a process, a session, or all that a client without a session does. */
export interface Scope {
  readonly number: number;
  readonly transport: LintTransport;
  readonly sessionId: string | undefined;
  /** The capture shows how it began, so that an id that was never sent was never sent. */
  readonly isWhole: boolean;
  /** The last initialize, and its result. */
  readonly initialize: Said | undefined;
  readonly initialized: Said | undefined;
  /** notifications/initialized was sent. */
  readonly isReady: boolean;
  /** What initialize was answered with, or asked for while there is no answer. */
  readonly negotiated: Revision | undefined;
  readonly clientCapabilities: Members | undefined;
  readonly serverCapabilities: Members | undefined;
  /** Requests without a response, by id; those that were cancelled are among them. */
  readonly open: Readonly<Record<Party, OpenRequests>>;
  /** What became of ids that are not open any more. */
  readonly done: Readonly<Record<Party, DoneIds>>;
  /** The progress tokens that the requests of each side carry. */
  readonly progress: Readonly<Record<Party, ProgressTokens>>;
  /** The last message of each side. */
  readonly last: Readonly<Record<Party, Said | undefined>>;
}

/** What has become of a progress token so far. */
export interface ProgressToken {
  /** The request that carries it, while it waits for its response. */
  readonly request: Said | undefined;
  /** Nothing more may be reported. */
  readonly isEnded: boolean;
  readonly lastProgress: number | undefined;
}

export interface ProgressTokens {
  get(value: unknown): ProgressToken | undefined;
  /** There were more than are kept. */
  readonly hasForgotten: boolean;
}

/** The header of that name, in lower case; how the sender wrote it does not matter. */
export const headerOf = (headers: Headers, name: string): HeaderLine | undefined => headers.find(name);

/** An own member of an object that came from JSON; nothing for anything else. */
export function memberOf(value: unknown, name: string): unknown {
  if (!isMembers(value)) return undefined;
  const member = value[name];
  // What every object inherits are functions, which JSON has none of, and the prototype.
  if (typeof member === 'function' || name === '__proto__') return Object.hasOwn(value, name) ? member : undefined;
  return member;
}

/** What the id of a request has to be. */
export const isRequestId = (id: unknown): boolean => typeof id === 'string' || Number.isInteger(id);

/** A message, or the first one of a batch. */
export const firstOf = (json: unknown): unknown => (Array.isArray(json) ? (json as readonly unknown[])[0] : json);

/** What belongs to one side. The names are written out: to look one up that is not known beforehand takes longer. */
export const sideOf = <T>({ client, server }: Readonly<Record<Party, T>>, party: Party): T =>
  party === 'client' ? client : server;

export const otherParty = (party: Party): Party => (party === 'client' ? 'server' : 'client');
