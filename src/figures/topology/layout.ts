// Where the parts of a topology stand and how the lines between them run, in columns and rows. Few elements, no pixels.
import type { Party } from '#engine';

export interface Place {
  readonly key: string;
  readonly title: string;
  /** What stands below the title, e.g. an address; line by line. */
  readonly about?: string;
  /** Which hue it has; none: neither client nor server. */
  readonly party?: Party;
  /** From 0, left to right and top to bottom; halves stand between two. */
  readonly column: number;
  readonly row: number;
  /** Not there yet, or not there any more. */
  readonly isAbsent?: boolean;
  readonly isLit?: boolean;
}

/** A frame around some places: a host, a machine, a network. */
export interface Around {
  readonly title: string;
  /** First and last, both inside. */
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** A line that is there, a message that moves along it, a message that is lost, a line that is not there. */
  readonly look: 'idle' | 'active' | 'lost' | 'absent';
  /** Who sends, for the hue of what moves. */
  readonly party?: Party;
  /** What moves. */
  readonly words?: string;
}

/** Free space on each side of a place, as a share of its column. */
const MARGIN = 0.09;

export interface Line extends Edge {
  readonly path: string;
  /** In percent of the drawing: where the head of the arrow is, and where its words stand. */
  readonly head: { readonly x: number; readonly y: number; readonly turnDeg: number };
  readonly middle: { readonly x: number; readonly y: number };
}

export interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly lines: readonly Line[];
}

export function layoutOf(places: readonly Place[], edges: readonly Edge[]): Layout {
  const columns = Math.ceil(Math.max(...places.map((p) => p.column)) + 1);
  const rows = Math.ceil(Math.max(...places.map((p) => p.row)) + 1);
  const byKey = new Map(places.map((place) => [place.key, place]));
  return { columns, rows, lines: edges.map((edge) => lineOf(edge, byKey, columns, rows)) };
}

const round = (n: number): number => Math.round(10 * n) / 10;

function lineOf(edge: Edge, places: ReadonlyMap<string, Place>, columns: number, rows: number): Line {
  const [a, b] = [places.get(edge.from)!, places.get(edge.to)!];
  const percentY = (y: number) => (100 * y) / rows;
  if (a.column === b.column) {
    const down = b.row > a.row;
    const x = round((100 * (a.column + 0.5)) / columns);
    const [from, to] = down ? [a.row + 0.8, b.row + 0.2] : [a.row + 0.2, b.row + 0.8];
    return {
      ...edge,
      path: `M${x} ${round(from)}V${round(to)}`,
      head: { x, y: round(percentY(to)), turnDeg: down ? 90 : -90 },
      middle: { x, y: round(percentY((from + to) / 2)) },
    };
  }
  const right = b.column > a.column;
  const edgeOf = (place: Place, isRightEdge: boolean) =>
    round((100 * (place.column + (isRightEdge ? 1 - MARGIN : MARGIN))) / columns);
  const [x1, x2] = [edgeOf(a, right), edgeOf(b, !right)];
  const [y1, y2] = [a.row + 0.5, b.row + 0.5];
  const bend = round((x1 + x2) / 2);
  return {
    ...edge,
    path: y1 === y2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`,
    head: { x: x2, y: round(percentY(y2)), turnDeg: right ? 0 : 180 },
    middle: { x: bend, y: round(percentY((y1 + y2) / 2)) },
  };
}

/** Position and size of a frame, in percent. */
export function frameOf({ columns: [c1, c2], rows: [r1, r2] }: Around, { columns, rows }: Layout) {
  return {
    left: round((100 * c1) / columns),
    width: round((100 * (c2 - c1 + 1)) / columns),
    top: round((100 * r1) / rows),
    height: round((100 * (r2 - r1 + 1)) / rows),
  };
}

/** Position of a place, in percent. */
export function boxOf({ column, row }: Place, { columns, rows }: Layout) {
  return {
    left: round((100 * (column + MARGIN)) / columns),
    width: round((100 * (1 - 2 * MARGIN)) / columns),
    top: round((100 * row) / rows),
    height: round(100 / rows),
  };
}
