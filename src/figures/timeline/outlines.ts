// Many filled shapes as the points of one polygon: a changed path is styled anew, a polygon is not, and here they change
// with each move of a slider. Every shape begins and ends on one line, and the way along it to the next fills nothing.
// Knows units along and across an axis, nothing of what they mean.

/** Adds the point that is so many tenths of a unit along the axis, and so many units across it: its two numbers as text. */
export type Plot = (points: string[], tenths: number, across: string) => void;

export const plotWide: Plot = (points, tenths, across) => void points.push(decimal(tenths), across);
export const plotTall: Plot = (points, tenths, across) => void points.push(across, decimal(tenths));

/** Texts of tenths that were written before: hundreds are written with each move, and it is nearly always the same ones. */
const written: string[] = [];

/** The text of so many tenths. */
export function decimal(tenths: number): string {
  return (written[tenths] ??= String(tenths / 10));
}

export const tenthsOf = (units: number): number => Math.round(10 * units);
export const rounded = (units: number): number => tenthsOf(units) / 10;

export interface Stretch {
  /** Along the axis, units. */
  readonly from: number;
  readonly to: number;
}

/** Bars from one line across to another. */
export function bars(stretches: readonly Stretch[], near: number, far: number, plot: Plot): string {
  const [nearText, farText] = [decimal(tenthsOf(near)), decimal(tenthsOf(far))];
  const points: string[] = [];
  for (const { from, to } of stretches) {
    const [a, b] = [tenthsOf(from), tenthsOf(to)];
    plot(points, a, nearText);
    plot(points, a, farText);
    plot(points, b, farText);
    plot(points, b, nearText);
  }
  return points.join(' ');
}

/** Half the width of an arrow's shaft, and of its head, and how long the head is, in units. */
const SHAFT = 0.75;
const HEAD = { halfWidth: 4.2, length: 10 } as const;

/** A corner of an arrow: tenths from where its shaft begins along the axis, and its place across. */
interface Corner {
  readonly ahead: number;
  readonly across: string;
}

/** Arrows from one line across to another, all in one direction, all with or all without heads. */
export class Arrows {
  readonly #from: number;
  readonly #to: number;
  readonly #hasHeads: boolean;
  readonly #plot: Plot;
  readonly #points: string[] = [];
  /** Corners by how far an arrow reaches along the axis, tenths: most arrows of a figure are alike. */
  readonly #known = new Map<number, readonly Corner[]>();

  constructor(from: number, to: number, hasHeads: boolean, plot: Plot) {
    this.#from = from;
    this.#to = to;
    this.#hasHeads = hasHeads;
    this.#plot = plot;
  }

  add({ from, to }: Stretch): void {
    const start = tenthsOf(from);
    const reach = tenthsOf(to - from);
    let corners = this.#known.get(reach);
    if (!corners) this.#known.set(reach, (corners = this.#cornersOf(reach / 10)));
    for (const { ahead, across } of corners) this.#plot(this.#points, start + ahead, across);
  }

  get points(): string {
    return this.#points.join(' ');
  }

  #cornersOf(reach: number): readonly Corner[] {
    const drop = this.#to - this.#from;
    const length = Math.hypot(reach, drop);
    /** The arrow's direction. */
    const [u, v] = [reach / length, drop / length];
    /** Half a cut along the line at which the shaft begins. */
    const cut = (SHAFT * length) / Math.abs(drop);
    const side = Math.sign(drop);
    const beside = (back: number, aside: number): Corner =>
      corner(reach - back * u + aside * v, this.#to - back * v - aside * u);
    const end = this.#hasHeads
      ? [
          beside(HEAD.length, SHAFT),
          beside(HEAD.length, HEAD.halfWidth),
          corner(reach, this.#to),
          beside(HEAD.length, -HEAD.halfWidth),
          beside(HEAD.length, -SHAFT),
        ]
      : [corner(reach + side * cut, this.#to), corner(reach - side * cut, this.#to)];
    return [corner(side * cut, this.#from), ...end, corner(-side * cut, this.#from)];
  }
}

const corner = (ahead: number, across: number): Corner => ({
  ahead: tenthsOf(ahead),
  across: decimal(tenthsOf(across)),
});
