// What clients make a habit of, one row for each thing that they do otherwise than the specification has it.
// Knows no time, no server and no balancer.
import type { FactId } from '../protocol/facts.ts';

export type HabitId =
  | 'by-the-specification'
  | 'matches-in-order'
  | 'ignores-404'
  | 'falls-back-on-one-code'
  | 'never-sends-again'
  | 'reconnects-at-once';

export interface Habit {
  readonly id: HabitId;
  readonly label: string;
  /** One sentence. */
  readonly about: string;
}

export const HABITS: readonly Habit[] = [
  { id: 'by-the-specification', label: 'by the specification', about: 'Does what each revision asks of it.' },
  {
    id: 'matches-in-order',
    label: 'matches in order',
    about: 'Takes each response for the answer to its oldest request, whatever id it has.',
  },
  {
    id: 'ignores-404',
    label: 'ignores 404',
    about: 'Keeps the id of a session that the server does not know any more, and sends it with every request.',
  },
  {
    id: 'falls-back-on-one-code',
    label: 'falls back on one code',
    about: 'Takes a server for an older one only if the probe is answered with −32601.',
  },
  {
    id: 'never-sends-again',
    label: 'never sends again',
    about: 'Opens a new session where it has to, but gives up the call that was under way.',
  },
  {
    id: 'reconnects-at-once',
    label: 'reconnects at once',
    about: 'Opens its standing stream again the moment it is closed or refused.',
  },
];

/** What a client may meet. */
export type HabitEvent =
  /** A response comes while several requests wait. */
  | 'response'
  /** A request that names a session is refused with this status. */
  | 'session-404'
  | 'session-400'
  | 'session-503'
  /** The connection under a call ends before its result. */
  | 'connection-lost'
  /** A balancer has no replica to send a request to: 503, and nothing of a session. */
  | 'no-replica'
  /** What a dual client gets for its `server/discover` over a pipe. */
  | 'probe-method-not-found'
  | 'probe-other-error'
  | 'probe-modern-error'
  | 'probe-silence'
  /** What becomes of the GET for the standing stream: it opened and ended, 405, or any other answer. */
  | 'stream-ended'
  | 'stream-405'
  | 'stream-other';

export type HabitAction =
  | 'match-by-id'
  | 'match-oldest'
  /** Opens a new session; and asks again, or not. */
  | 'initialize-and-send-again'
  | 'initialize'
  | 'send-again'
  /** Tells its user of a failure and changes nothing. */
  | 'fail'
  | 'stay-modern'
  | 'fall-back'
  | 'reconnect-after-wait'
  | 'reconnect-at-once'
  | 'go-on-without';

export interface HabitRow {
  /** Whose row it is; absent: everybody's who has none of their own. */
  readonly habit?: HabitId;
  readonly on: HabitEvent;
  readonly does: HabitAction;
  /** The rule that is followed, or broken; absent where the text leaves it open. */
  readonly fact?: FactId;
}

/** First match. */
export const HABIT_ROWS: readonly HabitRow[] = [
  { habit: 'matches-in-order', on: 'response', does: 'match-oldest', fact: 'jsonrpc.response-id' },
  { habit: 'ignores-404', on: 'session-404', does: 'fail', fact: 'http.session-restart' },
  { habit: 'falls-back-on-one-code', on: 'probe-other-error', does: 'fail', fact: 'era.fallback' },
  { habit: 'falls-back-on-one-code', on: 'probe-silence', does: 'fail', fact: 'era.fallback' },
  { habit: 'never-sends-again', on: 'session-404', does: 'initialize', fact: 'http.session-restart' },
  { habit: 'never-sends-again', on: 'connection-lost', does: 'fail' },
  { habit: 'reconnects-at-once', on: 'stream-ended', does: 'reconnect-at-once', fact: 'sse.retry-wait' },
  { habit: 'reconnects-at-once', on: 'stream-other', does: 'reconnect-at-once' },
  { on: 'response', does: 'match-by-id', fact: 'jsonrpc.response-id' },
  // The rule asks for the new session; that the call is asked again in it is everybody's own idea.
  { on: 'session-404', does: 'initialize-and-send-again', fact: 'http.session-restart' },
  // Only 404 says that the session is gone. Nothing tells a client how to come back from anything else.
  { on: 'session-400', does: 'fail' },
  { on: 'session-503', does: 'fail' },
  // A rule since 2026-07-28; before, a session that went with its server leaves nothing to resume, and the text is silent.
  { on: 'connection-lost', does: 'send-again', fact: 'http.reissue-new-id' },
  { on: 'no-replica', does: 'fail' },
  { on: 'probe-method-not-found', does: 'fall-back', fact: 'era.fallback' },
  { on: 'probe-other-error', does: 'fall-back', fact: 'era.fallback' },
  { on: 'probe-modern-error', does: 'stay-modern', fact: 'era.modern' },
  { on: 'probe-silence', does: 'fall-back', fact: 'era.fallback' },
  { on: 'stream-ended', does: 'reconnect-after-wait' },
  { on: 'stream-405', does: 'go-on-without', fact: 'http.get-stream' },
  { on: 'stream-other', does: 'go-on-without', fact: 'http.get-stream' },
];

/** What a client with a habit does when it meets something. */
export function habitRow(habit: HabitId, on: HabitEvent): HabitRow {
  return HABIT_ROWS.find((row) => row.on === on && (row.habit === undefined || row.habit === habit))!;
}
