// Laws of the link: what is lost and why, how bytes queue, how a connection carries one HTTP exchange after the other.
import { messageTimeMs, transfersOf, type Trace, type Transfer } from '#engine';
import { happeningsOf, ROUNDING_MS, type Law } from './law.ts';

/** When a connection goes down for one of the two directions; never, if it does not. */
function downAtMs(trace: Trace, { connection, from }: Transfer): number {
  const ends = happeningsOf(trace).filter((h) => {
    if (h.connection !== connection) return false;
    if (h.what === 'cut') return true;
    // A side that closes still hears nothing, but what it had sent arrives.
    if (h.what === 'closed') return trace.transport !== 'stdio' && from === 'server';
    return h.what === 'exited' && from === 'client';
  });
  return Math.min(Infinity, ...ends.map((h) => h.atMs));
}

export const onlyDroppedLinesLose: Law = (trace) =>
  transfersOf(trace).flatMap((t) => {
    const downMs = downAtMs(trace, t);
    if (t.outcome === 'lost')
      return t.arrivesAtMs >= downMs - ROUNDING_MS ? [] : [`${t.index} is lost on a sound line`];
    return t.arrivesAtMs <= downMs + ROUNDING_MS ? [] : [`${t.index} arrives on a dropped line`];
  });

export const sentIsDeliveredOrLost: Law = (trace) => {
  const all = transfersOf(trace);
  const [delivered, lost] = ['delivered', 'lost'].map((fate) => all.filter((t) => t.outcome === fate).length);
  return all.length === delivered! + lost! ? [] : ['some bytes are neither delivered nor lost'];
};

/** 8b/R, written out once more: bits, at so many a second, in milliseconds. */
const takesMs = (bytes: number, rateBps: number): number => ((8 * bytes) / rateBps) * 1000;
const differ = (a: number, b: number): boolean =>
  a !== b && Math.abs(a - b) > ROUNDING_MS * Math.max(1, Math.abs(a) / 1e6);

export const bytesQueue: Law = (trace) => {
  const link = { latencyMs: Number(trace.values['latencyMs']), rateBps: Number(trace.values['rateBps']) };
  const problems: string[] = [];
  for (const transfers of Map.groupBy(transfersOf(trace), (t) => `${t.connection} ${t.from}`).values()) {
    let freeAtMs = 0;
    for (const { index, atMs, leavesAtMs, arrivesAtMs, frame } of transfers) {
      if (differ(leavesAtMs, Math.max(atMs, freeAtMs))) problems.push(`${index} does not queue`);
      const idleMs = link.latencyMs + takesMs(frame.payloadBytes + frame.framingBytes, link.rateBps);
      if (differ(messageTimeMs(frame.payloadBytes, frame.framingBytes, link), idleMs))
        problems.push(`${index}: t is not l + 8b/R`);
      freeAtMs = leavesAtMs + takesMs(frame.byteLength, link.rateBps);
      if (differ(arrivesAtMs, freeAtMs + link.latencyMs)) problems.push(`${index} arrives at another moment`);
    }
  }
  return problems;
};

const isWhole = (t: Transfer): boolean =>
  t.carrier === 'answer' || t.carrier === 'end' || (t.carrier === 'event' && t.http !== undefined);

export const oneExchangeAfterTheOther: Law = (trace) => {
  if (trace.transport === 'stdio')
    return transfersOf(trace).flatMap((t) => (t.exchange === undefined ? [] : [`${t.index} is an exchange on a pipe`]));
  const problems: string[] = [];
  for (const transfers of Map.groupBy(transfersOf(trace), (t) => t.connection).values()) {
    let overAtMs = 0;
    for (const [request, ...answer] of Map.groupBy(transfers, (t) => t.exchange).values()) {
      if (request!.carrier !== 'request' || request!.from !== 'client')
        problems.push(`${request!.index} is no request`);
      if (request!.atMs < overAtMs - ROUNDING_MS) problems.push(`${request!.index} comes before the answer to another`);
      if (answer.some((t) => t.from !== 'server' || t.carrier === 'request'))
        problems.push(`${request!.index} has a strange answer`);
      if (answer.filter(isWhole).length > 1) problems.push(`${request!.index} is answered twice`);
      if (answer.some((t, i) => isWhole(t) && i < answer.length - 1))
        problems.push(`${request!.index}: something follows the end`);
      if (answer.some((t, i) => (i === 0) === (t.http === undefined)))
        problems.push(`${request!.index}: no status, or a second one`);
      // What is not over keeps its connection.
      overAtMs = answer.some(isWhole) ? answer.at(-1)!.arrivesAtMs : Infinity;
    }
  }
  return problems;
};
