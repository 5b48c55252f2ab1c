// How a server may number its events, and what its store makes of a client that comes back with one of the numbers: which
// messages are lost, come twice, or come from another stream. Knows events as data, from a run or made up.
import type { FactId } from '../protocol/facts.ts';
import { hashOf } from './policies.ts';

export type IdSchemeId = 'stream-and-number' | 'one-counter' | 'counter-per-stream' | 'random';

export interface IdScheme {
  readonly id: IdSchemeId;
  readonly label: string;
  /** No two events of a session share an id. */
  readonly isUnique: boolean;
  /** The id alone says which event of which stream it is, even if the server has the event no more. */
  readonly namesStream: boolean;
  /** Ids alone say which of two events of any streams came first. */
  readonly ordersAll: boolean;
  /** The id of an event: number `inStream` of its stream, number `inAll` of all, each from 0. */
  readonly make: (event: { readonly stream: string; readonly inStream: number; readonly inAll: number }) => string;
  readonly fact: FactId;
}

export const ID_SCHEMES: readonly IdScheme[] = [
  {
    id: 'stream-and-number',
    label: 'stream and number: 7-3',
    isUnique: true,
    namesStream: true,
    ordersAll: false,
    make: ({ stream, inStream }) => `${stream}-${inStream}`,
    fact: 'sse.event-id-names-stream',
  },
  {
    id: 'one-counter',
    label: 'one counter for all streams: 12',
    isUnique: true,
    namesStream: false,
    ordersAll: true,
    make: ({ inAll }) => String(inAll),
    fact: 'sse.event-id-unique',
  },
  {
    id: 'counter-per-stream',
    label: 'a counter in each stream: 3',
    isUnique: false,
    namesStream: false,
    ordersAll: false,
    make: ({ inStream }) => String(inStream),
    fact: 'sse.event-id-unique',
  },
  {
    id: 'random',
    label: 'random: 5f0c9a31',
    isUnique: true,
    namesStream: false,
    ordersAll: false,
    // A whole number and its hash are one to one, so no two are alike.
    make: ({ inAll }) => hashOf(inAll, 31).toString(16).padStart(8, '0'),
    fact: 'sse.event-id-unique',
  },
];

/** An event that a server has made, sent or not. */
export interface MadeEvent {
  readonly stream: string;
  readonly atMs: number;
  /** The client has it already, before the break. */
  readonly wasSeen: boolean;
}

export interface StorePlan {
  readonly scheme: IdScheme;
  /** The newest so many events of all streams are kept; older ones are dropped. */
  readonly keepsEvents: number;
  /** An event is dropped when it is older than this, ms. */
  readonly timeToLiveMs: number;
  /** What the server sends to a client that comes back: the rest of one stream, or whatever came after the id. */
  readonly replays: 'one-stream' | 'everything-after';
}

/** What became of an event of the broken stream, or of one that was replayed. */
export type EventVerdict = 'delivered' | 'lost' | 'duplicated' | 'wrong-stream';

export interface Replayed {
  /** The id that the client names; absent: it has seen no event of the stream, and cannot come back. */
  readonly lastEventId?: string;
  /** Whether the store found the place that the id stands for, in this stream or, by mistake, in another. */
  readonly found: 'here' | 'elsewhere' | 'nowhere';
  /** Places in the list of events, in the order in which they are sent again. */
  readonly replayed: readonly number[];
  /** By place in the list of events; other streams' events that are not replayed have none. */
  readonly verdicts: ReadonlyMap<number, EventVerdict>;
  /** Events of the broken stream that never reach the client. */
  readonly lost: number;
}

/**
 * A client has lost `stream` and comes back at `resumeAtMs`. `events` are all that the server has made until then, in
 * order. The store looks for the id that the client names: the newest event that has it, as a map from ids would. If
 * that one was dropped, the id itself may still say where to go on; if it does not, nothing comes.
 */
export function replay(
  events: readonly MadeEvent[],
  stream: string,
  resumeAtMs: number,
  { scheme, keepsEvents, timeToLiveMs, replays }: StorePlan,
): Replayed {
  const inStream = numbersInStream(events);
  const ids = events.map((event, inAll) => scheme.make({ stream: event.stream, inStream: inStream[inAll]!, inAll }));
  const isKept = (place: number): boolean =>
    place >= events.length - keepsEvents && resumeAtMs - events[place]!.atMs <= timeToLiveMs;
  const lastSeen = events.findLastIndex((event) => event.stream === stream && event.wasSeen);
  const lastEventId = ids[lastSeen];
  const holder = lastEventId === undefined ? -1 : ids.findLastIndex((id, place) => id === lastEventId && isKept(place));
  const saysWhere = replays === 'one-stream' ? scheme.namesStream : scheme.ordersAll;
  const from = holder >= 0 ? holder : saysWhere ? lastSeen : -1;
  const fromStream = events[from]?.stream;
  const replayed =
    from < 0
      ? []
      : [...events.keys()].filter(
          (place) =>
            place > from && isKept(place) && (replays === 'everything-after' || events[place]!.stream === fromStream),
        );
  const again = new Set(replayed);
  const verdicts = new Map<number, EventVerdict>();
  for (const [place, event] of events.entries()) {
    if (event.stream !== stream) {
      if (again.has(place)) verdicts.set(place, 'wrong-stream');
    } else if (event.wasSeen) verdicts.set(place, again.has(place) ? 'duplicated' : 'delivered');
    else verdicts.set(place, again.has(place) ? 'delivered' : 'lost');
  }
  return {
    ...(lastEventId !== undefined && { lastEventId }),
    found: from < 0 ? 'nowhere' : fromStream === stream ? 'here' : 'elsewhere',
    replayed,
    verdicts,
    lost: [...verdicts.values()].filter((verdict) => verdict === 'lost').length,
  };
}

function numbersInStream(events: readonly MadeEvent[]): readonly number[] {
  const made = new Map<string, number>();
  return events.map(({ stream }) => {
    const number = made.get(stream) ?? 0;
    made.set(stream, number + 1);
    return number;
  });
}

/** So many streams that take turns: stream s makes its event i at (i · streams + s) · stepMs. */
export interface TurnsPlan {
  readonly streams: number;
  readonly stepMs: number;
  /** Events that each stream has made when the client comes back. */
  readonly made: number;
  /** Events of the first stream that the client had seen; at least 1, or it cannot come back. */
  readonly seen: number;
}

/** The events of such streams; the first one, "0", is the one that breaks. */
export function eventsInTurns({ streams, stepMs, made, seen }: TurnsPlan): readonly MadeEvent[] {
  return Array.from({ length: made * streams }, (_, place) => {
    const [stream, number] = [place % streams, Math.floor(place / streams)];
    return { stream: String(stream), atMs: place * stepMs, wasSeen: stream > 0 || number < seen };
  });
}

/**
 * How many events of the first stream are lost, without a simulation, if ids are unique and the rest of one stream is
 * replayed. Event i stands at place i·m of P·m. It is dropped if that is before the first place that is kept, either
 * for the size B, P·m − B, or for the age: t − i·m·s > ttl. So the first that is kept is event
 * d = ⌈max(P·m − B, (t − ttl)/s) / m⌉, and of those from k on, d − k are lost; all P − k, if the one that the client names
 * was dropped itself and its id does not name its stream.
 */
export function lostInTurns(
  { streams, stepMs, made, seen }: TurnsPlan,
  resumeAtMs: number,
  { scheme, keepsEvents, timeToLiveMs }: Pick<StorePlan, 'scheme' | 'keepsEvents' | 'timeToLiveMs'>,
): number {
  if (seen === 0) return made;
  const firstPlace = Math.max(made * streams - keepsEvents, (resumeAtMs - timeToLiveMs) / stepMs, 0);
  const firstKept = Math.min(Math.ceil(firstPlace / streams), made);
  const nameIsKept = seen - 1 >= firstKept;
  return nameIsKept || scheme.namesStream ? Math.max(firstKept - seen, 0) : made - seen;
}
