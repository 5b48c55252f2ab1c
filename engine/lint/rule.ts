// What a row of the rule table holds, and what its hooks are called with. Knows no row.
import type { Place } from '../capture/formats/record.ts';
import type { FactId, Level } from '../protocol/facts.ts';
import type { Validity } from '../protocol/revisions.ts';
import type { Party } from '../trace.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { Exchange, Happening, Line, LintTransport, Payload, Said, StreamEvent } from './model.ts';

/** `note`: odd, but legal. */
export type Severity = 'error' | 'warning' | 'note';
export type Blamed = Party | 'deployment';

/** Something that a rule has found. */
export interface Hit {
  readonly place: Place;
  /** What is there, with its values, as one sentence. */
  readonly message: string;
  /** Where it is another one than the row says. */
  readonly party?: Blamed;
  /** Milder than the row, where the text leaves room. */
  readonly severity?: Severity;
}

export type Hits = Hit | readonly Hit[] | undefined;

/**
 * What a rule hears, once for each, in the order of the wire. A hook sees everything before its item, and not the item
 * itself, in the indices of the conversation: a request is not open yet when it is heard.
 */
export interface Hooks<State = unknown> {
  /** A line of a pipe that is anything else than one whole message. */
  line?(line: Line, state: State): Hits;
  /** The text of a line, a POST body, a JSON answer or an event's data that is anything else than one message in UTF-8. */
  payload?(payload: Payload, state: State): Hits;
  /** Any message; then those of one kind. */
  message?(said: Said, state: State): Hits;
  request?(said: Said, state: State): Hits;
  notification?(said: Said, state: State): Hits;
  response?(said: Said, state: State): Hits;
  /** A response with an error. */
  error?(said: Said, state: State): Hits;
  /** An HTTP request, before what it carries. */
  asked?(exchange: Exchange, state: State): Hits;
  /** The head of an HTTP answer, with the body where it is no stream; before its messages. */
  answered?(exchange: Exchange, state: State): Hits;
  /** An event or a comment of a stream, before its messages. */
  event?(event: StreamEvent, state: State): Hits;
  /** An exchange whose end was seen. */
  ended?(exchange: Exchange, state: State): Hits;
  /** Something beside the pipes. */
  happening?(happening: Happening, state: State): Hits;
  /** The capture is over. */
  end?(state: State, conversation: Conversation): Hits;
}

/** What several rules want to know of a conversation. It hears each message once, before any rule does. */
export interface Watcher {
  hear(said: Said): void;
}

/** The watcher of a kind that all rules of one conversation have in common. */
export type Share = <W extends Watcher>(kind: new () => W) => W;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each row has a state of its own, which only its hooks see
export interface Rule<State = any> extends Validity {
  readonly id: string;
  /** Where it can be met; everywhere if absent. */
  readonly transports?: readonly LintTransport[];
  /** Of messages it hears those of these methods, and the responses to them; all if absent. */
  readonly methods?: readonly string[];
  /** Of messages it hears those of this side; of both if absent. */
  readonly from?: Party;
  readonly severity: Severity;
  /** `practice`: no keyword, but it fails. */
  readonly level: Level | 'practice';
  /** Whose fault it is. `sender`: whoever sent the message or line. */
  readonly party: Blamed | 'sender';
  /** What is looked at, in one sentence. */
  readonly checks: string;
  /** The one change that mends it. */
  readonly fix: string;
  readonly fact: FactId;
  /** Rules whose findings come first, because this one's follow from them. */
  readonly follows?: readonly string[];
  /** It hears every revision: what it looks for is how a client goes from one era to the other. */
  readonly hearsAll?: true;
  /** What the hooks remember between calls, made anew for each conversation. */
  readonly remember?: (share: Share) => State;
  readonly hooks: Hooks<State>;
}

export type HookName = keyof Hooks;
