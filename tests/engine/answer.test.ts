// The strict server's answers: every row of the table fires and has a near miss, any bytes get an answer with a reason,
// and the answers hold what the text fixes.
import {
  answer,
  ANSWERING,
  ERROR_CODES,
  EXAMPLE,
  FACTS,
  holdsIn,
  SITUATIONS,
  strictServer,
  type Answer,
  type AnsweringTransport,
  type ErrorCode,
  type ErrorResponse,
  type Fact,
  type JsonObject,
  type Situation,
  type SpecRevision,
  type StrictServer,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CASES } from './answer-cases.ts';
import { chance, runsOf } from './chance.ts';
import { http, IN_SESSION, INITIALIZE, message, modern, modernPost, post, request, ssePost } from './requests.ts';

const ROWS: readonly Situation[] = SITUATIONS;
const REVISIONS: readonly SpecRevision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const rulesOf = ({ because }: Answer) => because.map(({ rule }) => rule);
const errorOf = ({ body, onStream }: Answer) => ((body ?? onStream?.[0]) as ErrorResponse).error;

/** Where a row can be met at all. */
const placesOf = (row: Situation) =>
  row.on.flatMap((transport) =>
    REVISIONS.filter((r) => holdsIn(row, r) && holdsIn(ANSWERING[transport], r)).map((revision) => ({
      transport,
      revision,
    })),
  );

describe('the table', () => {
  test.each(ROWS)('$id can be met, and its fact holds wherever it can', (row) => {
    const places = placesOf(row);
    expect(places.length).toBeGreaterThan(0);
    for (const { revision, transport } of places) {
      expect(holdsIn(FACTS[row.fact] as Fact, revision), `${row.fact} in ${revision}`).toBe(true);
      if (row.code)
        expect(holdsIn(ERROR_CODES[row.code] as ErrorCode, revision), `${row.code} in ${revision}`).toBe(true);
      if (row.does !== 'note' && transport !== 'stdio') expect(row.status, transport).toBeDefined();
    }
  });
  test('names each row once', () => {
    expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length);
  });
  test.each(ROWS)('$id fires, and its near miss does not', ({ id }) => {
    const { server, asks, near, nearServer } = CASES[id as keyof typeof CASES];
    const fired = answer(asks, strictServer(server));
    expect(rulesOf(fired)).toContain(id);
    if (ROWS.find((row) => row.id === id)!.does !== 'note') expect(fired.because[0]!.rule).toBe(id);
    expect(rulesOf(answer(near, strictServer(nearServer ?? server)))).not.toContain(id);
  });
});

describe('any bytes', () => {
  const servers: fc.Arbitrary<StrictServer> = fc
    .constantFrom(
      ...(Object.keys(ANSWERING) as AnsweringTransport[]).flatMap((transport) =>
        REVISIONS.filter((r) => holdsIn(ANSWERING[transport], r)).map((revision) => ({ transport, revision })),
      ),
    )
    .chain((place) =>
      fc
        .record({
          isInitialized: fc.boolean(),
          givesSessions: fc.boolean(),
          replies: fc.constantFrom('json', 'event-stream'),
        })
        .map((traits) => {
          const isLegacy = place.revision < '2026-07-28';
          return strictServer({
            ...place,
            ...traits,
            givesSessions: traits.givesSessions && isLegacy,
          } as Partial<StrictServer>);
        }),
    );
  const whole = fc.constantFrom(
    post(request('tools/list')),
    post(INITIALIZE),
    ssePost(request('ping')),
    http({ verb: 'GET', headers: IN_SESSION }),
    modernPost('tools/call', modern({ name: 'docs_search', arguments: { query: 'x' } })),
    modernPost('subscriptions/listen', modern({ notifications: {} })),
    post(`[${request('ping')},${message({ method: 'notifications/cancelled' })}]`),
    request('tools/call', modern({ name: 'open_doc' })),
    INITIALIZE,
  );
  /** A whole request with some bytes taken out, put in or changed. */
  const spoilt = fc
    .tuple(whole, fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.uint8Array({ maxLength: 3 })), { maxLength: 4 }))
    .map(([text, changes]) =>
      changes.reduce((bytes, [at, cut, put]) => {
        const from = at % (bytes.length + 1);
        return Uint8Array.from([...bytes.subarray(0, from), ...put, ...bytes.subarray(from + cut)]);
      }, new TextEncoder().encode(text)),
    );
  const json = fc.json({ maxDepth: 4 });
  const member = fc.oneof(
    fc.constantFrom(
      'jsonrpc',
      'id',
      'method',
      'params',
      'result',
      'error',
      '_meta',
      'name',
      'uri',
      'arguments',
      '__proto__',
      'toString',
      'io.modelcontextprotocol/protocolVersion',
    ),
    fc.string(),
  );
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        '2.0',
        'tools/call',
        'ping',
        'initialize',
        'notifications/cancelled',
        'docs_search',
        '2026-07-28',
        1,
        1.5,
        null,
        true,
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(member, tie('value'), { maxKeys: 6 }),
    ),
  })).value;
  const bodies = fc.oneof(
    json,
    value.map((v) => JSON.stringify(v)),
    fc.string(),
  );
  const requests = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    spoilt,
    bodies,
    bodies.map((body) => post(body)),
    bodies.map((body) => ssePost(body)),
    fc
      .tuple(fc.constantFrom('tools/call', 'tools/list', 'subscriptions/listen', 'tasks/get'), value)
      .map(([method, v]) => modernPost(method, { ...modern(), ...(v as JsonObject) })),
  );

  test(`never throw, and get an answer with a reason ${runsOf(1500)}`, () => {
    fc.assert(
      fc.property(requests, servers, (asks, server) => checkShape(answer(asks, server), server)),
      { ...chance, numRuns: 1500 },
    );
  });
  test('nested deeper than any stack', () => {
    const deep = (open: string, close: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${open.repeat(2e5)}1${close.repeat(2e5)}}`;
    for (const body of [
      '['.repeat(2e5),
      deep('[', ']'),
      deep('{"_meta":', '}'),
      `${'['.repeat(2e5)}${']'.repeat(2e5)}`,
    ]) {
      for (const revision of ['2025-03-26', '2025-11-25', '2026-07-28'] as const) {
        const server = strictServer({ revision });
        checkShape(answer(post(body), server), server);
      }
    }
  });

  function checkShape(given: Answer, server: StrictServer): void {
    const { status, mode, body, onStream, because, after } = given;
    expect(because.length).toBeGreaterThan(0);
    for (const { fact, text, at } of because) {
      expect(holdsIn(FACTS[fact] as Fact, server.revision), fact).toBe(true);
      expect(text).not.toBe('');
      expect(at).not.toBe('');
    }
    expect(status === undefined).toBe(server.transport === 'stdio');
    if (mode === 'accepted') expect(status).toBe(202);
    if (mode === 'json') expect(body).toBeDefined();
    if (mode === 'none' || mode === 'accepted') expect(body).toBeUndefined();
    if (onStream) expect(server.transport).toBe('http+sse');
    for (const reply of [body ?? [], onStream ?? []].flat() as unknown as JsonObject[]) {
      expect(reply['jsonrpc']).toBe('2.0');
      if ('id' in reply) expect(typeof reply['id'] === 'string' || Number.isInteger(reply['id'])).toBe(true);
      else expect('error' in reply || 'method' in reply).toBe(true);
    }
    expect(after.revision).toBe(server.revision);
  }
});

describe('what the text fixes', () => {
  const E = strictServer({ revision: '2026-07-28' });

  test('2026-07-28 binds a status to each of its codes', () => {
    for (const row of ROWS.filter(({ on, since }) => since === '2026-07-28' && on.includes('streamable-http'))) {
      if (row.code === 'method-not-found') expect(row.status).toBe(404);
      if (['header-mismatch', 'missing-capability', 'unsupported-version'].includes(row.code ?? ''))
        expect(row.status).toBe(400);
    }
  });
  test('an unsupported version is told which are spoken', () => {
    const version = { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    const given = answer(modernPost('tools/list', modern({}, version), { 'MCP-Protocol-Version': '2027-01-01' }), E);
    expect([given.status, errorOf(given).code, errorOf(given).data]).toEqual([
      400,
      -32022,
      { supported: ['2026-07-28'], requested: '2027-01-01' },
    ]);
  });
  test('initialize at a server of 2026-07-28 is told so too, whatever refuses it', () => {
    for (const [asks, server] of [
      [http({ body: INITIALIZE }), E],
      [INITIALIZE, strictServer({ revision: '2026-07-28', transport: 'stdio' })],
    ] as const) {
      expect(errorOf(answer(asks, server)).data).toEqual({ supported: ['2026-07-28'] });
    }
  });
  test('a probe of 2026-07-28 at an older server hears of no such method on stdio, and 400 over HTTP', () => {
    const fresh = { isInitialized: false, sessionIds: [] };
    const line = answer(request('server/discover', modern()), strictServer({ ...fresh, transport: 'stdio' }));
    expect(errorOf(line).code).toBe(-32601);
    expect(answer(modernPost('server/discover'), strictServer(fresh)).status).toBe(400);
  });
  test('a missing capability is named', () => {
    const server = strictServer({
      revision: '2026-07-28',
      tools: [{ name: 'ask', needs: { elicitation: { form: {} }, sampling: {} } }],
    });
    const given = answer(
      modernPost(
        'tools/call',
        modern({ name: 'ask' }, { 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } }),
      ),
      server,
    );
    expect([given.status, errorOf(given).code, errorOf(given).data]).toEqual([
      400,
      -32021,
      { requiredCapabilities: { elicitation: { form: {} } } },
    ]);
  });
  test('an unknown resource is −32002 and then −32602, with its address', () => {
    const uri = 'docs://nope';
    const old = answer(post(request('resources/read', { uri })));
    const now = answer(modernPost('resources/read', modern({ uri })), E);
    expect([errorOf(old), errorOf(now)].map(({ code, data }) => [code, data])).toEqual([
      [-32002, { uri }],
      [-32602, { uri }],
    ]);
  });
  test('a batch is answered by a batch, notifications by nothing', () => {
    const B = strictServer({ revision: '2025-03-26' });
    const given = answer(
      post(
        `[${request('ping', undefined, 1)},${message({ method: 'notifications/cancelled' })},${request('nope', undefined, 2)}]`,
      ),
      B,
    );
    expect([given.status, (given.body as ErrorResponse[]).map(({ id, error }) => [id, error?.code])]).toEqual([
      200,
      [
        [1, undefined],
        [2, -32601],
      ],
    ]);
    expect(given.because.find(({ rule }) => rule === 'method-unknown')?.at).toBe('body[2] method');
    const quiet = answer(post(`[${message({ method: 'notifications/cancelled' })}]`), B);
    expect([quiet.status, quiet.body]).toEqual([202, undefined]);
  });
  test('HTTP+SSE answers a request on the stream, and its POST with 202', () => {
    const given = answer(ssePost(request('nope')), strictServer({ revision: '2024-11-05', transport: 'http+sse' }));
    expect([given.status, given.mode, given.body, errorOf(given).code]).toEqual([202, 'accepted', undefined, -32601]);
  });
  test('a notification that is wrong gets an HTTP error without an id, and nothing on stdio', () => {
    const wrong = '{"jsonrpc":"1.0","method":"notifications/cancelled"}';
    const sse = answer(ssePost(wrong), strictServer({ revision: '2024-11-05', transport: 'http+sse' }));
    const posted = answer(post(wrong));
    for (const given of [sse, posted])
      expect([given.status, Object.keys(given.body!)]).toEqual([400, ['jsonrpc', 'error']]);
    const line = answer(wrong, strictServer({ transport: 'stdio' }));
    expect([line.mode, line.body]).toEqual(['none', undefined]);
  });
  test('a session begins with initialize, ends with DELETE, and is then 404', () => {
    const begun = answer(http({ body: INITIALIZE }), strictServer({ sessionIds: [] }));
    expect(begun.headers.find(({ name }) => name === 'Mcp-Session-Id')?.value).toBe(EXAMPLE.sessionId);
    const served = answer(post(request('ping', undefined, 2)), begun.after);
    const ended = answer(http({ verb: 'DELETE', headers: IN_SESSION }), served.after);
    const late = answer(post(request('ping', undefined, 3)), ended.after);
    expect([begun, served, ended, late].map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  });
  test('405 says what is allowed', () => {
    const allowed = (given: Answer) => [given.status, given.headers.find(({ name }) => name === 'Allow')?.value];
    expect(allowed(answer(http({ verb: 'GET' }), E))).toEqual([405, 'POST']);
    expect(allowed(answer(http({ verb: 'PUT' }), strictServer()))).toEqual([405, 'POST, GET, DELETE']);
    expect(allowed(answer(http({ verb: 'GET', headers: IN_SESSION }), strictServer({ offersGet: false })))).toEqual([
      405,
      'POST, DELETE',
    ]);
  });
  test('401 and 403 say how to authorize', () => {
    const server = strictServer({
      authorization: { tokens: { narrow: [] }, scope: 'docs', metadata: 'https://acme.test/m' },
    });
    const challenge = (headers: object) => {
      const given = answer(post(request('ping'), headers as never), server);
      return [given.status, given.headers.find(({ name }) => name === 'WWW-Authenticate')?.value];
    };
    expect(challenge({})).toEqual([401, 'Bearer scope="docs", resource_metadata="https://acme.test/m"']);
    expect(challenge({ Authorization: 'Bearer narrow' })).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="docs", resource_metadata="https://acme.test/m"',
    ]);
  });
  test('a subscription begins with what is granted', () => {
    const given = answer(
      modernPost(
        'subscriptions/listen',
        modern({ notifications: { toolsListChanged: true, promptsListChanged: true } }),
      ),
      E,
    );
    expect(given.mode).toBe('event-stream');
    expect(given.body).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true } },
    });
    expect((given.body as { params: JsonObject }).params['notifications']).toEqual({ toolsListChanged: true });
  });
  test('a whole number in a header may be written otherwise, a text may not', () => {
    const inputSchema = { type: 'object', properties: { page: { type: 'integer', 'x-mcp-header': 'Page' } } };
    const server = strictServer({ revision: '2026-07-28', tools: [{ name: 'near', inputSchema }] });
    const ask = (page: unknown, header: string) =>
      answer(
        modernPost('tools/call', modern({ name: 'near', arguments: { page } as JsonObject }), {
          'Mcp-Param-Page': header,
        }),
        server,
      ).status;
    expect([ask(7, '7'), ask(7, '07'), ask(7, '8'), ask(7, 'seven')]).toEqual([200, 200, 400, 400]);
  });
  test('a chunked body is read like any other', () => {
    const body = request('ping');
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const asks = http({
      headers: { ...IN_SESSION, 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' },
      body: chunked,
    });
    expect(answer(asks).because[0]!.rule).toBe('ping');
    expect(answer(asks.replace('\r\n0\r\n', '0\r\n')).because[0]!.rule).toBe('body-broken');
  });
  test('a transport that a revision does not have is refused with those that do', () => {
    expect(() => strictServer({ revision: '2026-07-28', transport: 'http+sse' })).toThrow(
      '2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25',
    );
  });
});
