// The events that a server had made when a client came back, read off a run such as `event-store`: when, on which stream,
// and whether the client had seen them. So that a store with other ids, another size or age can be tried on the same run.
import type { Trace, Transfer, Work } from '../trace.ts';
import { transfersOf } from '../trace.ts';
import type { MadeEvent } from './event-ids.ts';

export interface MadeUntil {
  readonly events: readonly MadeEvent[];
  /** The id of each event in the run. */
  readonly ids: readonly string[];
  /** The stream that broke. */
  readonly stream: string;
  /** When the client's GET has reached the server, ms. */
  readonly resumeAtMs: number;
}

/** Nothing if no client comes back in the run. */
export function madeEvents(trace: Trace): MadeUntil | undefined {
  const transfers = transfersOf(trace);
  const asking = transfers.find((t) => t.lastEventId !== undefined);
  if (!asking) return undefined;
  const resumeAtMs = asking.arrivesAtMs;
  const works = trace.entries.filter((e): e is Work => e.kind === 'work');
  const replayed = new Set(transfers.filter((t) => t.replayed).map((t) => t.eventId));
  const made = new Map<string, MadeEvent>();
  for (const t of transfers) {
    if (t.eventId === undefined || made.has(t.eventId)) continue;
    const atMs = t.replayed ? madeAtMs(t, works) : t.atMs;
    const wasSeen = !replayed.has(t.eventId) && t.outcome === 'delivered';
    // What is made when the client is back goes out at once, and needs no store.
    if (replayed.has(t.eventId) || t.index < asking.index || atMs < resumeAtMs)
      made.set(t.eventId, { stream: streamOf(t.eventId), atMs, wasSeen });
  }
  const inOrder = [...made].sort(([, a], [, b]) => a.atMs - b.atMs);
  return {
    events: inOrder.map(([, event]) => event),
    ids: inOrder.map(([id]) => id),
    stream: streamOf(asking.lastEventId!),
    resumeAtMs,
  };
}

/** An event that was never sent before it was replayed: progress ends its step, a result ends the last one. */
function madeAtMs({ message, atMs }: Transfer, works: readonly Work[]): number {
  const params = message && 'params' in message ? message.params : undefined;
  const step = params?.['progress'];
  return (works.find((work) => work.step === step) ?? works.at(-1))?.untilMs ?? atMs;
}

/** The engine's own ids name the stream in front of the last hyphen. */
function streamOf(eventId: string): string {
  return eventId.slice(0, eventId.lastIndexOf('-'));
}
