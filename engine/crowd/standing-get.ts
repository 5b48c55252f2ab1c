// The GET that waits for news, over some minutes: how it is answered, when a proxy ends it, what another proxy holds
// back, and what the client hears of what the server had to say. Puts the three simulations beside it together.
import { formatCount, formatTime } from '../describe.ts';
import { EXAMPLE } from '../protocol/session.ts';
import { seededRandom } from '../sim/random.ts';
import { commentFrame, eventFrame, type HttpContext } from '../wire/exchange.ts';
import { throughProxy, type Proxy, type Release } from './buffering-proxy.ts';
import { habitRow, type HabitId } from './habits.ts';
import { GET_ANSWERS, getsSent, type GetAnswerId } from './reconnecting.ts';
import { streamLives, type StreamLife } from './stream-age.ts';

export interface StandingPlan {
  readonly answer: GetAnswerId;
  readonly habit: HabitId;
  /** How many streams the client wants at once. */
  readonly streams: number;
  /** Whether the server sends a piece of news on one stream, or the same on each that is open. */
  readonly sendsOn: 'one' | 'all';
  /** When the server has news, ms, in order. */
  readonly newsAtMs: readonly number[];
  readonly idleMs: number;
  readonly keepAliveMs: number;
  readonly proxy: Proxy;
  readonly asksNotToBuffer: boolean;
  /** How long a client waits that waits, ms; and the time from a GET to its answer. Both above 0. */
  readonly reconnectMs: number;
  readonly roundTripMs: number;
  readonly untilMs: number;
}

/** One piece of news on one stream. */
export interface NewsCopy {
  readonly stream: number;
  /** When the client has it, ms; Infinity: not as long as was watched. */
  readonly heardAtMs: number;
  readonly by: Release;
}

export interface News {
  readonly atMs: number;
  /** None: no stream was open, and the server keeps nothing. */
  readonly copies: readonly NewsCopy[];
}

export type NewsFate = 'at once' | 'late' | 'held' | 'lost';

/** What has become of a piece of news by a moment. */
export function fateOf({ atMs, copies }: News, nowMs: number): NewsFate {
  if (copies.length === 0) return 'lost';
  const heardAtMs = Math.min(...copies.map((copy) => copy.heardAtMs));
  if (heardAtMs > nowMs) return 'held';
  return heardAtMs === atMs ? 'at once' : 'late';
}

export interface StandingMoment {
  readonly atMs: number;
  /** One sentence or several. */
  readonly says: string;
  /** Sent up to here. */
  readonly gets: number;
}

export interface StandingRun {
  readonly plan: StandingPlan;
  /** The lives of each stream that the client wants; none if the server has no stream. */
  readonly streams: readonly (readonly StreamLife[])[];
  readonly news: readonly News[];
  readonly moments: readonly StandingMoment[];
}

const MINIMAL: HttpContext = {
  ...EXAMPLE,
  revision: '2025-11-25',
  profile: 'minimal',
  sessionId: undefined,
  token: undefined,
};
/** What a piece of news and a comment are on the wire; the server keeps no events, so they have no ids. */
export const NEWS_BYTES: number = eventFrame(
  { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'docs://guide/transports' } },
  MINIMAL,
).byteLength;
export const COMMENT_BYTES: number = commentFrame().byteLength;

/** Times of news that nobody can foresee, whole seconds: so many from 0 to `untilMs`. */
export function newsTimes(count: number, untilMs: number, seed: number): readonly number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => Math.floor((random() * untilMs) / 1000) * 1000).sort((a, b) => a - b);
}

/** A moment in words: "94 s", "300 ms". */
const moment = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : formatTime(ms));
const several = (names: readonly number[]): string => names.join(' and ').replace(/ and (?=.* and )/g, ', ');
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export function standingGet(plan: StandingPlan): StandingRun {
  const row = GET_ANSWERS.find(({ id }) => id === plan.answer)!;
  const run = row.on === undefined ? streamed(plan) : refused(plan, row.label);
  const { news } = run;
  const gets = run.streams.length > 0 ? run.streams.flat().length : getsBy(plan, plan.untilMs);
  const fates = news.map((piece) => fateOf(piece, plan.untilMs));
  const count = (fate: NewsFate): number => fates.filter((f) => f === fate).length;
  const rest = count('held') > 0 ? `, ${count('held')} still held` : '';
  const says = `${moment(plan.untilMs)}: ${counted(gets, 'GET')} in all. Of ${counted(news.length, 'piece')} of news the client has heard ${count('at once')} at once and ${count('late')} late${rest}; ${count('lost')} are lost.`;
  return { ...run, moments: [...run.moments, { atMs: plan.untilMs, says, gets }] };
}

/** How many GETs a client has sent by a moment that never gets a stream. */
function getsBy({ habit, answer, roundTripMs, reconnectMs, untilMs }: StandingPlan, nowMs: number): number {
  return getsSent({ answer, habit, roundTripMs, waitMs: reconnectMs, untilMs: Math.min(nowMs + 1, untilMs) });
}

/** No stream, whatever the status: what the client does then is a matter of habit. */
function refused(plan: StandingPlan, label: string): StandingRun {
  const { roundTripMs, untilMs, newsAtMs } = plan;
  const news = newsAtMs.map((atMs) => ({ atMs, copies: [] }));
  const comesBack = getsBy(plan, untilMs) > 1;
  const then = comesBack
    ? 'The client takes that for a stream that broke, and sends the next GET at once.'
    : 'The client goes on without a stream.';
  const shown = comesBack ? [0, roundTripMs, 2 * roundTripMs] : [0];
  const moments = [
    ...shown.map((atMs, i) => ({ atMs, says: `GET ${i + 1} is answered ${label}: no stream. ${then}` })),
    ...newsAtMs.map((atMs, i) => ({ atMs, says: `News ${i + 1}. There is no stream to send it on.` })),
  ].sort((a, b) => a.atMs - b.atMs);
  return {
    plan,
    streams: [],
    news,
    moments: moments.map(({ atMs, says }) => ({ atMs, says: `${moment(atMs)}: ${says}`, gets: getsBy(plan, atMs) })),
  };
}

/** Each piece of news takes the stream that has been open longest, or all that are open. */
function streamed(plan: StandingPlan): StandingRun {
  const { newsAtMs, keepAliveMs, idleMs, untilMs, sendsOn } = plan;
  const comesBackAfterMs =
    habitRow(plan.habit, 'stream-ended').does === 'reconnect-at-once' ? plan.roundTripMs : plan.reconnectMs;
  const sent: number[][] = Array.from({ length: plan.streams }, () => []);
  const livesOf = (stream: number): readonly StreamLife[] =>
    streamLives({
      messagesAtMs: sent[stream]!,
      keepAliveMs,
      idleMs,
      maxAgeMs: Infinity,
      reconnectMs: comesBackAfterMs,
      untilMs,
    }).lives;
  const takenBy = newsAtMs.map((atMs) => {
    const open = sent
      .map((_, stream) => ({
        stream,
        life: livesOf(stream).find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs),
      }))
      .filter(({ life }) => life !== undefined)
      .sort((a, b) => a.life!.fromMs - b.life!.fromMs)
      .map(({ stream }) => stream);
    const taken = sendsOn === 'all' ? open.sort() : open.slice(0, 1);
    for (const stream of taken) sent[stream]!.push(atMs);
    return taken;
  });
  const streams = sent.map((_, stream) => livesOf(stream));
  const copies = streams.map((lives) => lives.flatMap((life) => copiesIn(life, plan)));
  const read = streams.map(() => 0);
  const news = newsAtMs.map((atMs, i): News => ({
    atMs,
    copies: takenBy[i]!.map((stream) => ({ stream, ...copies[stream]![read[stream]!++]! })),
  }));
  return { plan, streams, news, moments: momentsOf(plan, streams, news, comesBackAfterMs) };
}

/** When the client gets what the server says on one stream. What a stream still holds that is open comes never. */
function copiesIn(
  { messagesAtMs, commentsAtMs, toMs, diedOf }: StreamLife,
  plan: StandingPlan,
): readonly Omit<NewsCopy, 'stream'>[] {
  const pieces = [
    ...messagesAtMs.map((atMs) => ({ atMs, bytes: NEWS_BYTES, isNews: true })),
    ...commentsAtMs.map((atMs) => ({ atMs, bytes: COMMENT_BYTES, isNews: false })),
  ].sort((a, b) => a.atMs - b.atMs);
  const endMs = diedOf === undefined ? Infinity : toMs;
  const { deliveries } = throughProxy(pieces, endMs, plan.proxy, plan.asksNotToBuffer);
  return deliveries.flatMap(({ atMs, by }, i) => (pieces[i]!.isNews ? { heardAtMs: atMs, by } : []));
}

/** Why the proxy let go. */
const RELEASED: Readonly<Record<Release, string>> = {
  unbuffered: '',
  full: 'The buffer is full',
  time: 'The proxy has held it long enough',
  end: 'The stream is over',
};

function momentsOf(
  { idleMs, untilMs }: StandingPlan,
  streams: readonly (readonly StreamLife[])[],
  news: readonly News[],
  comesBackAfterMs: number,
): readonly StandingMoment[] {
  const nameOf = (stream: number): string => (streams.length === 1 ? 'the stream' : `stream ${stream + 1}`);
  const told: { readonly atMs: number; readonly says: string; readonly opens: number }[] = [];
  const tell = (atMs: number, says: string, opens = 0): void => void told.push({ atMs, says, opens });

  streams.forEach((lives, stream) => {
    lives.forEach(({ fromMs, toMs, diedOf, commentsAtMs }, i) => {
      tell(fromMs, `The client ${i === 0 ? 'opens' : 'is back: a GET opens'} ${nameOf(stream)}.`, 1);
      if (!diedOf) return;
      const kept = commentsAtMs.length > 0 ? ` after ${counted(commentsAtMs.length, 'comment')}` : '';
      tell(
        toMs,
        `Nothing has moved on ${nameOf(stream)} for ${moment(idleMs)}, and the proxy ends it${kept}. The client comes back ${moment(comesBackAfterMs)} later.`,
      );
    });
  });
  news.forEach(({ atMs, copies }, i) => {
    tell(atMs, `News ${i + 1}. ${sentence(copies)}`);
    for (const heldMs of new Set(copies.map(({ heardAtMs }) => heardAtMs - atMs))) {
      if (heldMs === 0 || atMs + heldMs > untilMs) continue;
      const { by } = copies.find(({ heardAtMs }) => heardAtMs - atMs === heldMs)!;
      tell(atMs + heldMs, `${RELEASED[by]}: the client hears news ${i + 1}, ${moment(heldMs)} late.`);
    }
  });

  function sentence(copies: readonly NewsCopy[]): string {
    if (copies.length === 0) return 'No stream is open and the server keeps nothing: it is lost.';
    const on =
      streams.length === 1
        ? 'the stream'
        : `stream${copies.length > 1 ? 's' : ''} ${several(copies.map(({ stream }) => stream + 1))}`;
    const isHeld = copies.every(({ by }) => by !== 'unbuffered');
    const heard = isHeld
      ? 'the proxy holds it'
      : copies.length === 1
        ? 'the client hears it at once'
        : `the client hears it ${copies.length} times`;
    return `It leaves on ${on}: ${heard}.`;
  }

  let gets = 0;
  return told
    .map((one, order) => ({ ...one, order }))
    .sort((a, b) => a.atMs - b.atMs || a.order - b.order)
    .map(({ atMs, says, opens }) => ({ atMs, says: `${moment(atMs)}: ${says}`, gets: (gets += opens) }));
}
