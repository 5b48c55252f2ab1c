// Sentences: those of some scenarios are committed, to be read in a diff. That every entry of every scenario has one is a law of traces.
import {
  describe as sentenceOf,
  formatCount,
  formatRate,
  formatShare,
  formatTime,
  pairsOf,
  run,
  scenarioOf,
  type Trace,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTrace } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

const sentences = (trace: Trace): readonly string[] => trace.entries.map((entry) => sentenceOf(entry, trace));

it(`sessions made by chance have a sentence for every entry, too ${runsOf(100)}`, () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      for (const sentence of sentences(trace)) expect(sentence).toMatch(/^The \w.*\.$/s);
    }),
    { ...chance, numRuns: 100 },
  );
});

describe.each(['short', 'broken-stream', 'reverse-call', 'get-stream', 'restart', 'tasks', 'era-matrix'])(
  '%s, in words',
  (slug) => {
    it.each(pairsOf(scenarioOf(slug)))('$revision $transport', ({ revision, transport }) => {
      expect(sentences(run(slug, { revision, transport })).join('\n')).toMatchSnapshot();
    });
  },
);

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
  expect(sentences(run('broken-stream')).at(-1)).toBe('The client has the result of request 7 at 1.48 s.');
});
