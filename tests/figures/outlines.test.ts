// Many shapes in one polygon: what lies between them must fill nothing, however many there are and wherever they stand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arrows, bars, plotTall, plotWide, type Plot, type Stretch } from '#figures/timeline/outlines.ts';

const tenths = (max: number) => fc.integer({ min: 0, max: 10 * max }).map((n) => n / 10);
const stretch = fc.tuple(tenths(900), tenths(60)).map(([from, length]): Stretch => ({ from, to: from + length }));

function cornersOf(points: string): readonly (readonly [number, number])[] {
  const numbers = points.split(' ').map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!] as const);
}

/** The signed area that a polygon encloses: shapes that turn the other way would count against the others. */
function areaOf(points: string): number {
  const corners = cornersOf(points);
  return corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

type Make = (stretches: readonly Stretch[], plot: Plot) => string;

const bars24: Make = (stretches, plot) => bars(stretches, 100, 124, plot);
const arrows =
  (from: number, to: number, hasHeads: boolean): Make =>
  (stretches, plot) => {
    const made = new Arrows(from, to, hasHeads, plot);
    for (const one of stretches) made.add(one);
    return made.points;
  };
const makes: Readonly<Record<string, Make>> = {
  bars: bars24,
  'arrows down': arrows(34, 112, true),
  'arrows up': arrows(112, 34, true),
  'arrows without heads': arrows(112, 34, false),
};

describe.each(Object.entries(makes))('%s in one polygon', (_, make) => {
  it('begins and ends each of them on one line', () => {
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 2, maxLength: 5 }), (stretches) => {
        const ends = stretches.flatMap((one) => {
          const corners = cornersOf(make([one], plotWide));
          return [corners[0]![1], corners.at(-1)![1]];
        });
        expect(new Set(ends).size).toBe(1);
        expect(make(stretches, plotWide)).toBe(stretches.map((one) => make([one], plotWide)).join(' '));
      }),
    );
  });

  it('turns all of them the same way, so that none cuts a hole into another', () => {
    fc.assert(
      fc.property(stretch, stretch, (one, other) => {
        const [a, b] = [one, other].map((each) => areaOf(make([{ ...each, to: each.to + 1 }], plotWide)));
        expect(Math.sign(a!)).toBe(Math.sign(b!));
        expect(a).not.toBe(0);
      }),
    );
  });

  it('is the same with time to the right and time down', () => {
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 1, maxLength: 5 }), (stretches) => {
        const turned = cornersOf(make(stretches, plotTall)).map(([x, y]) => [y, x]);
        expect(turned).toEqual(cornersOf(make(stretches, plotWide)));
      }),
    );
  });
});

it('a bar is as large as it is long', () => {
  fc.assert(
    fc.property(stretch, (one) => {
      expect(Math.abs(areaOf(bars24([one], plotWide)))).toBeCloseTo(24 * (one.to - one.from), 3);
    }),
  );
});

it('the tip of an arrow is where it arrives', () => {
  fc.assert(
    fc.property(stretch, (one) => {
      const tip = cornersOf(arrows(112, 34, true)([one], plotWide))[3]!;
      expect(tip[0]).toBeCloseTo(one.to, 6);
      expect(tip[1]).toBe(34);
    }),
  );
});
