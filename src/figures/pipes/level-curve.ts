// How full a pipe was at each moment, as one path in a box of fixed size. Draws nothing.
import type { PipeMoment, PipeName } from '#engine';

export const CURVE = { width: 400, height: 40 } as const;

/** A closed path: one step for each moment up to the end of the box. */
export function levelCurve(moments: readonly PipeMoment[], pipe: PipeName, capacityBytes: number): string {
  const width = CURVE.width / moments.length;
  const y = (bytes: number) => round(CURVE.height * (1 - bytes / capacityBytes));
  const steps = moments.map(({ held }, i) => `H${round(i * width)}V${y(held[pipe])}`).join('');
  return `M0 ${CURVE.height}${steps}H${CURVE.width}V${CURVE.height}Z`;
}

/** Where a moment stands in the box. */
export function momentAt(index: number, count: number): number {
  return round(((index + 1) * CURVE.width) / count);
}

const round = (value: number): number => Math.round(value * 10) / 10;
