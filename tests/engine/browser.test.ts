// The browser: origins, CORS, redirects, Origin and Host. Beside the platform's own URL and Headers where there is one,
// and beside what anyone can work out from the sections that the rules name.
import {
  ADDRESS_BLOCKS,
  addressSpaceOf,
  allowHeadersFor,
  corsCheck,
  followRedirect,
  hostHeaderOf,
  isCrossOrigin,
  isForbiddenHeader,
  isSameOrigin,
  isSameSite,
  isTrustworthy,
  localNetworkCheck,
  needsLeave,
  openFromPage,
  originHeaderOf,
  originOf,
  originText,
  pageFetch,
  preflightCheck,
  preflightOf,
  readableHeaders,
  readAddress,
  REDIRECTS,
  STANDARDS,
  type AddressSpace,
  type CorsPolicy,
  type Followed,
  type PageClient,
  type Redirected,
  type WebRequest,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chance, runsOf } from './chance.ts';

describe('origins', () => {
  const anyHost = fc.oneof(
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.constantFrom(
      'localhost',
      'LOCALHOST',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
    ),
    fc.constantFrom(
      '[::ffff:127.0.0.1]',
      '1.2.3.4.',
      'a.1',
      '256.1.1.1',
      '1.2.3.4.5',
      '[::1',
      'a b',
      'a_b',
      '',
      '09.1.1.1',
    ),
  );
  const anyUrl = fc
    .tuple(
      fc.constantFrom('http:', 'https:', 'HTTPS:', 'ws:', 'wss:', 'ftp:', 'http', 'app:', 'file:', 'data:'),
      fc.constantFrom('//', '/', '', '\\\\', '///'),
      fc.constantFrom('', '', 'user@', 'user:pw@', '@', ':@', 'a@b@'),
      anyHost,
      fc.constantFrom('', '', ':', ':80', ':443', ':3000', ':0', ':65535', ':65536', ':x'),
      fc.constantFrom('', '/', '/mcp?x#y', '?q', '#f', '\\x', '/a@b:1'),
    )
    .map((parts) => parts.join(''));

  it(`as the platform's URL has them ${runsOf(5000)}`, () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        const url = URL.canParse(text) ? new URL(text) : undefined;
        const hasHosts = url !== undefined && /^(https?|wss?|ftp):$/.test(url.protocol);
        const address = readAddress(text);
        if (!hasHosts) {
          expect(address).toBeUndefined();
          return;
        }
        // Names with hyphens in the third and fourth place are IDNA's business, which the engine leaves alone.
        if (/xn--|%/i.test(text)) return;
        expect(address, text).toBeDefined();
        expect(originText(originOf(text))).toBe(url.origin);
        expect(hostHeaderOf(text)).toBe(url.host);
        expect(address!.hasCredentials).toBe(url.username !== '' || url.password !== '');
      }),
      { ...chance, numRuns: 5000 },
    );
  });

  it('what has no hosts has an opaque origin, equal to itself only', () => {
    for (const text of ['file:///etc/hosts', 'app://obsidian.md', 'data:text/html,x', 'about:blank', 'null', '']) {
      expect(originText(originOf(text))).toBe('null');
      expect(isSameOrigin(originOf(text), originOf(text))).toBe(false);
    }
    const frame = originOf('about:srcdoc');
    expect(isSameOrigin(frame, frame)).toBe(true);
    expect(originText(originOf('blob:https://acme.test/9f1c'))).toBe('https://acme.test');
  });

  test.each([
    ['https://acme.test', 'https://acme.test:443/x', true, true],
    ['https://acme.test', 'http://acme.test', false, false],
    ['https://acme.test', 'https://acme.test:8443', false, true],
    ['https://a.acme.test', 'https://b.acme.test', false, true],
    ['https://a.github.io', 'https://b.github.io', false, false],
    ['https://a.x.co.uk', 'https://b.x.co.uk', false, true],
    ['http://localhost:3000', 'http://localhost:3001', false, true],
    ['http://localhost:3000', 'http://127.0.0.1:3000', false, false],
    ['http://10.0.0.1', 'http://10.0.0.2', false, false],
  ])('%s and %s: same origin %s, same site %s', (a, b, origin, site) => {
    expect(isSameOrigin(originOf(a), originOf(b))).toBe(origin);
    expect(isSameSite(originOf(a), originOf(b))).toBe(site);
  });

  test.each([
    ['https://acme.test', true],
    ['http://acme.test', false],
    ['http://127.0.0.1:9', true],
    ['http://127.8.8.8', true],
    ['http://[::1]:9', true],
    ['http://localhost', true],
    ['http://x.localhost', true],
    ['http://notlocalhost', false],
    ['http://192.168.0.1', false],
    ['http://127.evil.test', false],
    ['about:blank', false],
  ])('%s is trustworthy: %s', (text, expected) => {
    expect(isTrustworthy(originOf(text))).toBe(expected);
  });
});

describe('address spaces', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['0.0.0.1', 'local'],
    ['10.1.2.3', 'local'],
    ['172.15.255.255', 'public'],
    ['172.16.0.0', 'local'],
    ['172.31.255.255', 'local'],
    ['172.32.0.0', 'public'],
    ['192.168.1.1', 'local'],
    ['169.254.169.254', 'local'],
    ['100.64.0.1', 'local'],
    ['93.184.216.34', 'public'],
    ['[::1]', 'loopback'],
    ['[::]', 'loopback'],
    ['[fe80::1]', 'local'],
    ['[fd00::1]', 'local'],
    ['[2606:4700::1]', 'public'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['[::ffff:8.8.8.8]', 'public'],
    ['localhost', undefined],
  ])('%s is %s', (ip, space) => {
    expect(addressSpaceOf(ip)).toBe(space);
  });

  it('every block is reached by its own first address, but for one that another begins', () => {
    const first = ADDRESS_BLOCKS.map(({ block }) => block.split('/')[0]!);
    for (const [i, { block, space }] of ADDRESS_BLOCKS.entries())
      if (first.indexOf(first[i]!) === i) expect(addressSpaceOf(first[i]!), block).toBe(space);
  });

  it('who may reach what is less public than itself', () => {
    const target = { origin: originOf('http://localhost:3000'), space: 'loopback' } as const;
    const ask = (access: 'absent' | 'denied' | 'granted', page: string, space: AddressSpace) =>
      localNetworkCheck(access, { origin: originOf(page), space }, target).isAllowed;
    expect(ask('absent', 'http://evil.test', 'public')).toBe(true);
    // An insecure page is not even asked about.
    expect(ask('granted', 'http://evil.test', 'public')).toBe(false);
    expect(ask('denied', 'https://evil.test', 'public')).toBe(false);
    expect(ask('granted', 'https://evil.test', 'public')).toBe(true);
    expect(ask('denied', 'http://localhost:5173', 'loopback')).toBe(true);
  });
});

const page = 'https://app.test/';
const url = 'https://acme.test/mcp';
const post = (headers: Record<string, string>, rest: Partial<WebRequest> = {}): WebRequest => ({
  page,
  url,
  method: 'POST',
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  credentials: 'omit',
  ...rest,
});
const names = (request: WebRequest): string =>
  needsLeave(request)
    .headers.map(({ name }) => name)
    .join();

describe('preflight', () => {
  test.each([
    ['accept', 'application/json, text/event-stream', ''],
    ['Accept', 'a:b', 'accept'],
    ['Accept', 'x'.repeat(128), ''],
    ['Accept', 'x'.repeat(129), 'accept'],
    ['Accept-Language', 'de, en;q=0.5', ''],
    ['Accept-Language', 'a_b', 'accept-language'],
    ['Content-Type', 'text/plain', ''],
    ['Content-Type', 'text/plain;charset=utf-8', ''],
    ['Content-Type', 'TEXT/PLAIN', ''],
    ['Content-Type', 'multipart/form-data; boundary=x', ''],
    ['Content-Type', 'application/json', 'content-type'],
    ['Content-Type', 'text/plain; x="y"', 'content-type'],
    ['Content-Type', 'nonsense', 'content-type'],
    ['Range', 'bytes=0-', ''],
    ['Range', 'bytes=0-99', ''],
    ['Range', 'bytes=-99', 'range'],
    ['Range', 'bytes=9-3', 'range'],
    ['Authorization', 'Bearer x', 'authorization'],
    ['MCP-Protocol-Version', '2025-11-25', 'mcp-protocol-version'],
    ['Last-Event-ID', '7-2', 'last-event-id'],
  ])('%s: %s needs leave for "%s"', (name, value, expected) => {
    expect(names(post({ [name]: value }))).toBe(expected);
  });

  it('more than 1,024 bytes of safe headers are not safe', () => {
    const many = Array.from({ length: 9 }, () => ({ name: 'Accept', value: 'x'.repeat(128) }));
    expect(names({ ...post({}), headers: many.slice(0, 8) })).toBe('');
    expect(names({ ...post({}), headers: many })).toBe('accept');
  });

  it('no preflight on the own origin, or for what is simple', () => {
    expect(preflightOf(post({ 'Content-Type': 'application/json' }, { page: url }))).toBeUndefined();
    expect(preflightOf(post({ 'Content-Type': 'text/plain' }))).toBeUndefined();
    expect(preflightOf(post({}, { method: 'DELETE' }))).toBeDefined();
  });

  it('asks with method and sorted names, without spaces', () => {
    const { method, headers } = preflightOf(
      post({ 'Mcp-Name': 'x', 'Content-Type': 'application/json', Accept: '*/*' }),
    )!;
    expect(method).toBe('OPTIONS');
    expect(headers).toEqual([
      { name: 'Accept', value: '*/*' },
      { name: 'Origin', value: 'https://app.test' },
      { name: 'Access-Control-Request-Method', value: 'POST' },
      { name: 'Access-Control-Request-Headers', value: 'content-type,mcp-name' },
    ]);
  });

  const answer = (headers: Record<string, string>, status = 204) => ({
    status,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  });
  const json = { 'Content-Type': 'application/json' };
  const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

  test.each([
    ['all named', post(json), answer({ ...open, 'Access-Control-Allow-Headers': 'Content-Type' }), undefined],
    ['star', post(json), answer(open), undefined],
    ['star with credentials', post(json, { credentials: 'include' }), answer(open), 'cors.allow-origin'],
    [
      'star for headers with credentials',
      post(json, { credentials: 'include' }),
      answer({
        ...open,
        'Access-Control-Allow-Origin': 'https://app.test',
        'Access-Control-Allow-Credentials': 'true',
      }),
      'cors.allow-headers',
    ],
    ['no origin', post(json), answer({ 'Access-Control-Allow-Headers': '*' }), 'cors.allow-origin'],
    [
      'slash at the end',
      post(json),
      answer({ ...open, 'Access-Control-Allow-Origin': 'https://app.test/' }),
      'cors.allow-origin',
    ],
    ['405', post(json), answer(open, 405), 'cors.preflight-status'],
    ['308', post(json), answer(open, 308), 'redirect.preflight'],
    ['token under a star', post({ ...json, Authorization: 'Bearer x' }), answer(open), 'cors.authorization'],
    [
      'token named beside a star',
      post({ ...json, Authorization: 'Bearer x' }),
      answer({ ...open, 'Access-Control-Allow-Headers': '*, Authorization' }),
      undefined,
    ],
    ['method not named', post({}, { method: 'DELETE' }), answer(open), 'cors.allow-methods'],
    [
      'method in lower case',
      post({}, { method: 'DELETE' }),
      answer({ ...open, 'Access-Control-Allow-Methods': 'delete' }),
      'cors.allow-methods',
    ],
    ['POST needs no naming', post(json), answer({ ...open, 'Access-Control-Allow-Methods': 'GET' }), undefined],
    [
      'a prefix is no wildcard',
      post({ 'Mcp-Param-Region': 'x' }),
      answer({ ...open, 'Access-Control-Allow-Headers': 'Mcp-Param-*' }),
      'cors.allow-headers',
    ],
    ['unreadable list', post(json), answer({ ...open, 'Access-Control-Allow-Headers': 'a b' }), 'cors.allow-headers'],
  ] as const)('%s', (_, request, said, rule) => {
    expect(preflightCheck(request, said)?.rule).toBe(rule);
  });

  it('credentials need true, in lower case', () => {
    const request = post(json, { credentials: 'include' });
    const said = { 'Access-Control-Allow-Origin': 'https://app.test' };
    expect(corsCheck(request, answer({ ...said, 'Access-Control-Allow-Credentials': 'True' }))?.rule).toBe(
      'cors.allow-credentials',
    );
    expect(corsCheck(request, answer({ ...said, 'Access-Control-Allow-Credentials': 'true' }))).toBeUndefined();
    expect(corsCheck(request, answer({}))?.rule).toBe('cors.allow-origin');
  });

  it('script reads what is safe or exposed', () => {
    const said = { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'x', 'Set-Cookie': 'y' };
    const expose = (value: string) => ({ ...said, 'Access-Control-Expose-Headers': value });
    const read = (headers: Record<string, string>, rest: Partial<WebRequest> = {}) =>
      readableHeaders(post({}, rest), answer(headers, 200));
    expect(read(said)).toEqual(['content-type']);
    expect(read(expose('mcp-session-id'))).toEqual(['content-type', 'mcp-session-id']);
    expect(read(expose('*'))).toEqual(['content-type', 'mcp-session-id', 'access-control-expose-headers']);
    expect(read(expose('*'), { credentials: 'include' })).toEqual(['content-type']);
    expect(read(expose('set-cookie'))).toEqual(['content-type']);
    expect(read(said, { page: url })).toEqual(['content-type', 'mcp-session-id']);
  });

  it(`leave for all that is asked for is enough, and for one thing less is not ${runsOf()}`, () => {
    const anyHeader = fc.record({
      name: fc.constantFrom('Accept', 'Content-Type', 'Mcp-Method', 'Mcp-Name', 'Authorization', 'X-A', 'Range'),
      value: fc.constantFrom('application/json', 'text/plain', 'bytes=0-', 'x', 'a"b'),
    });
    const anyRequest = fc.record({
      page: fc.constant(page),
      url: fc.constant(url),
      method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'),
      headers: fc.uniqueArray(anyHeader, { maxLength: 5, selector: ({ name }) => name }),
      credentials: fc.constantFrom('omit' as const, 'include' as const),
    });
    fc.assert(
      fc.property(anyRequest, fc.nat(), (request, left) => {
        const preflight = preflightOf(request);
        if (!preflight) return;
        const { headers } = needsLeave(request);
        const said = (allowed: readonly string[]) =>
          answer({
            'Access-Control-Allow-Origin': 'https://app.test',
            'Access-Control-Allow-Credentials': 'true',
            'Access-Control-Allow-Methods': request.method,
            'Access-Control-Allow-Headers': allowed.join(', '),
          });
        const all = headers.map(({ name }) => name);
        expect(preflightCheck(request, said(all))).toBeUndefined();
        if (all.length > 0)
          expect(preflightCheck(request, said(all.filter((_, i) => i !== left % all.length)))?.rule).toBe(
            'cors.allow-headers',
          );
      }),
      chance,
    );
  });
});

describe('headers that are the browser’s own', () => {
  it('are dropped, whatever script says', () => {
    for (const name of ['Host', 'origin', 'Content-Length', 'Sec-Fetch-Mode', 'Proxy-X', 'Cookie'])
      expect(isForbiddenHeader({ name, value: 'x' }), name).toBe(true);
    for (const name of ['Accept', 'Authorization', 'Mcp-Session-Id', 'User-Agent'])
      expect(isForbiddenHeader({ name, value: 'x' }), name).toBe(false);
    expect(isForbiddenHeader({ name: 'X-HTTP-Method', value: 'GET, TRACE' })).toBe(true);
    expect(isForbiddenHeader({ name: 'X-HTTP-Method', value: 'DELETE' })).toBe(false);
  });

  test.each([
    ['POST', 'cors', [url], 'https://app.test'],
    ['GET', 'cors', [url], 'https://app.test'],
    ['POST', 'cors', [`${page}mcp`], 'https://app.test'],
    ['GET', 'cors', [`${page}mcp`], undefined],
    ['GET', 'navigate', [url], undefined],
    ['POST', 'navigate', [url], 'https://app.test'],
    ['GET', 'no-cors', [url], undefined],
    ['POST', 'no-cors', ['http://acme.test/'], 'null'],
    ['POST', 'cors', [url, 'https://acme.test/other'], 'https://app.test'],
    ['POST', 'cors', [url, 'https://third.test/'], 'null'],
    ['POST', 'cors', [`${page}mcp`, url], 'https://app.test'],
    ['GET', 'cors', [url, `${page}back`], 'null'],
  ] as const)('%s by %s to %j: Origin is %s', (method, mode, visited, value) => {
    expect(originHeaderOf({ page, visited, method, mode }).value).toBe(value);
  });

  it('a sandboxed page has the origin null', () => {
    expect(originHeaderOf({ page: 'about:srcdoc', visited: [url], method: 'POST', mode: 'cors' }).value).toBe('null');
  });

  test.each(['no-referrer', 'same-origin', 'strict-origin', 'unsafe-url'] as const)(
    'referrer policy %s',
    (referrerPolicy) => {
      const { value } = originHeaderOf({ page, visited: [url], method: 'POST', mode: 'no-cors', referrerPolicy });
      expect(value).toBe(['no-referrer', 'same-origin'].includes(referrerPolicy) ? 'null' : 'https://app.test');
    },
  );
});

describe('redirects', () => {
  const asked = (method: string, body: Redirected['body'] = 'text'): Redirected => ({
    request: post({ 'Content-Type': 'application/json', Authorization: 'Bearer x', Accept: '*/*' }, { method }),
    body,
    visited: [url],
  });
  const follow = (status: (typeof REDIRECTS)[number]['status'], location: string, from = asked('POST')) =>
    followRedirect(from, status, location);
  const sum = (result: ReturnType<typeof follow>) => {
    if (!('request' in result)) return result.rule;
    const { request, body, origin } = result;
    return `${request.method} ${body} ${request.headers.map(({ name }) => name).join('+')} ${origin}`;
  };
  const kept = 'POST text Content-Type+Authorization+Accept https://app.test';

  test.each([
    [301, '/mcp/', 'GET none Authorization+Accept https://app.test'],
    [302, '/mcp/', 'GET none Authorization+Accept https://app.test'],
    [303, '/mcp/', 'GET none Authorization+Accept https://app.test'],
    [307, '/mcp/', kept],
    [308, '/mcp/', kept],
    [307, 'https://acme.test:8443/mcp/', 'POST text Content-Type+Accept null'],
    [307, 'https://third.test/', 'POST text Content-Type+Accept null'],
    [308, 'http://acme.test/mcp/', 'mixed.blocked'],
    [307, 'ftp://acme.test/', 'redirect.scheme'],
    [307, 'https://u:p@acme.test/', 'redirect.credentials'],
  ] as const)('POST, %i to %s', (status, location, expected) => {
    expect(sum(follow(status, location))).toBe(expected);
  });

  it('301 leaves other methods alone, 303 does not', () => {
    expect(sum(follow(301, '/x', asked('DELETE')))).toMatch(/^DELETE text/);
    expect(sum(follow(303, '/x', asked('DELETE')))).toMatch(/^GET none/);
    expect(sum(follow(303, '/x', asked('HEAD')))).toMatch(/^HEAD text/);
  });

  it('a page that is not secure: the step from http to https loses the token too', () => {
    const request = post({ Authorization: 'Bearer x' }, { page: 'http://app.test/', url: 'http://acme.test/mcp' });
    const result = followRedirect(
      { request, body: 'text', visited: [request.url] },
      308,
      'https://acme.test/mcp',
    ) as Followed;
    expect(result.dropped.map(({ name }) => name)).toEqual(['Authorization']);
    expect(result.rules).toContain('redirect.authorization');
  });

  it('a stream cannot be sent again, except that 303 has nothing to send', () => {
    expect(sum(follow(307, '/x', asked('POST', 'stream')))).toBe('redirect.stream-body');
    expect(sum(follow(303, '/x', asked('POST', 'stream')))).toMatch(/^GET none/);
  });

  it('twenty, and no more', () => {
    let hop: Redirected = asked('POST');
    for (let i = 0; i < 20; i++) hop = follow(307, `/${i}`, hop) as Followed;
    expect(hop.visited).toHaveLength(21);
    expect(sum(follow(307, '/21', hop))).toBe('redirect.limit');
  });

  it(`Authorization never reaches another origin, and no body is sent to a GET ${runsOf()}`, () => {
    const anyHop = fc.tuple(
      fc.constantFrom(...REDIRECTS.map(({ status }) => status)),
      fc.constantFrom(
        '/a',
        'https://acme.test/b',
        'https://third.test/',
        'https://app.test/',
        'https://acme.test:444/',
      ),
    );
    fc.assert(
      fc.property(fc.array(anyHop, { maxLength: 6 }), (hops) => {
        let hop: Redirected = asked('POST');
        for (const [status, location] of hops) {
          hop = follow(status, location, hop) as Followed;
          const isAway = hop.visited.some((to) => !isSameOrigin(originOf(to), originOf(url)));
          expect(hop.request.headers.some(({ name }) => name === 'Authorization')).toBe(!isAway);
          if (hop.request.method === 'GET') expect(hop.body).toBe('none');
        }
      }),
      chance,
    );
  });
});

describe('MCP from a page', () => {
  const client: PageClient = { revision: '2025-11-25', page, url, credentials: 'omit', mirrored: [] };
  const policy: CorsPolicy = {
    allowOrigin: 'https://app.test',
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['Content-Type', 'Mcp-Session-Id', 'MCP-Protocol-Version'],
    exposeHeaders: ['Mcp-Session-Id'],
    allowCredentials: false,
    preflightStatus: 204,
    on: 'every-answer',
  };
  const told = (steps: ReturnType<typeof openFromPage>) =>
    steps.map(({ message, outcome, answer, refused }) => `${message}: ${outcome} ${answer?.status ?? refused!.rule}`);

  it('everything allowed and exposed: to the first call', () => {
    expect(told(openFromPage(client, policy))).toEqual([
      'initialize: read 200',
      'notifications/initialized: read 202',
      'tools/list: read 200',
      'tools/call: read 200',
    ]);
  });

  it('session id not exposed: the handshake works, and the second request is answered 400', () => {
    expect(told(openFromPage(client, { ...policy, exposeHeaders: [] }))).toEqual([
      'initialize: read 200',
      'notifications/initialized: read 400',
    ]);
  });

  it('version header not allowed: initialize passes, for it has none, and the next preflight fails', () => {
    expect(told(openFromPage(client, { ...policy, allowHeaders: ['Content-Type', 'Mcp-Session-Id'] }))).toEqual([
      'initialize: read 200',
      'notifications/initialized: unsent cors.allow-headers',
    ]);
  });

  it('headers on OPTIONS only: the server does its work, and script gets nothing', () => {
    const steps = openFromPage(client, { ...policy, on: 'preflight-only' });
    expect(told(steps)).toEqual(['initialize: unread 200']);
    expect(steps[0]!.refused!.rule).toBe('cors.allow-origin');
  });

  it('a server that answers OPTIONS 405 sees nothing else', () => {
    expect(told(openFromPage(client, { ...policy, preflightStatus: 405 }))).toEqual([
      'initialize: unsent cors.preflight-status',
    ]);
  });

  it('a page of the server’s own needs none of this', () => {
    const none: CorsPolicy = { ...policy, allowMethods: [], allowHeaders: [], exposeHeaders: [], preflightStatus: 405 };
    delete (none as { allowOrigin?: string }).allowOrigin;
    expect(openFromPage({ ...client, page: url }, none)).toHaveLength(4);
  });

  test.each([
    ['2025-03-26', [], 'content-type mcp-session-id'],
    ['2025-11-25', [], 'content-type mcp-protocol-version mcp-session-id'],
    ['2026-07-28', [], 'content-type mcp-method mcp-name mcp-protocol-version'],
    ['2026-07-28', ['Region'], 'content-type mcp-method mcp-name mcp-param-region mcp-protocol-version'],
  ] as const)('%s with %j marked needs leave for %s', (revision, mirrored, expected) => {
    expect(allowHeadersFor({ revision, mirrored, credentials: 'omit' }).join(' ')).toBe(expected);
  });

  it('2026-07-28: a tool that marks an argument changes the list, and a star helps only without a token', () => {
    const modern = { ...client, revision: '2026-07-28' as const, mirrored: ['Region'] };
    const allowHeaders = allowHeadersFor({ revision: '2026-07-28', credentials: 'omit', mirrored: [] });
    expect(told(openFromPage(modern, { ...policy, allowHeaders }))).toEqual([
      'tools/list: read 200',
      'tools/call: unsent cors.allow-headers',
    ]);
    expect(openFromPage(modern, { ...policy, allowHeaders: ['*'] })).toHaveLength(2);
    expect(told(openFromPage({ ...modern, token: 'x' }, { ...policy, allowHeaders: ['*'] }))).toEqual([
      'tools/list: unsent cors.authorization',
    ]);
  });

  it('a secure page and an address that is not: nothing is sent, but localhost is fine', () => {
    const serve = () => ({ status: 200, headers: [] });
    expect(pageFetch(post({}, { url: 'http://acme.test/' }), policy, serve).refused?.rule).toBe('mixed.blocked');
    expect(pageFetch(post({}, { url: 'http://localhost:3000/' }), policy, serve).outcome).toBe('read');
  });

  it('Origin is what the server is told, not what script says', () => {
    const { sent } = pageFetch(post({ Origin: 'https://acme.test' }), policy, () => ({ status: 200, headers: [] }));
    expect(sent!.filter(({ name }) => name === 'Origin')).toEqual([{ name: 'Origin', value: 'https://app.test' }]);
    expect(isCrossOrigin(post({}))).toBe(true);
  });
});

describe('standards', () => {
  it('one sentence each, and a section to open', () => {
    for (const [id, { text, url: section }] of Object.entries(STANDARDS)) {
      expect(text, id).toMatch(/^[A-Z].*\.$/);
      expect(section, id).toMatch(/^https:\/\/[^#]+#[\w-]+/);
    }
  });
});
