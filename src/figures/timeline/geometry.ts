// From marks to paths and label boxes, in the units of a fixed viewBox. Two layouts: time to the right, or time down.
import { ticksUpTo } from '../kit/ticks.ts';
import type { Party } from '#engine';
import type { Flight, Job, Label, LaneMarks, Span } from './lane-marks.ts';
import { placeLabels } from './label-row.ts';

export type Layout = 'wide' | 'tall';

interface Measures {
  /** The plot begins here along the axis. */
  readonly start: number;
  /** Length of the axis. */
  readonly length: number;
  readonly client: number;
  readonly server: number;
  readonly workDepth: number;
  readonly width: number;
  readonly height: number;
}

export const MEASURES: Readonly<Record<Layout, Measures>> = {
  wide: { start: 70, length: 880, client: 34, server: 112, workDepth: 24, width: 960, height: 164 },
  tall: { start: 30, length: 326, client: 124, server: 226, workDepth: 24, width: 360, height: 362 },
};

/** Width of lines and outlines, in units. */
export const STROKE = 1.5;

export interface PlacedLabel extends Label {
  readonly align: 'start' | 'center' | 'end';
  /** The label's box, in percent of the drawing's width. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** A line of the client: its open stream, its wait, the break, its result. */
export interface Stroke {
  readonly look: 'waiting' | 'open' | 'cut' | 'finish';
  /** Of a polyline. */
  readonly points: string;
}

/**
 * One path for each look: a changed path is styled, laid out and painted anew, and that costs more than what it holds.
 * A polyline is not styled anew, since points are no matter of style.
 */
export interface LaneShapes {
  /** What each party sends: lines and arrow heads; and the server's work, as boxes. */
  readonly done: Readonly<Record<Party, string>>;
  /** Work that has been done before. */
  readonly again: string;
  /** What is lost on its way, and work that is stopped. */
  readonly lost: string;
  readonly steps: readonly { readonly step: number; readonly x: number; readonly y: number; readonly again: boolean }[];
  readonly lines: string;
  readonly strokes: readonly Stroke[];
  readonly labels: readonly PlacedLabel[];
}

export interface Scale {
  readonly layout: Layout;
  /** The time at the end of the axis, ms. */
  readonly endMs: number;
  /** Round times along the axis, ms. */
  readonly ticks: readonly number[];
  along(ms: number): number;
}

export function scaleFor(layout: Layout, lanes: readonly LaneMarks[]): Scale {
  const { start, length } = MEASURES[layout];
  // Behind the last end there is room for the label that tells it.
  const endMs = (layout === 'wide' ? 1.14 : 1.04) * Math.max(...lanes.map((lane) => lane.endMs));
  const ticks = ticksUpTo(0.97 * endMs, layout === 'wide' ? 6 : 5);
  return { layout, endMs, ticks, along: (ms) => start + (length * ms) / endMs };
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** The text of a rounded number. Whole numbers become text several times faster than fractions, and here are hundreds. */
function written(n: number): string {
  const tenths = Math.round(n * 10);
  const last = tenths % 10;
  return last > 0 ? `${(tenths - last) / 10}.${last}` : String(tenths / 10);
}

/** Writes the point that is so far along the time axis and across it, in units. */
type Write = (along: number, across: number) => string;

export function shapesOf(marks: LaneMarks, scale: Scale): LaneShapes {
  const m = MEASURES[scale.layout];
  const isWide = scale.layout === 'wide';
  const at: Write = isWide ? (a, c) => `${written(a)} ${written(c)}` : (a, c) => `${written(c)} ${written(a)}`;
  const spans = joined(marks.jobs, scale);
  const jobs = (look: Job['look']): string => {
    let d = '';
    for (const span of spans) if (span.look === look) d += box(span, scale);
    return d;
  };
  const { sent, lost } = flown(marks.flights, scale, at);
  return {
    done: { client: sent.client, server: sent.server + jobs('done') },
    again: jobs('again'),
    lost: lost + jobs('stopped'),
    steps: numbers(marks.jobs, scale),
    lines: [m.client, m.server].map((side) => `M${at(m.start, side)}L${at(m.start + m.length, side)}`).join(''),
    strokes: strokesOf(marks, scale, at),
    labels: placeAll(marks.labels, scale),
  };
}

function strokesOf({ waiting, open, cutAtMs, finishedAtMs }: LaneMarks, scale: Scale, at: Write): readonly Stroke[] {
  const m = MEASURES[scale.layout];
  const along = (look: Stroke['look'], spans: readonly Span[]): Stroke[] =>
    spans.map(({ fromMs, toMs }) => ({
      look,
      points: `${at(scale.along(fromMs), m.client)} ${at(scale.along(toMs), m.client)}`,
    }));
  const strokes = [...along('waiting', waiting), ...along('open', open)];
  if (cutAtMs !== undefined) strokes.push({ look: 'cut', points: zigzag(scale.along(cutAtMs), m.client, at) });
  if (finishedAtMs !== undefined) {
    const a = scale.along(finishedAtMs);
    const above = scale.layout === 'wide' ? 13 : 0;
    strokes.push({ look: 'finish', points: `${at(a, m.client - above)} ${at(a, m.server + m.workDepth + 3)}` });
  }
  return strokes;
}

/** Arrow heads and single events are left out where they would stand closer than this, in units. */
const CROWDED = 6;
/** Lines closer than this, in units, make one grey; so not all of them are drawn. */
const CLOSEST = 7;
/** Steps shorter than this, in units, cannot be told apart. */
const SHORTEST = 6;
/** Steps shorter than this, in units, have no room for their number. */
const NUMBERED = 17;

/** What is under way. Most flights of a crowd are not drawn, and those are never written. */
function flown(flights: readonly Flight[], scale: Scale, at: Write): { sent: Record<Party, string>; lost: string } {
  const m = MEASURES[scale.layout];
  const isCrowded = isCrowdedBy(flights, scale);
  const sent = { client: '', server: '' };
  const last = { client: -Infinity, server: -Infinity };
  const lost: Flight[] = [];
  for (const flight of flights) {
    const { from, arrivesAtMs } = flight;
    if (flight.lostAtMs !== undefined) {
      lost.push(flight);
      continue;
    }
    const end = scale.along(arrivesAtMs);
    if (isCrowded && end - last[from] < CLOSEST) continue;
    last[from] = end;
    const start = scale.along(flight.sentAtMs);
    const to = from === 'client' ? 'server' : 'client';
    sent[from] += `M${at(start, m[from])}L${at(end, m[to])}`;
    if (!isCrowded || from === 'client') sent[from] += headAt(start, m[from], end, m[to], at);
  }
  const seen = isCrowded ? lost.filter((_, i) => i === 0 || i === lost.length - 1) : lost;
  return { sent, lost: seen.map((flight) => lostAt(flight, scale, at)).join('') };
}

function isCrowdedBy(flights: readonly Flight[], scale: Scale): boolean {
  let [events, firstMs, lastMs] = [0, Infinity, -Infinity];
  for (const { from, lostAtMs, arrivesAtMs } of flights) {
    if (from === 'client' || lostAtMs !== undefined) continue;
    events++;
    firstMs = Math.min(firstMs, arrivesAtMs);
    lastMs = Math.max(lastMs, arrivesAtMs);
  }
  return events > 12 && (scale.along(lastMs) - scale.along(firstMs)) / events < CROWDED;
}

/** Steps too short to be told apart become one stretch of work. */
function joined(jobs: readonly Job[], scale: Scale): readonly Job[] {
  const spans: { -readonly [K in keyof Job]: Job[K] }[] = [];
  let last: (typeof spans)[number] | undefined;
  for (const job of jobs) {
    const isShort = scale.along(job.toMs) - scale.along(job.fromMs) < SHORTEST;
    if (last && isShort && last.look === job.look && Math.abs(last.toMs - job.fromMs) < 1e-6) last.toMs = job.toMs;
    else spans.push((last = { ...job }));
  }
  return spans;
}

function numbers(jobs: readonly Job[], scale: Scale): LaneShapes['steps'] {
  const m = MEASURES[scale.layout];
  const across = m.server + 3 + m.workDepth / 2;
  const steps: LaneShapes['steps'][number][] = [];
  for (const { fromMs, toMs, step, look } of jobs) {
    const from = scale.along(fromMs);
    const to = scale.along(toMs);
    if (look === 'stopped' || to - from < NUMBERED) continue;
    const middle = round((from + to) / 2);
    const [x, y] = scale.layout === 'wide' ? [middle, across] : [across, middle];
    steps.push({ step, again: look === 'again', x, y });
  }
  return steps;
}

/** A stretch of work, as long as it takes. Neighbours that are long enough stand a little apart. */
function box({ fromMs, toMs }: Span, scale: Scale): string {
  const m = MEASURES[scale.layout];
  const inset = scale.along(toMs) - scale.along(fromMs) > SHORTEST ? STROKE / 2 + 0.3 : 0;
  const from = written(scale.along(fromMs) + inset);
  const to = written(scale.along(toMs) - inset);
  const near = m.server + 3;
  const far = near + m.workDepth;
  return scale.layout === 'wide' ? `M${from} ${near}H${to}V${far}H${from}z` : `M${near} ${from}H${far}V${to}H${near}z`;
}

/** An arrow head is filled and stroked: what stands here is the outline without its stroke. */
const HEAD = { from: 1.9, to: 9.2, halfWidth: 3.1 } as const;

function headAt(a0: number, c0: number, a1: number, c1: number, at: Write): string {
  const length = Math.hypot(a1 - a0, c1 - c0) || 1;
  const [ua, uc] = [(a1 - a0) / length, (c1 - c0) / length];
  const [a, c] = [a1 - HEAD.to * ua, c1 - HEAD.to * uc];
  const [wa, wc] = [HEAD.halfWidth * uc, HEAD.halfWidth * ua];
  return `M${at(a1 - HEAD.from * ua, c1 - HEAD.from * uc)}L${at(a - wa, c + wc)}L${at(a + wa, c - wc)}z`;
}

/** A lost message gets as far as the drop let it; a cross marks the place. */
function lostAt({ from, sentAtMs, arrivesAtMs, lostAtMs }: Flight, scale: Scale, at: Write): string {
  const m = MEASURES[scale.layout];
  const [a0, a1] = [scale.along(sentAtMs), scale.along(arrivesAtMs)];
  const [c0, c1] = from === 'client' ? [m.client, m.server] : [m.server, m.client];
  const way = arrivesAtMs > sentAtMs ? Math.min(1, ((lostAtMs ?? sentAtMs) - sentAtMs) / (arrivesAtMs - sentAtMs)) : 0;
  // Sent into a dead line, it still is seen to leave.
  const reach = Math.max(way, 0.22);
  const [a, c] = [a0 + (a1 - a0) * reach, c0 + (c1 - c0) * reach];
  return `M${at(a0, c0)}L${at(a, c)}M${at(a - 3.5, c - 3.5)}L${at(a + 3.5, c + 3.5)}M${at(a - 3.5, c + 3.5)}L${at(a + 3.5, c - 3.5)}`;
}

function zigzag(a: number, c: number, at: Write): string {
  return `${at(a, c - 13)} ${at(a + 5, c - 5)} ${at(a - 4, c + 1)} ${at(a + 5, c + 6)} ${at(a, c + 14)}`;
}

/**
 * Units that a label takes. Words keep their size while the drawing shrinks, so the smallest drawing of the layout
 * counts: 600 of 960 px wide, 300 of 360 px tall.
 */
const UNITS_PER_PX = { wide: 960 / 600, tall: 360 / 300 } as const;
const PX_PER_CHARACTER = { code: 7.2, plain: 6.5, lost: 6.8, finish: 10 } as const;
const LINE_PX = 15;
/** Label columns of the tall layout, in units. */
const TALL_COLUMNS = { left: { from: 0, width: 104 }, right: { from: 262, width: 98 } } as const;

function placeAll(labels: readonly Label[], scale: Scale): readonly PlacedLabel[] {
  return [...Map.groupBy(labels, rowOf(scale.layout)).values()].flatMap((row) =>
    scale.layout === 'wide' ? placeWide(row, scale) : placeTall(row, scale),
  );
}

/** Where the rows of labels stand in the wide layout, units from the top. */
const WIDE_ROWS: Readonly<Record<Label['row'], number>> = { client: 0, break: 44, wait: 68, replay: 44, server: 143 };

/** In the tall layout labels stand in a column on their side. */
const TALL_SIDES: Readonly<Record<Label['row'], keyof typeof TALL_COLUMNS>> = {
  client: 'left',
  break: 'left',
  wait: 'left',
  replay: 'right',
  server: 'right',
};

/** Labels that must not cover each other: those at one height, or of one column. */
const rowOf = (layout: Layout) => (label: Label) => (layout === 'wide' ? WIDE_ROWS[label.row] : TALL_SIDES[label.row]);

function placeWide(labels: readonly Label[], scale: Scale): readonly PlacedLabel[] {
  const { width } = MEASURES.wide;
  const lengthOf = ({ text, look }: Label) => text.length * PX_PER_CHARACTER[look] * UNITS_PER_PX.wide;
  const placed = placeLabels(
    labels.map((label) => ({ at: anchorOf(label, scale), anchor: label.anchor, length: lengthOf(label) })),
    width,
    14,
  );
  return labels.map((label, i) => {
    const { from, to } = placed[i]!;
    const align = label.anchor === 'middle' ? 'center' : label.anchor;
    return {
      ...label,
      align,
      left: percent(from, width),
      top: percent(WIDE_ROWS[label.row], width),
      width: percent(to - from, width),
    };
  });
}

function placeTall(labels: readonly Label[], scale: Scale): readonly PlacedLabel[] {
  const { width, height } = MEASURES.tall;
  const column = TALL_COLUMNS[TALL_SIDES[labels[0]!.row]];
  const linesOf = ({ text, look }: Label) =>
    Math.ceil((text.length * PX_PER_CHARACTER[look] * UNITS_PER_PX.tall * 1.12) / column.width);
  const lengthOf = (label: Label) => (linesOf(label) * LINE_PX + 2) * UNITS_PER_PX.tall;
  const placed = placeLabels(
    labels.map((label) => ({ at: anchorOf(label, scale), anchor: 'middle', length: lengthOf(label) })),
    height,
    2,
  );
  const align = column === TALL_COLUMNS.left ? 'end' : 'start';
  return labels.map((label, i) => ({
    ...label,
    align,
    left: percent(column.from, width),
    top: percent(placed[i]!.from, width),
    width: percent(column.width, width),
  }));
}

const percent = (part: number, whole: number): number => round((1000 * part) / whole) / 10;

function anchorOf({ at, anchor }: Label, scale: Scale): number {
  return scale.along(anchor === 'start' ? at.fromMs : anchor === 'end' ? at.toMs : (at.fromMs + at.toMs) / 2);
}
