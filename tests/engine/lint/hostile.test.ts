// Whatever somebody pastes: a report, or one line that says why there is none, in bounded time.
import { CAPTURE_FORMATS, InputError, lint, readCapture, REVISIONS } from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance, runsOf } from '../chance.ts';
import { TRIALS } from './trials.ts';

/** The report, or the words of the refusal; anything else that is thrown is a fault of the linter. */
function tryLint(input: Uint8Array | string, format: Parameters<typeof readCapture>[1] = 'auto') {
  try {
    return lint(readCapture(input, format));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.message).toMatch(/^[^\n]+$/);
    return undefined;
  }
}

const texts = TRIALS.flatMap(({ fires, spares }) => [fires, spares].flat());
const bytes = new TextEncoder();
const har = (body: string, answer: string): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        {
          startedDateTime: '2031-03-04T10:00:00.000Z',
          time: 3,
          request: {
            method: 'POST',
            url: 'https://a.test/mcp',
            headers: [{ name: 'Accept', value: '*/*' }],
            postData: { text: body },
          },
          response: {
            status: 200,
            headers: [{ name: 'Content-Type', value: 'text/event-stream' }],
            content: { text: answer },
          },
        },
      ],
    },
  });
const wholes = [...texts, ...texts.slice(0, 40).map((text) => har(text.split('\n')[0]!, text))];

describe('any input', () => {
  const numRuns = 1500;
  const spoilt = fc
    .tuple(
      fc.constantFrom(...wholes),
      fc.array(
        fc.tuple(
          fc.nat(),
          fc.nat(12),
          fc.oneof(
            fc.uint8Array({ maxLength: 4 }),
            fc.constantFrom(
              ...['\r', '\n\n', '"', '{', '}', ']', '>>> c1\n', '=== c3 ', 'stdout> ', 'data: ', 'null'].map((t) =>
                bytes.encode(t),
              ),
            ),
          ),
        ),
        {
          maxLength: 6,
        },
      ),
    )
    .map(([text, changes]) =>
      changes.reduce<Uint8Array>((all, [at, cut, put]) => {
        const from = at % (all.length + 1);
        return Uint8Array.from([...all.subarray(0, from), ...put, ...all.subarray(from + cut)]);
      }, bytes.encode(text)),
    );
  it(`spoilt captures ${runsOf(numRuns)}`, () => {
    fc.assert(
      fc.property(spoilt, fc.constantFrom('auto' as const, ...CAPTURE_FORMATS), (input, format) => {
        tryLint(input, format);
      }),
      { ...chance, numRuns },
    );
  });
  it(`any bytes ${runsOf(numRuns)}`, () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('auto' as const, ...CAPTURE_FORMATS),
        (input, format) => {
          tryLint(input, format);
        },
      ),
      { ...chance, numRuns },
    );
  });

  const name = fc.constantFrom(
    'jsonrpc',
    'id',
    'method',
    'params',
    'result',
    'error',
    '_meta',
    'code',
    'message',
    'name',
    'tools',
    'capabilities',
    'protocolVersion',
    'progressToken',
    'requestId',
    'io.modelcontextprotocol/protocolVersion',
    'io.modelcontextprotocol/clientCapabilities',
    'io.modelcontextprotocol/subscriptionId',
    'resultType',
    'inputRequests',
    'taskId',
    '__proto__',
    'toString',
    'constructor',
  );
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        '2.0',
        'initialize',
        'tools/call',
        'tools/list',
        'server/discover',
        'subscriptions/listen',
        'notifications/progress',
        'notifications/cancelled',
        'notifications/initialized',
        'sampling/createMessage',
        'tasks/get',
        '2025-06-18',
        '2026-07-28',
        '',
        0,
        1,
        1.5,
        -32601,
        null,
        true,
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  const message = fc
    .dictionary(name, value, { maxKeys: 6 })
    .map((members) => JSON.stringify({ jsonrpc: '2.0', ...members }));
  it(`messages of any shape, on every carrier and in every revision ${runsOf(numRuns)}`, () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 6 }),
        fc.constantFrom(undefined, ...REVISIONS),
        (messages, revision) => {
          const captures = [
            messages.map((text, i) => `${i % 2 ? 'stdout' : 'stdin'}> ${text}`).join('\n'),
            messages.map((text) => `data: ${text}\n\n`).join(''),
            messages
              .map(
                (text, i) =>
                  `>>> c${i}\nPOST /mcp HTTP/1.1\nMcp-Method: tools/call\n\n${text}\n<<< c${i}\nHTTP/1.1 200 OK\nContent-Type: ${i % 2 ? 'application/json' : 'text/event-stream'}\n\n${i % 2 ? '' : 'data: '}${messages.at(-i)}\n\n`,
              )
              .join(''),
            messages.join('\n'),
          ].filter((text) => text.trim() !== '');
          for (const text of captures) lint(readCapture(text), { revision });
        },
      ),
      { ...chance, numRuns },
    );
  });
});

describe('large and deep', () => {
  const deep = '['.repeat(200_000);
  it.each([
    ['deep nesting on a line', `stdin> ${deep}`],
    [
      'deep nesting in a member',
      `stdin> {"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${deep}${']'.repeat(200_000)}}}`,
    ],
    [
      'deep nesting in a HAR',
      `{"log":{"entries":[{"request":{"method":"POST","url":"u","headers":[],"x":${deep}${']'.repeat(200_000)}}}]}}`,
    ],
    ['deep nesting that never ends, in a HAR', `{"log":{"entries":[${deep}`],
    ['a line of five megabytes', `stdout> ${'x'.repeat(5_000_000)}`],
    [
      'a message of five megabytes',
      `stdin> {"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"${'x'.repeat(5_000_000)}"}}`,
    ],
    ['open brackets, line after line', 'stdout> {\n'.repeat(100_000)],
    [
      'an answer in many pieces',
      `>>> c1\nPOST /mcp HTTP/1.1\n\n{"jsonrpc":"2.0","id":1,"method":"x"}\n<<< c1\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{"a":[\n${'<<+ c1\n1,\n'.repeat(50_000)}`,
    ],
    [
      'an event of many lines in many pieces',
      `<<< c1\nHTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n${'<<+ c1\ndata: [\n'.repeat(50_000)}`,
    ],
    ['headers without end', `>>> c1\nGET / HTTP/1.1\n${'a: b\n'.repeat(200_000)}`],
    [
      'exchanges without answers',
      Array.from({ length: 50_000 }, (_, i) => `>>> c${i}\nGET /mcp HTTP/1.1\nAccept: text/event-stream\n\n`).join(''),
    ],
    ['ends without exchanges', '=== c1 closed by client\n'.repeat(100_000)],
    ['the same id again and again', 'stdin> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'.repeat(100_000)],
    ['noise, line after line', 'stdout> no\n'.repeat(200_000)],
  ])('%s', (_, text) => {
    const startedAtMs = performance.now();
    const report = tryLint(text);
    expect(report?.findings.length ?? 0).toBeLessThan(2000);
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });
});
