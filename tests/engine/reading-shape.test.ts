// Texts told apart: each shape by the members that make it, faults by their place, and no text that throws or takes long.
import { kindOf, READ_LIMIT, readShape, REVISIONS, verdictsOn, type Message, type Sender } from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';
import { INITIALIZE, message, modern, request } from './requests.ts';

const shapeOf = (text: string) => readShape(text).shape;
const outcomes = (text: string, from: Sender = 'client') =>
  verdictsOn(text, from).map(({ outcome, code }) => code ?? outcome);

test.each([
  ['request', request('tools/list')],
  ['request', '{"method":1,"id":null}'],
  ['notification', message({ method: 'notifications/initialized' })],
  ['result', message({ id: 7, result: {} })],
  ['error', message({ id: 7, error: { code: 1, message: '' } })],
  ['error', message({ id: 7, error: { code: 1, message: '' }, result: {} })],
  ['batch', '[]'],
  ['batch', ` [${request('ping')}] `],
  ['none', message({ id: 7 })],
  ['none', '{}'],
  ['none', '"method"'],
  ['none', 'null'],
  ['none', ''],
  // A member deeper down, or in a string, decides nothing.
  ['none', '{"params":{"method":"x","id":1}}'],
  ['none', '{"a":"\\"method\\":1"}'],
  ['notification', '{"m\\u0065thod":"x"}'],
])('%s: %s', (shape, text) => expect(shapeOf(text)).toBe(shape));

test('the marks are the members that decide', () => {
  const text = '{"id" : 7, "params": {"id": [1, "}"]},\n "method" : "x"}';
  const { path } = readShape(text);
  const marked = path.flatMap(({ marks }) => marks.map(([from, to]) => text.slice(from, to)));
  expect(marked).toEqual(['"method" : "x"', '"id" : 7']);
});

test('of a batch each item is named, and where it stands', () => {
  const text = `[${request('ping')}, {}, 3,${message({ id: 1, result: [] as never })}]`;
  const { items } = readShape(text);
  expect(items.map(({ shape }) => shape)).toEqual(['request', 'none', 'none', 'result']);
  expect(items.map(({ from, to }) => text.slice(from, to))[2]).toBe('3');
});

test.each([
  ['{"a":1,}', 1, 8, 7, 'comma'],
  ['{\n  "é": x}', 2, 8, 10, 'value'],
  ["{'a':1}", 1, 2, 1, 'single quotes'],
  ['\uFEFF{}', 1, 1, 0, 'byte order mark'],
  ['{"a":"x\ny"}', 1, 8, 7, 'control character'],
  ['{"a"', 1, 5, 4, 'ends'],
  ['{} // done', 1, 4, 3, 'comments'],
])('%j is broken at line %i, column %i, byte %i', (text, line, column, byte, word) => {
  const { shape, fault } = readShape(text);
  expect(shape).toBe('none');
  expect(fault?.place).toMatchObject({ line, column, byte });
  expect(fault?.text).toContain(word);
});

describe('five revisions', () => {
  test.each<[string, Sender, readonly (string | number)[]]>([
    [request('tools/list'), 'client', ['accepted', 'accepted', 'accepted', 'accepted', -32602]],
    [request('tools/list', modern()), 'client', ['accepted', 'accepted', 'accepted', 'accepted', 'accepted']],
    [INITIALIZE, 'client', ['accepted', 'accepted', 'accepted', 'accepted', -32602]],
    [`[${request('ping')}]`, 'client', [-32600, 'accepted', -32600, -32600, -32600]],
    [message({ id: 7, result: {} }), 'client', ['accepted', 'accepted', 'accepted', 'accepted', 'dropped']],
    [message({ id: 7, result: {} }), 'server', ['accepted', 'accepted', 'accepted', 'accepted', 'accepted']],
    [request('ping', undefined, null), 'client', [-32600, -32600, -32600, -32600, -32600]],
    [request('elicitation/create', { message: '' }), 'server', [-32601, -32601, 'accepted', 'accepted', 'dropped']],
    ['{"jsonrpc":"2.0"', 'client', [-32700, -32700, -32700, -32700, -32700]],
    [request('tools/list').replace(/,/g, ',\n'), 'client', ['accepted', 'accepted', 'accepted', 'accepted', -32602]],
  ])('%s from the %s', (text, from, expected) => expect(outcomes(text, from)).toEqual(expected));

  it('say where broken text over several lines is broken, not where its first line ends', () => {
    expect(verdictsOn('{\n"a":1,\n}', 'client')[0]!.text).toContain('at byte 9');
  });
});

const numRuns = 400;
const traps = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '"method"',
  '"id"',
  '\n',
  '\uFEFF',
  '\0',
  'null',
  ' ',
);
const pasted = fc.oneof(
  anyText,
  fc.array(fc.oneof(traps, anyText)).map((parts) => parts.join('')),
  fc.json(),
);

it(`whatever is pasted, it is read and judged ${runsOf(numRuns)}`, () => {
  fc.assert(
    fc.property(pasted, fc.constantFrom<Sender>('client', 'server'), (text, from) => {
      const { shape, path, fault, items } = readShape(text);
      expect(verdictsOn(text, from).map(({ revision }) => revision)).toEqual(REVISIONS);
      for (const { marks } of path)
        for (const [from, to] of marks) expect(from <= to && to <= text.length + 1).toBe(true);
      for (const { from, to } of items) expect(() => JSON.parse(text.slice(from, to)) as unknown).not.toThrow();
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        expect(fault).toBeDefined();
        expect(shape).toBe('none');
        return;
      }
      expect(fault).toBeUndefined();
      expect(shape === 'batch').toBe(Array.isArray(json));
    }),
    { ...chance, numRuns },
  );
});

it(`what has the members of a message has its kind ${runsOf(numRuns)}`, () => {
  const members = fc.record(
    { method: fc.json(), id: fc.json(), result: fc.json(), error: fc.json() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(members, (given) => {
      const value = given as unknown as Message;
      const isMessage = ['method', 'result', 'error'].some((name) => name in given);
      expect(shapeOf(JSON.stringify(given))).toBe(isMessage ? kindOf(value) : 'none');
    }),
    { ...chance, numRuns },
  );
});

test('the longest texts that are read are read at once', () => {
  for (const text of ['['.repeat(READ_LIMIT), `[${'{"a":1},'.repeat(READ_LIMIT / 8 - 1)}1]`, ' '.repeat(READ_LIMIT)]) {
    const startedAtMs = performance.now();
    readShape(text);
    verdictsOn(text, 'client');
    // A tenth of a second is the aim; a loaded machine gets ten times that.
    expect(performance.now() - startedAtMs).toBeLessThan(1000);
  }
});
