// The same misfortune on HTTP+SSE and on Streamable HTTP: each as a whole Trace, put together of runs that the simulator
// makes, with what the misfortune takes away. Knows no figure.
import { recover } from './broken-stream.ts';
import type { Message, RequestId } from './protocol/messages.ts';
import { EXAMPLE } from './protocol/session.ts';
import { DOCUMENT, FOUND } from './scenarios/acme-search.ts';
import { deepSearch } from './scenarios/deep-search.ts';
import type { Act, RequestAct, Scenario } from './scenarios/scenario.ts';
import { twoEndpoints } from './scenarios/two-endpoints.ts';
import { readValues, type Values } from './parameters.ts';
import { overSse } from './sim/over-sse.ts';
import { parametersOf, runOver } from './sim/run.ts';
import { overHttp } from './sim/wires.ts';
import { endOf, transfersOf, type Entry, type Happening, type Trace, type Transfer } from './trace.ts';
import { getFrame, refusedFrame, type HttpContext } from './wire/exchange.ts';

/** `crowd`: one long answer, and a short one behind it. */
export type Misfortune = 'none' | 'drop' | 'gap' | 'balancer' | 'crowd';
export const MISFORTUNES: readonly Misfortune[] = ['none', 'drop', 'gap', 'balancer', 'crowd'];

/** Two endpoints or one. */
export type Era = 'two' | 'one';

const RUNS_ON = {
  two: { revision: '2024-11-05', transport: 'http+sse', wire: overSse },
  one: { revision: '2025-11-25', transport: 'streamable-http', wire: overHttp },
} as const;

const STEPS = 3;
const STEP_MS = 200;
/** After how many reports the line drops. */
const SEEN = 1;
/** When, within the silence, the line drops, and the server has news. */
const DROP_MS = 100;
const NEWS_MS = 400;
/** How often the document is repeated, to make an answer long. */
const LONG = 40;

const NEWS = { act: 'push', method: 'notifications/tools/list_changed' } as const satisfies Act;
const SEARCH: RequestAct = {
  act: 'request',
  method: 'tools/call',
  params: { name: 'docs_search', arguments: { query: 'sse resumption' } },
  result: FOUND,
};
const longRead = (): RequestAct => ({
  act: 'request',
  method: 'tools/call',
  params: { name: 'open_doc', arguments: { id: '42' } },
  result: { content: Array.from({ length: LONG }, () => (DOCUMENT['content'] as readonly object[])[0]!) as never },
  inBackground: true,
});

/** What is done, and asked for, before anything goes wrong. */
const ACTS: Readonly<Record<Misfortune, () => readonly Act[]>> = {
  none: () => [deepSearch(STEPS, STEP_MS)],
  drop: () => [deepSearch(STEPS, STEP_MS)],
  gap: () => [{ act: 'open-stream' }, { act: 'pause', ms: NEWS_MS }, NEWS],
  balancer: () => [SEARCH],
  crowd: () => [longRead(), { ...SEARCH, inBackground: true }, { act: 'join' }],
};

/** Values: `latencyMs`, `reconnectMs` from the break to the client's next word, `rateBps`. */
export function twoEndpointsWith(misfortune: Misfortune, era: Era, values: Values): Trace {
  const clean = runOf(misfortune, era, values);
  const reconnectMs = Number(values['reconnectMs']);
  switch (misfortune) {
    case 'drop':
      return era === 'two' ? droppedForGood(clean, values, reconnectMs) : resumed(values);
    case 'gap':
      return newsMissed(clean, era, values, reconnectMs);
    case 'balancer':
      return era === 'two' ? refusedByStranger(clean) : clean;
    default:
      return clean;
  }
}

function runOf(misfortune: Misfortune, era: Era, values: Values, acts = ACTS[misfortune]()): Trace {
  const { revision, transport, wire } = RUNS_ON[era];
  const scenario: Scenario = {
    ...twoEndpoints,
    script: () => ({
      // The one endpoint behind a balancer is a server that needs no session; it keeps events where news may be missed.
      hasSessions: misfortune !== 'balancer',
      keepsEvents: misfortune === 'gap',
      acts: [{ act: 'open' }, ...acts],
    }),
  };
  const { latencyMs, rateBps } = values;
  const given = { revision, transport, latencyMs: latencyMs!, rateBps: rateBps! };
  return runOver(wire, scenario, readValues(parametersOf(scenario), given).values);
}

/** The stream drops; the client opens another and calls again. What the server still says goes to the stream that is gone. */
function droppedForGood(clean: Trace, values: Values, reconnectMs: number): Trace {
  const seen = transfersOf(clean).filter(
    ({ message }) => message && 'method' in message && message.method === 'notifications/progress',
  )[SEEN - 1]!;
  const cut = cutAt(clean, seen.connection, seen.arrivesAtMs, seen.index);
  return followedBy(cut, runOf('drop', 'two', values), seen.arrivesAtMs + reconnectMs);
}

function resumed(values: Values): Trace {
  const { latencyMs, rateBps, reconnectMs } = values;
  const opening = runOf('drop', 'one', values, []);
  const call = recover('resume', {
    n: STEPS,
    k: SEEN,
    stepMs: STEP_MS,
    latencyMs: latencyMs!,
    rateBps: rateBps!,
    // There it is counted to the first byte of the answer.
    reconnectMs: Number(reconnectMs) + 2 * Number(latencyMs),
  });
  return followedBy(opening, call, endOf(opening.entries.at(-1)!));
}

/** The stream on which news come drops before there are any. */
function newsMissed(clean: Trace, era: Era, values: Values, reconnectMs: number): Trace {
  const transfers = transfersOf(clean);
  const head = transfers.find(({ carrier }) => carrier === 'head')!;
  const news = transfers.find(({ message }) => message && 'method' in message && message.method === NEWS.method)!;
  const before = transfers.filter(({ index }) => index !== news.index);
  const atMs = Math.max(...before.map(endOf)) + DROP_MS;
  if (era === 'two') {
    const cut = cutAt(clean, head.connection, atMs, head.index);
    return followedBy(cut, runOf('gap', 'two', values, []), atMs + reconnectMs);
  }
  // The server that keeps its events has written nothing yet, and writes when it is asked.
  const kept = { ...clean, entries: clean.entries.filter(({ index }) => index < news.index) };
  const cut = cutAt(kept, head.connection, atMs, head.index);
  return replayed(cut, news, head, atMs + reconnectMs, Number(values['latencyMs']));
}

/** A GET that names the last event that was seen, and what comes back. */
function replayed(trace: Trace, news: Transfer, head: Transfer, atMs: number, latencyMs: number): Trace {
  const seen = transfersOf(trace).findLast(({ eventId }) => eventId !== undefined)!.eventId!;
  const connection = nextOf(trace, 'connection');
  const exchange = nextOf(trace, 'exchange');
  const first = trace.entries.length;
  const at = (leavesAtMs: number) => ({
    kind: 'transfer' as const,
    atMs: leavesAtMs,
    leavesAtMs,
    arrivesAtMs: leavesAtMs + latencyMs,
    outcome: 'delivered' as const,
    connection,
    exchange,
  });
  const get: Transfer = {
    ...at(atMs),
    index: first,
    from: 'client',
    to: 'server',
    carrier: 'request',
    http: { verb: 'GET' },
    lastEventId: seen,
    frame: getFrame(contextOf(trace), seen),
  };
  const answer: Transfer = { ...head, ...at(atMs + latencyMs), index: first + 1, cause: first };
  const event: Transfer = { ...news, ...at(atMs + latencyMs), index: first + 2, cause: first, replayed: true };
  return { ...trace, entries: [...trace.entries, get, answer, event] };
}

/** The call reaches an instance that does not hold the stream: it knows of no such session. */
function refusedByStranger(clean: Trace): Trace {
  const call = transfersOf(clean).find(
    ({ message }) => message && 'method' in message && message.method === 'tools/call',
  )!;
  const kept = clean.entries.filter(({ index }) => index <= call.index);
  const { exchange, connection, arrivesAtMs } = call;
  const latencyMs = arrivesAtMs - call.leavesAtMs;
  const answer: Transfer = {
    kind: 'transfer',
    index: kept.length,
    cause: call.index,
    carrier: 'answer',
    from: 'server',
    to: 'client',
    atMs: arrivesAtMs,
    leavesAtMs: arrivesAtMs,
    arrivesAtMs: arrivesAtMs + latencyMs,
    outcome: 'delivered',
    connection,
    ...(exchange !== undefined && { exchange }),
    http: { status: 404 },
    frame: refusedFrame({ status: 404 }, contextOf(clean)),
  };
  const refused: Happening = {
    kind: 'happening',
    index: kept.length + 1,
    cause: kept.length,
    what: 'refused',
    party: 'client',
    atMs: answer.arrivesAtMs,
    requestId: (call.message as { readonly id: number }).id,
  };
  return { ...clean, entries: [...kept, answer, refused] };
}

/** When the client has what it waits for, the result of its last call or the news, ms; absent if it never has. */
export function reachedAtMs(trace: Trace, misfortune: Misfortune): number | undefined {
  const transfers = transfersOf(trace).filter(({ message }) => message);
  const call = transfers.findLast(({ message }) => message && 'method' in message && message.method === 'tools/call');
  const wanted = (message: Message): boolean =>
    misfortune === 'gap'
      ? 'method' in message && message.method === NEWS.method
      : 'result' in message && message.id === (call?.message as { readonly id: RequestId }).id;
  const arrived = transfers.filter((t) => t.from === 'server' && t.outcome === 'delivered' && wanted(t.message!));
  return arrived.length === 0 ? undefined : Math.max(...arrived.map(endOf));
}

function contextOf({ revision, profile }: Trace): HttpContext {
  const { host, path, sessionId } = EXAMPLE;
  return {
    revision,
    profile,
    host,
    path,
    sessionId,
    token: undefined,
  };
}

/** The connection drops: what had not arrived by then is lost, and whatever followed from it does not happen. */
function cutAt(trace: Trace, connection: number, atMs: number, cause: number): Trace {
  const lost = new Set(
    transfersOf(trace)
      .filter((t) => t.connection === connection && t.from === 'server' && t.arrivesAtMs > atMs)
      .map(({ index }) => index),
  );
  const touched = trace.entries
    .filter(({ cause: by }) => by === undefined || !lost.has(by))
    .map((entry) =>
      entry.kind === 'transfer' && lost.has(entry.index) ? { ...entry, outcome: 'lost' as const } : entry,
    );
  const cut: Happening = { kind: 'happening', index: -1, what: 'cut', party: 'client', atMs, cause, connection };
  return inOrder(trace, [...touched, cut]);
}

/** Another run after this one, on connections of its own. */
function followedBy(trace: Trace, { entries }: Trace, atMs: number): Trace {
  const index = trace.entries.length;
  const connection = nextOf(trace, 'connection');
  const exchange = nextOf(trace, 'exchange');
  const later = entries.map((entry): Entry => {
    const moment = { index: entry.index + index, atMs: entry.atMs + atMs };
    const cause = entry.cause === undefined ? {} : { cause: entry.cause + index };
    if (entry.kind === 'transfer')
      return {
        ...entry,
        ...moment,
        ...cause,
        leavesAtMs: entry.leavesAtMs + atMs,
        arrivesAtMs: entry.arrivesAtMs + atMs,
        connection: entry.connection + connection,
        ...(entry.exchange !== undefined && { exchange: entry.exchange + exchange }),
      };
    const until = entry.untilMs === undefined ? {} : { untilMs: entry.untilMs + atMs };
    if (entry.kind === 'work') return { ...entry, ...moment, ...cause, untilMs: entry.untilMs + atMs };
    const on = entry.connection === undefined ? {} : { connection: entry.connection + connection };
    return { ...entry, ...moment, ...cause, ...until, ...on };
  });
  return inOrder(trace, [...trace.entries, ...later]);
}

function nextOf(trace: Trace, what: 'connection' | 'exchange'): number {
  return 1 + Math.max(-1, ...transfersOf(trace).map((transfer) => transfer[what] ?? -1));
}

/** Entries in order of time, with their places and causes set right. */
function inOrder(trace: Trace, entries: readonly Entry[]): Trace {
  const sorted = [...entries].sort((a, b) => a.atMs - b.atMs);
  const placeOf = new Map(sorted.map(({ index }, place) => [index, place]));
  const placed = sorted.map((entry, index): Entry => {
    const cause = entry.cause === undefined ? undefined : placeOf.get(entry.cause);
    const { cause: _, ...rest } = entry;
    return { ...rest, index, ...(cause !== undefined && { cause }) } as Entry;
  });
  return { ...trace, entries: placed };
}
