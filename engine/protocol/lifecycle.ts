// How the two sides open, speak and end: state machines whose transitions are rows. Knows no transport and no time.
import type { FactId } from './facts.ts';
import { mechanic } from './mechanics.ts';
import type { Revision } from './revisions.ts';

/** Which kinds of revision a side can speak. `silent`: a legacy server that ignores what it does not know. */
export type ClientEra = 'legacy' | 'modern' | 'dual';
export type ServerEra = 'legacy' | 'modern' | 'dual' | 'silent';

export type ClientState = 'new' | 'probing' | 'initializing' | 'falling-back' | 'ready' | 'failed' | 'closed';
export type ClientEvent =
  | 'start'
  | 'discovered'
  | 'modern-error'
  | 'other-error'
  | 'silence'
  | 'initialized'
  | 'unknown-version'
  | 'refused'
  /** Refused in a way that a server of the first revision would refuse, and the client speaks that one, too. */
  | 'maybe-older'
  /** The stream of the older transport is there, and has named its address. */
  | 'endpoint'
  | 'session-gone'
  | 'server-gone'
  | 'end';

export interface ClientRow {
  readonly era?: ClientEra;
  readonly state: ClientState;
  readonly on: ClientEvent;
  readonly to: ClientState;
  /** The message that goes out with the transition. */
  readonly send?: 'initialize' | 'notifications/initialized' | 'server/discover';
  /** The stream of the older transport is asked for with the transition. */
  readonly opens?: 'http+sse';
  /** The kind of revision that is spoken from here on; `first`: the one that the older transport belongs to. */
  readonly speak?: 'legacy' | 'modern' | 'first';
  readonly fact: FactId;
}

export const CLIENT_ROWS: readonly ClientRow[] = [
  {
    era: 'legacy',
    state: 'new',
    on: 'start',
    send: 'initialize',
    speak: 'legacy',
    to: 'initializing',
    fact: 'lifecycle.initialize',
  },
  { era: 'modern', state: 'new', on: 'start', speak: 'modern', to: 'ready', fact: 'lifecycle.no-handshake' },
  {
    era: 'dual',
    state: 'new',
    on: 'start',
    send: 'server/discover',
    speak: 'modern',
    to: 'probing',
    fact: 'era.probe',
  },
  { state: 'probing', on: 'discovered', to: 'ready', fact: 'era.modern' },
  { state: 'probing', on: 'modern-error', to: 'ready', fact: 'era.modern' },
  {
    state: 'probing',
    on: 'other-error',
    send: 'initialize',
    speak: 'legacy',
    to: 'initializing',
    fact: 'era.fallback',
  },
  { state: 'probing', on: 'silence', send: 'initialize', speak: 'legacy', to: 'initializing', fact: 'era.fallback' },
  {
    state: 'initializing',
    on: 'initialized',
    send: 'notifications/initialized',
    to: 'ready',
    fact: 'lifecycle.initialized',
  },
  // Whatever version the server answers, the client goes on with it if it speaks it.
  { state: 'initializing', on: 'unknown-version', to: 'closed', fact: 'lifecycle.version-answer' },
  { state: 'initializing', on: 'refused', to: 'failed', fact: 'lifecycle.initialize' },
  {
    state: 'initializing',
    on: 'maybe-older',
    opens: 'http+sse',
    speak: 'first',
    to: 'falling-back',
    fact: 'http-sse.probe-three',
  },
  { state: 'falling-back', on: 'endpoint', send: 'initialize', to: 'initializing', fact: 'http-sse.endpoint' },
  { state: 'falling-back', on: 'refused', to: 'failed', fact: 'http-sse.probe-three' },
  { state: 'ready', on: 'session-gone', send: 'initialize', to: 'initializing', fact: 'http.session-restart' },
  {
    era: 'legacy',
    state: 'ready',
    on: 'server-gone',
    send: 'initialize',
    to: 'initializing',
    fact: 'lifecycle.initialize',
  },
  { era: 'modern', state: 'ready', on: 'server-gone', to: 'ready', fact: 'lifecycle.no-handshake' },
  // What a client knows of a server's kind, it knows of one process.
  {
    era: 'dual',
    state: 'ready',
    on: 'server-gone',
    send: 'server/discover',
    speak: 'modern',
    to: 'probing',
    fact: 'era.probe',
  },
  { state: 'ready', on: 'end', to: 'closed', fact: 'http.session-delete' },
];

/** The transition of a client, if the event is legal in its state. */
export function clientStep(era: ClientEra, state: ClientState, on: ClientEvent): ClientRow | undefined {
  return CLIENT_ROWS.find((row) => row.state === state && row.on === on && (row.era === undefined || row.era === era));
}

export type ServerState = 'new' | 'initializing' | 'ready';
/** What a server sees in a message, before it knows what to do with it. */
export type ServerEvent = 'initialize' | 'notifications/initialized' | 'legacy-request' | 'modern-request' | 'other';
export type ServerDoes = 'serve' | 'refuse-version' | 'refuse-legacy' | 'refuse-modern' | 'nothing';

export interface ServerRow {
  readonly era: ServerEra;
  readonly state?: ServerState;
  readonly on: ServerEvent;
  readonly does: ServerDoes;
  readonly to?: ServerState;
  readonly fact: FactId;
}

/** First match. */
export const SERVER_ROWS: readonly ServerRow[] = [
  { era: 'legacy', on: 'initialize', does: 'serve', to: 'initializing', fact: 'lifecycle.initialize' },
  { era: 'legacy', on: 'notifications/initialized', does: 'serve', to: 'ready', fact: 'lifecycle.initialized' },
  { era: 'legacy', on: 'modern-request', does: 'refuse-modern', fact: 'era.fallback' },
  { era: 'legacy', on: 'legacy-request', does: 'serve', fact: 'lifecycle.initialize' },
  { era: 'silent', on: 'initialize', does: 'serve', to: 'initializing', fact: 'lifecycle.initialize' },
  { era: 'silent', on: 'notifications/initialized', does: 'serve', to: 'ready', fact: 'lifecycle.initialized' },
  { era: 'silent', on: 'modern-request', does: 'nothing', fact: 'era.fallback' },
  { era: 'silent', on: 'legacy-request', does: 'serve', fact: 'lifecycle.initialize' },
  { era: 'modern', on: 'initialize', does: 'refuse-legacy', fact: 'era.no-legacy' },
  { era: 'modern', on: 'modern-request', does: 'serve', fact: 'lifecycle.no-handshake' },
  { era: 'modern', on: 'legacy-request', does: 'refuse-version', fact: 'meta.protocol-version' },
  { era: 'dual', on: 'initialize', does: 'serve', to: 'initializing', fact: 'lifecycle.initialize' },
  { era: 'dual', on: 'notifications/initialized', does: 'serve', to: 'ready', fact: 'lifecycle.initialized' },
  { era: 'dual', on: 'modern-request', does: 'serve', fact: 'lifecycle.no-handshake' },
  { era: 'dual', on: 'legacy-request', does: 'serve', fact: 'lifecycle.initialize' },
];

export function serverStep(era: ServerEra, state: ServerState, on: ServerEvent): ServerRow | undefined {
  return SERVER_ROWS.find(
    (row) => row.era === era && row.on === on && (row.state === undefined || row.state === state),
  );
}

/** Error codes that only a modern server sends: a probe that gets one has found one (2026-07-28). */
export const MODERN_ERROR_CODES: ReadonlySet<number> = new Set([-32020, -32021, -32022]);

/**
 * Whether a server that refuses initialize like this may be one of HTTP+SSE, by what the newest revision of the client says.
 * `code`: that of the JSON-RPC error in the body, if there is one.
 */
export function mayBeOlder(newest: Revision, status: number, code: number | undefined): boolean {
  const { statuses, modernErrorsCount } = mechanic('olderTransport', newest).value;
  if (modernErrorsCount && isModernError(code, status)) return false;
  return statuses === '4xx' ? Math.floor(status / 100) === 4 : (statuses as readonly number[]).includes(status);
}

/** Whether an error tells a modern server. Over HTTP only such a one answers an unknown method with 404 and an error (fact `era.modern`). */
export function isModernError(code: number | undefined, status?: number): boolean {
  return code !== undefined && (MODERN_ERROR_CODES.has(code) || (status === 404 && code === -32601));
}
