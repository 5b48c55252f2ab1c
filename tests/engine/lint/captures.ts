// Small captures for the tests of the rules: what people paste, in as few words as possible. Knows no rule.
type Members = Readonly<Record<string, unknown>>;

/** What a rule is tried with: a capture that it must fire on, and one beside it that it must not. */
export interface Trial {
  readonly rule: string;
  /** The captures, each as text; `at` is the line that the finding has to name in the first one. */
  readonly fires: string | readonly string[];
  readonly at?: number;
  readonly spares: string | readonly string[];
  /** For captures that do not show their revision. */
  readonly revision?: string;
}

// Messages

const text = (message: Members): string => JSON.stringify({ jsonrpc: '2.0', ...message });

export const ask = (id: unknown, method: string, params?: Members): string =>
  text({ id, method, ...(params && { params }) });
export const tell = (method: string, params?: Members): string => text({ method, ...(params && { params }) });
export const reply = (id: unknown, result: Members = {}): string => text({ id, result });
export const fail = (id: unknown, code: number, message = 'no', data?: unknown): string =>
  text({ ...(id !== undefined && { id }), error: { code, message, ...(data !== undefined && { data }) } });

/** Parameters as 2026-07-28 wants them. */
export const modern = (params: Members = {}, more: Members = {}): Members => ({
  ...params,
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...more,
  },
});

/** A result as 2026-07-28 wants it. */
export const complete = (result: Members = {}): Members => ({
  resultType: 'complete',
  ...result,
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } },
});

export const initialize = (revision: string, capabilities: Members = {}, id: unknown = 0): string =>
  ask(id, 'initialize', { protocolVersion: revision, capabilities, clientInfo: { name: 'c', version: '1' } });
export const initializeResult = (revision: string, capabilities: Members = { tools: {} }, id: unknown = 0): string =>
  reply(id, { protocolVersion: revision, capabilities, serverInfo: { name: 's', version: '1' } });

// Pipes

export const from = {
  client: (line: string) => `stdin> ${line}`,
  server: (line: string) => `stdout> ${line}`,
  log: (line: string) => `stderr> ${line}`,
  event: (line: string) => `event> ${line}`,
} as const;

export const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** The handshake of a revision over a pipe: three lines. */
export const handshake = (
  revision: string,
  server: Members = { tools: {} },
  client: Members = {},
): readonly string[] => [
  from.client(initialize(revision, client)),
  from.server(initializeResult(revision, server)),
  from.client(tell('notifications/initialized')),
];

// HTTP

type Headers = Readonly<Record<string, string | undefined>>;

const headerLines = (headers: Headers): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));

const block = (mark: string, start: string, headers: Headers, body: string): string =>
  [mark, start, ...headerLines(headers), '', ...(body === '' ? [] : [body, ''])].join('\n');

/** The headers that every POST has; `undefined` takes one out. */
const POST = { Host: 'a.test', 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

export const post = (exchange: number, body: string, headers: Headers = {}, atS = exchange): string =>
  block(`>>> c${exchange} t=${atS} https://a.test`, 'POST /mcp HTTP/1.1', { ...POST, ...headers }, body);

export const get = (exchange: number, headers: Headers = {}, atS = exchange): string =>
  block(
    `>>> c${exchange} t=${atS} https://a.test`,
    'GET /mcp HTTP/1.1',
    { Host: 'a.test', Accept: 'text/event-stream', ...headers },
    '',
  );

/** A request with another verb, target or origin. */
export const send = (exchange: number, start: string, headers: Headers, body = '', origin = 'https://a.test'): string =>
  block(`>>> c${exchange} t=${exchange} ${origin}`, `${start} HTTP/1.1`, headers, body);

export const json = (exchange: number, body: string, headers: Headers = {}, status = 200): string =>
  block(
    `<<< c${exchange} t=${exchange}.1`,
    `HTTP/1.1 ${status} X`,
    { 'Content-Type': 'application/json', ...headers },
    body,
  );

export const accepted = (exchange: number, headers: Headers = {}, status = 202): string =>
  block(`<<< c${exchange} t=${exchange}.1`, `HTTP/1.1 ${status} X`, { 'Content-Length': '0', ...headers }, '');

/** An event stream with the events that are given, each the text of a message or fields with line ends. */
export const stream = (exchange: number, events: readonly string[] = [], headers: Headers = {}): string =>
  block(
    `<<< c${exchange} t=${exchange}.1`,
    'HTTP/1.1 200 OK',
    { 'Content-Type': 'text/event-stream', ...headers },
    eventText(events),
  );

export const more = (exchange: number, events: readonly string[], atS = exchange + 0.5): string =>
  `<<+ c${exchange} t=${atS}\n${eventText(events)}\n`;

export const closed = (exchange: number, by: string, atS = exchange + 0.9): string =>
  `=== c${exchange} t=${atS} closed by ${by}\n`;

const eventText = (events: readonly string[]): string =>
  events.map((event) => (event.startsWith('{') ? `data: ${event}\n` : `${event}\n`)).join('\n');

export const blocks = (...all: readonly string[]): string => all.join('');

/** The handshake of a revision over HTTP, exchanges 1 and 2. */
export function session(
  revision: string,
  id: string | undefined = 's-1',
  server: Members = { tools: {} },
  client: Members = {},
): string {
  const named = revision < '2025-06-18' ? {} : { 'MCP-Protocol-Version': revision };
  return blocks(
    post(1, initialize(revision, client)),
    json(1, initializeResult(revision, server), { 'Mcp-Session-Id': id }),
    post(2, tell('notifications/initialized'), { ...named, 'Mcp-Session-Id': id }),
    accepted(2),
  );
}

/** The headers of a request in that session. */
export const inSession = (revision: string, id: string | undefined = 's-1'): Headers => ({
  ...(revision >= '2025-06-18' && { 'MCP-Protocol-Version': revision }),
  'Mcp-Session-Id': id,
});

/** The headers of a request of 2026-07-28. */
export const mirrored = (method: string, name?: string): Headers => ({
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': method,
  'Mcp-Name': name,
});

// Event streams

/** The body of an event stream alone. */
export const streamText = (...events: readonly string[]): string => `${eventText(events)}\n`;
