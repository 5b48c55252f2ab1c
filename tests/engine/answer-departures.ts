// Where the official servers answer a request otherwise than the strict server, with these versions. The probes allow exactly
// this: a row without a difference fails the tests as much as a difference without a row.

export const SERVERS = {
  sdk1: '@modelcontextprotocol/sdk 1.32.2',
  sdk2: '@modelcontextprotocol/server 2.4.0',
  everything: '@modelcontextprotocol/server-everything 2026.8.31',
} as const;

export type ServerName = keyof typeof SERVERS;

export interface AnswerDeparture {
  readonly id: string;
  /**
   * `text`: the text says what to do, and the server does otherwise. `open`: the text leaves it open, and the choices differ.
   * `order`: several refusals fit, and the text fixes no order. `beyond`: the server looks at something of which the text
   * does not speak, or does not do all that it could.
   */
  readonly why: 'text' | 'open' | 'order' | 'beyond';
  /** What the text says, and what the server does. */
  readonly says: string;
  /** File of probes, then their names; each server in `by` departs in every one. */
  readonly probes: Readonly<Record<string, readonly string[]>>;
  readonly by: readonly ServerName[];
}

const BOTH = ['sdk1', 'sdk2'] as const;

export const ANSWER_DEPARTURES: readonly AnswerDeparture[] = [
  // Who asks
  {
    id: 'origin-unchecked',
    why: 'text',
    says: 'A foreign Origin MUST be refused with 403; without the optional guards nobody looks at it.',
    probes: { '2025-11-25-http-session': ['origin: foreign'] },
    by: BOTH,
  },
  {
    id: 'origin-unchecked-modern',
    why: 'text',
    says: 'The same on a server of 2026-07-28 whose host mounts no guard.',
    probes: { '2026-07-28-http-noguards': ['origin: foreign'] },
    by: ['sdk2'],
  },
  {
    id: 'origin-any',
    why: 'text',
    says: 'server-everything lets pages of every origin in, and says so to browsers.',
    probes: { '2025-11-25-http-everything': ['origin: foreign initialize', 'OPTIONS (CORS preflight)'] },
    by: ['everything'],
  },
  {
    id: 'method-before-origin',
    why: 'order',
    says: 'OPTIONS from a foreign page: 405 for the method or 403 for the origin.',
    probes: { '2025-11-25-http-session': ['method: OPTIONS'] },
    by: BOTH,
  },
  {
    id: 'host-checked',
    why: 'beyond',
    says: 'The guards refuse a foreign Host with 403; the text asks for Origin only.',
    probes: { '2025-11-25-http-guards': ['host: foreign'] },
    by: ['sdk1'],
  },
  {
    id: 'host-checked-modern',
    why: 'beyond',
    says: 'The same in the guards for 2026-07-28.',
    probes: { '2026-07-28-http': ['host: foreign'] },
    by: ['sdk2'],
  },

  // JSON and JSON-RPC
  {
    id: 'batch-served',
    why: 'open',
    says: 'Batches are gone since 2025-06-18, so the body MUST be one message; what a server does with an array is not said. It is served.',
    probes: {
      '2025-11-25-http-session': ['body: batch of 2 requests', 'body: batch of 2 notifications', 'body: empty batch'],
    },
    by: BOTH,
  },
  {
    id: 'batch-served-json',
    why: 'open',
    says: 'The same with one JSON body as the answer.',
    probes: { '2025-11-25-http-json': ['body: batch of 2 requests'] },
    by: ['sdk1'],
  },
  {
    id: 'invalid-as-parse-error',
    why: 'text',
    says: 'JSON that is no request is −32600 in JSON-RPC; it is answered −32700, the error for what is no JSON.',
    probes: { '2025-11-25-http-session': ['body: not JSON-RPC', 'body: jsonrpc 1.0', 'body: id null'] },
    by: BOTH,
  },
  {
    id: 'silent-line',
    why: 'text',
    says: 'A line that is no request is −32700 or −32600 in JSON-RPC; it is passed over in silence.',
    probes: { '2025-11-25-stdio': ['session: invalid JSON', 'session: not JSON-RPC', 'session: id null'] },
    by: ['sdk1'],
  },
  {
    id: 'silent-line-2',
    why: 'text',
    says: 'The same in SDK 2.x.',
    probes: {
      '2025-11-25-stdio-dual': [
        'legacy session: invalid JSON',
        'legacy session: not JSON-RPC',
        'legacy session: id null',
      ],
      '2026-07-28-stdio': ['modern: invalid JSON'],
    },
    by: ['sdk2'],
  },
  {
    id: 'silent-batch-line',
    why: 'open',
    says: 'A batch on a line: refused here, passed over in silence there.',
    probes: { '2025-11-25-stdio': ['session: batch'] },
    by: ['sdk1'],
  },
  {
    id: 'silent-batch-line-2',
    why: 'open',
    says: 'The same in SDK 2.x.',
    probes: { '2025-11-25-stdio-dual': ['legacy session: batch'], '2026-07-28-stdio': ['modern: batch'] },
    by: ['sdk2'],
  },

  // The handshake and sessions
  {
    id: 'early-served',
    why: 'open',
    says: 'The client SHOULD NOT send requests before initialize; what a server does then is not said. They are served.',
    probes: {
      '2025-11-25-stdio': ['no initialize: tools/list before initialize', 'discover first: modern tools/list'],
    },
    by: ['sdk1'],
  },
  {
    id: 'initialize-again-served',
    why: 'open',
    says: 'A second initialize on one connection is not spoken of. It is served.',
    probes: { '2025-11-25-stdio': ['session: initialize again'] },
    by: ['sdk1'],
  },
  {
    id: 'initialize-again-served-2',
    why: 'open',
    says: 'The same in SDK 2.x.',
    probes: { '2025-11-25-stdio-dual': ['legacy session: initialize again'] },
    by: ['sdk2'],
  },
  {
    id: 'unknown-session-400',
    why: 'text',
    says: 'The id of a session that has ended MUST be answered 404; server-everything answers 400 to every id that it does not know.',
    probes: { '2025-11-25-http-everything': ['session: unknown id', 'session: DELETE unknown id'] },
    by: ['everything'],
  },
  {
    id: 'one-get-stream',
    why: 'text',
    says: 'A client MAY hold several streams open; the second GET is refused with 409.',
    probes: { '2025-11-25-http-session': ['GET: second standing stream'] },
    by: BOTH,
  },
  {
    id: 'delete-without-session',
    why: 'beyond',
    says: 'A server that lets nobody end a session MAY answer 405; this one has no session to end, and answers 200.',
    probes: { '2025-11-25-http-stateless': ['DELETE'] },
    by: ['sdk1'],
  },

  // HTTP+SSE
  {
    id: 'sse-plain-refusal',
    why: 'open',
    says: 'The status and the body of a POST are not fixed; refusals are plain text.',
    probes: { '2024-11-05-http-sse': ['POST invalid JSON', 'POST not JSON-RPC', 'POST batch'] },
    by: ['sdk1'],
  },
  {
    id: 'sse-content-type',
    why: 'beyond',
    says: 'The text does not speak of Content-Type; another one than JSON is refused.',
    probes: { '2024-11-05-http-sse': ['POST text/plain'] },
    by: ['sdk1'],
  },

  // Tools and resources
  {
    id: 'unknown-tool-as-result',
    why: 'text',
    says: 'An unknown tool is a protocol error, −32602; it comes back as a result with isError.',
    probes: {
      '2025-11-25-http-session': ['rpc: unknown tool'],
      '2025-11-25-http-json': ['rpc: unknown tool'],
      '2025-11-25-stdio': ['session: unknown tool'],
    },
    by: ['sdk1'],
  },
  {
    id: 'unknown-resource-new-code',
    why: 'text',
    says: 'An unknown resource SHOULD be −32002 up to 2025-11-25; it is −32602, as in the revision after.',
    probes: { '2025-11-25-http-session': ['rpc: unknown resource'] },
    by: BOTH,
  },
  {
    id: 'unknown-resource-new-code-1',
    why: 'text',
    says: 'The same on stdio.',
    probes: { '2025-11-25-stdio': ['session: unknown resource'] },
    by: ['sdk1'],
  },
  {
    id: 'unknown-resource-new-code-2',
    why: 'text',
    says: 'The same on stdio, in SDK 2.x.',
    probes: { '2025-11-25-stdio-dual': ['legacy session: unknown resource'] },
    by: ['sdk2'],
  },

  // 2026-07-28
  {
    id: 'accept-ignored',
    why: 'open',
    says: 'The client MUST accept both types; what happens otherwise is not said. Accept is not looked at.',
    probes: {
      '2026-07-28-http': [
        'accept: missing',
        'accept: application/json only',
        'accept: text/event-stream only',
        'accept: application/json only, progress call',
      ],
    },
    by: ['sdk2'],
  },
  {
    id: 'no-version-unsupported',
    why: 'text',
    says: 'A request without the version header is −32020; it is answered −32022, as if it had named a version.',
    probes: { '2026-07-28-http': ['legacy tools/list, no headers', 'initialize 2025-11-25', 'initialize 2024-11-05'] },
    by: ['sdk2'],
  },
  {
    id: 'version-before-headers',
    why: 'order',
    says: 'An old version and no Mcp-Method: −32022 for the one, −32020 for the other.',
    probes: { '2026-07-28-http': ['legacy tools/list, header 2025-11-25'] },
    by: ['sdk2'],
  },
  {
    id: 'initialize-with-new-header',
    why: 'order',
    says: 'initialize with the header of 2026-07-28 and without _meta: −32020 for the one, −32602 for the other.',
    probes: { '2026-07-28-http': ['initialize with modern header'] },
    by: ['sdk2'],
  },
  {
    id: 'no-version-unsupported-line',
    why: 'text',
    says: 'A request without _meta is −32602; on stdio it is −32022 until a request of 2026-07-28 has come, and always for initialize.',
    probes: {
      '2026-07-28-stdio': [
        'initialize: initialize 2025-11-25',
        'initialize: initialize 2024-11-05',
        'initialize: legacy tools/list',
        'initialize: ping',
        'modern: initialize after modern pin',
      ],
    },
    by: ['sdk2'],
  },
  {
    id: 'version-checked-once',
    why: 'text',
    says: 'A version that the server does not speak MUST be −32022 in every request; on stdio only the first is looked at.',
    probes: { '2026-07-28-stdio': ['modern: version 2027-01-01', 'modern: version 2025-11-25 in envelope'] },
    by: ['sdk2'],
  },
  {
    id: 'old-notification-accepted',
    why: 'open',
    says: 'A notification that is not accepted MUST get an HTTP error; one of an older revision is accepted and dropped.',
    probes: { '2026-07-28-http': ['legacy notifications/initialized'] },
    by: ['sdk2'],
  },
  {
    id: 'empty-subscription-ends',
    why: 'beyond',
    says: 'A subscription to nothing is acknowledged, and ended at once with its result; the text does not speak of it.',
    probes: { '2026-07-28-http': ['listen: empty filter'] },
    by: ['sdk2'],
  },
];

/**
 * One departure for all: refusals of HTTP itself carry the codes −32000 and −32001 with `id: null`. Up to 2025-11-25 the
 * text names no code for them, and no type of MCP has an id of null; since 2026-07-28 new servers SHOULD NOT use codes
 * from −32000 to −32019 at all. The probes compare the status and pass over these codes.
 */
export const HTTP_LEVEL_CODES: ReadonlySet<number> = new Set([-32000, -32001]);
