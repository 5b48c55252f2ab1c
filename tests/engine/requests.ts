// Requests for the strict server, made by hand: a whole one of each kind, and ways to spoil one. Knows the engine's door.
import { EXAMPLE, utf8Length, type Json, type JsonObject } from '#engine';

export type Headers = Readonly<Record<string, string | undefined>>;

export interface HttpParts {
  readonly verb?: string;
  readonly target?: string;
  /** Set beside the usual ones; undefined takes one away. */
  readonly headers?: Headers;
  readonly body?: string;
}

const META = 'io.modelcontextprotocol/';
const BOTH = 'application/json, text/event-stream';

/** Any HTTP request; Content-Length fits the body unless it is given. */
export function http({ verb = 'POST', target = EXAMPLE.path, headers = {}, body = '' }: HttpParts = {}): string {
  const all: Headers = {
    Host: EXAMPLE.host,
    ...(verb === 'POST' && { 'Content-Type': 'application/json', 'Content-Length': String(utf8Length(body)) }),
    Accept: verb === 'GET' ? 'text/event-stream' : BOTH,
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return `${verb} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** What a session of 2025-11-25 sends with every request. */
export const IN_SESSION: Headers = { 'Mcp-Session-Id': EXAMPLE.sessionId, 'MCP-Protocol-Version': '2025-11-25' };

export const message = (members: JsonObject): string => JSON.stringify({ jsonrpc: '2.0', ...members });
export const request = (method: string, params?: JsonObject, id: Json = 1): string =>
  message({ id, method, ...(params && { params }) });

/** A POST in the session; `members` may be a whole body as text. */
export const post = (body: string, headers: Headers = {}): string =>
  http({ body, headers: { ...IN_SESSION, ...headers } });
/** A POST to the address that the endpoint event of HTTP+SSE gave. */
export const ssePost = (body: string, headers: Headers = {}): string =>
  http({ target: `/messages?session=${EXAMPLE.sessionId}`, body, headers });

export const INITIALIZE = request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'a', version: '1' },
});

/** The parameters of a request of 2026-07-28, with changes to its `_meta`; null takes a member away. */
export function modern(params: JsonObject = {}, meta: JsonObject = {}): JsonObject {
  const all = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {}, ...meta };
  return { ...params, _meta: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) };
}

/** A POST of 2026-07-28 whose headers repeat the body, unless they are changed. */
export function modernPost(method: string, params: JsonObject = modern(), headers: Headers = {}): string {
  const { name, uri, taskId } = params;
  const named = [name, uri, taskId].find((value) => typeof value === 'string') as string | undefined;
  const mirrors = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, 'Mcp-Name': named };
  return http({ body: request(method, params), headers: { ...mirrors, ...headers } });
}
