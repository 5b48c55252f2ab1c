// The GET for a standing stream, answered in a way that a client may not be ready for, and how often it comes again.
// One row for each answer; knows no bytes.
import { habitRow, type HabitEvent, type HabitId } from './habits.ts';
import type { FactId } from '../protocol/facts.ts';

export type GetAnswerId = 'stream' | 'closed-stream' | '405' | '404' | '400' | '200-json';

export interface GetAnswer {
  readonly id: GetAnswerId;
  readonly label: string;
  readonly status: number;
  readonly isLegal: boolean;
  /** What a client makes of it; absent: nothing, the stream is there. */
  readonly on?: HabitEvent;
  readonly fact: FactId;
}

const fact = 'http.get-stream';

export const GET_ANSWERS: readonly GetAnswer[] = [
  { id: 'stream', label: 'a stream that stays', status: 200, isLegal: true, fact },
  { id: 'closed-stream', label: 'a stream that ends at once', status: 200, isLegal: true, on: 'stream-ended', fact },
  { id: '405', label: '405', status: 405, isLegal: true, on: 'stream-405', fact },
  { id: '404', label: '404', status: 404, isLegal: false, on: 'stream-other', fact },
  { id: '400', label: '400', status: 400, isLegal: false, on: 'stream-other', fact },
  { id: '200-json', label: '200 with a JSON body', status: 200, isLegal: false, on: 'stream-other', fact },
];

/** How a client comes back, as data of the run. */
export interface GetPlan {
  readonly answer: GetAnswerId;
  readonly habit: HabitId;
  /** From the GET to its answer, or to the end of its stream, ms; above 0. */
  readonly roundTripMs: number;
  /** How long a client waits that waits, ms: what the server's `retry` says, or its own idea. */
  readonly waitMs: number;
  /** How long it is watched, ms. */
  readonly untilMs: number;
}

/**
 * How many GETs a client sends from 0 up to, not including, `untilMs`. Who comes back sends one each round trip and wait:
 * ⌈until / (trip + wait)⌉; everybody else sends one.
 */
export function getsSent({ answer, habit, roundTripMs, waitMs, untilMs }: GetPlan): number {
  const { on } = GET_ANSWERS.find((row) => row.id === answer)!;
  if (untilMs <= 0) return 0;
  switch (on && habitRow(habit, on).does) {
    case 'reconnect-at-once':
      return Math.ceil(untilMs / roundTripMs);
    case 'reconnect-after-wait':
      return Math.ceil(untilMs / (roundTripMs + waitMs));
    default:
      return 1;
  }
}
