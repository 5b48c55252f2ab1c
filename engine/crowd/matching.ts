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

/**
 * What each request gets, if all are sent before the first answer comes. By id each gets its own; in order, answer j
 * goes to request j, so right are those that keep their place: the fixed points of the order.
 */
export function matchResponses(readyAtMs: readonly number[], by: 'match-by-id' | 'match-oldest'): readonly Matched[] {
  const waiting = readyAtMs.map((_, request) => request);
  return answerOrder(readyAtMs).map((got) => {
    const place = by === 'match-oldest' ? 0 : waiting.indexOf(got);
    const [request] = waiting.splice(place, 1) as [number];
    return { request, got };
  });
}
