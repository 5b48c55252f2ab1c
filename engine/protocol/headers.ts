// Which headers stand on which HTTP message: one row each, in the order of the wire. Knows values only by name.
import type { Header } from '../wire/http.ts';
import type { FactId } from './facts.ts';
import { holdsIn, type Profile, type Revision, type Validity } from './revisions.ts';

/** The HTTP messages that the engine sends. */
export type HttpMessage =
  | 'initialize'
  | 'post'
  | 'get'
  | 'delete'
  | 'json'
  | 'json-initialize'
  | 'json-chunked'
  | 'stream'
  | 'stream-short'
  | 'accepted'
  | 'accepted-chunked'
  | 'deleted'
  | 'error'
  | 'refused'
  // HTTP+SSE
  | 'sse-get'
  | 'sse-post'
  | 'sse-stream';

/** What a header's value may be taken from. A row whose value is absent is left out. */
export interface HeaderValues {
  readonly host: string;
  readonly contentLength?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
  readonly lastEventId?: string | undefined;
  readonly authorization?: string | undefined;
  readonly challenge?: string | undefined;
  readonly allow?: string | undefined;
  /** The `Mcp-Param-*` headers of a call, as they are. */
  readonly params?: readonly { readonly name: string; readonly value: string }[] | undefined;
}

interface HeaderRow extends Validity {
  readonly profile: Profile;
  readonly on: readonly HttpMessage[];
  readonly name: string;
  /** Literal text, or the member of HeaderValues or 'revision' it is taken from. */
  readonly value: string | { readonly from: Exclude<keyof HeaderValues, 'params'> | 'revision' } | 'params';
  readonly fact?: FactId;
}

const POSTS = ['initialize', 'post'] as const;
const AFTER_INITIALIZE = ['post', 'get', 'delete'] as const;
const REQUESTS = ['initialize', 'post', 'get', 'delete', 'sse-get', 'sse-post'] as const;
const WITH_BODY = ['initialize', 'post', 'sse-post'] as const;
const ERRORS = ['error', 'refused'] as const;
const ANSWERS_WITH_SESSION = ['json-initialize', 'stream', 'stream-short'] as const;

const from = (name: Exclude<keyof HeaderValues, 'params'> | 'revision') => ({ from: name }) as const;

/** Any date has this length; the engine has no clock of its own. */
const DATE = 'Tue, 28 Jul 2026 12:00:00 GMT';

const minimal = { profile: 'minimal' } as const;
const measured = { profile: 'measured' } as const;
/** Sessions and the streams that are opened with GET. */
const legacy = { since: '2025-03-26', until: '2025-11-25' } as const;
/** The version header came with 2025-06-18. */
const versioned = { since: '2025-06-18' } as const;
/** Authorization came with 2025-03-26. */
const authorized = { since: '2025-03-26' } as const;
const modern = { since: '2026-07-28' } as const;

/** Bodies of one length carry Content-Length, streams are chunked: one of the two is what HTTP/1.1 needs. */
export const HEADER_ROWS: readonly HeaderRow[] = [
  // minimal, requests
  { ...minimal, on: REQUESTS, name: 'Host', value: from('host'), fact: 'http.host' },
  { ...minimal, ...authorized, on: REQUESTS, name: 'Authorization', value: from('authorization') },
  { ...minimal, on: WITH_BODY, name: 'Content-Type', value: 'application/json', fact: 'http.content-type' },
  { ...minimal, on: POSTS, name: 'Accept', value: 'application/json, text/event-stream', fact: 'http.accept' },
  { ...minimal, ...legacy, on: ['get'], name: 'Accept', value: 'text/event-stream', fact: 'http.accept-get' },
  {
    ...minimal,
    ...versioned,
    on: AFTER_INITIALIZE,
    name: 'MCP-Protocol-Version',
    value: from('revision'),
    fact: 'http.version-header',
  },
  {
    ...minimal,
    ...legacy,
    on: AFTER_INITIALIZE,
    name: 'Mcp-Session-Id',
    value: from('sessionId'),
    fact: 'http.session-id',
  },
  { ...minimal, ...legacy, on: ['get'], name: 'Last-Event-ID', value: from('lastEventId'), fact: 'sse.last-event-id' },
  { ...minimal, ...modern, on: ['post'], name: 'Mcp-Method', value: from('method'), fact: 'http.mcp-method' },
  { ...minimal, ...modern, on: ['post'], name: 'Mcp-Name', value: from('name'), fact: 'http.mcp-name' },
  { ...minimal, ...modern, on: ['post'], name: 'Mcp-Param-*', value: 'params', fact: 'http.mcp-param' },
  { ...minimal, on: WITH_BODY, name: 'Content-Length', value: from('contentLength'), fact: 'http.content-length' },
  // minimal, answers
  {
    ...minimal,
    on: ['json', 'json-initialize', 'error'],
    name: 'Content-Type',
    value: 'application/json',
    fact: 'http.reply',
  },
  { ...minimal, on: ['stream'], name: 'Content-Type', value: 'text/event-stream', fact: 'http.reply' },
  { ...minimal, ...authorized, on: ['refused'], name: 'WWW-Authenticate', value: from('challenge') },
  { ...minimal, on: ['refused'], name: 'Allow', value: from('allow') },
  {
    ...minimal,
    ...legacy,
    on: ['json-initialize'],
    name: 'Mcp-Session-Id',
    value: from('sessionId'),
    fact: 'http.session-start',
  },
  { ...minimal, on: ['stream'], name: 'Transfer-Encoding', value: 'chunked', fact: 'http.chunked' },
  {
    ...minimal,
    on: ['json', 'json-initialize', 'accepted', 'deleted', ...ERRORS],
    name: 'Content-Length',
    value: from('contentLength'),
    fact: 'http.content-length',
  },

  { ...minimal, on: ['sse-stream'], name: 'Content-Type', value: 'text/event-stream', fact: 'http-sse.message' },
  { ...minimal, on: ['sse-stream'], name: 'Transfer-Encoding', value: 'chunked', fact: 'http.chunked' },

  // measured, requests: Node's fetch writes host and connection, then the SDK's headers, then the rest
  { ...measured, on: REQUESTS, name: 'host', value: from('host'), fact: 'http.host' },
  { ...measured, on: REQUESTS, name: 'connection', value: 'keep-alive' },
  { ...measured, ...authorized, on: REQUESTS, name: 'authorization', value: from('authorization') },
  {
    ...measured,
    ...legacy,
    on: AFTER_INITIALIZE,
    name: 'mcp-session-id',
    value: from('sessionId'),
    fact: 'http.session-id',
  },
  {
    ...measured,
    on: AFTER_INITIALIZE,
    name: 'mcp-protocol-version',
    value: from('revision'),
    fact: 'http.version-header',
  },
  { ...measured, ...modern, on: ['post'], name: 'mcp-method', value: from('method'), fact: 'http.mcp-method' },
  { ...measured, ...modern, on: ['post'], name: 'mcp-name', value: from('name'), fact: 'http.mcp-name' },
  { ...measured, ...modern, on: ['post'], name: 'Mcp-Param-*', value: 'params', fact: 'http.mcp-param' },
  { ...measured, on: WITH_BODY, name: 'content-type', value: 'application/json', fact: 'http.content-type' },
  { ...measured, on: POSTS, name: 'accept', value: 'application/json, text/event-stream', fact: 'http.accept' },
  { ...measured, ...legacy, on: ['get'], name: 'Accept', value: 'text/event-stream', fact: 'http.accept-get' },
  { ...measured, ...legacy, on: ['get'], name: 'last-event-id', value: from('lastEventId'), fact: 'sse.last-event-id' },
  { ...measured, on: ['sse-get'], name: 'Accept', value: 'text/event-stream' },
  { ...measured, on: ['delete', 'sse-post'], name: 'accept', value: '*/*' },
  { ...measured, on: REQUESTS, name: 'accept-language', value: '*' },
  { ...measured, on: REQUESTS, name: 'sec-fetch-mode', value: 'cors' },
  { ...measured, on: REQUESTS, name: 'user-agent', value: 'node' },
  { ...measured, on: ['sse-get'], name: 'pragma', value: 'no-cache' },
  { ...measured, on: ['sse-get'], name: 'cache-control', value: 'no-cache' },
  { ...measured, on: REQUESTS, name: 'accept-encoding', value: 'gzip, deflate' },
  { ...measured, on: WITH_BODY, name: 'content-length', value: from('contentLength'), fact: 'http.content-length' },
  // measured, the stream of HTTP+SSE, written by the SDK without the Fetch types
  { ...measured, on: ['sse-stream'], name: 'Content-Type', value: 'text/event-stream', fact: 'http-sse.message' },
  { ...measured, on: ['sse-stream'], name: 'Cache-Control', value: 'no-cache, no-transform' },
  { ...measured, on: ['sse-stream'], name: 'Connection', value: 'keep-alive' },
  { ...measured, on: ['sse-stream'], name: 'Date', value: DATE, fact: 'http.date' },
  { ...measured, on: ['sse-stream'], name: 'Transfer-Encoding', value: 'chunked', fact: 'http.chunked' },
  // measured, answers: the SDK's in lower case by name, then node:http's own
  { ...measured, on: ['stream', 'stream-short'], name: 'cache-control', value: 'no-cache, no-transform' },
  { ...measured, on: ['stream', 'stream-short'], name: 'connection', value: 'keep-alive' },
  { ...measured, on: ['stream', 'stream-short'], name: 'content-type', value: 'text/event-stream', fact: 'http.reply' },
  {
    ...measured,
    on: ['json', 'json-initialize', 'json-chunked', 'error'],
    name: 'content-type',
    value: 'application/json',
    fact: 'http.reply',
  },
  { ...measured, ...authorized, on: ['refused'], name: 'WWW-Authenticate', value: from('challenge') },
  { ...measured, on: ['refused'], name: 'Allow', value: from('allow') },
  {
    ...measured,
    ...legacy,
    on: [...ANSWERS_WITH_SESSION, 'json'],
    name: 'mcp-session-id',
    value: from('sessionId'),
    fact: 'http.session-start',
  },
  { ...measured, on: ['stream', 'stream-short'], name: 'x-accel-buffering', value: 'no' },
  {
    ...measured,
    on: ['json', 'json-initialize', 'stream-short', 'error', 'refused'],
    name: 'content-length',
    value: from('contentLength'),
    fact: 'http.content-length',
  },
  {
    ...measured,
    on: ['json', 'json-initialize', 'json-chunked', 'stream', 'stream-short', 'accepted-chunked', 'deleted', ...ERRORS],
    name: 'Date',
    value: DATE,
    fact: 'http.date',
  },
  {
    ...measured,
    on: ['json', 'json-initialize', 'json-chunked', 'accepted-chunked', 'deleted', ...ERRORS],
    name: 'Connection',
    value: 'keep-alive',
  },
  {
    ...measured,
    on: ['json', 'json-initialize', 'json-chunked', 'accepted-chunked', 'deleted', ...ERRORS],
    name: 'Keep-Alive',
    value: 'timeout=5',
  },
  {
    ...measured,
    on: ['json-chunked', 'stream', 'accepted-chunked', 'deleted'],
    name: 'Transfer-Encoding',
    value: 'chunked',
    fact: 'http.chunked',
  },
];

/** The headers of one HTTP message, in order. */
export function headersFor(
  on: HttpMessage,
  profile: Profile,
  revision: Revision,
  values: HeaderValues,
): readonly Header[] {
  const headers: Header[] = [];
  for (const slot of slotsFor(on, profile, revision)) {
    const { row } = slot;
    if (row.value === 'params') {
      const fact = row.fact === undefined ? {} : { fact: row.fact };
      for (const param of values.params ?? []) headers.push({ ...param, ...fact });
      continue;
    }
    const value =
      typeof row.value === 'string' ? row.value : row.value.from === 'revision' ? revision : values[row.value.from];
    if (value !== undefined) headers.push(headerIn(slot, String(value)));
  }
  return headers;
}

/** A row that holds for one kind of message, and the header that it made last. */
interface Slot {
  readonly row: HeaderRow;
  last?: Header;
}

type Slots = Partial<Record<HttpMessage, readonly Slot[]>>;

const slotsByMessage: Readonly<Record<Profile, Partial<Record<Revision, Slots>>>> = { minimal: {}, measured: {} };

/** The rows that hold for one kind of message; looked up once. */
function slotsFor(on: HttpMessage, profile: Profile, revision: Revision): readonly Slot[] {
  const known = (slotsByMessage[profile][revision] ??= {});
  return (known[on] ??= HEADER_ROWS.filter(
    (row) => row.profile === profile && row.on.includes(on) && holdsIn(row, revision),
  ).map((row) => ({ row })));
}

/** A header; the same one as long as its value is the same, so that its pieces need not be made again. */
function headerIn(slot: Slot, value: string): Header {
  const { row, last } = slot;
  if (last?.value === value) return last;
  return (slot.last = { name: row.name, value, ...(row.fact !== undefined && { fact: row.fact }) });
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  202: 'Accepted',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  411: 'Length Required',
  415: 'Unsupported Media Type',
};

/** The status line of an answer; refusals name their status. */
export function statusLineOf(on: HttpMessage, status = on.startsWith('accepted') ? 202 : 200): string {
  return `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`;
}
