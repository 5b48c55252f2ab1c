// The engine's browser beside a real one: the same requests from the same page to the same servers, and both agree on
// preflight, Origin, what script may read, and what a redirect leaves of a request.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import {
  corsHeaders,
  followRedirect,
  needsLeave,
  pageFetch,
  REDIRECTS,
  STANDARDS,
  valueOf,
  type CorsPolicy,
  type WebHeader,
  type WebRequest,
} from '#engine';
import fc from 'fast-check';

const numRuns = 300;
const seed = 20260728;

interface Seen {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
}

type Answer = { readonly status: number; readonly headers: readonly WebHeader[] };

/** The page that asks, and whatever else a browser wants of a server. */
const PAGE: Answer = { status: 200, headers: [{ name: 'Content-Type', value: 'text/html' }] };

/** Answers as the case says whose number stands in the path, and keeps what it was asked. */
class Recorder {
  readonly #server: Server;
  readonly seen = new Map<string, Seen[]>();
  answer: ((id: string, seen: Seen) => Answer) | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const id = /^\/([crt]\d+)$/.exec(request.url ?? '')?.[1];
      const seen = { method: request.method!, headers: request.headers };
      if (id) this.seen.set(id, [...(this.seen.get(id) ?? []), seen]);
      const { status, headers } = (id && this.answer?.(id, seen)) || PAGE;
      request.resume().on('end', () => {
        for (const { name, value } of headers) response.appendHeader(name, value);
        response.writeHead(status).end();
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** What a real fetch() comes to: the names of the headers that script reads, or nothing. */
function reallyFetch(page: Page, requests: readonly (WebRequest & { readonly body?: string })[]) {
  return page.evaluate(async (all) => {
    const results: (readonly string[] | undefined)[] = [];
    for (const { url, method, headers, credentials, body } of all) {
      try {
        const options = {
          method,
          credentials,
          headers: headers.map(({ name, value }) => [name, value] as [string, string]),
        };
        const response = await fetch(url, body === undefined ? options : { ...options, body });
        results.push([...response.headers.keys()]);
      } catch {
        results.push(undefined);
      }
    }
    return results;
  }, requests);
}

const names = [
  'Accept',
  'Accept-Language',
  'Content-Type',
  'Authorization',
  'Range',
  'Mcp-Session-Id',
  'Mcp-Param-Region',
];
const anyHeader = fc.record({
  name: fc.constantFrom(...names, 'Host', 'Origin', 'Sec-X'),
  value: fc.oneof(
    fc.constantFrom(
      'application/json',
      'text/plain',
      'text/plain;charset=utf-8',
      'TEXT/plain',
      'multipart/form-data; boundary=a',
    ),
    fc.constantFrom(
      'bytes=0-',
      'bytes=0-9',
      'bytes=9-0',
      'bytes=-9',
      'application/json, text/event-stream',
      'de, en;q=0.5',
    ),
    fc.constantFrom('a"b', 'a:b', 'x', 'x'.repeat(128), 'x'.repeat(129), '*/*'),
  ),
});
const someNames = fc.subarray([...names, '*', 'Mcp-*', 'Mcp-Param-*']);
const anyCase = fc.record({
  isOwn: fc.nat({ max: 5 }).map((n) => n === 0),
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'HEAD'),
  headers: fc.uniqueArray(anyHeader, { maxLength: 4, selector: ({ name }) => name }),
  credentials: fc.constantFrom('omit' as const, 'same-origin' as const, 'include' as const),
  policy: fc
    .record({
      allowOrigin: fc.constantFrom('*', 'reflect', 'reflect', 'reflect', 'http://localhost:1', 'null', undefined),
      allowMethods: fc.subarray(['DELETE', 'PUT', '*', 'delete']),
      allowHeaders: fc.oneof(someNames, fc.constant(names), fc.constant(['*'])),
      exposeHeaders: fc.subarray(['Mcp-Session-Id', 'X-Other', '*']),
      allowCredentials: fc.boolean(),
      preflightStatus: fc.constantFrom(204, 204, 204, 200, 405, 308),
      on: fc.constantFrom('every-answer' as const, 'every-answer' as const, 'preflight-only' as const),
    })
    .map(({ allowOrigin, ...rest }): CorsPolicy => ({ ...rest, ...(allowOrigin !== undefined && { allowOrigin }) })),
});

test.describe('the engine’s browser and this one', () => {
  const recorders = [new Recorder(), new Recorder(), new Recorder()] as const;
  const [own, other, third] = recorders;
  let at: readonly string[] = [];

  test.beforeAll(async () => {
    at = await Promise.all(recorders.map((recorder) => recorder.listen()));
  });
  test.afterAll(() => {
    for (const recorder of recorders) recorder.close();
  });
  test.beforeEach(async ({ page }) => {
    await page.goto(`${at[0]}/page`);
  });

  test(`agree on ${numRuns} requests by chance (seed ${seed})`, async ({ page }) => {
    const cases = fc.sample(anyCase, { seed, numRuns });
    const served = [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Mcp-Session-Id', value: 'x' },
      { name: 'X-Other', value: 'y' },
    ];
    const requests = cases.map(({ isOwn, method, headers, credentials }, i) => ({
      page: `${at[0]}/page`,
      url: `${at[isOwn ? 0 : 1]}/c${i}`,
      method,
      headers,
      credentials,
    }));
    const answer = (id: string, { method }: Seen) => {
      const i = Number(id.slice(1));
      const { policy } = cases[i]!;
      return method === 'OPTIONS'
        ? { status: policy.preflightStatus, headers: corsHeaders(policy, requests[i]!, true) }
        : { status: 200, headers: [...served, ...corsHeaders(policy, requests[i]!, false)] };
    };
    for (const recorder of [own, other]) recorder.answer = answer;
    const results = await reallyFetch(page, requests);
    const outcomes = new Map<string, number>();
    for (const [i, request] of requests.entries()) {
      const ours = pageFetch(request, cases[i]!.policy, () => ({ status: 200, headers: served }));
      // Where this browser is known to do otherwise, there is nothing to compare.
      if (ours.refused && 'departure' in STANDARDS[ours.refused.rule]) continue;
      const seen = (cases[i]!.isOwn ? own : other).seen.get(`c${i}`) ?? [];
      const preflight = seen.find(({ method }) => method === 'OPTIONS');
      const itself = seen.find(({ method }) => method !== 'OPTIONS');
      const real = {
        outcome: results[i] ? 'read' : itself ? 'unread' : 'unsent',
        asks: preflight && [
          preflight.headers['access-control-request-method'],
          preflight.headers['access-control-request-headers'],
        ],
        origin: itself?.headers.origin,
        readable: (results[i] ?? [])
          .filter((name) => ['content-type', 'mcp-session-id', 'x-other'].includes(name))
          .sort(),
      };
      const asked = ours.preflight?.headers;
      expect(real, JSON.stringify({ request, policy: cases[i]!.policy, said: ours.refused })).toEqual({
        outcome: ours.outcome,
        asks: asked && [
          valueOf(asked, 'Access-Control-Request-Method'),
          valueOf(asked, 'Access-Control-Request-Headers'),
        ],
        origin: ours.sent && valueOf(ours.sent, 'Origin'),
        readable: ours.readable.filter((name) => ['content-type', 'mcp-session-id', 'x-other'].includes(name)).sort(),
      });
      outcomes.set(ours.outcome, (outcomes.get(ours.outcome) ?? 0) + 1);
    }
    // All three kinds have come up, or nothing was compared.
    expect([...outcomes.keys()].sort()).toEqual(['read', 'unread', 'unsent']);
  });

  test('agree on what a redirect leaves of a request', async ({ page }) => {
    const open = {
      'Access-Control-Allow-Methods': 'PUT, DELETE',
      'Access-Control-Allow-Headers': 'authorization, content-type',
    };
    const cases = REDIRECTS.flatMap(({ status }) =>
      ['POST', 'PUT', 'DELETE', 'GET'].flatMap((method) =>
        [0, 1].flatMap((from) => [0, 1, 2].map((to) => ({ status, method, from, to }))),
      ),
    );
    const answer = (id: string, { method, headers }: Seen) => {
      const isFirst = id.startsWith('r');
      const { status, to } = cases[Number(id.slice(1))]!;
      const isRedirect = isFirst && method !== 'OPTIONS';
      return {
        status: isRedirect ? status : 204,
        headers: [
          { name: 'Access-Control-Allow-Origin', value: headers.origin ?? '*' },
          ...Object.entries(open).map(([name, value]) => ({ name, value })),
          ...(isRedirect ? [{ name: 'Location', value: `${at[to]}/t${id.slice(1)}` }] : []),
        ],
      };
    };
    for (const recorder of recorders) recorder.answer = answer;
    const requests = cases.map(({ method, from }, i) => ({
      page: `${at[0]}/page`,
      url: `${at[from]}/r${i}`,
      method,
      headers: [
        { name: 'Authorization', value: 'Bearer x' },
        { name: 'Content-Type', value: 'application/json' },
      ],
      credentials: 'omit' as const,
      ...(method !== 'GET' && { body: '{}' }),
    }));
    await reallyFetch(page, requests);
    for (const [i, { status, method, to }] of cases.entries()) {
      const request = requests[i]!;
      const body = method === 'GET' ? 'none' : 'text';
      const ours = followRedirect({ request, body, visited: [request.url] }, status, `${at[to]}/t${i}`);
      if (!('request' in ours)) throw new Error(ours.text);
      const seen = recorders[to]!.seen.get(`t${i}`)?.find((one) => one.method !== 'OPTIONS');
      const text = (name: string) => valueOf(ours.request.headers, name);
      expect(
        [seen?.method, seen?.headers.authorization, seen?.headers['content-type'], seen?.headers.origin],
        JSON.stringify({ ...cases[i], leave: needsLeave(ours.request) }),
      ).toEqual([ours.request.method, text('Authorization'), text('Content-Type'), ours.origin]);
    }
    expect(third.seen.size).toBeGreaterThan(0);
  });
});
