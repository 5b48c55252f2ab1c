// Captures as people paste them: the same conversation in every format and with every habit gives the same findings.
import { InputError, lint, readCapture } from '#engine';
import { describe, expect, it } from 'vitest';
import { ask, fail, initialize, initializeResult, reply, tell } from './captures.ts';

const D = '2025-11-25';
const broken = reply('1', { tools: [] });
const pipe = [
  `stdin> ${initialize(D)}`,
  `stdout> ${initializeResult(D)}`,
  `stdin> ${tell('notifications/initialized')}`,
  `stdin> ${ask(1, 'tools/list')}`,
  `stdout> ${broken}`,
  '',
];
const bare = pipe.map((line) => line.replace(/^\w+> /, ''));

const head = 'Host: a.test\nContent-Type: application/json\nAccept: application/json, text/event-stream';
const named = `${head}\nMCP-Protocol-Version: ${D}\nMCP-Session-Id: s-1`;
const http = (mark: (word: string, exchange: number) => string) =>
  [
    mark('>>>', 1),
    `POST /mcp HTTP/1.1\n${head}\n\n${initialize(D)}\n`,
    mark('<<<', 1),
    `HTTP/1.1 200 OK\nContent-Type: application/json\nMCP-Session-Id: s-1\n\n${initializeResult(D)}\n`,
    mark('>>>', 2),
    `POST /mcp HTTP/1.1\n${named}\n\n${tell('notifications/initialized')}\n`,
    mark('<<<', 2),
    'HTTP/1.1 202 Accepted\nContent-Length: 0\n',
    mark('>>>', 3),
    `POST /mcp HTTP/1.1\n${named}\n\n${ask(1, 'tools/list')}\n`,
    mark('<<<', 3),
    `HTTP/1.1 200 OK\nContent-Type: application/json\n\n${broken}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
const marked = http((word, exchange) => `${word} c${exchange} t=${exchange} https://a.test`);

const entry = (second: number, body: string, isFirst: boolean, status: number, type: string, content: object) => ({
  _initiator: { type: 'script' },
  startedDateTime: `2031-03-04T10:00:0${second}.000+01:00`,
  time: 12,
  request: {
    method: 'POST',
    url: 'https://a.test/mcp',
    headers: [
      { name: ':method', value: 'POST' },
      { name: 'content-type', value: 'application/json' },
      { name: 'accept', value: 'application/json, text/event-stream' },
      ...(isFirst
        ? []
        : [
            { name: 'mcp-protocol-version', value: D },
            { name: 'mcp-session-id', value: 's-1' },
          ]),
    ],
    postData: { mimeType: 'application/json', text: body },
  },
  response: {
    status,
    headers: [{ name: 'content-type', value: type }, ...(isFirst ? [{ name: 'mcp-session-id', value: 's-1' }] : [])],
    content,
  },
});
const base64 = (text: string) => ({ encoding: 'base64', text: Buffer.from(text).toString('base64') });
const page = {
  startedDateTime: '2031-03-04T10:00:00.000Z',
  time: 1,
  request: { method: 'GET', url: 'https://a.test/', headers: [{ name: 'accept', value: 'text/html' }] },
  response: { status: 200, headers: [], content: { text: '<html>' } },
};
const blocked = {
  startedDateTime: '2031-03-04T10:00:09.000Z',
  time: 0,
  request: { method: 'OPTIONS', url: 'https://a.test/mcp', headers: [] },
  response: { status: 0, headers: [], content: {}, _error: 'net::ERR_FAILED' },
};
const har = {
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    pages: [{ id: 'a]}"' }],
    entries: [
      page,
      entry(1, initialize(D), true, 200, 'application/json', { text: initializeResult(D) }),
      entry(2, tell('notifications/initialized'), false, 202, '', { size: 0, text: '' }),
      entry(
        3,
        ask(1, 'tools/list'),
        false,
        200,
        'text/event-stream',
        base64(`: hi\n\nid: 1\ndata:\n\ndata: ${broken}\n\n`),
      ),
      blocked,
    ],
  },
};

const spread = (text: string) => text.replace(/^\{.*\}$/gm, (line) => JSON.stringify(JSON.parse(line), null, 2));

const CAPTURES: readonly (readonly [string, string, string])[] = [
  ['marked lines', 'ndjson-stdio', pipe.join('\n')],
  ['marked lines with times', 'ndjson-stdio', pipe.map((line, i) => line.replace('>', `[${i}.5]>`)).join('\n')],
  ['marked lines without the space', 'ndjson-stdio', pipe.map((line) => line.replace('> ', '>')).join('\n')],
  ['marked lines that end in CRLF', 'ndjson-stdio', pipe.join('\r\n')],
  ['marked lines after a byte order mark', 'ndjson-stdio', `\uFEFF${pipe.join('\n')}`],
  ['marked lines after a heading', 'ndjson-stdio', `my log:\n\n${pipe.join('\n')}`],
  ['bare lines', 'ndjson-stdio', bare.join('\n')],
  ['bare lines, each message over several', 'ndjson-stdio', spread(bare.join('\n'))],
  ['blocks', 'http-text', marked],
  ['blocks that end in CRLF', 'http-text', marked.replaceAll('\n', '\r\n')],
  ['blocks without times and origins', 'http-text', http((word, exchange) => `${word} c${exchange}`)],
  ['blocks with a blank line after the mark', 'http-text', http((word, exchange) => `${word} c${exchange}\n`)],
  ['blocks with bodies over several lines', 'http-text', spread(marked)],
  ['blocks with other names', 'http-text', http((word, exchange) => `${word} req${exchange} t=1`)],
  ['requests and answers without marks', 'http-text', http(() => '')],
  ['a HAR', 'har', JSON.stringify(har)],
  ['a HAR over many lines', 'har', JSON.stringify(har, null, 2)],
  ['a HAR whose lines end in CRLF', 'har', JSON.stringify(har, null, 1).replaceAll('\n', '\r\n')],
];

describe('the same conversation', () => {
  it.each(CAPTURES)('as %s', (_, format, text) => {
    const capture = readCapture(text);
    expect(capture.format).toBe(format);
    const serious = lint(capture).findings.filter(({ severity }) => severity !== 'note');
    expect(serious.map(({ rule, revision, message }) => ({ rule, revision, message }))).toMatchObject([
      { rule: 'jsonrpc.response-id', revision: D },
    ]);
    const { at } = serious[0]!;
    const place = Buffer.from(text).subarray(at.bytes![0], at.bytes![1]).toString();
    const lineBefore = Buffer.from(text).subarray(0, at.bytes![0]).toString().split('\n').length;
    expect(at.line).toBe(lineBefore);
    if (format === 'har') expect(at.entry).toBe(3);
    else expect(JSON.parse(place.trim())).toEqual(JSON.parse(broken));
  });
});

describe('input that cannot be used', () => {
  it.each([
    ['', /empty/],
    [' \r\n\n', /empty/],
    ['hello', /not recognised: its first line is "hello"/],
    [JSON.stringify(har).slice(0, 900), /ends in the middle: 900 bytes, line 1, in entry 1/],
    ['{"log":{"version":"1.2"', /ends in the middle/],
    ['\uFFFE', /not recognised/],
  ])('%j', (text, why) => {
    const read = () => lint(readCapture(text));
    expect(read).toThrow(InputError);
    expect(read).toThrow(why);
  });
  it('names the format that was asked for', () => {
    expect(() => readCapture('hello', 'http-text')).toThrow(/is no http-text/);
    expect(() => readCapture(pipe.join('\n'), 'sse-text')).toThrow(/is no sse-text/);
    expect(() => readCapture(fail(1, 1), 'har')).toThrow(/no "log"/);
    expect(() => readCapture(Uint8Array.of(0xff, 0xfe, 0x41, 0))).toThrow(/UTF-16/);
  });
});
