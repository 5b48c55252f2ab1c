// Round numbers for an axis: steps of 1, 2 or 5 times a power of ten. Knows no axis.

/** Round numbers from 0 to `end`, about `count` of them. */
export function ticksUpTo(end: number, count: number): readonly number[] {
  const rough = end / count;
  if (!(rough > 0)) return [0];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.75) ?? 10);
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
