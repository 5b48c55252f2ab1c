// From marks to paths and label boxes, in the units of a fixed viewBox. Two layouts: time to the right, or time down.
import { ticksUpTo } from '../kit/ticks.ts';
import type { Party } from '#engine';
import type { Flight, Job, Label, LaneMarks, Span } from './lane-marks.ts';
import { placeLabels } from './label-row.ts';

export type Layout = 'wide' | 'tall';

/** A point: along the time axis and across it, in units. */
type Point = readonly [along: number, across: number];

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

export interface PlacedLabel extends Label {
  readonly align: 'start' | 'center' | 'end';
  /** The label's box, in percent of the drawing's width. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface LaneShapes {
  readonly sent: Readonly<Record<Party, string>>;
  readonly heads: Readonly<Record<Party, string>>;
  readonly lost: string;
  readonly jobs: Readonly<Record<Job['look'], string>>;
  readonly steps: readonly { readonly step: number; readonly x: number; readonly y: number; readonly again: boolean }[];
  readonly lines: string;
  readonly open: string;
  readonly waiting: string;
  readonly cut: string;
  readonly finish: string;
  readonly labels: readonly PlacedLabel[];
}

export interface Scale {
  readonly layout: Layout;
  /** The time at the end of the axis, ms. */
  readonly endMs: number;
  along(ms: number): number;
}

export function scaleFor(layout: Layout, lanes: readonly LaneMarks[]): Scale {
  const { start, length } = MEASURES[layout];
  // Behind the last end there is room for the label that tells it.
  const endMs = (layout === 'wide' ? 1.14 : 1.04) * Math.max(...lanes.map((lane) => lane.endMs));
  return { layout, endMs, along: (ms) => start + (length * ms) / endMs };
}

export function ticksOf({ endMs, layout }: Scale): readonly number[] {
  return ticksUpTo(0.97 * endMs, layout === 'wide' ? 6 : 5);
}

const round = (n: number): number => Math.round(n * 10) / 10;

export function shapesOf(marks: LaneMarks, scale: Scale): LaneShapes {
  const m = MEASURES[scale.layout];
  const isWide = scale.layout === 'wide';
  const xy = ([along, across]: Point): string =>
    isWide ? `${round(along)} ${round(across)}` : `${round(across)} ${round(along)}`;
  const sideOf = (party: Party): number => (party === 'client' ? m.client : m.server);
  const line = (from: Point, to: Point): string => `M${xy(from)}L${xy(to)}`;
  const box = ({ fromMs, toMs }: Span): string => {
    const [a, b] = [scale.along(fromMs), scale.along(toMs)];
    const inset = b - a > 6 ? 0.8 : 0;
    const [near, far] = [m.server + 3, m.server + 3 + m.workDepth];
    return `M${xy([a + inset, near])}L${xy([b - inset, near])}L${xy([b - inset, far])}L${xy([a + inset, far])}z`;
  };
  const ends = ({ from, sentAtMs, arrivesAtMs }: Flight): readonly [Point, Point] => {
    const to = from === 'client' ? 'server' : 'client';
    return [
      [scale.along(sentAtMs), sideOf(from)],
      [scale.along(arrivesAtMs), sideOf(to)],
    ];
  };
  const isCrowded = isCrowdedBy(marks.flights, scale);
  const arrived = (party: Party) => {
    const flights = marks.flights.filter((f) => f.from === party && f.lostAtMs === undefined);
    return isCrowded ? thinned(flights, scale) : flights;
  };
  const sent = (party: Party) =>
    arrived(party)
      .map((f) => line(...ends(f)))
      .join('');
  const heads = (party: Party) =>
    (isCrowded && party === 'server' ? [] : arrived(party)).map((f) => headAt(...ends(f), xy)).join('');
  const spans = joined(marks.jobs, scale);
  const jobs = (look: Job['look']) =>
    spans
      .filter((j) => j.look === look)
      .map(box)
      .join('');
  const allLost = marks.flights.filter((f) => f.lostAtMs !== undefined);
  const lost = isCrowded ? allLost.filter((_, i) => i === 0 || i === allLost.length - 1) : allLost;
  const along = (spans: readonly Span[]) =>
    spans.map((s) => line([scale.along(s.fromMs), m.client], [scale.along(s.toMs), m.client])).join('');
  return {
    sent: { client: sent('client'), server: sent('server') },
    heads: { client: heads('client'), server: heads('server') },
    lost: lost.map((f) => lostAt(f, ends(f), xy)).join(''),
    jobs: { done: jobs('done'), again: jobs('again'), stopped: jobs('stopped') },
    steps: marks.jobs.flatMap(({ fromMs, toMs, step, look }) => {
      if (look === 'stopped' || scale.along(toMs) - scale.along(fromMs) < 17) return [];
      const [a, b] = [(scale.along(fromMs) + scale.along(toMs)) / 2, m.server + 3 + m.workDepth / 2];
      return [{ step, again: look === 'again', ...(isWide ? { x: round(a), y: b } : { x: b, y: round(a) }) }];
    }),
    lines: [m.client, m.server].map((side) => line([m.start, side], [m.start + m.length, side])).join(''),
    open: along(marks.open),
    waiting: along(marks.waiting),
    cut: marks.cutAtMs === undefined ? '' : zigzag([scale.along(marks.cutAtMs), m.client], xy),
    finish:
      marks.finishedAtMs === undefined
        ? ''
        : line(
            [scale.along(marks.finishedAtMs), m.client - (isWide ? 22 : 0)],
            [scale.along(marks.finishedAtMs), m.server + m.workDepth + 3],
          ),
    labels: placeAll(marks.labels, scale),
  };
}

/** Arrow heads and single events are left out where they would stand closer than this, in units. */
const CROWDED = 6;

function isCrowdedBy(flights: readonly Flight[], scale: Scale): boolean {
  const events = flights
    .filter((f) => f.from === 'server' && f.lostAtMs === undefined)
    .map((f) => scale.along(f.arrivesAtMs));
  const span = Math.max(...events) - Math.min(...events);
  return events.length > 12 && span / events.length < CROWDED;
}

/** Lines closer than this, in units, make one grey; so not all of them are drawn. */
const CLOSEST = 7;
/** Steps shorter than this, in units, cannot be told apart. */
const SHORTEST = 6;

function thinned(flights: readonly Flight[], scale: Scale): readonly Flight[] {
  let last = -Infinity;
  return flights.filter((flight) => {
    const at = scale.along(flight.arrivesAtMs);
    if (at - last < CLOSEST) return false;
    last = at;
    return true;
  });
}

/** Steps too short to be told apart become one stretch of work. */
function joined(jobs: readonly Job[], scale: Scale): readonly Job[] {
  const spans: Job[] = [];
  for (const job of jobs) {
    const last = spans.at(-1);
    const isShort = scale.along(job.toMs) - scale.along(job.fromMs) < SHORTEST;
    if (last && isShort && last.look === job.look && Math.abs(last.toMs - job.fromMs) < 1e-6)
      spans[spans.length - 1] = { ...last, toMs: job.toMs };
    else spans.push(job);
  }
  return spans;
}

function headAt([a0, c0]: Point, [a1, c1]: Point, xy: (p: Point) => string): string {
  const length = Math.hypot(a1 - a0, c1 - c0) || 1;
  const [ua, uc] = [(a1 - a0) / length, (c1 - c0) / length];
  const back: Point = [a1 - 10 * ua, c1 - 10 * uc];
  return `M${xy([a1, c1])}L${xy([back[0] - 4.2 * uc, back[1] + 4.2 * ua])}L${xy([back[0] + 4.2 * uc, back[1] - 4.2 * ua])}z`;
}

/** A lost message gets as far as the drop let it; a cross marks the place. */
function lostAt(
  { sentAtMs, arrivesAtMs, lostAtMs }: Flight,
  [[a0, c0], [a1, c1]]: readonly [Point, Point],
  xy: (p: Point) => string,
): string {
  const way = arrivesAtMs > sentAtMs ? Math.min(1, ((lostAtMs ?? sentAtMs) - sentAtMs) / (arrivesAtMs - sentAtMs)) : 0;
  // Sent into a dead line, it still is seen to leave.
  const reach = Math.max(way, 0.22);
  const [a, c] = [a0 + (a1 - a0) * reach, c0 + (c1 - c0) * reach];
  return `M${xy([a0, c0])}L${xy([a, c])}M${xy([a - 3.5, c - 3.5])}L${xy([a + 3.5, c + 3.5])}M${xy([a - 3.5, c + 3.5])}L${xy([a + 3.5, c - 3.5])}`;
}

function zigzag([a, c]: Point, xy: (p: Point) => string): string {
  return `M${xy([a, c - 13])}L${xy([a + 5, c - 5])}L${xy([a - 4, c + 1])}L${xy([a + 5, c + 6])}L${xy([a, c + 14])}`;
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
