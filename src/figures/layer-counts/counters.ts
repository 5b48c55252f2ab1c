// The five numbers that "one" may mean: which of them a step moves, and whether the reader saw it coming.
import { countsOf, type Counts, type Trace } from '#engine';

export type Counter = keyof Counts;

export interface CounterRow {
  readonly counter: Counter;
  readonly label: string;
  /** What is counted, in a few words. */
  readonly about: string;
}

export const COUNTERS: readonly CounterRow[] = [
  { counter: 'sessions', label: 'MCP sessions', about: 'opened by a handshake' },
  { counter: 'httpRequests', label: 'HTTP requests', about: 'sent by the client' },
  { counter: 'activeRequests', label: 'of them active', about: 'answer not over' },
  { counter: 'sseEvents', label: 'SSE events', about: 'with data' },
  { counter: 'messages', label: 'JSON-RPC messages', about: 'in both directions' },
];

/** The counters that differ between two moments. */
export function movedBetween(before: Counts, after: Counts): readonly Counter[] {
  return COUNTERS.map(({ counter }) => counter).filter((counter) => before[counter] !== after[counter]);
}

/** The counts after each of these entries. */
export function countsAt(trace: Trace, indices: readonly number[]): readonly Counts[] {
  return indices.map((index) => countsOf(trace, index));
}

/** What became of a foretelling, for one counter. */
export type Verdict = 'right' | 'missed' | 'not so' | 'stays, right';

export function verdictOf(isForetold: boolean, hasMoved: boolean): Verdict {
  if (isForetold) return hasMoved ? 'right' : 'not so';
  return hasMoved ? 'missed' : 'stays, right';
}
