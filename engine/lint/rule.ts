// What a row of the rule table holds, and what its hooks are called with. Knows no row.
import type { Place } from '../capture/formats/record.ts';
import type { FactId, Level } from '../protocol/facts.ts';
import type { Validity } from '../protocol/revisions.ts';
import type { Party } from '../trace.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { Exchange, Happening, Line, LintTransport, Payload, Said, StreamEvent } from './model.ts';
import type { Trait } from './traits.ts';

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

type Hear<Item, State> = (item: Item, state: State) => Hits;

/** A hook for some of what its kind hears; all else never meets it. */
export interface Narrowed<Item, State> {
  /** Of messages: those of these methods, and the responses to them. */
  readonly of?: readonly string[];
  /** What the item has to have. */
  readonly where?: Trait;
  readonly hear: Hear<Item, State>;
}

export type Hook<Item, State> = Hear<Item, State> | Narrowed<Item, State>;

/**
 * What a rule hears, once for each, in the order of the wire. A hook sees everything before its item, and not the item
 * itself, in the indices of the conversation: a request is not open yet when it is heard.
 */
export interface Hooks<State = unknown> {
  /** A line of a pipe that is anything else than one whole message. */
  readonly line?: Hook<Line, State>;
  /** The text of a line, a POST body, a JSON answer or an event's data that is anything else than one message in UTF-8. */
  readonly payload?: Hook<Payload, State>;
  /** Any message; then those of one kind. */
  readonly message?: Hook<Said, State>;
  readonly request?: Hook<Said, State>;
  readonly notification?: Hook<Said, State>;
  readonly response?: Hook<Said, State>;
  /** A response with an error. */
  readonly error?: Hook<Said, State>;
  /** An HTTP request, before what it carries. */
  readonly asked?: Hook<Exchange, State>;
  /** The head of an HTTP answer, with the body where it is no stream; before its messages. */
  readonly answered?: Hook<Exchange, State>;
  /** An event or a comment of a stream, before its messages. */
  readonly event?: Hook<StreamEvent, State>;
  /** An exchange whose end was seen. */
  readonly ended?: Hook<Exchange, State>;
  /** Something beside the pipes. */
  readonly happening?: Hook<Happening, State>;
  /** The capture is over. */
  readonly end?: (state: State, conversation: Conversation) => Hits;
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
