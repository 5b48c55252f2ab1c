// Lines read in slow motion: what each sample of a spoilt pipe comes to, that the pieces in which bytes come change
// nothing, and that the official SDK does with each line what is said of it.
import { ReadBuffer } from '@modelcontextprotocol/sdk/shared/stdio.js';
import { readSlowly, utf8Encode, type LineVerdict } from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bytesWith, SAMPLES } from '#figures/line-parser/samples.ts';
import { anyText } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

const verdictsOf = (bytes: Uint8Array) => readSlowly(bytes, 16).lines.map(({ verdict }) => verdict);
const bytesOf = (value: string, ends = 'lf') => {
  const sample = SAMPLES.find((s) => s.value === value)!;
  return bytesWith(sample.text, ends, sample);
};

const EXPECTED: Readonly<Record<string, readonly LineVerdict[]>> = {
  clean: ['message', 'message'],
  print: ['message', 'not-json', 'message'],
  glued: ['message', 'not-json'],
  pretty: ['message', 'not-json', 'not-json', 'not-json', 'not-json', 'not-json'],
  bom: ['not-json', 'message'],
  nul: ['message', 'not-json'],
  characters: ['message', 'message'],
  'latin-1': ['message', 'changed'],
  batch: ['batch'],
  cut: ['message', 'unfinished'],
};

describe.each(SAMPLES)('$value', ({ value }) => {
  it('comes to these lines', () => expect(verdictsOf(bytesOf(value))).toEqual(EXPECTED[value]));

  it('comes to the same with the other line ends', () =>
    expect(verdictsOf(bytesOf(value, 'crlf'))).toEqual(EXPECTED[value]));

  it('is read by the official client as is said: messages come through, what is spoilt is an error, and it reads on', () => {
    const buffer = new ReadBuffer();
    const bytes = bytesOf(value);
    buffer.append(Buffer.from(bytes));
    for (const { verdict, from, to } of readSlowly(bytes, 16).lines) {
      const read = () => buffer.readMessage();
      if (verdict === 'unfinished') expect(read()).toBeNull();
      else if (verdict === 'message' || verdict === 'changed') {
        const line = new TextDecoder().decode(bytes.subarray(from, to));
        expect(read()).toEqual(JSON.parse(line));
        expect(line.includes('\uFFFD')).toBe(verdict === 'changed');
      } else expect(read).toThrow();
    }
    expect(buffer.readMessage()).toBeNull();
  });
});

test('a fault has its byte, of all bytes and of its line', () => {
  const [, line] = readSlowly(bytesOf('print'), 16).lines;
  expect(line!.problem).toMatchObject({ byte: line!.from, byteOfLine: 0 });
  const [bom] = readSlowly(bytesOf('bom'), 16).lines;
  expect(bom!.problem!.text).toContain('byte order mark');
  const nul = readSlowly(bytesOf('nul'), 16).lines[1]!;
  expect(nul.problem!.text).toContain('NUL');
});

test('a read that ends inside a character says how much of it is there', () => {
  const bytes = utf8Encode('€\n');
  const cuts = readSlowly(bytes, 1).steps.flatMap((step) => (step.kind === 'read' ? [step.cut] : []));
  expect(cuts).toEqual([{ hasBytes: 1, ofBytes: 3 }, { hasBytes: 2, ofBytes: 3 }, undefined, undefined]);
});

const numRuns = 300;
const pipe = fc
  .array(fc.oneof(fc.constantFrom('\n', '\r\n', '{"jsonrpc":"2.0","method":"x"}', '\0', '\uFEFF', '[]', '{'), anyText))
  .map((parts) => utf8Encode(parts.join('')));
const anyBytes = fc.oneof(pipe, fc.uint8Array({ maxLength: 400 }));

it(`whatever comes through the pipe, the lines tile it and the reads bring all of it ${runsOf(numRuns)}`, () => {
  fc.assert(
    fc.property(anyBytes, fc.integer({ min: 1, max: 300 }), (bytes, readBytes) => {
      const { lines, steps, moreLines } = readSlowly(bytes, readBytes);
      lines.reduce((from, line) => {
        expect(line.from).toBe(from);
        return line.to;
      }, 0);
      if (moreLines === 0) expect(lines.at(-1)?.to ?? 0).toBe(bytes.length);
      const reads = steps.filter((step) => step.kind === 'read');
      expect(reads.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(bytes.length);
      const taken = steps.flatMap((step) => (step.kind === 'line' ? [step.index] : []));
      expect(taken).toEqual(lines.flatMap((line, i) => (line.end === 'none' ? [] : [i])));
      expect(lines).toEqual(readSlowly(bytes, 1).lines);
    }),
    { ...chance, numRuns },
  );
});

test('many bytes make no more steps than anybody would go through', () => {
  const { steps, readBytes } = readSlowly(new Uint8Array(1_000_000).fill(0x0a), 1);
  expect(steps.length).toBeLessThan(700);
  expect(readBytes).toBe(2500);
});
