// Round numbers for an axis: steps of 1, 2 or 5 times a power of ten. Knows no axis.

/** Round numbers from 0 to `end`, about `count` of them. */
export function ticksUpTo(end: number, count: number): readonly number[] {
  const rough = end / count;
  if (!(rough > 0)) return [0];
  const step = roundStep(0.75 * rough);
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** The next round number from `end` on, a 16th part further at most: an axis that ends there holds still while its run grows. */
export function roundEnd(end: number): number {
  if (!(end > 0)) return end;
  const step = roundStep(end / 40);
  return Number((Math.ceil(end / step - 1e-9) * step).toPrecision(12));
}

/** The smallest round step that is no less than `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}
