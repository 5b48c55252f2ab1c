// Many requests in flight, answers in the order in which they are ready: who matches by order hands out wrong ones.
// Knows no wire.

export interface Matched {
  /** Place of the request in the order of sending, from 0. */
  readonly request: number;
  /** The request that the response was for which it got. */
  readonly got: number;
}

/** The order in which answers come: by when they are ready, those of one moment in the order of their requests. */
export function answerOrder(readyAtMs: readonly number[]): readonly number[] {
  return readyAtMs.map((_, request) => request).sort((a, b) => readyAtMs[a]! - readyAtMs[b]! || a - b);
}

/** Takes the one that gets a response off the list of those that wait: the one that it is for, or simply the oldest. */
export function takeMatch<T>(waiting: T[], isFor: T, by: 'own' | 'oldest'): T {
  const [taken] = waiting.splice(by === 'oldest' ? 0 : waiting.indexOf(isFor), 1) as [T];
  return taken;
}

/**
 * What each request gets, if all are sent before the first answer comes. By id each gets its own; in order, answer j
 * goes to request j, so right are those that keep their place: the fixed points of the order.
 */
export function matchResponses(readyAtMs: readonly number[], by: 'match-by-id' | 'match-oldest'): readonly Matched[] {
  const waiting = readyAtMs.map((_, request) => request);
  return answerOrder(readyAtMs).map((got) => ({
    request: takeMatch(waiting, got, by === 'match-oldest' ? 'oldest' : 'own'),
    got,
  }));
}
