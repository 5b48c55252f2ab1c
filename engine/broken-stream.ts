// What a broken stream costs, twice: read off a simulated trace, and by closed form. Both must agree.
import type { Value, Values } from './parameters.ts';
import type { RequestId } from './protocol/messages.ts';
import { requireValues } from './parameters.ts';
import type { Revision } from './protocol/revisions.ts';
import { brokenStream } from './scenarios/broken-stream.ts';
import { transmissionMs } from './sim/link.ts';
import { parametersOf, runOver } from './sim/run.ts';
import { overHttp } from './sim/wires.ts';
import { transfersOf, type Trace, type Transfer, type Work } from './trace.ts';

/** How a client gets its result after a break. */
export type Recovery = 'resume' | 'resend';

/** The revision whose rules each way follows. */
export const RECOVERY_REVISION: Readonly<Record<Recovery, Revision>> = { resume: '2025-11-25', resend: '2026-07-28' };

export interface Outcome {
  /** When the client has seen event k and the line drops, ms. */
  readonly brokenAtMs: number;
  /** When the client has the result, ms. */
  readonly finishedAtMs: number;
  /** Steps whose event the client had seen and that the server does again. */
  readonly repeatedSteps: number;
  /** repeatedSteps times the length of a step, ms. */
  readonly wastedMs: number;
  /** Bytes of events that the server keeps for a client that may come back. */
  readonly keptBytes: number;
  /** Steps that the server finished before it learned of the break, beyond those that the client had seen, and does again. */
  readonly unseenRepeatedSteps: number;
}

const PARAMETERS = /* @__PURE__ */ parametersOf(brokenStream);

/** The trace of one way to recover. `given` may hold any parameter of the scenario but the revision. */
export function recover(recovery: Recovery, given: Readonly<Record<string, Value>>): Trace {
  const values = requireValues(PARAMETERS, { ...given, revision: RECOVERY_REVISION[recovery] });
  return runOver(overHttp, brokenStream, values);
}

/** Reads the outcome off a trace of `broken-stream`. */
export function outcomeOf(trace: Trace): Outcome {
  const { entries, values } = trace;
  const cut = entries.find((e) => e.kind === 'happening' && e.what === 'cut')!;
  const finished = entries.findLast((e) => e.kind === 'happening' && e.what === 'finished')!;
  const works = entries.filter((e): e is Work => e.kind === 'work');
  const again = works.filter((w) => w.again);
  const repeatedSteps = again.filter((w) => w.step <= Number(values['k'])).length;
  return {
    brokenAtMs: cut.atMs,
    finishedAtMs: finished.atMs,
    repeatedSteps,
    wastedMs: repeatedSteps * Number(values['stepMs']),
    keptBytes: keptBytesOf(trace),
    unseenRepeatedSteps: again.length - repeatedSteps,
  };
}

/** Every event that has an id is kept once, whether it went out before the break or after. */
function keptBytesOf(trace: Trace): number {
  const kept = new Map<string, number>();
  for (const { eventId, frame } of transfersOf(trace)) {
    if (eventId !== undefined) kept.set(eventId, frame.byteLength - frame.layerBytes.chunk);
  }
  return [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The sizes that the closed forms need, bytes. */
export interface Sizes {
  readonly request: number;
  /** What a new request after the break takes: the GET, or the POST under a new id. */
  readonly again: number;
  readonly head: number;
  /** The priming event; 0 where there is none. */
  readonly priming: number;
  /** Events 1 to n, then the result. */
  readonly events: readonly number[];
  /** The same under the new id, where the call is sent again. */
  readonly eventsAgain: readonly number[];
}

/** Reads the sizes off a trace, so that the closed form and the simulation count the same bytes. */
export function sizesOf(trace: Trace): Sizes {
  const transfers = transfersOf(trace);
  const requests = transfers.filter((t) => t.carrier === 'request');
  const size = (t: Transfer | undefined): number => t?.frame.byteLength ?? 0;
  const eventsFor = (id: RequestId): readonly number[] => {
    const bytes = new Map<string, number>();
    for (const t of transfers) {
      if (t.carrier !== 'event' || !t.message) continue;
      const { message } = t;
      const progress = 'params' in message ? message.params : undefined;
      const owner = 'id' in message ? message.id : progress?.['progressToken'];
      if (owner === id) bytes.set('id' in message ? 'result' : String(progress?.['progress']), size(t));
    }
    return [...bytes.values()];
  };
  const idOf = (t: Transfer | undefined): RequestId | undefined =>
    t?.message && 'id' in t.message ? t.message.id : undefined;
  const firstId = idOf(requests[0])!;
  return {
    request: size(requests[0]),
    again: size(requests[1]),
    head: size(transfers.find((t) => t.carrier === 'head')),
    priming: size(transfers.find((t) => t.carrier === 'event' && !t.message)),
    events: eventsFor(firstId),
    eventsAgain: eventsFor(idOf(requests[1]) ?? firstId),
  };
}

/**
 * When the last of several pieces has arrived that queue on one direction: l + max over j of (ready_j + sum of T_i, i >= j).
 * Piece i is ready at readyMs(i) and has bytes(i).
 */
function lastArrivalMs(
  count: number,
  readyMs: (i: number) => number,
  bytes: (i: number) => number,
  latencyMs: number,
  rateBps: number,
): number {
  // Nothing queues where sending takes no time, and no piece is ready before the one in front of it.
  if (rateBps === Infinity) return readyMs(count - 1) + latencyMs;
  let tailMs = 0;
  let lastMs = -Infinity;
  for (let i = count - 1; i >= 0; i--) {
    tailMs += transmissionMs(bytes(i), rateBps);
    lastMs = Math.max(lastMs, readyMs(i) + tailMs);
  }
  return lastMs + latencyMs;
}

/**
 * The outcome without a simulation. With an infinite rate it is
 * t_break = 2l + ks, t_resume = max(2l + ns, t_break + t_r), t_resend = t_break + t_r + ns;
 * with a finite one, the time that bytes queue and leave comes on top, piece by piece.
 */
export function closedForm(
  recovery: Recovery,
  values: Values,
  sizes: Sizes,
): Pick<Outcome, 'brokenAtMs' | 'finishedAtMs' | 'repeatedSteps' | 'wastedMs'> {
  const of = (name: string): number => Number(values[name]);
  const [n, k, stepMs, latencyMs, rateBps] = [of('n'), of('k'), of('stepMs'), of('latencyMs'), of('rateBps')];
  // A stream is its head, its priming event, the events 1 to n, the result; step i ends i steps after the start.
  const stepEndMs = (i: number, startMs: number): number => startMs + Math.min(Math.max(i - 1, 0), n) * stepMs;
  const sizeIn = (events: readonly number[], i: number): number =>
    i === 0 ? sizes.head : i === 1 ? sizes.priming : (events[i - 2] ?? 0);

  const startMs = latencyMs + transmissionMs(sizes.request, rateBps);
  const brokenAtMs = lastArrivalMs(
    k + 2,
    (i) => stepEndMs(i, startMs),
    (i) => sizeIn(sizes.events, i),
    latencyMs,
    rateBps,
  );
  const askedAtMs = brokenAtMs + of('reconnectMs') - latencyMs + transmissionMs(sizes.again, rateBps);
  if (recovery === 'resume') {
    // The new stream is a head and what followed event k, as soon as it is both asked for and there.
    const readyMs = (i: number) => (i === 0 ? askedAtMs : Math.max(askedAtMs, stepEndMs(i + k + 1, startMs)));
    const bytes = (i: number) => (i === 0 ? sizes.head : sizeIn(sizes.events, i + k + 1));
    return {
      brokenAtMs,
      finishedAtMs: lastArrivalMs(n + 2 - k, readyMs, bytes, latencyMs, rateBps),
      repeatedSteps: 0,
      wastedMs: 0,
    };
  }
  const finishedAtMs = lastArrivalMs(
    n + 3,
    (i) => stepEndMs(i, askedAtMs),
    (i) => sizeIn(sizes.eventsAgain, i),
    latencyMs,
    rateBps,
  );
  return { brokenAtMs, finishedAtMs, repeatedSteps: k, wastedMs: k * stepMs };
}
