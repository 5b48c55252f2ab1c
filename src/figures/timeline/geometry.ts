// From marks to outlines, lines and label boxes, in the units of a fixed viewBox. Two layouts: time to the right, or time down.
import { roundEnd, ticksUpTo } from '../kit/ticks.ts';
import type { Party } from '#engine';
import type { Flight, Job, Label, LaneMarks, Span } from './lane-marks.ts';
import { placeLabels } from './label-row.ts';
import { Arrows, bars, decimal, plotTall, plotWide, rounded, tenthsOf, type Plot, type Stretch } from './outlines.ts';

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

/** Where the drawing of a tall layout ends across, units. */
export const farOf = ({ server, workDepth }: Measures): number => server + workDepth + 6;

/** Width of lines and outlines, in units. */
export const STROKE = 1.5;

export interface PlacedLabel extends Label {
  readonly align: 'start' | 'center' | 'end';
  /** The label's box, in percent of the drawing's width. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** A line: the client's open stream, its wait, the break, its result; what is lost on its way, and where. */
export interface Stroke {
  readonly look: 'waiting' | 'open' | 'cut' | 'finish' | 'lost' | 'cross';
  /** Of a polyline. */
  readonly points: string;
}

/** What is drawn, all of it by points: a browser styles a path anew whenever it changes. */
export interface LaneShapes {
  /** Polygons: a line at each round time, what each party sends, work that is done once. */
  readonly ticks: string;
  readonly sent: Readonly<Record<Party, string>>;
  readonly work: string;
  /** Work that has been done before: polygons around its edge and within. */
  readonly again: { readonly around: string; readonly within: string };
  readonly steps: readonly { readonly step: number; readonly x: number; readonly y: number; readonly again: boolean }[];
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
  const endMs = roundEnd((layout === 'wide' ? 1.14 : 1.04) * Math.max(...lanes.map((lane) => lane.endMs)));
  const ticks = ticksUpTo(0.97 * endMs, layout === 'wide' ? 6 : 5);
  return { layout, endMs, ticks, along: (ms) => start + (length * ms) / endMs };
}

/** Writes the point that is so far along the time axis and across it, in units. */
type At = (along: number, across: number) => string;

const atWide: At = (along, across) => `${decimal(tenthsOf(along))} ${decimal(tenthsOf(across))} `;
const atTall: At = (along, across) => atWide(across, along);

export function shapesOf(marks: LaneMarks, scale: Scale): LaneShapes {
  const m = MEASURES[scale.layout];
  const [plot, at] = scale.layout === 'wide' ? [plotWide, atWide] : [plotTall, atTall];
  const spans = joined(marks.jobs, scale);
  const boxes = (look: Job['look'], out: number): string =>
    bars(
      spans.filter((span) => span.look === look).map((span) => boxOf(span, scale, out)),
      m.server + WORK_GAP - out,
      m.server + WORK_GAP + m.workDepth + out,
      plot,
    );
  const { sent, lost } = flown(marks.flights, scale, plot, at);
  const [near, far] = scale.layout === 'wide' ? [0, m.height] : [m.client - 8, farOf(m)];
  return {
    ticks: bars(
      scale.ticks.map((ms) => ({ from: scale.along(ms) - 0.5, to: scale.along(ms) + 0.5 })),
      near,
      far,
      plot,
    ),
    sent,
    work: boxes('done', STROKE / 2),
    again: { around: boxes('again', STROKE / 2), within: boxes('again', -STROKE / 2) },
    steps: numbers(marks.jobs, scale),
    strokes: [
      ...strokesOf(marks, scale, at),
      ...spans.filter((span) => span.look === 'stopped').map((span) => stoppedAt(span, scale, at)),
      ...lost,
    ],
    labels: placeAll(marks.labels, scale),
  };
}

function strokesOf({ waiting, open, cutAtMs, finishedAtMs }: LaneMarks, scale: Scale, at: At): readonly Stroke[] {
  const m = MEASURES[scale.layout];
  const along = (look: Stroke['look'], spans: readonly Span[]): Stroke[] =>
    spans.map(({ fromMs, toMs }) => ({
      look,
      points: at(scale.along(fromMs), m.client) + at(scale.along(toMs), m.client),
    }));
  const strokes = [...along('waiting', waiting), ...along('open', open)];
  if (cutAtMs !== undefined) strokes.push({ look: 'cut', points: zigzag(scale.along(cutAtMs), m.client, at) });
  if (finishedAtMs !== undefined) {
    const a = scale.along(finishedAtMs);
    const above = scale.layout === 'wide' ? 13 : 0;
    strokes.push({ look: 'finish', points: at(a, m.client - above) + at(a, m.server + WORK_GAP + m.workDepth) });
  }
  return strokes;
}

/** The server's work stands so far from its line, in units. */
const WORK_GAP = 3;
/** Arrow heads and single events are left out where they would stand closer than this, in units. */
const CROWDED = 6;
/** Lines closer than this, in units, make one grey; so not all of them are drawn. */
const CLOSEST = 7;
/** Steps shorter than this, in units, cannot be told apart. */
const SHORTEST = 6;
/** Steps shorter than this, in units, have no room for their number. */
const NUMBERED = 17;

/** What is under way. Most flights of a crowd are not drawn, and those are never written. */
function flown(
  flights: readonly Flight[],
  scale: Scale,
  plot: Plot,
  at: At,
): { sent: LaneShapes['sent']; lost: readonly Stroke[] } {
  const m = MEASURES[scale.layout];
  const isCrowded = isCrowdedBy(flights, scale);
  const arrows = {
    client: new Arrows(m.client, m.server, true, plot),
    server: new Arrows(m.server, m.client, !isCrowded, plot),
  };
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
    arrows[from].add({ from: scale.along(flight.sentAtMs), to: end });
  }
  const seen = isCrowded ? lost.filter((_, i) => i === 0 || i === lost.length - 1) : lost;
  return {
    sent: { client: arrows.client.points, server: arrows.server.points },
    lost: seen.flatMap((flight) => lostAt(flight, scale, at)),
  };
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
  const across = m.server + WORK_GAP + m.workDepth / 2;
  const steps: LaneShapes['steps'][number][] = [];
  for (const { fromMs, toMs, step, look } of jobs) {
    const from = scale.along(fromMs);
    const to = scale.along(toMs);
    if (look === 'stopped' || to - from < NUMBERED) continue;
    const middle = rounded((from + to) / 2);
    const [x, y] = scale.layout === 'wide' ? [middle, across] : [across, middle];
    steps.push({ step, again: look === 'again', x, y });
  }
  return steps;
}

/** A stretch of work, as long as it takes, and `out` units more on all sides. Neighbours that are long enough stand a little apart. */
function boxOf({ fromMs, toMs }: Span, scale: Scale, out: number): Stretch {
  const [from, to] = [scale.along(fromMs), scale.along(toMs)];
  const inset = (to - from > SHORTEST ? STROKE / 2 + 0.3 : 0) - out;
  return { from: from + inset, to: to - inset };
}

/** Work that is stopped: its outline. */
function stoppedAt(span: Span, scale: Scale, at: At): Stroke {
  const m = MEASURES[scale.layout];
  const { from, to } = boxOf(span, scale, 0);
  const near = m.server + WORK_GAP;
  const far = near + m.workDepth;
  return { look: 'lost', points: at(from, near) + at(to, near) + at(to, far) + at(from, far) + at(from, near) };
}

/** A lost message gets as far as the drop let it; a cross marks the place. */
function lostAt({ from, sentAtMs, arrivesAtMs, lostAtMs }: Flight, scale: Scale, at: At): readonly Stroke[] {
  const m = MEASURES[scale.layout];
  const [a0, a1] = [scale.along(sentAtMs), scale.along(arrivesAtMs)];
  const [c0, c1] = from === 'client' ? [m.client, m.server] : [m.server, m.client];
  const way = arrivesAtMs > sentAtMs ? Math.min(1, ((lostAtMs ?? sentAtMs) - sentAtMs) / (arrivesAtMs - sentAtMs)) : 0;
  // Sent into a dead line, it still is seen to leave.
  const reach = Math.max(way, 0.22);
  const [a, c] = [a0 + (a1 - a0) * reach, c0 + (c1 - c0) * reach];
  const arm = 3.5;
  const cross = at(a - arm, c - arm) + at(a + arm, c + arm) + at(a, c) + at(a - arm, c + arm) + at(a + arm, c - arm);
  return [
    { look: 'lost', points: at(a0, c0) + at(a, c) },
    { look: 'cross', points: cross },
  ];
}

function zigzag(a: number, c: number, at: At): string {
  return at(a, c - 13) + at(a + 5, c - 5) + at(a - 4, c + 1) + at(a + 5, c + 6) + at(a, c + 14);
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

const percent = (part: number, whole: number): number => rounded((1000 * part) / whole) / 10;

function anchorOf({ at, anchor }: Label, scale: Scale): number {
  return scale.along(anchor === 'start' ? at.fromMs : anchor === 'end' ? at.toMs : (at.fromMs + at.toMs) / 2);
}
