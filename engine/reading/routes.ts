// The routes of a revision as a game: what the reader chose, what that is worth, and the rule behind each answer.
import { routesIn, streamsIn, type Fit, type RoutedMessage } from '../protocol/routes.ts';
import { PICK_LETTERS, STREAMS, type Stream } from '../protocol/streams.ts';
import type { Revision } from '../protocol/revisions.ts';
import { factNote, type FactNote } from './fact-note.ts';

export interface Ruled {
  readonly fit: Fit;
  readonly fact: FactNote;
}

export interface RoutedCard {
  readonly message: RoutedMessage;
  readonly streams: Readonly<Partial<Record<Stream, Ruled>>>;
  readonly right: Stream;
  readonly why: string;
  /** What the reader chose, if anything. */
  readonly picked?: Stream;
  /** 1 for the right stream, a half for one that is only frowned upon. */
  readonly points: number;
}

export interface RouteGame {
  readonly revision: Revision;
  readonly streams: readonly Stream[];
  readonly cards: readonly RoutedCard[];
  readonly score: number;
  readonly chosen: number;
}

const POINTS: Readonly<Record<Fit, number>> = { right: 1, allowed: 0.5, wrong: 0 };

/** `picks`: letters; any other character is no choice. */
export function playRoutes(revision: Revision, picks: string): RouteGame {
  const streams = streamsIn(revision);
  const cards = routesIn(revision).map((route, i): RoutedCard => {
    const picked = STREAMS.find((stream) => PICK_LETTERS[stream] === picks[i] && streams.includes(stream));
    const ruled = Object.entries(route.streams).map(([stream, { fit, fact }]) => [
      stream,
      { fit, fact: factNote(fact, revision) },
    ]);
    const right = STREAMS.find((stream) => route.streams[stream]?.fit === 'right')!;
    return {
      message: route.message,
      streams: Object.fromEntries(ruled) as RoutedCard['streams'],
      right,
      why: route.why,
      ...(picked && { picked }),
      points: picked ? POINTS[route.streams[picked]?.fit ?? 'wrong'] : 0,
    };
  });
  return {
    revision,
    streams,
    cards,
    score: cards.reduce((sum, { points }) => sum + points, 0),
    chosen: cards.filter(({ picked }) => picked).length,
  };
}
