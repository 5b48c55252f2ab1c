// What a lane's trace looks like on a time axis: marks at (time, side), before anything is a pixel.
import { endOf, formatTime, nameMessage, type Entry, type Party, type Trace, type Transfer, type Work } from '#engine';

/** A message under way: from one side at one time to the other side at another. */
export interface Flight {
  readonly from: Party;
  readonly sentAtMs: number;
  readonly arrivesAtMs: number;
  /** When the line dropped under it. */
  readonly lostAtMs?: number;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Job extends Span {
  readonly step: number;
  readonly look: 'done' | 'again' | 'stopped';
}

/** Labels stand on the client's side, beside the break, along the wait, with a replay, or below the work. */
export interface Label {
  readonly at: Span;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly row: 'client' | 'break' | 'wait' | 'replay' | 'server';
  readonly look: 'code' | 'plain' | 'lost' | 'finish';
  readonly text: string;
}

export interface LaneMarks {
  readonly flights: readonly Flight[];
  readonly jobs: readonly Job[];
  /** When a stream is open, as the client sees it. */
  readonly open: readonly Span[];
  readonly waiting: readonly Span[];
  readonly cutAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
  readonly endMs: number;
  readonly labels: readonly Label[];
}

const at = (ms: number): Span => ({ fromMs: ms, toMs: ms });
/** A time that no line breaks in two. */
const time = (ms: number): string => formatTime(ms).replace(' ', '\u00a0');

/** What the labels speak of. */
interface Found extends Pick<LaneMarks, 'waiting' | 'cutAtMs' | 'finishedAtMs'> {
  readonly requests: readonly Transfer[];
  readonly replayed: readonly Transfer[];
  readonly works: readonly Work[];
}

const known = new WeakMap<Trace, LaneMarks>();

/** The marks of a trace, worked out once. */
export function marksOf(trace: Trace): LaneMarks {
  let marks = known.get(trace);
  if (!marks) known.set(trace, (marks = mark(trace)));
  return marks;
}

function mark(trace: Trace): LaneMarks {
  const requests: Transfer[] = [];
  const replayed: Transfer[] = [];
  const works: Work[] = [];
  const jobs: Job[] = [];
  const waiting: Span[] = [];
  let cutAtMs: number | undefined;
  let finishedAtMs: number | undefined;
  let endMs = 0;
  for (const entry of trace.entries) {
    if (entry.kind === 'transfer') {
      if (entry.carrier === 'request') requests.push(entry);
      else if (entry.replayed && entry.message) replayed.push(entry);
    } else if (entry.kind === 'work') {
      works.push(entry);
      jobs.push({ fromMs: entry.atMs, toMs: entry.untilMs, step: entry.step, look: lookOf(entry) });
    } else if (entry.what === 'cut') cutAtMs = entry.atMs;
    else if (entry.what === 'finished') finishedAtMs = entry.atMs;
    else if (entry.what === 'waiting') waiting.push({ fromMs: entry.atMs, toMs: endOf(entry) });
    const untilMs = endOf(entry);
    if (untilMs > endMs) endMs = untilMs;
  }
  const flights: Flight[] = [];
  const open: Span[] = [];
  for (const entry of trace.entries) {
    if (entry.kind !== 'transfer') continue;
    if (isDrawn(entry)) flights.push(flightOf(entry, cutAtMs));
    if (entry.carrier !== 'head' || entry.outcome !== 'delivered') continue;
    // The first stream is the one that breaks.
    const toMs = open.length === 0 && cutAtMs !== undefined ? cutAtMs : (finishedAtMs ?? endMs);
    open.push({ fromMs: entry.arrivesAtMs, toMs });
  }
  const labels = labelsOf(trace, { requests, replayed, works, waiting, cutAtMs, finishedAtMs });
  return { flights, jobs, open, waiting, cutAtMs, finishedAtMs, endMs, labels };
}

const lookOf = ({ outcome, again }: Work): Job['look'] =>
  outcome === 'stopped' ? 'stopped' : again ? 'again' : 'done';

/** A stream's head, its priming event and its end go with a message that is drawn anyway. */
const isDrawn = ({ carrier, message }: Transfer): boolean => carrier === 'request' || message !== undefined;

function flightOf({ from, leavesAtMs, arrivesAtMs, outcome }: Transfer, cutAtMs: number | undefined): Flight {
  if (outcome === 'delivered') return { from, sentAtMs: leavesAtMs, arrivesAtMs };
  return { from, sentAtMs: leavesAtMs, arrivesAtMs, lostAtMs: Math.max(cutAtMs ?? leavesAtMs, leavesAtMs) };
}

function labelsOf(trace: Trace, found: Found): readonly Label[] {
  const { requests, waiting, cutAtMs, finishedAtMs } = found;
  const labels: Label[] = [];
  for (const request of requests) {
    const text = request.message
      ? nameMessage(request.message).replace(/ \S+, /, ', ')
      : `GET, Last-Event-ID: ${lastSeenBefore(trace.entries, request)}`;
    labels.push({
      at: at(request.atMs),
      anchor: request.atMs > (finishedAtMs ?? 0) / 2 ? 'end' : 'start',
      row: 'client',
      look: 'code',
      text,
    });
  }
  if (cutAtMs !== undefined)
    labels.push({
      at: at(cutAtMs),
      anchor: 'start',
      row: 'break',
      look: 'lost',
      text: `line drops, ${time(cutAtMs)}`,
    });
  const reconnectMs = Number(trace.values['reconnectMs']);
  for (const { fromMs } of waiting) {
    labels.push({
      at: { fromMs, toMs: fromMs + reconnectMs },
      anchor: 'middle',
      row: 'wait',
      look: 'plain',
      text: `back after ${time(reconnectMs)}`,
    });
  }
  if (finishedAtMs !== undefined)
    labels.push({
      at: at(finishedAtMs),
      anchor: 'start',
      row: 'client',
      look: 'finish',
      text: time(finishedAtMs),
    });
  labels.push(...workLabels(found));
  return labels;
}

function workLabels({ replayed, works, cutAtMs, finishedAtMs }: Found): readonly Label[] {
  const labels: Label[] = [];
  const stopped = works.find((w) => w.outcome === 'stopped');
  const again = works.filter((w) => w.again);
  if (stopped)
    labels.push({
      at: at(stopped.untilMs),
      anchor: 'middle',
      row: 'server',
      look: 'lost',
      text: 'closed stream = cancelled: work stops',
    });
  if (again.length > 0) {
    const workMs = again.reduce((sum, w) => sum + w.untilMs - w.atMs, 0);
    const span = { fromMs: again[0]!.atMs, toMs: again.at(-1)!.untilMs };
    labels.push({
      at: span,
      anchor: 'middle',
      row: 'server',
      look: 'plain',
      text: `done twice: ${time(workMs)} of work`,
    });
  }
  const unheard = works.filter((w) => cutAtMs !== undefined && w.outcome === 'done' && !stopped && w.untilMs > cutAtMs);
  if (unheard.length > 0 && replayed.length > 0) {
    labels.push({
      at: { fromMs: unheard[0]!.atMs, toMs: unheard.at(-1)!.untilMs },
      anchor: 'middle',
      row: 'server',
      look: 'plain',
      text: 'works on and keeps the events',
    });
  }
  if (replayed.length > 0) {
    const first = replayed[0]!;
    const text = `${replayed.length} ${replayed.length === 1 ? 'event' : 'events'} replayed`;
    labels.push({
      at: at(Math.max(first.atMs, finishedAtMs ?? 0)),
      anchor: 'start',
      row: 'replay',
      look: 'plain',
      text,
    });
  }
  return labels;
}

/** The id of the last event that reached the client before a moment. */
function lastSeenBefore(entries: readonly Entry[], request: Transfer): string {
  const seen = entries.findLast(
    (e) =>
      e.kind === 'transfer' && e.eventId !== undefined && e.outcome === 'delivered' && e.arrivesAtMs <= request.atMs,
  );
  return seen?.kind === 'transfer' ? (seen.eventId ?? '') : '';
}
