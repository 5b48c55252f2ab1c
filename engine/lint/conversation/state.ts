// What a conversation keeps of messages, exchanges, streams and scopes while they go on: the model, and what rules do not see.
// Holds no step of the conversation.
import type { Place } from '../../capture/formats/record.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { Party } from '../../trace.ts';
import type {
  Exchange,
  HttpAnswer,
  Judged,
  LintTransport,
  Payload,
  Said,
  Scope,
  Stream,
  StreamEvent,
} from '../model.ts';
import { BriefMap } from './brief-map.ts';
import { DoneIds } from './done-ids.ts';
import { EventIds } from './event-ids.ts';
import { TokensOfParty } from './progress-tokens.ts';
import type { StreamReader } from './stream-events.ts';

type Growing<T> = { -readonly [K in keyof T]: T[K] };

export type SaidState = Growing<Said>;
export type PayloadState = Growing<Payload>;
export type StreamState = Growing<Stream>;
export type EventState = Growing<StreamEvent>;
export type AnswerState = Growing<HttpAnswer>;

export interface ExchangeState extends Growing<Exchange> {
  scope: ScopeState;
  stream: StreamState | undefined;
  reader: StreamReader | undefined;
  /** The listener has not heard of it: its first answer tells whether it belongs to HTTP+SSE. */
  isHeld: boolean;
  /** An answer whose body is not whole JSON yet. */
  unfinished: { readonly answer: AnswerState; readonly pieces: Place[] } | undefined;
  events: number;
}

export interface ScopeState extends Growing<Scope> {
  readonly open: Record<Party, BriefMap<unknown, SaidState>>;
  readonly done: Record<Party, DoneIds>;
  readonly progress: Record<Party, TokensOfParty>;
  readonly last: Record<Party, Said | undefined>;
  readonly eventIds: EventIds<StreamState>;
  /** HTTP+SSE: the address that the endpoint event gave. */
  endpoint: string | undefined;
  /** What was judged last on it, where messages do not say it themselves. */
  judged: Judged | undefined;
}

/** Makes the scopes of one conversation, and counts them. */
export class Scopes {
  readonly #agreed: Revision | undefined;
  readonly #isWhole: boolean;
  #count = 0;

  constructor(agreed: Revision | undefined, isWhole: boolean) {
    this.#agreed = agreed;
    this.#isWhole = isWhole;
  }

  /** `isWhole`: it begins here. */
  make(transport: LintTransport, isWhole = false, sessionId?: string): ScopeState {
    return {
      number: this.#count++,
      transport,
      sessionId,
      isWhole: isWhole || this.#isWhole,
      initialize: undefined,
      initialized: undefined,
      isReady: false,
      negotiated: this.#agreed,
      clientCapabilities: undefined,
      serverCapabilities: undefined,
      open: { client: new BriefMap(), server: new BriefMap() },
      done: { client: new DoneIds(), server: new DoneIds() },
      progress: { client: new TokensOfParty(), server: new TokensOfParty() },
      last: { client: undefined, server: undefined },
      eventIds: new EventIds(),
      endpoint: undefined,
      judged: undefined,
    };
  }
}

/** A stream that begins on an exchange. `unanswered`: requests that wait for a response on it. */
export const newStream = (root: Exchange, unanswered: number): StreamState => ({
  root,
  messages: 0,
  events: 0,
  lastEventId: undefined,
  retryMs: undefined,
  unanswered,
  lastResponse: undefined,
});

/** What a request says of itself, before anything has come of it. */
type Begun = Omit<
  ExchangeState,
  'asked' | 'repeats' | 'answer' | 'stream' | 'closed' | 'reader' | 'unfinished' | 'events'
>;

/** Written out: to copy all that there is takes several times as long. */
export const newExchange = (begun: Begun): ExchangeState => ({
  number: begun.number,
  purpose: begun.purpose,
  transport: begun.transport,
  scope: begun.scope,
  sessionId: begun.sessionId,
  verb: begun.verb,
  target: begun.target,
  origin: begun.origin,
  address: begun.address,
  requestHeaders: begun.requestHeaders,
  place: begun.place,
  body: begun.body,
  atMs: begun.atMs,
  isHeld: begun.isHeld,
  revision: begun.revision,
  because: begun.because,
  asked: undefined,
  repeats: undefined,
  answer: undefined,
  stream: undefined,
  closed: undefined,
  reader: undefined,
  unfinished: undefined,
  events: 0,
});
