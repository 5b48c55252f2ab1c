// What the instruments are made of, before anything is drawn: lanes, marked rows, lines between places.
import { endOf, pairsOf, run, SCENARIOS, transfersOf, type Entry } from '#engine';
import { lanesOf } from '#figures/ladder/lanes.ts';
import { ladderRows, byParty, TWO_ACTORS } from '#figures/ladder/rows.ts';
import { wordsOf } from '#figures/ladder/words.ts';
import { markedRows, mostRows, type Register } from '#figures/registers/register.ts';
import { layoutOf } from '#figures/topology/layout.ts';
import { describe, expect, it } from 'vitest';

const pairs = SCENARIOS.flatMap((scenario) => pairsOf(scenario).map((pair) => ({ slug: scenario.slug, ...pair })));
const byArrival = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((a, b) => endOf(a) - endOf(b) || a.index - b.index);

describe.each(pairs)('ladder of $slug $revision $transport', ({ slug, ...pair }) => {
  const trace = run(slug, { ...pair });

  it.each([
    ['in the order of the trace', trace.entries],
    ['in the order of arrival', byArrival(trace.entries)],
    ['transfers alone', transfersOf(trace)],
  ] as const)('lanes are unbroken and never shared: %s', (_, entries) => {
    const { marks, count } = lanesOf(entries);
    marks.forEach((row, i) => {
      const lanes = row.map(({ lane }) => lane);
      expect(new Set(lanes).size).toBe(lanes.length);
      for (const { lane, below, above, label, isMember } of row) {
        expect(lane).toBeLessThan(count);
        expect(label === undefined).toBe(above);
        if (label !== undefined) expect(isMember).toBe(true);
        const next = marks[i + 1]?.find((mark) => mark.lane === lane);
        if (below && i + 1 < marks.length) expect(next?.above).toBe(true);
        if (!below) expect(next === undefined || next.label !== undefined).toBe(true);
      }
    });
  });

  it('has words for every row, and an arrow from one column to the other for every transfer', () => {
    const parts = { actors: TWO_ACTORS, route: byParty, words: wordsOf, noteOf: undefined, asideOf: undefined };
    for (const { entry, shape, from, to, words } of ladderRows(trace.entries, parts).rows) {
      expect(`${words.lead}${words.what}${words.id}`).not.toMatch(/^$|undefined|NaN/);
      expect(shape === 'arrow').toBe(entry.kind === 'transfer');
      expect(from === to).toBe(shape !== 'arrow');
    }
  });
});

describe('registers', () => {
  const of = (...rows: readonly (readonly [string, string])[]): Register => ({
    owner: 'client',
    title: 'waits for',
    columns: ['id', 'what'],
    rows: rows.map(([key, cell]) => ({ key, cells: [key, cell] })),
    empty: 'nothing',
    gone: 'answered',
  });

  it('tells new, changed and gone, and keeps what is gone for one step in its place', () => {
    const before = of(['1', 'a'], ['2', 'b'], ['3', 'c']);
    const now = of(['1', 'a'], ['3', 'x'], ['4', 'd']);
    expect(markedRows(now, before).map(({ key, change, word }) => [key, change, word])).toEqual([
      ['1', undefined, ''],
      ['2', 'gone', 'answered'],
      ['3', 'changed', 'changed'],
      ['4', 'new', 'new'],
    ]);
    expect(markedRows(now, undefined).every(({ change }) => change === undefined)).toBe(true);
  });

  it('keeps room for its longest moment', () => {
    expect(mostRows([of(), of(['1', 'a']), of(['1', 'a'], ['2', 'b']), of(['2', 'b'])])).toBe(2);
    expect(mostRows([of(['1', 'a']), of(['2', 'b'])])).toBe(2);
  });
});

describe('topology', () => {
  const places = [
    { key: 'a', title: 'A', column: 0, row: 0 },
    { key: 'b', title: 'B', column: 1, row: 0 },
    { key: 'c', title: 'C', column: 1, row: 1 },
  ];

  it('a line ends at the edges of its places, and its head looks where it goes', () => {
    const { lines, columns, rows } = layoutOf(places, [
      { from: 'a', to: 'b', look: 'active' },
      { from: 'c', to: 'a', look: 'active' },
      { from: 'b', to: 'c', look: 'active' },
    ]);
    expect([columns, rows]).toEqual([2, 2]);
    expect(lines.map(({ head }) => head.turnDeg)).toEqual([0, 180, 90]);
    expect(lines[0]!.path).toBe('M45.5 0.5H54.5');
    expect(lines[1]!.head).toEqual({ x: 45.5, y: 25, turnDeg: 180 });
    expect(lines[2]!.path).toBe('M75 0.8V1.2');
  });
});
