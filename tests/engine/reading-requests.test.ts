// Requests as people type them: what is added before they are sent, which gate stops which mistake in which revision, and
// that nothing typed makes the desk fail.
import { answer, answersTo, asSent, REVISIONS, SITUATIONS, strictServer } from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { SAMPLES } from '#figures/answer-desk/samples.ts';
import { anyText } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

/** Gate and status, per revision from the oldest. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  call: ['address 404', 'answer 200', 'session 400', 'answer 200', 'claims 400'],
  modern: ['address 404', 'session 400', 'session 400', 'session 400', 'answer 200'],
  accept: ['address 404', 'types 406', 'types 406', 'types 406', 'types 406'],
  'no-session': ['address 404', 'session 400', 'session 400', 'session 400', 'claims 400'],
  ended: ['address 404', 'session 404', 'session 404', 'session 404', 'claims 400'],
  version: ['address 404', 'answer 200', 'session 400', 'session 400', 'claims 400'],
  differs: ['address 404', 'session 400', 'session 400', 'session 400', 'claims 400'],
  get: ['address 404', 'stream 200', 'session 400', 'stream 200', 'address 405'],
  delete: ['address 404', 'stream 200', 'session 400', 'stream 200', 'address 405'],
  batch: ['address 404', 'answer 200', 'array 400', 'array 400', 'array 400'],
  notification: ['address 404', 'message 202', 'session 400', 'message 202', 'message 400'],
  initialize: ['address 404', 'answer 200', 'answer 200', 'answer 200', 'claims 400'],
};

test.each(SAMPLES)('$value goes so far', ({ value, text }) => {
  const { answers, gates } = answersTo(text);
  expect(answers.map(({ gate, status }) => `${gates[gate]!.name} ${status}`)).toEqual(EXPECTED[value]);
});

describe('before it is sent', () => {
  it('gets line ends and the length of its body in bytes', () => {
    expect(asSent('POST /mcp HTTP/1.1\nHost: a\n\n{"é":1}')).toEqual({
      request: 'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n{"é":1}',
      addedLength: 8,
    });
  });

  it('keeps a length that is there, right or wrong, and needs no empty line without a body', () => {
    expect(asSent('POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\n{}')).toEqual({
      request: 'POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\n{}',
    });
    expect(asSent('GET /mcp HTTP/1.1\nHost: a\n').request).toBe('GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n');
  });
});

const numRuns = 200;
const line = fc.oneof(
  fc.constantFrom(
    'POST /mcp HTTP/1.1',
    'Host: acme.test',
    'Content-Length: 2',
    'Transfer-Encoding: chunked',
    '',
    '{}',
    '[]',
  ),
  anyText,
);

it(`whatever is typed, five servers answer, each at a gate ${runsOf(numRuns)}`, () => {
  fc.assert(
    fc.property(
      fc.array(line).map((lines) => lines.join('\n')),
      (text) => {
        const { answers, gates } = answersTo(text);
        expect(answers.map(({ revision }) => revision)).toEqual(REVISIONS);
        for (const { revision, transport, status, rule, gate, because } of answers) {
          const { request } = asSent(text);
          expect(answer(request, strictServer({ revision, transport }))).toMatchObject({ status });
          expect(gates[gate]).toBeDefined();
          expect(because.text).not.toBe('');
          expect(SITUATIONS.some(({ id }) => id === rule)).toBe(true);
        }
      },
    ),
    { ...chance, numRuns },
  );
});
