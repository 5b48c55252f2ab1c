// From lane marks and columns to paths, in units that a row stretches as it needs: x in lanes or percent, y from 0 to 2.
import type { LaneMark } from './lanes.ts';
import type { Aside } from './rows.ts';

/** Where a lane runs, in widths of a lane. */
export const laneAt = (lane: number): number => lane + 0.5;

/** The thin line of a lane, from the edge or the middle of the row to its middle or other edge. */
export function lanePath(marks: readonly LaneMark[]): string {
  return marks.map(({ lane, above, below }) => half(lane, above, below)).join('');
}

/** The thick part of it: an event stream is open. */
export function streamPath(marks: readonly LaneMark[]): string {
  return marks.map(({ lane, streamAbove, streamBelow }) => half(lane, streamAbove, streamBelow)).join('');
}

/** Points, drawn as lines of no length with round ends: they stay round however the row is stretched. */
export function dotPath(marks: readonly LaneMark[]): string {
  return marks
    .filter(({ isMember, label }) => isMember && label === undefined)
    .map(({ lane }) => `M${laneAt(lane)} 1h0`)
    .join('');
}

function half(lane: number, above: boolean, below: boolean): string {
  if (!above && !below) return '';
  return `M${laneAt(lane)} ${above ? 0 : 1}V${below ? 2 : 1}`;
}

/** The lines of the actors, at equal distances from 0 to 100. */
export function lifelinePath(actors: number): string {
  return Array.from({ length: actors }, (_, i) => `M${columnAt(i, actors)} 0V2`).join('');
}

/** Where a column stands, in percent. */
export function columnAt(column: number, actors: number): number {
  return Math.round((1000 * column) / Math.max(1, actors - 1)) / 10;
}

/** The bracket of an aside, in a box of 10 by 2. */
export function asidePath({ look }: Aside): string {
  return { begin: 'M0 1H10V2', through: 'M10 0V2', end: 'M0 1H10V0' }[look];
}
