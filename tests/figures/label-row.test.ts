// Labels of a timeline: none covers another, none leaves the line, and they stand in the order of what they name.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeLabels, type Wanted } from '#figures/timeline/label-row.ts';

const END = 1000;
const GAP = 10;

const labels = fc.array(
  fc.record<Wanted>({
    at: fc.integer({ min: 0, max: END }),
    anchor: fc.constantFrom('start', 'middle', 'end'),
    length: fc.integer({ min: 1, max: 120 }),
  }),
  { minLength: 1, maxLength: 7 },
);

test('labels that fit on their line', () => {
  fc.assert(
    fc.property(labels, (wanted) => {
      const placed = placeLabels(wanted, END, GAP);
      const order = wanted.map((_, i) => i).sort((a, b) => placed[a]!.from - placed[b]!.from);
      for (const [place, i] of order.entries()) {
        expect(placed[i]!.from).toBeGreaterThanOrEqual(0);
        expect(placed[i]!.to).toBeLessThanOrEqual(END);
        expect(placed[i]!.to - placed[i]!.from).toBe(wanted[i]!.length);
        const next = order[place + 1];
        if (next === undefined) continue;
        expect(placed[next]!.from - placed[i]!.to).toBeGreaterThanOrEqual(GAP);
        expect(wanted[next]!.at).toBeGreaterThanOrEqual(wanted[i]!.at);
      }
    }),
  );
});
