// The pure parts that draw a reader's text: lines cut at marks, bytes as cells, the place that decided. Any text fits.
import { playRoutes, run, utf8Encode, utf8Text } from '#engine';
import { cellsOf } from '#figures/line-parser/cells.ts';
import { lineThat } from '#figures/answer-desk/line-that.ts';
import { hearingOf } from '#figures/post-modes/hearing.ts';
import { markedLines } from '#figures/reading/marked-lines.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

const lines = fc.array(fc.string({ maxLength: 60 }), { maxLength: 20 }).map((all) => all.join('\n'));

it('a text that has room is shown whole, whatever is marked in it', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.tuple(fc.nat(400), fc.nat(400))), (text, ranges) => {
      const marks = ranges.map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b), kind: 'seen' }));
      const shown = markedLines(text, marks);
      const all = shown.lines.map(({ segments }) => segments.map((segment) => segment.text).join(''));
      expect(all.join('\n')).toBe(text);
    }),
  );
});

test('of a long text the part around a fault is shown', () => {
  const text = 'x\n'.repeat(1000);
  const { lines: shown, linesBefore, linesAfter } = markedLines(text, [{ from: 1000, to: 1001, kind: 'fault' }], 1000);
  expect(shown.some(({ number }) => number === 501)).toBe(true);
  expect(shown.length + linesBefore + linesAfter).toBe(1001);
  const long = markedLines('y'.repeat(5000), [{ from: 4000, to: 4001, kind: 'fault' }], 4000);
  expect(long.lines[0]!.segments.some(({ kind }) => kind === 'fault')).toBe(true);
});

it('cells say every byte: text as it is, what cannot be seen by name, what is no character in hex', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const cells = cellsOf(bytes, 0, bytes.length);
      const count = cells.reduce(
        (sum, { text, kind }) => sum + (kind === 'text' ? utf8Encode(text).length : text.startsWith('BOM') ? 3 : 1),
        0,
      );
      expect(count).toBe(bytes.length);
      for (const { text, kind } of cells) if (kind === 'text') expect(utf8Text(utf8Encode(text))).toBe(text);
    }),
  );
  expect(cellsOf(utf8Encode('a\0€\n'), 0, 4)).toEqual([
    { text: 'a', kind: 'text' },
    { text: 'NUL', kind: 'sign' },
    { text: 'e2', kind: 'raw' },
    { text: '82', kind: 'raw' },
  ]);
});

describe('the place that decided', () => {
  const text = 'POST /mcp HTTP/1.1\nAccept: a\n\n{"params":{"name":"x"}}';
  test.each([
    ['Accept', 'Accept: a'],
    ['method', 'POST /mcp HTTP/1.1'],
    ['body params.name', '"name"'],
    ['Mcp-Name', undefined],
    ['byte 7', undefined],
    ['', undefined],
  ])('%s', (at, expected) => {
    const found = lineThat(text, at);
    expect(found && text.slice(found.from, found.to)).toBe(expected);
  });
});

test('a stream is heard at once, a body when the work is done', () => {
  const stream = hearingOf(run('post-modes', { transport: 'streamable-http' }));
  const body = hearingOf(run('post-modes', { transport: 'streamable-http', progress: 'no' }));
  expect(stream.heardMs).toHaveLength(7);
  expect(stream.heardMs[0]).toBeLessThan(100);
  expect(stream.silence[1] - stream.silence[0]).toBeCloseTo(500, -1);
  expect(body.heardMs).toHaveLength(1);
  expect(body.silence).toEqual([body.fromMs, body.endMs]);
  expect(stream.totalBytes - body.totalBytes).toBe(631);
});

test('choices of one revision are judged anew in another', () => {
  expect(playRoutes('2025-11-25', 'gggg').score).toBe(1);
  expect(playRoutes('2026-07-28', 'gggg').chosen).toBe(0);
});
