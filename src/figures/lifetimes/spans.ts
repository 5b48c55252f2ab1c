// What lasts from when to when: exchanges and sessions of a trace, and windows on them, each the magnified part of the
// one before. Knows no pixels.
import { DAY_MS, endOf, formatTime, transfersOf, type Trace, type Transfer } from '#engine';

export interface Span {
  readonly sinceMs: number;
  readonly untilMs: number;
}

export interface Exchange extends Span {
  readonly verb: string;
  readonly request: Transfer;
  readonly answer: Transfer;
}

/** The HTTP exchanges of a trace as the client sees them: from the first byte sent to the last one received. */
export function exchangesIn(trace: Trace): readonly Exchange[] {
  const transfers = transfersOf(trace);
  return transfers.flatMap((request) => {
    if (request.carrier !== 'request' || !request.http || !('verb' in request.http)) return [];
    const answer = transfers.findLast((t) => t.exchange === request.exchange && t.from === 'server');
    if (!answer) return [];
    return [{ verb: request.http.verb, request, answer, sinceMs: request.leavesAtMs, untilMs: endOf(answer) }];
  });
}

/** From the first byte of the handshake to the end of the day; absent where the server is never connected. */
export function sessionIn(trace: Trace): Span | undefined {
  const [first] = transfersOf(trace);
  return first && { sinceMs: first.atMs, untilMs: DAY_MS };
}

/** What a strip of the drawing shows: all of the day, or a part of it that is magnified. */
export interface Window extends Span {
  readonly title: string;
  /** Where its ticks stand, ms from its beginning, and how they read. */
  readonly ticks: readonly { readonly atMs: number; readonly text: string }[];
}

const HOUR_MS = 3_600_000;

/** The day, some seconds of it, and some milliseconds of those, all around one exchange. */
export function windowsAround({ sinceMs }: Span): readonly Window[] {
  const seconds = { sinceMs: sinceMs - 1000, untilMs: sinceMs + 3000 };
  const millis = { sinceMs: sinceMs - 40, untilMs: sinceMs + 360 };
  return [
    {
      title: 'hours',
      sinceMs: 0,
      untilMs: DAY_MS,
      ticks: [0, 2, 4, 6, 8].map((h) => ({ atMs: h * HOUR_MS, text: `${h} h` })),
    },
    {
      title: 'seconds',
      ...seconds,
      ticks: [0, 1, 2, 3].map((s) => ({ atMs: 1000 * (s + 1), text: `${s} s` })),
    },
    {
      title: 'milliseconds',
      ...millis,
      ticks: [0, 100, 200, 300].map((ms) => ({ atMs: 40 + ms, text: `${ms} ms` })),
    },
  ];
}

/** Left edge and width of a span in a window, in percent; absent where it is outside. */
export function placeIn(window: Span, span: Span): { readonly left: number; readonly width: number } | undefined {
  const length = window.untilMs - window.sinceMs;
  const from = Math.max(0, (span.sinceMs - window.sinceMs) / length);
  const to = Math.min(1, (span.untilMs - window.sinceMs) / length);
  if (to <= 0 || from >= 1) return undefined;
  const percent = (share: number) => Math.round(share * 10_000) / 100;
  return { left: percent(from), width: percent(to - from) };
}

/** A moment of the day, or an age: "2:40 h", "40 min", "3.20 s", "160 ms". */
export function formatMoment(ms: number): string {
  if (ms < 60_000) return formatTime(ms);
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}
