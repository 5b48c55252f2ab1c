// What a scenario is: parameters, and a script that they turn into acts of the two sides. Data only; nothing here runs.
import type { ClientEra, ServerEra } from '../protocol/lifecycle.ts';
import type { JsonObject } from '../protocol/messages.ts';
import type { Profile, Revision, Transport } from '../protocol/revisions.ts';
import type { Parameter, Values } from '../parameters.ts';
import type { Mishap } from '../sim/world.ts';

/** What a server does for a request before it answers, step by step. */
export type HandlerStep =
  /** Works; then reports, if the request came with a token. */
  | { readonly do: 'work'; readonly ms: number; readonly step: number; readonly of: number }
  /** Asks the client for something: a request of its own, or in 2026-07-28 a result that asks and ends the request. */
  | {
      readonly do: 'ask';
      readonly key: string;
      readonly method: string;
      readonly params: JsonObject;
      readonly answer: JsonObject;
      readonly answerAfterMs: number;
    }
  /** Tells something on the stream of the request. */
  | { readonly do: 'notify'; readonly method: string; readonly params?: JsonObject; readonly afterMs?: number }
  /** Sends a comment line that keeps the stream alive. */
  | { readonly do: 'keep-alive'; readonly afterMs: number }
  /** Closes the connection and leaves the stream open: the client polls (2025-11-25). */
  | { readonly do: 'hang-up'; readonly retryMs: number }
  /** Is too busy: in 2026-07-28 a result that asks for nothing and only says where to go on; before that the client cannot be put off. */
  | { readonly do: 'put-off' }
  /** Waits for something that has nothing to do with the request. */
  | { readonly do: 'wait'; readonly ms: number };

export interface RequestAct {
  readonly act: 'request';
  readonly method: string;
  readonly params?: JsonObject;
  /** What goes into the request's `_meta` besides what the revision puts there. */
  readonly meta?: JsonObject;
  /** Capabilities that the request declares, where each request does. */
  readonly capabilities?: JsonObject;
  /** What the server's result holds, without what a revision adds to every result. */
  readonly result: JsonObject;
  /** The kind of result, where results have one; `complete` if absent. */
  readonly resultType?: string;
  readonly handler?: readonly HandlerStep[];
  /** The request asks for progress with a token. */
  readonly wantsProgress?: boolean;
  /** The script goes on at once; the answer comes when it comes. */
  readonly inBackground?: boolean;
  /** What it asks for lasts as long as the session: a new session, or a new process, has to be asked again. */
  readonly lasts?: true;
  /** The client gives up so long after it has asked, ms. */
  readonly cancelAfterMs?: number;
  /** The same as a moment, once the request was sent for the first time, ms. */
  readonly cancelAtMs?: number;
  readonly cancelReason?: string;
  /** The client waits so long for an answer; progress starts the wait anew. */
  readonly timeoutMs?: number;
  /** Headers that say something else than the body, by name: a fault of the client or of a gateway. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An id of its own, where it matters; else the next number. */
  readonly id?: number | string;
}

export interface NotificationAct {
  readonly act: 'notification';
  readonly method: string;
  readonly params?: JsonObject;
}

/** Several requests in one array, where the revision allows it. */
export interface BatchAct {
  readonly act: 'batch';
  readonly requests: readonly RequestAct[];
}

export type Act =
  | RequestAct
  | NotificationAct
  | BatchAct
  /** Opens the session as the client's kind does: a handshake, a probe, or nothing. */
  | { readonly act: 'open' }
  /** Opens the stream on which the server may speak unasked, where there is such a stream. */
  | { readonly act: 'open-stream' }
  /** The server has something to tell. */
  | { readonly act: 'push'; readonly method: string; readonly params?: JsonObject }
  /** The server keeps the stream for what it says unasked alive. */
  | { readonly act: 'keep-alive' }
  | { readonly act: 'pause'; readonly ms: number }
  /** Waits for all that goes on in the background. */
  | { readonly act: 'join' }
  /** Ends the session, where there is one. */
  | { readonly act: 'leave' };

export interface Script {
  readonly acts: readonly Act[];
  /** The id of the client's first request; later than 1 where the scenario begins in the middle of a session. */
  readonly firstId?: number;
  /** The id of the server's first request. */
  readonly firstServerId?: number;
  readonly keepsEvents?: boolean;
  /** What the server declares besides what the example's server always does. */
  readonly serverCapabilities?: JsonObject;
  /** The server gives out session ids, where the revision has them. Default: yes. */
  readonly hasSessions?: boolean;
  /** From a break to the first byte of the new answer, both latencies included, ms. */
  readonly reconnectMs?: number;
  /** Default: what the revision is. */
  readonly client?: ClientEra;
  readonly server?: ServerEra;
  /** The newest revision with a handshake that the server speaks, and the oldest that the client does. Default: what the revision is. */
  readonly serverNewest?: Revision;
  readonly clientOldest?: Revision;
  /** The server wants to know who asks; the client takes so long to get a token, ms. */
  readonly authorizationMs?: number;
  /** How long the client takes to start a server that has ended again, ms. */
  readonly restartMs?: number;
  /** How long a probe waits for an answer, ms. */
  readonly probeTimeoutMs?: number;
  readonly mishaps?: readonly Mishap[];
}

export interface Scenario {
  /** Names the scenario, its figure, DOM id, address and test. */
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly revisions: readonly Revision[];
  readonly transports: readonly Transport[];
  readonly profiles: readonly Profile[];
  /** The revision that a run has when none is named; the newest but one if absent. */
  readonly revision?: Revision;
  /** Its own parameters; revision, transport and profile come before them. */
  readonly parameters: readonly Parameter[];
  script(values: Values, revision: Revision, transport: Transport): Script;
}
