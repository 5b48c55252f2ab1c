// Puts labels along a line so that none covers another and none leaves it. Widths are estimated, never measured.

export interface Placed {
  readonly from: number;
  readonly to: number;
}

export interface Wanted {
  /** Where the label belongs. */
  readonly at: number;
  /** Which part of it should be there. */
  readonly anchor: 'start' | 'middle' | 'end';
  readonly length: number;
}

/**
 * Places labels, given in any order, in [0, end]: each as near to its wish as the others allow. Their order along the
 * line is that of where they belong, whatever their lengths.
 */
export function placeLabels(wanted: readonly Wanted[], end: number, gap: number): readonly Placed[] {
  const wishOf = ({ at, anchor, length }: Wanted) =>
    at - (anchor === 'start' ? 0 : anchor === 'end' ? length : length / 2);
  const order = wanted
    .map((_, i) => i)
    .sort((a, b) => wanted[a]!.at - wanted[b]!.at || wishOf(wanted[a]!) - wishOf(wanted[b]!));
  const froms = new Array<number>(wanted.length);
  let free = 0;
  for (const i of order) {
    froms[i] = Math.max(wishOf(wanted[i]!), free);
    free = froms[i]! + wanted[i]!.length + gap;
  }
  let limit = end;
  for (const i of order.toReversed()) {
    froms[i] = Math.max(0, Math.min(froms[i]!, limit - wanted[i]!.length));
    limit = froms[i]! - gap;
  }
  return wanted.map(({ length }, i) => ({ from: froms[i]!, to: froms[i]! + length }));
}
