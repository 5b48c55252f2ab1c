// One fetch() of a page from its call to what script gets, with every check on the way; and a whole MCP opening made of
// such fetches, against a server with one CORS policy.
import { headersFor, type HeaderValues, type HttpMessage } from '../protocol/headers.ts';
import { mechanic } from '../protocol/mechanics.ts';
import { EXAMPLE } from '../protocol/session.ts';
import type { Revision } from '../protocol/revisions.ts';
import {
  corsCheck,
  isCrossOrigin,
  needsLeave,
  preflightCheck,
  preflightOf,
  readableHeaders,
  type Refused,
} from './cors.ts';
import { isTrustworthy, originOf, originText } from './origin.ts';
import {
  isForbiddenHeader,
  originHeaderOf,
  valueOf,
  type WebAnswer,
  type WebHeader,
  type WebRequest,
} from './web-request.ts';

/** What a server says to other origins. */
export interface CorsPolicy {
  /** An origin, a star, the origin of whoever asks, or nothing. */
  readonly allowOrigin?: string | '*' | 'reflect';
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly allowCredentials: boolean;
  /** How OPTIONS is answered: 204, or 405 by a server that knows nothing of it. */
  readonly preflightStatus: number;
  /** Where the headers stand: on every answer, or by mistake on that to OPTIONS alone. */
  readonly on: 'every-answer' | 'preflight-only';
}

/** The headers with which a server answers a request of some origin. */
export function corsHeaders(policy: CorsPolicy, request: WebRequest, isPreflight: boolean): readonly WebHeader[] {
  if (policy.allowOrigin === undefined || (!isPreflight && policy.on === 'preflight-only')) return [];
  const origin = policy.allowOrigin === 'reflect' ? originText(originOf(request.page)) : policy.allowOrigin;
  const lists: readonly (readonly [string, readonly string[]])[] = isPreflight
    ? [
        ['Access-Control-Allow-Methods', policy.allowMethods],
        ['Access-Control-Allow-Headers', policy.allowHeaders],
      ]
    : [['Access-Control-Expose-Headers', policy.exposeHeaders]];
  return [
    { name: 'Access-Control-Allow-Origin', value: origin },
    ...(policy.allowCredentials ? [{ name: 'Access-Control-Allow-Credentials', value: 'true' }] : []),
    ...lists.flatMap(([name, items]) => (items.length > 0 ? [{ name, value: items.join(', ') }] : [])),
  ];
}

export interface PageFetch {
  readonly request: WebRequest;
  /** What went out: with what the browser adds. Absent: the request never left. */
  readonly sent?: readonly WebHeader[];
  readonly preflight?: WebRequest;
  readonly preflightAnswer?: WebAnswer;
  /** Absent: the request was not sent. */
  readonly answer?: WebAnswer;
  /**
   * `read`: script has the answer. `unread`: the server has done its work, and script gets an error. `unsent`: the
   * server has seen a preflight at most.
   */
  readonly outcome: 'read' | 'unread' | 'unsent';
  readonly refused?: Refused;
  /** What script can read of the answer's headers, in lower case. */
  readonly readable: readonly string[];
}

/** `serve`: what the server does with the request itself, without CORS headers. */
export function pageFetch(
  request: WebRequest,
  policy: CorsPolicy,
  serve: (request: WebRequest) => WebAnswer,
): PageFetch {
  const own = request.headers.filter((header) => !isForbiddenHeader(header));
  const asked = { ...request, headers: own };
  if (isTrustworthy(originOf(request.page)) && !isTrustworthy(originOf(request.url)))
    return {
      request: asked,
      outcome: 'unsent',
      refused: { rule: 'mixed.blocked', text: 'The page is secure, and the address that it asks is not.' },
      readable: [],
    };
  const preflight = preflightOf(asked);
  const preflightAnswer = preflight && {
    status: policy.preflightStatus,
    headers: corsHeaders(policy, asked, true),
  };
  const withPreflight = preflight && preflightAnswer ? { preflight, preflightAnswer } : {};
  const stopped = preflightAnswer && preflightCheck(asked, preflightAnswer);
  if (stopped) return { request: asked, ...withPreflight, outcome: 'unsent', refused: stopped, readable: [] };
  const { value } = originHeaderOf({
    page: request.page,
    visited: [request.url],
    method: request.method,
    mode: 'cors',
  });
  const sent = [...own, ...(value === undefined ? [] : [{ name: 'Origin', value }])];
  const served = serve({ ...asked, headers: sent });
  const answer = { ...served, headers: [...served.headers, ...corsHeaders(policy, asked, false)] };
  const refused = isCrossOrigin(asked) ? corsCheck(asked, answer) : undefined;
  return {
    request: asked,
    sent,
    ...withPreflight,
    answer,
    outcome: refused ? 'unread' : 'read',
    ...(refused && { refused }),
    readable: refused ? [] : readableHeaders(asked, answer),
  };
}

/** The headers that a client in a page sets for a message: those that the revision needs, without the browser's own. */
export function scriptHeaders(
  on: HttpMessage,
  revision: Revision,
  values: Omit<HeaderValues, 'host' | 'contentLength'>,
): readonly WebHeader[] {
  const headers = headersFor(on, 'minimal', revision, { ...values, host: '', contentLength: 0 });
  return headers.map(({ name, value }) => ({ name, value })).filter((header) => !isForbiddenHeader(header));
}

/** The messages with which a client in a page gets to its first call, and what each needs in the way of headers. */
interface Opening {
  readonly message: string;
  readonly on: HttpMessage;
  readonly method: 'POST' | 'GET';
  readonly values: Omit<HeaderValues, 'host' | 'sessionId'>;
}

const HANDSHAKE: readonly Opening[] = [
  { message: 'initialize', on: 'initialize', method: 'POST', values: {} },
  { message: 'notifications/initialized', on: 'post', method: 'POST', values: {} },
];
const CALLS: readonly Opening[] = [
  { message: 'tools/list', on: 'post', method: 'POST', values: { method: 'tools/list' } },
  { message: 'tools/call', on: 'post', method: 'POST', values: { method: 'tools/call', name: 'docs_search' } },
];

export interface PageClient {
  readonly revision: Revision;
  readonly page: string;
  readonly url: string;
  readonly credentials: WebRequest['credentials'];
  /** Sent as a bearer token, if there is one. */
  readonly token?: string;
  /** Arguments that travel in headers too: `Region` for Mcp-Param-Region (2026-07-28). */
  readonly mirrored: readonly string[];
}

export interface OpeningStep extends PageFetch {
  readonly message: string;
}

/**
 * Opens a connection from a page and makes a call, up to the first fetch that fails or is answered with an error. The
 * server has sessions where the revision has them, and answers 400 to who does not name one.
 */
export function openFromPage(client: PageClient, policy: CorsPolicy): readonly OpeningStep[] {
  const { revision, page, url, credentials, token, mirrored } = client;
  const hasHandshake = mechanic('handshake', revision).value;
  const steps: OpeningStep[] = [];
  let sessionId: string | undefined;
  for (const { message, on, method, values } of hasHandshake ? [...HANDSHAKE, ...CALLS] : CALLS) {
    const params = message === 'tools/call' ? mirrored.map((name) => ({ name: `Mcp-Param-${name}`, value: 'x' })) : [];
    const headers = scriptHeaders(on, revision, {
      ...values,
      params,
      ...(sessionId !== undefined && { sessionId }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    });
    const fetched = pageFetch({ page, url, method, headers, credentials }, policy, (request) =>
      serve(message, request, hasHandshake),
    );
    steps.push({ message, ...fetched });
    if (fetched.outcome !== 'read' || fetched.answer!.status >= 400) break;
    if (message === 'initialize' && fetched.readable.includes('mcp-session-id'))
      sessionId = valueOf(fetched.answer!.headers, 'Mcp-Session-Id');
  }
  return steps;
}

function serve(message: string, request: WebRequest, hasSessions: boolean): WebAnswer {
  const type = { name: 'Content-Type', value: 'application/json' };
  if (message === 'initialize')
    return { status: 200, headers: [type, { name: 'Mcp-Session-Id', value: EXAMPLE.sessionId }] };
  if (hasSessions && valueOf(request.headers, 'Mcp-Session-Id') === undefined) return { status: 400, headers: [type] };
  return message.startsWith('notifications/') ? { status: 202, headers: [] } : { status: 200, headers: [type] };
}

/** The names that Access-Control-Allow-Headers has to have for a client in a page, in lower case, sorted. */
export function allowHeadersFor(client: Omit<PageClient, 'page' | 'url'>): readonly string[] {
  const open = {
    allowOrigin: '*',
    exposeHeaders: ['*'],
    allowMethods: ['*'],
    allowHeaders: ['*', 'authorization'],
  } as const;
  const steps = openFromPage(
    { ...client, page: 'https://a.test/', url: 'https://b.test/', credentials: 'omit' },
    { ...open, allowCredentials: false, preflightStatus: 204, on: 'every-answer' },
  );
  return [...new Set(steps.flatMap(({ request }) => needsLeave(request).headers.map(({ name }) => name)))].sort();
}
