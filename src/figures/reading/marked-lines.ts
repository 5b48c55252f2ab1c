// A text as the lines that a picture has room for, cut where marks begin and end. Draws nothing.

export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

export interface Segment {
  readonly text: string;
  readonly kind?: string;
}

export interface MarkedLine {
  readonly number: number;
  readonly segments: readonly Segment[];
}

export interface MarkedLines {
  readonly lines: readonly MarkedLine[];
  readonly linesBefore: number;
  readonly linesAfter: number;
}

const LINES = 24;
const LINE_LENGTH = 700;

/** The lines around an index, at most 24 of them and of a long line at most 700 characters around it or from its start. */
export function markedLines(text: string, marks: readonly Mark[], around = 0): MarkedLines {
  const all = text.split('\n');
  const focus = text.slice(0, around).split('\n').length - 1;
  const first = Math.max(0, Math.min(focus - LINES / 2, all.length - LINES));
  let from = all.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
  const lines = all.slice(first, first + LINES).map((line, i): MarkedLine => {
    const segments = segmentsOf(line, from, marks, first + i === focus ? around - from : 0);
    from += line.length + 1;
    return { number: first + i + 1, segments };
  });
  return { lines, linesBefore: first, linesAfter: all.length - first - lines.length };
}

function segmentsOf(line: string, lineFrom: number, marks: readonly Mark[], focus: number): readonly Segment[] {
  const start =
    line.length > LINE_LENGTH ? Math.max(0, Math.min(focus - LINE_LENGTH / 2, line.length - LINE_LENGTH)) : 0;
  const end = Math.min(line.length, start + LINE_LENGTH);
  const own = marks.map((mark) => ({ ...mark, from: mark.from - lineFrom, to: mark.to - lineFrom }));
  const inside = own.filter((mark) => mark.from < end && mark.to > start);
  // What is wrong at the very end of a line has no character there to be seen on.
  const atEnd = own.find((mark) => mark.from === line.length && end === line.length && mark.kind === 'fault');
  const cuts = [
    ...new Set([start, end, ...inside.flatMap(({ from, to }) => [Math.max(from, start), Math.min(to, end)])]),
  ];
  cuts.sort((a, b) => a - b);
  const segments = cuts.slice(1).map((to, i): Segment => {
    const from = cuts[i]!;
    const mark = inside.findLast((m) => m.from <= from && m.to >= to);
    return { text: line.slice(from, to), ...(mark && { kind: mark.kind }) };
  });
  return [
    ...(start > 0 ? [{ text: '… ', kind: 'left-out' }] : []),
    ...segments,
    ...(atEnd ? [{ text: '⏎', kind: 'fault' }] : []),
    ...(end < line.length ? [{ text: ' …', kind: 'left-out' }] : []),
  ];
}
