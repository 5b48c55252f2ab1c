// Sentences: one for every entry of every scenario; those of the two shown scenarios are committed, to be read in a diff.
import {
  describe as sentenceOf,
  formatCount,
  formatRate,
  formatShare,
  formatTime,
  parametersOf,
  runWith,
  run,
  SCENARIOS,
  type Trace,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyRunOf, anyTrace } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

const sentences = (trace: Trace): readonly string[] => trace.entries.map((entry) => sentenceOf(entry, trace));

describe.each(SCENARIOS.map((s) => ({ slug: s.slug, traces: anyRunOf(s) })))('$slug', ({ traces }) => {
  it(`every entry has a sentence with all its words ${runsOf(100)}`, () => {
    fc.assert(
      fc.property(traces, (trace) => {
        for (const sentence of sentences(trace)) {
          expect(sentence).toMatch(/^The \w.*[^.]\.$/);
          expect(sentence).not.toMatch(/undefined|NaN|null|\[object|Infinity| {2}/);
        }
      }),
      { ...chance, numRuns: 100 },
    );
  });
});

it(`sessions made by chance have a sentence for every entry, too ${runsOf(100)}`, () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      for (const sentence of sentences(trace)) expect(sentence).toMatch(/^The \w.*\.$/s);
    }),
    { ...chance, numRuns: 100 },
  );
});

describe.each(['short', 'broken-stream'])('%s, in words', (slug) => {
  const scenario = SCENARIOS.find((s) => s.slug === slug)!;
  const cases = scenario.revisions.flatMap((revision) =>
    scenario.transports.map((transport) => ({ revision, transport })),
  );
  it.each(cases)('$revision $transport', ({ revision, transport }) => {
    expect(sentences(run(slug, { revision, transport })).join('\n')).toMatchSnapshot();
  });
});

describe('numbers in words', () => {
  it.each([
    [0, '0 ms'],
    [40, '40 ms'],
    [0.25, '0.25 ms'],
    [80.73, '80.73 ms'],
    [99.999, '100.0 ms'],
    [480.73, '480.7 ms'],
    [999.96, '1.00 s'],
    [480.00000000000006, '480 ms'],
    [1480, '1.48 s'],
  ])('%d ms is "%s"', (ms, text) => expect(formatTime(ms)).toBe(text));

  it.each([
    [Infinity, 'infinite'],
    [1000, '1 kbit/s'],
    [10_000_000, '10 Mbit/s'],
    [2.5e9, '2.5 Gbit/s'],
    [999_999, '1 Mbit/s'],
  ])('%d bit/s is "%s"', (bps, text) => expect(formatRate(bps)).toBe(text));

  it.each([
    [7, '7'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('%d is "%s"', (count, text) => expect(formatCount(count)).toBe(text));

  it('a share is a whole percentage', () => {
    expect([0, 0.004, 0.4033, 1].map(formatShare)).toEqual(['0 %', '0 %', '40 %', '100 %']);
  });
});

it('the last step of broken-stream says when the client has its result', () => {
  const defaults = Object.fromEntries(parametersOf(SCENARIOS[2]!).map((p) => [p.name, p.default]));
  expect(sentences(runWith(SCENARIOS[2]!, defaults)).at(-1)).toBe('The client has the result of request 7 at 1.48 s.');
});
