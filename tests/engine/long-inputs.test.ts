// What is read ahead, kept or put together where an input is long says the same as what is read by itself.
import { decoderFor, readCapture, utf8Encode, utf8Text, type Decoded } from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance, runsOf } from './chance.ts';

const READ_AHEAD_BYTES = 65_536;
const runs = { ...chance, numRuns: 60 };

/** Lines of JSON, 300 kB and more, with other characters and bytes that are no UTF-8 here and there. */
const longText = fc
  .record({
    lengths: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 5 }),
    others: fc.array(fc.nat(299_999), { maxLength: 5 }),
    broken: fc.array(fc.nat(299_999), { maxLength: 3 }),
  })
  .map(({ lengths, others, broken }) => {
    const lines: string[] = [];
    for (let i = 0, sum = 0; sum < 300_000; i++) {
      const line = JSON.stringify({ jsonrpc: '2.0', id: i, method: `m${'x'.repeat(lengths[i % lengths.length]!)}` });
      lines.push(line);
      sum += line.length;
    }
    const bytes = utf8Encode(`${lines.join('\n')}\n`);
    for (const at of others) if (bytes[at] === 0x78 && bytes[at + 1] === 0x78) bytes.set(utf8Encode('ü'), at);
    for (const at of broken) if (bytes[at] === 0x78) bytes[at] = 0xff;
    return bytes;
  });

const said = (entries: readonly Decoded[]) => entries.map(({ json, problems }) => ({ json, problems }));

describe('a long input', () => {
  it(`says what it says in short pieces ${runsOf(runs.numRuns)}`, () => {
    fc.assert(
      fc.property(longText, longText, (...inputs) => {
        for (const bytes of inputs) {
          const pieces = decoderFor('stdio');
          const entries: Decoded[] = [];
          for (let at = 0; at < bytes.length; at += 1000)
            entries.push(...pieces.push('client', bytes.slice(at, at + 1000)));
          expect(said(decoderFor('stdio').push('client', bytes))).toEqual(said(entries));
        }
      }),
      runs,
    );
  });

  it('is told from another one that has the same places', () => {
    for (const letter of ['a', 'b']) {
      // The long line is read by itself, so what was read ahead before it is still there when the next input begins.
      const bytes = utf8Encode(`${`"${letter}"\n`.repeat(1000)}"${'-'.repeat(READ_AHEAD_BYTES)}"\n`);
      const entries = decoderFor('stdio').push('client', bytes);
      expect(entries.slice(0, 1000).filter(({ json }) => json !== letter)).toEqual([]);
    }
  });
});

const entry = (atMs: number, body: string) => ({
  startedDateTime: new Date(atMs).toISOString(),
  request: { method: 'POST', url: 'https://acme.test/mcp', headers: [], postData: { text: body } },
  response: { status: 200, headers: [], content: { text: body } },
});
const harItems = (entries: readonly unknown[]) => [...readCapture(JSON.stringify({ log: { entries } }), 'har').items()];

describe('entries of a HAR', () => {
  it(`keep their bodies, however many there are ${runsOf(runs.numRuns)}`, () => {
    const body = fc.oneof(fc.string({ maxLength: 6000 }), fc.string({ unit: 'grapheme', maxLength: 3000 }));
    fc.assert(
      fc.property(fc.array(body, { maxLength: 30 }), (bodies) => {
        const items = harItems(bodies.map((text, i) => entry(1000 * i, text)));
        const read = items.flatMap((item) => ('body' in item ? [item.body] : []));
        expect(read.map(({ source, from, to }) => utf8Text(source.bytes, from, to))).toEqual(
          bodies.flatMap((text) => [text, text]).map((text) => utf8Text(utf8Encode(text))),
        );
      }),
      runs,
    );
  });

  it(`begin when they say ${runsOf(runs.numRuns)}`, () => {
    const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.nat(200_000), (first, afterMs) => {
        const atMs = [first.getTime(), first.getTime() + afterMs, first.getTime()];
        const items = harItems(atMs.map((at) => entry(at, '')));
        expect(items.flatMap((item) => (item.kind === 'request' ? [item.atMs] : []))).toEqual(atMs);
      }),
      runs,
    );
  });

  it.each(['2026-07-28T10:00:0x.000Z', '2026-07-28T10:00:00.0 0Z', '2026-07-28T10.00:00.000Z', ''])(
    'have no time where it is no date: %j',
    (startedDateTime) => {
      const good = entry(Date.UTC(2026, 6, 28, 10, 0, 1), '');
      const items = harItems([good, { ...good, startedDateTime }]).filter(({ kind }) => kind === 'request');
      expect(items.map(({ atMs }) => atMs)).toEqual([Date.UTC(2026, 6, 28, 10, 0, 1), undefined]);
    },
  );
});

describe('marks of HTTP as text', () => {
  const rest = fc
    .array(
      fc.constantFrom(
        '',
        't=1',
        't=0.25',
        't=-3',
        't=.5',
        't=1.2.3',
        't=',
        't=5x',
        'https://acme.test/',
        'by the client',
      ),
      { maxLength: 3 },
    )
    .filter((words) => words.filter((word) => word.startsWith('t=')).length < 2)
    .map((words) => words.map((word) => ` ${word}`).join(''));
  const ends = fc.constantFrom('', '\r');

  it(`say the same whatever the exchange is called ${runsOf()}`, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(rest, ends), { minLength: 1, maxLength: 12 }), (marks) => {
        const read = (name: string) => {
          const lines = marks.flatMap(([words, end], i) => [
            `>>> ${name}${i} t=0`,
            'GET / HTTP/1.1',
            '',
            `=== ${name}${i}${words}${end}`,
          ]);
          const items = [...readCapture(lines.join('\n'), 'http-text').items()];
          return items.flatMap((item) => (item.kind === 'closed' ? [[item.atMs, item.text, item.by]] : []));
        };
        expect(read('c')).toHaveLength(marks.length);
        expect(read('c')).toEqual(read('x'));
      }),
      chance,
    );
  });
});
