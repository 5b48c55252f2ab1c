// What the decoders make of the cases that matter, one by one: every way to end a line, a body, a chunk, an event, and
// every way to get it wrong.
import { isDeepStrictEqual } from 'node:util';
import { bytesOf, spansOf, textOf, type Decoded } from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance, runsOf } from './chance.ts';
import { bytes, client, decodeAll, expectWhole, server, type Sent, type Wire } from './decoding.ts';

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const result = '{"jsonrpc":"2.0","id":1,"result":{}}';

function decode(wire: Wire, ...sent: readonly Sent[]): readonly Decoded[] {
  const entries = decodeAll(wire, sent);
  expectWhole(entries, sent);
  for (const cut of [1, 2, 3, 7]) expect(decodeAll(wire, sent, [cut])).toHaveLength(entries.length);
  return entries;
}

/** "line message", "answer bad-json": carrier, whether it holds a message, what is wrong with it. */
const brief = (entries: readonly Decoded[]): readonly string[] =>
  entries.map(({ carrier, message, batch, problems }) =>
    [carrier, message ? 'message' : batch ? `batch of ${batch.length}` : '', ...problems.map((p) => p.what)]
      .filter(Boolean)
      .join(' '),
  );

/** Each span as its name and text. */
const named = ({ frame }: Decoded): readonly (readonly [string, string])[] =>
  spansOf(frame).map((span) => [span.name, Buffer.from(bytesOf(frame)).toString('utf8', span.from, span.to)]);

describe('stdio', () => {
  const lines = (text: string | Uint8Array) =>
    decode('stdio', { from: 'client', bytes: typeof text === 'string' ? bytes(text) : text });

  it('takes one message from each line, whichever line end it has', () => {
    const entries = lines(`${ping}\n${ping}\r\n`);
    expect(brief(entries)).toEqual(['line message', 'line message']);
    expect(entries.map((e) => [e.line, e.offset, e.frame.payloadBytes, e.frame.framingBytes])).toEqual([
      [1, 0, ping.length, 1],
      [2, ping.length + 1, ping.length, 2],
    ]);
  });

  it('keeps the two directions apart', () => {
    const entries = decode('stdio', client(ping), server(`${result}\n`), client('\n'));
    expect(entries.map((e) => [e.from, e.line, e.offset])).toEqual([
      ['server', 1, 0],
      ['client', 1, 0],
    ]);
  });

  it.each([
    ['', 'empty-line', 0],
    ['\r', 'empty-line', 0],
    ['{"jsonrpc":"2.0",', 'bad-json', 17],
    ['{"jsonrpc":"2.0" "id":1}', 'bad-json', 17],
    ['Server listening on port 3000', 'bad-json', 0],
    [`\ufeff${ping}`, 'bad-json', 0],
    ['{"foo":1}', 'not-json-rpc', 0],
    ['null', 'not-json-rpc', 0],
    ['{"jsonrpc":"1.0","id":5,"method":"ping"}', 'not-json-rpc', 0],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 'bad-message', 0],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 'bad-message', 0],
    ['{"jsonrpc":"2.0","id":1,"result":"ok"}', 'bad-message', 0],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}', 'bad-message', 0],
  ])('%j: %s at byte %i, and the line after it is read', (text, what, at) => {
    const entries = lines(`${ping}\n${text}\n${ping}\n`);
    expect(brief(entries)).toEqual(['line message', `line ${what}`, 'line message']);
    expect(entries[1]!.problems).toEqual([{ what, text: expect.any(String), offset: ping.length + 1 + at, line: 2 }]);
  });

  it('says where bytes are no UTF-8, and reads the message as a client does', () => {
    const [entry] = lines(
      Uint8Array.from([...bytes('{"jsonrpc":"2.0","method":"a'), 0xff, 0xe2, 0x82, ...bytes('"}\n')]),
    );
    expect(entry!.message).toEqual({ jsonrpc: '2.0', method: 'a\ufffd\ufffd' });
    expect(entry!.problems).toEqual([
      { what: 'bad-utf8', text: expect.stringContaining('1 more'), offset: 28, line: 1 },
    ]);
  });

  it('takes a batch apart and says which item is no message', () => {
    const [whole, broken, empty] = lines(`[${ping},${result}]\n[${ping},7]\n[]\n`);
    expect(brief([whole!, broken!, empty!])).toEqual([
      'line batch of 2',
      'line batch of 1 bad-message',
      'line batch of 0 bad-message',
    ]);
    expect(broken!.problems[0]!.text).toContain('item 1');
  });

  it('says that the last line has no end', () => {
    const [, last] = lines(`${ping}\n${ping}`);
    expect(last).toMatchObject({
      json: { id: 1 },
      problems: [{ what: 'unfinished', offset: 2 * ping.length + 1, line: 2 }],
    });
    expect(last!.message).toBeUndefined();
  });

  it('is not harmed by names that objects have, nor by depth', () => {
    const [proto, deep] = lines(
      `{"__proto__":{"jsonrpc":"2.0","method":"x"},"constructor":1}\n${'['.repeat(99_999)}${']'.repeat(99_999)}\n`,
    );
    expect(brief([proto!, deep!])).toEqual(['line not-json-rpc', 'line too-deep']);
    expect(({} as Record<string, unknown>)['jsonrpc']).toBeUndefined();
  });
});

describe('_meta', () => {
  const metaOf = (payload: string): readonly string[] =>
    named(decode('stdio', client(`${payload}\n`))[0]!).flatMap(([name, text]) => (name === '_meta' ? [text] : []));

  it.each([
    ['{"jsonrpc":"2.0","method":"a","params":{"_meta":{"x":1},"y":2}}', ['"_meta":{"x":1}']],
    ['{ "jsonrpc" : "2.0", "method":"a", "params" : { "_meta" : [ 1, {} ] } }', ['"_meta" : [ 1, {} ]']],
    ['{"jsonrpc":"2.0","method":"a","params":{"arguments":{"_meta":{}},"s":"\\"_meta\\":1"}}', []],
    ['{"_meta":1,"jsonrpc":"2.0","id":1,"result":{"_meta":"é"}}', ['"_meta":"é"']],
    ['{"jsonrpc":"2.0","method":"a","params":{"\\u005fmeta":{}}}', ['"\\u005fmeta":{}']],
    ['{"jsonrpc":"2.0","method":"a","params":{"_meta":1},"params":{"a":2}}', []],
    [
      '[{"jsonrpc":"2.0","method":"a","params":{"_meta":1}},{"jsonrpc":"2.0","id":1,"result":{"_meta":2}}]',
      ['"_meta":1', '"_meta":2'],
    ],
  ])('%s', (payload, expected) => expect(metaOf(payload)).toEqual(expected));
});

const request = (head: string, body = ''): Sent => client(`${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`);
const post = (body: string, more = ''): Sent =>
  request(
    `POST /mcp HTTP/1.1\nContent-Type: application/json\nContent-Length: ${Buffer.byteLength(body)}${more}`,
    body,
  );
const answer = (head: string, body = ''): Sent => server(`HTTP/1.1 ${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`);
const chunk = (data: string): string => `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`;

describe('HTTP', () => {
  it('reads requests and answers that keep their connection, in order', () => {
    const both = [
      post(ping),
      answer(`200 OK\nContent-Type: application/json\nContent-Length: ${result.length}`, result),
    ];
    const entries = decode('http', ...both, post(ping), post(ping), both[1]!, both[1]!);
    expect(entries.map((e) => [e.from, e.exchange])).toEqual([
      ['client', 0],
      ['server', 0],
      ['client', 1],
      ['client', 2],
      ['server', 1],
      ['server', 2],
    ]);
    expect(entries.every((e) => e.message)).toBe(true);
    expect(entries[0]!.http).toEqual({ verb: 'POST', target: '/mcp' });
    expect(entries[1]!.http).toEqual({ status: 200 });
  });

  it('names every part of a head, whatever its spaces, and keeps values that are no ASCII', () => {
    const [entry] = decode(
      'http',
      client(
        '\r\nGET /mcp HTTP/1.1\r\nHost:acme.test\r\nX-Empty:\r\nX-Name: \t caf\u00e9 \nAccept: text/event-stream\r\n\r\n',
      ),
    );
    expect(named(entry!)).toEqual([
      ['blank line', '\r\n'],
      ['request line', 'GET /mcp HTTP/1.1\r\n'],
      ['header name', 'Host:'],
      ['header value', 'acme.test'],
      ['header end', '\r\n'],
      ['header name', 'X-Empty:'],
      ['header value', ''],
      ['header end', '\r\n'],
      ['header name', 'X-Name: \t '],
      ['header value', 'café'],
      ['header end', ' \n'],
      ['header name', 'Accept: '],
      ['header value', 'text/event-stream'],
      ['header end', '\r\n'],
      ['blank line', '\r\n'],
    ]);
    expect(
      spansOf(entry!.frame).find((span) => span.name === 'header value' && span.of === 'http.accept-get'),
    ).toBeDefined();
  });

  it('puts chunks together, and knows their bytes from the message', () => {
    const body = `1;name=value\r\n{\r\n${chunk(result.slice(1))}0\r\nX-Trailer: 1\r\n\r\n`;
    const [, entry] = decode(
      'http',
      post(ping),
      answer('200 OK\nContent-Type: application/json\nTransfer-Encoding: gzip, chunked', body),
    );
    expect(entry!.message).toEqual(JSON.parse(result));
    expect(named(entry!).slice(-9)).toEqual([
      ['chunk size', '1;name=value\r\n'],
      ['json', '{'],
      ['chunk end', '\r\n'],
      ['chunk size', '23\r\n'],
      ['json', result.slice(1)],
      ['chunk end', '\r\n'],
      ['last chunk', '0\r\n'],
      ['trailer', 'X-Trailer: 1\r\n'],
      ['last chunk', '\r\n'],
    ]);
  });

  it.each([
    ['204 No Content', 'POST'],
    ['304 Not Modified\nContent-Length: 10', 'GET'],
    ['202 Accepted\nContent-Length: 0', 'POST'],
    ['200 OK\nContent-Length: 10', 'HEAD'],
    ['100 Continue', 'POST'],
  ])('%j to %s has no body', (head, verb) => {
    const entries = decode(
      'http',
      request(`${verb} / HTTP/1.1`),
      answer(head),
      answer('202 Accepted\nContent-Length: 0'),
    );
    expect(brief(entries)).toEqual(['request', 'answer', 'answer']);
    expect(entries[2]!.exchange).toBe(head.startsWith('100') ? 0 : 1);
  });

  it('without a length, the body ends with the connection', () => {
    expect(brief(decode('http', post(ping), answer('200 OK\nContent-Type: application/json', result)))).toEqual([
      'request message',
      'answer message',
    ]);
  });

  it.each([
    ['202 Accepted\nContent-Length: 8', 'Accepted', 'not-json-rpc', 'no type'],
    [
      '404 Not Found\nContent-Type: text/html; charset=utf-8\nContent-Length: 15',
      '<!DOCTYPE html>',
      'not-json-rpc',
      'text/html',
    ],
    ['200 OK\nContent-Type: application/json\nContent-Length: 1', '{', 'bad-json', 'ends before'],
    [
      '200 OK\nContent-Type: application/json\nContent-Encoding: gzip\nContent-Length: 2',
      '\u001f.',
      'encoded-body',
      'gzip',
    ],
  ])('%j with %j is %s', (head, body, what, text) => {
    const [, entry, next] = decode('http', post(ping), answer(head, body), answer('204 No Content'));
    expect(entry!.problems).toEqual([{ what, text: expect.stringContaining(text), offset: expect.any(Number) }]);
    expect(entry!.frame.layerBytes.other).toBe(body.length);
    expect(entry!.frame.payloadBytes).toBe(0);
    expect(brief([next!])).toEqual(['answer']);
  });

  it('says which header line is none, and reads the rest', () => {
    const [entry] = decode('http', post(ping, '\nno colon\nbad name: 1\n folded'));
    expect(brief([entry!])).toEqual(['request message bad-header bad-header bad-header']);
    const text = textOf(entry!.frame);
    expect(entry!.problems.map((p) => text.slice(p.offset).split('\r\n')[0])).toEqual([
      'no colon',
      'bad name: 1',
      ' folded',
    ]);
  });

  it.each([
    [
      'a length that is none',
      post(ping, '\nContent-Length: many'),
      ['request bad-length', 'request not-http', 'request message'],
    ],
    ['two lengths', post(ping, '\nContent-Length: 3'), ['request bad-length', 'request not-http', 'request message']],
    ['no HTTP at all', client('hello\r\nworld'), ['request not-http', 'request message']],
    ['JSON without HTTP', client(ping), ['request not-http', 'request message']],
    [
      'a chunk without a size',
      request('POST / HTTP/1.1\nTransfer-Encoding: chunked', 'xyz\r\n'),
      ['request bad-chunk', 'request message'],
    ],
    [
      'a chunk that is longer than it says',
      request('POST / HTTP/1.1\nTransfer-Encoding: chunked', '2\r\nabc\r\n'),
      ['request bad-chunk', 'request message'],
    ],
    [
      'a size that no number holds',
      request('POST / HTTP/1.1\nTransfer-Encoding: chunked', `${'f'.repeat(20)}\r\n`),
      ['request bad-chunk', 'request message'],
    ],
  ])('after %s it goes on with the next message', (_what, broken, expected) => {
    expect(brief(decode('http', broken, post(ping)))).toEqual(expected);
  });

  it('after an upgrade it looks for HTTP and finds none', () => {
    expect(
      brief(decode('http', request('GET / HTTP/1.1'), answer('101 Switching Protocols', '\u0081\u0005hello'))),
    ).toEqual(['request', 'answer', 'answer unfinished']);
  });

  it.each([
    ['a head', client('POST /mcp HT'), 'head'],
    ['a header', client('POST /mcp HTTP/1.1\r\nHost: ac'), 'head'],
    ['a body', request('POST /mcp HTTP/1.1\nContent-Length: 99', ping), 'body'],
    ['a chunk', request('POST /mcp HTTP/1.1\nTransfer-Encoding: chunked', '63\r\nabc'), 'body'],
    ['a chunk size', request('POST /mcp HTTP/1.1\nTransfer-Encoding: chunked', '6'), 'body'],
  ])('says that %s stops too soon', (_what, sent, part) => {
    const entries = decode('http', sent);
    expect(entries).toHaveLength(1);
    const [{ problems }] = entries as [Decoded];
    expect(problems).toEqual([
      { what: 'unfinished', text: `the bytes end before the ${part} does`, offset: sent.bytes.length },
    ]);
  });
});

describe('an event stream', () => {
  const stream = (body: string, coding = ''): readonly Decoded[] =>
    decode('http', post(ping), answer(`200 OK\nContent-Type: text/event-stream${coding}`, body)).slice(1);
  const chunked = (...chunks: readonly string[]) =>
    stream([...chunks, ''].map(chunk).join(''), '\nTransfer-Encoding: chunked');

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may end its lines with %s', (_name, end) => {
    const body = `event: message${end}id: 7${end}data: ${result}${end}${end}data:${result}${end}${end}`;
    for (const entries of [
      stream(body),
      chunked(body),
      chunked(...body),
      stream(body, `\nContent-Length: ${body.length}`),
    ]) {
      const events = entries.filter((e) => e.carrier === 'event' && e.event?.id !== undefined);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ event: { name: 'message', id: '7' }, message: { id: 1 }, problems: [] });
      expect(entries.filter((e) => e.message)).toHaveLength(2);
      expect(entries.flatMap((e) => e.problems)).toEqual([]);
    }
  });

  it('may begin with a byte order mark, once', () => {
    const [, first, second] = stream(`\ufeffdata: ${result}\n\n\ufeffdata: ${result}\n\n`);
    expect(named(first!)[0]).toEqual(['byte order mark', '\ufeff']);
    expect(first!.message).toBeDefined();
    expect(second!.message).toBeUndefined();
  });

  it('holds comments, fields of all kinds, and fields that nobody knows', () => {
    const [, quiet, event] = chunked(
      ': keep-alive\n\n',
      `:one\n: two\nid: a\nid: b\nretry: 3000\nother: x\nnovalue\ndata: ${result}\n\n`,
    );
    expect(quiet!.event).toEqual({ comment: 'keep-alive' });
    expect(event!.event).toEqual({ id: 'b', retryMs: 3000, comment: 'one\ntwo' });
    expect(event!.message).toBeDefined();
    expect(brief([quiet!, event!])).toEqual(['event', 'event message']);
  });

  it('joins data lines; _meta is found in them too', () => {
    const [, event] = stream(
      'data: {"jsonrpc":"2.0","method":"a","params":{\ndata: "_meta":{"x":\ndata: 1}\ndata: }}\n\n',
    );
    expect(event!.message).toEqual({ jsonrpc: '2.0', method: 'a', params: { _meta: { x: 1 } } });
    expect(named(event!).filter(([name]) => name === '_meta')).toEqual([
      ['_meta', '"_meta":{"x":'],
      ['_meta', '1}'],
    ]);
  });

  it('may begin with an event that has an id and no data', () => {
    const [, priming] = chunked('id: 1-0\ndata: \n\n', `data: ${result}\n\n`);
    expect(priming).toMatchObject({ carrier: 'event', event: { id: '1-0', data: '' }, problems: [] });
    expect(spansOf(priming!.frame).filter((span) => span.of === 'sse.priming')).toHaveLength(2);
  });

  it('of HTTP+SSE says where to POST', () => {
    const [, endpoint, event] = chunked(
      'event: endpoint\ndata: /messages?sessionId=1\n\n',
      `event: message\ndata: ${result}\n\n`,
    );
    expect(endpoint).toMatchObject({ event: { name: 'endpoint', data: '/messages?sessionId=1' }, problems: [] });
    expect(endpoint!.frame.payloadBytes).toBe(0);
    expect(event!.message).toBeDefined();
  });

  it('may be cut into chunks anywhere, inside a character too', () => {
    const body = 'data: {"jsonrpc":"2.0","method":"Größe \u{1f680}"}\n\n';
    const cutAt = Buffer.from(body).indexOf(0xc3) + 1;
    const raw = [Buffer.from(body).subarray(0, cutAt), Buffer.from(body).subarray(cutAt)];
    const coded = raw.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
    const head = answer('200 OK\nContent-Type: text/event-stream\nTransfer-Encoding: chunked');
    const entries = decode(
      'http',
      post(ping),
      head,
      { from: 'server', bytes: new Uint8Array(Buffer.concat(coded)) },
      server('0\r\n\r\n'),
    );
    expect(entries[2]!.message).toEqual({ jsonrpc: '2.0', method: 'Größe \u{1f680}' });
    expect(entries[2]!.problems).toEqual([]);
    expect(entries[2]!.frame.layerBytes.chunk).toBe(Buffer.concat(coded).length - Buffer.byteLength(body));
    expect(entries[2]!.frame.payloadBytes).toBe(Buffer.byteLength(body) - 8);
  });

  it('may hold several events in a chunk', () => {
    const entries = chunked(`data: ${result}\n\ndata: ${result}\n\n`);
    expect(entries.map((e) => [e.carrier, e.frame.layerBytes.chunk])).toEqual([
      ['head', 0],
      ['event', 4],
      ['event', 2],
      ['end', 5],
    ]);
  });

  it.each([
    ['data that is no JSON', 'data: {"jsonrpc"\n\n', 'bad-json', 16],
    ['JSON that is no message', 'data: {}\n\n', 'not-json-rpc', 6],
    ['a fault in the second line of data', 'data: {\ndata: x}\n\n', 'bad-json', 14],
    ['an event that no client reads', `event: ping\ndata: ${result}\n\n`, 'unread-event', 0],
    ['a time to wait that is none', `retry: soon\ndata: ${result}\n\n`, 'bad-retry', 7],
  ])('says what is wrong with %s, and goes on', (_what, body, what, at) => {
    const head = answer('200 OK\nContent-Type: text/event-stream').bytes.length;
    const [, event, next] = stream(`${body}data: ${result}\n\n`);
    expect(event!.problems).toEqual([{ what, text: expect.any(String), offset: head + at }]);
    expect(next!.message).toBeDefined();
  });

  it('counts the place of a fault on the wire, chunks included', () => {
    const head = answer('200 OK\nContent-Type: text/event-stream\nTransfer-Encoding: chunked').bytes.length;
    const [, event] = chunked('data: {', 'x}\n\n');
    expect(event!.problems).toMatchObject([{ what: 'bad-json', offset: head + '7\r\ndata: {\r\n4\r\n'.length }]);
  });

  it.each([
    ['between two events', chunk(`data: ${result}\n\n`), ['head', 'event message', 'end unfinished']],
    [
      'inside an event',
      `${chunk(`data: ${result}\n\n`)}f\r\nid: 1\nda`,
      ['head', 'event message', 'event', 'end unfinished'],
    ],
    ['before the blank line of an event', chunk(`data: ${result}\n`), ['head', 'event', 'end unfinished']],
    ['inside a chunk size', `${chunk(`data: ${result}\n\n`)}f`, ['head', 'event message', 'end unfinished']],
  ])('says that it was cut %s', (_where, body, expected) => {
    expect(brief(stream(body, '\nTransfer-Encoding: chunked'))).toEqual(expected);
  });

  it('drops a last event without its blank line, as every client does', () => {
    const [, event, ...rest] = stream(`data: ${result}\n`);
    expect(event!.message).toBeUndefined();
    expect(event!.event).toEqual({ data: result });
    expect(rest).toEqual([]);
  });

  it('finds the next answer after a chunk that is none', () => {
    const broken = answer(
      '200 OK\nContent-Type: text/event-stream\nTransfer-Encoding: chunked',
      `${chunk(`data: ${result}\n\n`)}zz\r\nrubbish`,
    );
    const entries = decode('http', post(ping), post(ping), broken, answer('202 Accepted\nContent-Length: 0'));
    expect(brief(entries.slice(2))).toEqual(['head', 'event message', 'event bad-chunk', 'answer']);
    expect(entries.at(-1)!.exchange).toBe(1);
  });
});

describe('JSON text', () => {
  const seeds = ['{"a":[1,2.5e-3,true,null],"b":{"c":"x\\u00e9\\n","d":[]}}', '[{"jsonrpc":"2.0"},-0.1,"",{}]', ping];
  const token = fc.constantFrom(...'{}[]:,"\\1-.et', 'tru', 'null', '\u0001', ' ', '\\u12', '01', '+', '\ufeff');
  const damaged = fc
    .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(60), token, fc.nat(2)), { maxLength: 3 }))
    .map(([text, damages]) =>
      damages.reduce((all, [at, put, out]) => all.slice(0, at) + put + all.slice(at + out), text),
    );
  const numRuns = 3000;

  /** Where V8 stopped, in its words; for texts of a certain kind it does not say. */
  function stoppedAt(text: string): number | 'nowhere' | 'somewhere' {
    try {
      JSON.parse(text);
      return 'nowhere';
    } catch (error) {
      const { message } = error as Error;
      const at = /position (\d+)/.exec(message)?.[1];
      return at !== undefined ? Number(at) : message.includes('end of JSON') ? text.length : 'somewhere';
    }
  }

  it(`is broken where JSON.parse says, and only then ${runsOf(numRuns)}`, () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const problem = decode('stdio', client(`${text}\n`))[0]!.problems.find((p) => p.what === 'bad-json');
        const at = stoppedAt(text);
        if (typeof at === 'number') expect(problem?.offset).toBe(Buffer.byteLength(text.slice(0, at)));
        else expect(problem === undefined).toBe(at === 'nowhere');
      }),
      { ...chance, numRuns },
    );
  });

  const names = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', '_meta', '1', '0'));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom<unknown>(null, true, false, -0, 1e21, 123456789012345680),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((members) => ({ members })),
    ),
  }));

  /** Members as they are listed, names that come twice included; with or without spaces, characters or their escapes. */
  function write(value: unknown, space: string, isEscaped: boolean): string {
    const next = (inner: unknown): string => write(inner, space, isEscaped);
    if (Array.isArray(value)) return `[${space}${value.map(next).join(`${space},`)}]`;
    if (typeof value === 'object' && value !== null) {
      const { members } = value as { members: readonly (readonly [string, unknown])[] };
      return `{${members.map(([name, inner]) => `${space}${next(name)}${space}:${space}${next(inner)}`).join(',')}${space}}`;
    }
    const text = JSON.stringify(value);
    const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return isEscaped ? text.replace(/[^\0-\x7e]/g, escape) : text;
  }

  it(`has the value that JSON.parse gives it ${runsOf(numRuns)}`, () => {
    fc.assert(
      fc.property(values.value, fc.constantFrom('', ' ', '\t\r  '), fc.boolean(), (value, space, isEscaped) => {
        const text = write(value, space, isEscaped);
        const [entry] = decodeAll('stdio', [client(`${text}\n`)]);
        const expected: unknown = JSON.parse(text.toWellFormed());
        expect(isDeepStrictEqual(entry!.json, expected)).toBe(true);
        expect(JSON.stringify(entry!.json)).toBe(JSON.stringify(expected));
      }),
      { ...chance, numRuns },
    );
  });
});
