// What the specification and HTTP itself ask for, one row per rule: who, how strictly, in which revisions, and where
// it stands. Own words, one sentence each. Knows nothing of messages, bytes or pages.
import type { Revision } from './revisions.ts';

/** The revisions that a rule can hold in. */
export type SpecRevision = Revision;

/** `fact`: stated without a keyword, or a rule that is missing. */
export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY' | 'fact';

export interface Fact {
  readonly level: Level;
  readonly binds: 'client' | 'server' | 'both';
  readonly since: SpecRevision;
  /** The last revision in which it holds; open where absent. */
  readonly until?: SpecRevision;
  /** One sentence in our own words. */
  readonly text: string;
  /** Where it stands, per revision: a page under `/specification/<revision>/`, or a whole address. */
  readonly sections: Readonly<Partial<Record<SpecRevision, string>>>;
}

/** Where the pages of 2025-11-25 are that many rows point to. */
const LEGACY = {
  stdio: 'basic/transports#stdio',
  sending: 'basic/transports#sending-messages-to-the-server',
  listening: 'basic/transports#listening-for-messages-from-the-server',
  resuming: 'basic/transports#resumability-and-redelivery',
  session: 'basic/transports#session-management',
} as const;

const MODERN = {
  stdio: 'basic/transports/stdio',
  sending: 'basic/transports/streamable-http#sending-messages',
  receiving: 'basic/transports/streamable-http#receiving-messages',
  cancelling: 'basic/transports/streamable-http#cancellation',
  headers: 'basic/transports/streamable-http#standard-request-headers',
  earlier: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
  meta: 'basic/index#meta',
} as const;

const TASKS = 'https://modelcontextprotocol.io/extensions/tasks/overview';
const CORS = 'https://fetch.spec.whatwg.org/#http-cors-protocol';
const REDIRECTS = 'https://fetch.spec.whatwg.org/#http-redirect-fetch';
const JSON_RPC = 'https://www.jsonrpc.org/specification';
const EVENT_STREAM = 'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation';

const legacy = (page: string) => ({ '2025-11-25': page }) as const;
const modern = (page: string) => ({ '2026-07-28': page }) as const;
const both = (legacyPage: string, modernPage: string) =>
  ({ '2025-11-25': legacyPage, '2026-07-28': modernPage }) as const;
const everywhere = (address: string) => both(address, address);

const REVISION_OF = { A: '2024-11-05', B: '2025-03-26', C: '2025-06-18', D: '2025-11-25', E: '2026-07-28' } as const;

/** The same page in several revisions, A the oldest to E the newest. */
function at(revisions: string, page: string): Partial<Record<SpecRevision, string>> {
  return Object.fromEntries([...revisions].map((letter) => [REVISION_OF[letter as keyof typeof REVISION_OF], page]));
}

// prettier-ignore
export const FACTS = {
  // JSON-RPC
  'jsonrpc.version': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'Every message is JSON-RPC 2.0 and says so.',
    sections: { ...at('A', 'basic/messages'), ...at('BCDE', 'basic/index#messages') },
  },
  'transport.custom': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: "A transport of one's own keeps the format of the messages.",
    sections: { ...at('ABCD', 'basic/transports#custom-transports'), ...at('E', 'basic/transports/index#custom-transports') },
  },
  'transport.binding': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'A transport also defines which parts of a message are repeated outside of it, and how a request is cancelled.',
    sections: modern('basic/transports/index'),
  },
  'jsonrpc.utf8': {
    level: 'MUST', binds: 'both', since: '2025-03-26',
    text: 'Messages are UTF-8 on every transport.',
    sections: { ...at('BCD', 'basic/transports'), ...at('E', 'basic/transports/index#messages') },
  },
  'jsonrpc.request-id': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'A request has an id that is a string or an integer, never null.',
    sections: { ...at('A', 'basic/messages#requests'), ...at('BCDE', 'basic/index#requests') },
  },
  'jsonrpc.id-unique-session': {
    level: 'MUST NOT', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'One sender never uses a request id twice in a session.',
    sections: { ...at('A', 'basic/messages#requests'), ...at('BCD', 'basic/index#requests') },
  },
  'jsonrpc.id-unique-in-flight': {
    level: 'MUST NOT', binds: 'client', since: '2026-07-28',
    text: 'A request id is not one that is still waiting for its answer.',
    sections: modern('basic/index#requests'),
  },
  'jsonrpc.client-asks': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Only the client asks: servers send no requests, so all ids are the client\'s.',
    sections: modern('basic/patterns/index'),
  },
  'jsonrpc.both-ask': {
    level: 'fact', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'Both sides send requests, and each picks the ids of its own.',
    sections: { ...at('A', 'basic/messages#requests'), ...at('BCD', 'basic/index#requests') },
  },
  'jsonrpc.response-id': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'A result repeats the id of its request.',
    sections: both('basic/index#result-responses', 'basic/index#result-responses'),
  },
  'jsonrpc.notification-no-id': {
    level: 'MUST NOT', binds: 'both', since: '2024-11-05',
    text: 'A notification has no id.',
    sections: { ...at('A', 'basic/messages#notifications'), ...at('BCDE', 'basic/index#notifications') },
  },
  'jsonrpc.no-reply': {
    level: 'MUST NOT', binds: 'both', since: '2025-03-26',
    text: 'Nobody answers a notification with a message.',
    sections: at('BCDE', 'basic/index#notifications'),
  },
  'jsonrpc.one-way': {
    level: 'fact', binds: 'both', since: '2024-11-05', until: '2024-11-05',
    text: 'A notification expects no response.',
    sections: at('A', 'basic/messages#notifications'),
  },
  'jsonrpc.result-or-error': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'A response has a result or an error, never both.',
    sections: { ...at('A', 'basic/messages#responses'), ...at('BC', 'basic/index#responses'), ...at('DE', 'basic/index#result-responses') },
  },
  'jsonrpc.error-shape': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'An error has a code that is an integer, and a message.',
    sections: { ...at('A', 'basic/messages#responses'), ...at('BC', 'basic/index#responses'), ...at('DE', 'basic/index#error-responses') },
  },
  'jsonrpc.error-id': {
    level: 'MUST', binds: 'both', since: '2025-11-25',
    text: 'An error repeats the id of its request, unless that could not be read.',
    sections: at('DE', 'basic/index#error-responses'),
  },
  'jsonrpc.parse-error': {
    level: 'fact', binds: 'both', since: '2024-11-05',
    text: 'JSON-RPC: bytes that are no JSON are answered with error −32700.',
    sections: everywhere(`${JSON_RPC}#error_object`),
  },
  'jsonrpc.invalid-request': {
    level: 'fact', binds: 'both', since: '2024-11-05',
    text: 'JSON-RPC: JSON that is no request is answered with error −32600.',
    sections: everywhere(`${JSON_RPC}#error_object`),
  },
  'jsonrpc.method-not-found': {
    level: 'fact', binds: 'both', since: '2024-11-05',
    text: 'JSON-RPC: a method that does not exist is answered with error −32601.',
    sections: everywhere(`${JSON_RPC}#error_object`),
  },
  'jsonrpc.invalid-params': {
    level: 'fact', binds: 'both', since: '2024-11-05',
    text: 'JSON-RPC: parameters that do not fit the method are answered with error −32602.',
    sections: everywhere(`${JSON_RPC}#error_object`),
  },
  'jsonrpc.request-object': {
    level: 'fact', binds: 'both', since: '2024-11-05',
    text: 'JSON-RPC: a message has a method, or else a result or an error; its parameters are an object.',
    sections: everywhere(`${JSON_RPC}#request_object`),
  },
  'batch.undefined': {
    level: 'fact', binds: 'both', since: '2024-11-05', until: '2024-11-05',
    text: 'Nothing defines a batch, and nothing forbids it.',
    sections: at('A', 'basic/messages'),
  },
  'batch.receive': {
    level: 'MUST', binds: 'both', since: '2025-03-26', until: '2025-03-26',
    text: 'Batches are received; sending them is optional.',
    sections: at('B', 'basic/index#batching'),
  },
  'batch.unmixed': {
    level: 'MUST', binds: 'client', since: '2025-03-26', until: '2025-03-26',
    text: 'A batch holds at least one message: requests and notifications, or responses, never both kinds.',
    sections: at('B', LEGACY.sending),
  },
  'batch.no-initialize': {
    level: 'MUST NOT', binds: 'client', since: '2025-03-26', until: '2025-03-26',
    text: 'initialize is never part of a batch.',
    sections: at('B', 'basic/lifecycle#initialization'),
  },
  'batch.gone': {
    level: 'fact', binds: 'both', since: '2025-06-18',
    text: 'Batches are gone: a line, a body or an event is one message.',
    sections: { ...at('C', 'changelog#major-changes'), ...at('D', 'basic/transports'), ...at('E', 'basic/transports/index#messages') },
  },

  // Opening
  'lifecycle.initialize': {
    level: 'MUST', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'The client opens with initialize: its version, its capabilities, its name.',
    sections: at('ABCD', 'basic/lifecycle#initialization'),
  },
  'lifecycle.result': {
    level: 'MUST', binds: 'server', since: '2024-11-05', until: '2025-11-25',
    text: 'The answer to initialize has the version, the capabilities of the server and its name.',
    sections: at('ABCD', 'basic/lifecycle#initialization'),
  },
  'lifecycle.initialize-once-alone': {
    level: 'fact', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'Nothing but initialize opens a session; what comes before it has no session to belong to.',
    sections: at('ABCD', 'basic/lifecycle#initialization'),
  },
  'lifecycle.initialized': {
    level: 'MUST', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'After the result of initialize the client sends notifications/initialized.',
    sections: at('ABCD', 'basic/lifecycle#initialization'),
  },
  'lifecycle.no-handshake': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'There is no handshake: each request carries what the server has to know.',
    sections: modern('changelog#major-changes'),
  },
  'lifecycle.ping': {
    level: 'MUST', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'A ping is answered at once with an empty result.',
    sections: at('ABCD', 'basic/utilities/ping#behavior-requirements'),
  },
  'lifecycle.no-ping': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'There is no ping.',
    sections: modern('changelog#major-changes'),
  },
  'lifecycle.version-answer': {
    level: 'MUST', binds: 'server', since: '2024-11-05', until: '2025-11-25',
    text: 'The server answers initialize with the version asked for if it speaks that, otherwise with another that it speaks.',
    sections: at('ABCD', 'basic/lifecycle#version-negotiation'),
  },
  'lifecycle.version-leave': {
    level: 'SHOULD', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'A client that does not speak the version in the answer to initialize disconnects.',
    sections: at('ABCD', 'basic/lifecycle#version-negotiation'),
  },
  'lifecycle.no-early-requests': {
    level: 'SHOULD NOT', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'Before the answer to initialize the client sends no request but ping.',
    sections: at('ABCD', 'basic/lifecycle#initialization'),
  },
  'lifecycle.no-early-server-requests': {
    level: 'SHOULD NOT', binds: 'server', since: '2024-11-05', until: '2025-11-25',
    text: 'Before notifications/initialized the server sends nothing but ping and log messages.',
    sections: at('ABCD', 'basic/lifecycle#initialization'),
  },
  'lifecycle.within-capabilities-should': {
    level: 'SHOULD', binds: 'both', since: '2024-11-05', until: '2025-03-26',
    text: 'Both sides keep to the capabilities that they have agreed on.',
    sections: at('AB', 'basic/lifecycle#operation'),
  },
  'lifecycle.within-capabilities': {
    level: 'MUST', binds: 'both', since: '2025-06-18', until: '2025-11-25',
    text: 'Both sides keep to the capabilities that they have agreed on.',
    sections: at('CD', 'basic/lifecycle#operation'),
  },
  'lifecycle.error-names-versions': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'The error that refuses initialize names the versions that the server speaks.',
    sections: at('E', 'basic/versioning#backward-compatibility-with-initialization-based-versions'),
  },
  'lifecycle.unsupported-version': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A version that the server does not speak is refused: error −32022 with the list of those that it does; over HTTP status 400.',
    sections: at('E', 'basic/versioning#protocol-version-negotiation'),
  },
  'lifecycle.discover': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'Every server answers server/discover: its versions, its capabilities, its name.',
    sections: at('E', 'server/discover'),
  },
  'host.client-each': {
    level: 'fact', binds: 'client', since: '2024-11-05',
    text: 'A host creates one client for each server; a client talks to that server and to no other.',
    sections: at('ABCDE', 'architecture/index#clients'),
  },

  // stdio
  'stdio.newline': {
    level: 'MUST NOT', binds: 'both', since: '2024-11-05',
    text: 'A newline ends each message, so none may stand inside one.',
    sections: { ...at('ABCD', LEGACY.stdio), ...at('E', MODERN.stdio) },
  },
  'stdio.stdout-only-messages': {
    level: 'MUST NOT', binds: 'server', since: '2024-11-05',
    text: 'The server writes nothing but MCP messages to its standard output.',
    sections: { ...at('ABCD', LEGACY.stdio), ...at('E', MODERN.stdio) },
  },
  'stdio.stdin-only-messages': {
    level: 'MUST NOT', binds: 'client', since: '2024-11-05',
    text: "The client writes nothing but MCP messages to the server's standard input.",
    sections: { ...at('ABCD', LEGACY.stdio), ...at('E', MODERN.stdio) },
  },
  'stdio.stderr': {
    level: 'MAY', binds: 'server', since: '2024-11-05',
    text: 'The server writes log text of any kind to standard error.',
    sections: { ...at('ABCD', LEGACY.stdio), ...at('E', MODERN.stdio) },
  },
  'stdio.stderr-client': {
    level: 'MAY', binds: 'client', since: '2024-11-05',
    text: 'The client keeps what comes on standard error, passes it on, or drops it.',
    sections: { ...at('ABCD', LEGACY.stdio), ...at('E', MODERN.stdio) },
  },
  'stdio.stderr-no-error': {
    level: 'SHOULD NOT', binds: 'client', since: '2025-11-25',
    text: 'Text on standard error is not taken for a sign that something failed.',
    sections: both(LEGACY.stdio, MODERN.stdio),
  },
  'stdio.shutdown': {
    level: 'SHOULD', binds: 'client', since: '2024-11-05',
    text: 'To end a server, the client closes its standard input, waits for it to exit, and kills it only if it lingers.',
    sections: { ...at('ABCD', 'basic/lifecycle#shutdown'), ...at('E', 'basic/transports/stdio#shutdown') },
  },
  'stdio.exit-on-eof': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'The server exits promptly when its standard input ends.',
    sections: modern('basic/transports/stdio#shutdown'),
  },
  'stdio.restart': {
    level: 'SHOULD', binds: 'client', since: '2026-07-28',
    text: 'A server process that ends unexpectedly is started again; the requests in flight are lost.',
    sections: modern('basic/transports/stdio#unexpected-termination'),
  },
  'stdio.no-server-requests': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'The server writes no requests to its standard output.',
    sections: modern('basic/transports/stdio#receiving-messages'),
  },
  'stdio.no-conversation': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'The process is not a conversation: the server concludes nothing from earlier lines.',
    sections: modern('basic/index#statelessness'),
  },
  'stdio.reuse-framing': {
    level: 'SHOULD', binds: 'both', since: '2026-07-28',
    text: 'A custom transport over a byte stream, such as a Unix socket, frames as stdio does.',
    sections: modern('basic/transports/index#custom-transports'),
  },
  'stdio.no-headers': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'stdio has no header layer: version, capabilities and method stand in the message.',
    sections: modern('basic/transports/stdio#request-metadata'),
  },
  'stdio.credentials': {
    level: 'SHOULD NOT', binds: 'both', since: '2025-03-26',
    text: "stdio does not use MCP's HTTP authorization; credentials come from the environment of the process.",
    sections: both('basic/index#auth', 'basic/index#auth'),
  },
  'stdio.no-client-responses': {
    level: 'MUST NOT', binds: 'client', since: '2026-07-28',
    text: 'The client writes no responses: answers travel inside a new request.',
    sections: at('E', 'basic/transports/stdio#sending-messages'),
  },

  // HTTP/1.1 itself
  'http.request-line': {
    level: 'fact', binds: 'client', since: '2024-11-05',
    text: 'HTTP/1.1: a request begins with its method, its target and the version.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-3'),
  },
  'http.status-line': {
    level: 'fact', binds: 'server', since: '2024-11-05',
    text: 'HTTP/1.1: an answer begins with the version and a status code.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-4'),
  },
  'http.blank-line': {
    level: 'fact', binds: 'both', since: '2024-11-05',
    text: 'HTTP/1.1: an empty line ends the head.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-2.1'),
  },
  'http.host': {
    level: 'MUST', binds: 'client', since: '2024-11-05',
    text: 'HTTP/1.1: every request names the host.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-3.2'),
  },
  'http.content-length': {
    level: 'SHOULD', binds: 'both', since: '2024-11-05',
    text: 'HTTP: a body whose length is known, and that is not chunked, says its length.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9110#section-8.6'),
  },
  'http.chunked': {
    level: 'fact', binds: 'both', since: '2024-11-05',
    text: 'HTTP/1.1: a body whose end is not known yet travels in chunks, each with its length in front.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-7.1'),
  },
  'http.date': {
    level: 'MUST', binds: 'server', since: '2024-11-05',
    text: 'HTTP: a server that has a clock dates its answers; the minimal server here has none.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1'),
  },
  'http.allowed-methods': {
    level: 'MUST', binds: 'server', since: '2024-11-05',
    text: 'HTTP: status 405 names the methods that the address takes.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6'),
  },
  'http.not-found': {
    level: 'fact', binds: 'server', since: '2024-11-05',
    text: 'HTTP: an address that nobody serves is answered 404.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5'),
  },
  'http.body-length': {
    level: 'fact', binds: 'client', since: '2024-11-05',
    text: 'HTTP/1.1: Content-Length or Transfer-Encoding tells where a body ends; without either there is none.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-6.3'),
  },
  'http.names-any-case': {
    level: 'MUST', binds: 'both', since: '2026-07-28',
    text: 'Header names are compared without regard to case; values are not.',
    sections: modern('basic/transports/streamable-http#case-sensitivity'),
  },

  // Who may call, on every HTTP transport
  'http.origin': {
    level: 'MUST', binds: 'server', since: '2024-11-05', until: '2025-06-18',
    text: 'The server checks Origin on every connection; no status is named for a bad one.',
    sections: at('ABC', 'basic/transports#security-warning'),
  },
  'http.origin-403': {
    level: 'MUST', binds: 'server', since: '2025-11-25',
    text: 'The server checks Origin on every connection; a bad one is answered 403.',
    sections: { ...at('D', 'basic/transports#security-warning'), ...at('E', 'basic/transports/streamable-http#security-endpoint') },
  },
  'auth.some': {
    level: 'SHOULD', binds: 'server', since: '2024-11-05', until: '2024-11-05',
    text: 'The server authenticates every connection; how is left open.',
    sections: at('A', 'basic/transports#security-warning'),
  },
  'auth.token': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'Where authorization is used, a token that is missing, wrong or expired is answered 401.',
    sections: { ...at('BCD', 'basic/authorization#token-handling'), ...at('E', 'basic/authorization/index#token-handling') },
  },
  'auth.every-request': {
    level: 'MUST', binds: 'client', since: '2025-03-26',
    text: 'Where authorization is used, every HTTP request carries the token, within one session too.',
    sections: { ...at('BCD', 'basic/authorization#token-requirements'), ...at('E', 'basic/authorization/index#token-requirements') },
  },
  'auth.challenge': {
    level: 'MUST', binds: 'server', since: '2025-06-18', until: '2025-06-18',
    text: 'The 401 says in WWW-Authenticate where the metadata of the resource is.',
    sections: at('C', 'basic/authorization#authorization-server-location'),
  },
  'auth.no-query': {
    level: 'MUST NOT', binds: 'client', since: '2025-03-26',
    text: 'The token is not part of the address.',
    sections: { ...at('BCD', 'basic/authorization#token-requirements'), ...at('E', 'basic/authorization/index#token-requirements') },
  },
  'auth.scope': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'A token with too little scope is answered 403.',
    sections: { ...at('BCD', 'basic/authorization#error-handling'), ...at('E', 'basic/authorization/index#error-handling') },
  },
  'auth.malformed': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'An authorization request that is malformed is answered 400.',
    sections: { ...at('BCD', 'basic/authorization#error-handling'), ...at('E', 'basic/authorization/index#error-handling') },
  },

  // HTTP+SSE
  'http-sse.endpoint': {
    level: 'MUST', binds: 'server', since: '2024-11-05', until: '2025-11-25',
    text: 'The event stream begins with an event named endpoint: the address that messages are posted to. The transport is deprecated since 2025-03-26.',
    sections: at('A', 'basic/transports#http-with-sse'),
  },
  'http-sse.post-target': {
    level: 'MUST', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'Every message from the client is posted to the address that the endpoint event gave.',
    sections: at('A', 'basic/transports#http-with-sse'),
  },
  'http-sse.message': {
    level: 'fact', binds: 'server', since: '2024-11-05', until: '2025-11-25',
    text: 'Everything that the server says, responses too, comes as message events on the event stream.',
    sections: at('A', 'basic/transports#http-with-sse'),
  },
  'http-sse.two-addresses': {
    level: 'MUST', binds: 'server', since: '2024-11-05', until: '2025-11-25',
    text: 'The server has two addresses: one to listen on, one to post to.',
    sections: at('A', 'basic/transports#http-with-sse'),
  },
  'http-sse.deprecated': {
    level: 'SHOULD NOT', binds: 'both', since: '2025-03-26',
    text: 'Nobody builds HTTP+SSE anew: it is deprecated since 2025-03-26; what exists should move.',
    sections: {
      ...at('BCD', 'basic/transports#backwards-compatibility'),
      ...at('E', 'basic/transports/streamable-http#httpsse-transport-2024-11-05'),
    },
  },
  'http-sse.side-by-side': {
    level: 'fact', binds: 'server', since: '2025-03-26',
    text: 'A server that wants to keep older clients keeps both old addresses beside the new one.',
    sections: {
      ...at('BCD', 'basic/transports#backwards-compatibility'),
      ...at('E', 'basic/transports/streamable-http#httpsse-transport-2024-11-05'),
    },
  },
  'http-sse.probe-any': {
    level: 'fact', binds: 'client', since: '2025-03-26', until: '2025-06-18',
    text: 'A client that wants to reach older servers posts initialize; after any status from 400 to 499 it tries a GET and expects an endpoint event first.',
    sections: at('BC', 'basic/transports#backwards-compatibility'),
  },
  'http-sse.probe-three': {
    level: 'fact', binds: 'client', since: '2025-11-25', until: '2025-11-25',
    text: 'The same, but only the statuses 400, 404 and 405 lead to the GET.',
    sections: at('D', 'basic/transports#backwards-compatibility'),
  },
  'http-sse.probe-body': {
    level: 'fact', binds: 'client', since: '2026-07-28',
    text: 'The same three statuses, and only if the body is not an error that a modern server would send.',
    sections: modern('basic/transports/streamable-http#httpsse-transport-2024-11-05'),
  },

  // Streamable HTTP, requests
  'http.own-post': {
    level: 'MUST', binds: 'client', since: '2025-03-26',
    text: 'Each message from the client is a POST of its own.',
    sections: { ...at('BCD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.one-message': {
    level: 'MUST', binds: 'client', since: '2025-06-18',
    text: 'The body of a POST is one message, never a batch.',
    sections: { ...at('CD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.accept': {
    level: 'MUST', binds: 'client', since: '2025-03-26',
    text: 'A POST accepts both application/json and text/event-stream.',
    sections: { ...at('BCD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.accept-get': {
    level: 'MUST', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'A GET accepts text/event-stream.',
    sections: at('BCD', LEGACY.listening),
  },
  'http.content-type': {
    level: 'fact', binds: 'client', since: '2025-03-26',
    text: 'No revision asks a request for Content-Type; the official server refuses a POST without it (415).',
    sections: { ...at('BCD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.version-header': {
    level: 'MUST', binds: 'client', since: '2025-06-18',
    text: 'Up to 2025-11-25 every request after initialize names the version; since 2026-07-28 every POST does, and repeats the one in the body.',
    sections: {
      ...at('CD', 'basic/transports#protocol-version-header'),
      ...at('E', 'basic/transports/streamable-http#protocol-version-header'),
    },
  },
  'http.session-start': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'The server gives a session id on the HTTP answer that carries the result of initialize.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-unguessable': {
    level: 'SHOULD', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A session id is unique and cannot be guessed.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-ascii': {
    level: 'MUST', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A session id is made of visible ASCII characters.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-not-login': {
    level: 'MUST NOT', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A session id proves nothing about who asks: sessions are no authentication.',
    sections: at('D', 'https://modelcontextprotocol.io/docs/2025-11-25/tutorials/security/security_best_practices#session-hijacking'),
  },
  'http.session-server-ends': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'The server ends a session whenever it likes.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-id': {
    level: 'MUST', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'Once the server has given a session id, every later HTTP request repeats it.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-gone': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'There are no sessions: a session id that an older client sends is ignored.',
    sections: modern(MODERN.earlier),
  },
  'http.endpoint': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'One address takes all messages.',
    sections: { ...at('BCD', 'basic/transports#streamable-http'), ...at('E', 'basic/transports/streamable-http') },
  },
  'http.version-default': {
    level: 'SHOULD', binds: 'server', since: '2025-06-18', until: '2025-11-25',
    text: 'Where the version header is missing and the version is not known otherwise, 2025-03-26 is assumed.',
    sections: at('CD', 'basic/transports#protocol-version-header'),
  },
  'http.version-refused': {
    level: 'MUST', binds: 'server', since: '2025-06-18', until: '2025-11-25',
    text: 'A version header that the server does not know is answered 400.',
    sections: at('CD', 'basic/transports#protocol-version-header'),
  },
  'http.session-required': {
    level: 'SHOULD', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A server that needs a session answers a request without its id 400; initialize is excepted.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-ended': {
    level: 'MUST', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A request with the id of a session that has ended is answered 404.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-restart': {
    level: 'MUST', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'A client that gets 404 for its session id opens a new session, without an id.',
    sections: at('BCD', LEGACY.session),
  },
  'http.session-delete': {
    level: 'SHOULD', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'A client that leaves sends DELETE with its session id.',
    sections: at('BCD', LEGACY.session),
  },
  'http.delete-refused': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A server that lets nobody end a session answers DELETE 405.',
    sections: at('BCD', LEGACY.session),
  },
  'http.mcp-method': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'Each request repeats its method in a header.',
    sections: modern(MODERN.headers),
  },
  'http.mcp-name': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'tools/call and prompts/get repeat params.name in a header, resources/read repeats params.uri; other core methods have no such header.',
    sections: modern(MODERN.headers),
  },
  'http.mcp-name-encoding': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'A name that is not safe as a header value travels as =?base64?…?=.',
    sections: modern('basic/transports/streamable-http#value-encoding'),
  },
  'http.mcp-param': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'An argument that the tool marks with x-mcp-header is repeated in a header Mcp-Param-….',
    sections: modern('basic/transports/streamable-http#custom-headers-from-tool-parameters'),
  },
  'http.header-mismatch': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A server that reads the body refuses a request whose headers are missing or say something else: 400, error −32020.',
    sections: modern('basic/transports/streamable-http#server-validation'),
  },
  'http.gateway-version': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'A gateway that decides by headers that repeat the body refuses a request whose version header is missing, or names a revision in which nobody compares the two.',
    sections: modern('basic/transports/streamable-http#server-validation'),
  },
  'http.no-notifications': {
    level: 'fact', binds: 'client', since: '2026-07-28',
    text: 'The core defines no notification from a client over HTTP, and leaves the headers of such a POST open.',
    sections: modern(MODERN.sending),
  },

  // Streamable HTTP, answers
  'http.accepted-202': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'A POST that carries a notification, if accepted, is answered 202 with no body.',
    sections: { ...at('BCD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.notification-refused': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'A notification or response that the server does not accept is answered with an HTTP error status, for example 400.',
    sections: { ...at('BCD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.response-202': {
    level: 'MUST', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A POST that carries a response, if accepted, is answered 202 with no body.',
    sections: at('BCD', LEGACY.sending),
  },
  'http.no-client-responses': {
    level: 'MUST NOT', binds: 'client', since: '2026-07-28',
    text: 'The client posts no responses: answers travel inside a new request.',
    sections: at('E', MODERN.sending),
  },
  'http.method-not-found': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A method that the server does not have is answered 404 with error −32601.',
    sections: at('E', 'basic/transports/streamable-http#protocol-version-header'),
  },
  'http.status-200': {
    level: 'fact', binds: 'server', since: '2025-03-26',
    text: 'No rule names the status of a result; 200 is what everybody sends.',
    sections: { ...at('BCD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.reply': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'A request is answered with one JSON object or with an event stream; the server chooses.',
    sections: { ...at('BCD', LEGACY.sending), ...at('E', MODERN.sending) },
  },
  'http.both-replies': {
    level: 'MUST', binds: 'client', since: '2025-03-26',
    text: 'The client understands both kinds of answer.',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'http.server-requests': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'The server sends requests of its own on an open stream.',
    sections: legacy(LEGACY.sending),
  },
  'http.no-server-requests': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'The server sends no requests of its own on a stream.',
    sections: modern(MODERN.receiving),
  },
  'http.get-stream': {
    level: 'MAY', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'The client opens a stream with GET; a server that offers none answers 405.',
    sections: at('BCD', LEGACY.listening),
  },
  'http.get-no-response': {
    level: 'MUST NOT', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A GET stream carries no response, unless it resumes the stream of an earlier request.',
    sections: legacy(LEGACY.listening),
  },
  'http.get-unrelated': {
    level: 'SHOULD', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'What comes on a GET stream has nothing to do with a request that is running.',
    sections: at('BCD', LEGACY.listening),
  },
  'http.get-close': {
    level: 'MAY', binds: 'both', since: '2025-03-26', until: '2025-11-25',
    text: 'Either side closes a GET stream whenever it likes.',
    sections: at('BCD', LEGACY.listening),
  },
  'http.several-streams': {
    level: 'MAY', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'The client holds several streams open at once.',
    sections: at('BCD', 'basic/transports#multiple-connections'),
  },
  'http.one-stream': {
    level: 'MUST', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'Of several open streams each message takes exactly one; nothing is sent on all of them.',
    sections: at('BCD', 'basic/transports#multiple-connections'),
  },
  'http.get-gone': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'A GET from an older client is answered 405.',
    sections: modern(MODERN.earlier),
  },
  'http.delete-gone': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'A DELETE from an older client is answered 405.',
    sections: modern(MODERN.earlier),
  },

  // Event streams
  'sse.notifications': {
    level: 'MAY', binds: 'server', since: '2025-03-26',
    text: 'Notifications, such as progress, come on the stream before the response.',
    sections: both(LEGACY.sending, MODERN.receiving),
  },
  'sse.related': {
    level: 'SHOULD', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'What comes on the stream of a request before its response has to do with that request.',
    sections: at('BCD', LEGACY.sending),
  },
  'sse.related-only': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'Notifications on the stream of a request belong to that request.',
    sections: at('E', MODERN.receiving),
  },
  'sse.end': {
    level: 'SHOULD', binds: 'server', since: '2025-03-26',
    text: 'The response ends the stream.',
    sections: both(LEGACY.sending, MODERN.receiving),
  },
  'sse.not-closed-early': {
    level: 'SHOULD NOT', binds: 'server', since: '2025-03-26', until: '2025-06-18',
    text: 'The server does not close the stream of a request before its response.',
    sections: at('BC', LEGACY.sending),
  },
  'sse.event-name': {
    level: 'fact', binds: 'server', since: '2025-03-26',
    text: 'Streamable HTTP names no event in any revision; an event without a name is a message event to the browser.',
    sections: everywhere(EVENT_STREAM),
  },
  'sse.comment': {
    level: 'fact', binds: 'client', since: '2024-11-05',
    text: 'HTML standard: a line that begins with a colon is a comment, and is dropped.',
    sections: everywhere(EVENT_STREAM),
  },
  'sse.empty-data': {
    level: 'fact', binds: 'client', since: '2025-03-26',
    text: 'HTML standard: an event with an empty data field is delivered, with the empty string as its data.',
    sections: everywhere(EVENT_STREAM),
  },
  'sse.resumable': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'The server makes its streams resumable, so that a break loses nothing.',
    sections: legacy(LEGACY.sending),
  },
  'sse.event-id': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'Events carry an id, which serves as a cursor inside their stream.',
    sections: at('BCD', LEGACY.resuming),
  },
  'sse.event-id-unique': {
    level: 'MUST', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'An event id is unique over all streams of the session, or of the client where there is none.',
    sections: legacy(LEGACY.resuming),
  },
  'sse.event-id-names-stream': {
    level: 'SHOULD', binds: 'server', since: '2025-11-25', until: '2025-11-25',
    text: 'An event id lets the server find the stream that it belongs to.',
    sections: legacy(LEGACY.resuming),
  },
  'sse.priming': {
    level: 'SHOULD', binds: 'server', since: '2025-11-25', until: '2025-11-25',
    text: 'A stream opens at once with an event that has an id and empty data, so that it can be resumed from the start.',
    sections: legacy(LEGACY.sending),
  },
  'sse.last-event-id': {
    level: 'SHOULD', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'To resume, the client sends a GET with the last event id that it has seen, whatever opened the stream.',
    sections: at('BCD', LEGACY.resuming),
  },
  'sse.replay': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'The server replays what came after that id on the broken stream, and goes on from there.',
    sections: at('BCD', LEGACY.resuming),
  },
  'sse.replay-one-stream': {
    level: 'MUST NOT', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'Messages of another stream are not replayed.',
    sections: legacy(LEGACY.resuming),
  },
  'sse.close-connection': {
    level: 'MAY', binds: 'server', since: '2025-11-25', until: '2025-11-25',
    text: 'Once it has sent an event id, the server may hang up without ending the stream.',
    sections: legacy(LEGACY.sending),
  },
  'sse.retry': {
    level: 'SHOULD', binds: 'server', since: '2025-11-25', until: '2025-11-25',
    text: 'Before it hangs up, the server says in a retry field how long to wait.',
    sections: legacy(LEGACY.sending),
  },
  'sse.retry-wait': {
    level: 'MUST', binds: 'client', since: '2025-11-25', until: '2025-11-25',
    text: 'The client waits at least as long as the retry field says.',
    sections: legacy(LEGACY.sending),
  },
  'sse.resume-gone': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'Streams cannot be resumed: event ids and Last-Event-ID are gone.',
    sections: modern(MODERN.receiving),
  },
  'sse.no-buffering': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'A stream asks proxies not to hold it back, with X-Accel-Buffering: no.',
    sections: modern(MODERN.receiving),
  },

  // Breaking off
  'http.disconnect-not-cancel': {
    level: 'SHOULD NOT', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A lost connection is not read as a cancelled request.',
    sections: legacy(LEGACY.sending),
  },
  'http.cancel-by-message': {
    level: 'SHOULD', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'To cancel, the client sends notifications/cancelled.',
    sections: legacy(LEGACY.sending),
  },
  'cancel.own': {
    level: 'MUST', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'Only a request of the same direction is cancelled, and one that is believed to be running.',
    sections: at('ABCD', 'basic/utilities/cancellation#behavior-requirements'),
  },
  'cancel.not-initialize': {
    level: 'MUST NOT', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'The client does not cancel initialize.',
    sections: at('ABCD', 'basic/utilities/cancellation#behavior-requirements'),
  },
  'cancel.no-answer': {
    level: 'SHOULD NOT', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'A request that was cancelled is not answered; what crosses the cancellation on its way is ignored.',
    sections: at('ABCD', 'basic/utilities/cancellation#behavior-requirements'),
  },
  'cancel.task': {
    level: 'MUST', binds: 'both', since: '2025-11-25', until: '2025-11-25',
    text: 'A request that runs as a task is cancelled with tasks/cancel.',
    sections: at('D', 'basic/utilities/cancellation#behavior-requirements'),
  },
  'http.close-is-cancel': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A closed response stream, or a client that is gone, cancels the request.',
    sections: modern(MODERN.cancelling),
  },
  'http.cancel-stop-work': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'Work on a cancelled request stops as soon as practical.',
    sections: modern(MODERN.cancelling),
  },
  'http.cancel-silence': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Nothing more is sent for a cancelled request.',
    sections: modern(MODERN.cancelling),
  },
  'http.reissue-new-id': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'A broken stream loses its request; the client asks again in a new request with a new id. Only the changelog says so.',
    sections: modern('changelog#major-changes'),
  },
  'request.timeout': {
    level: 'SHOULD', binds: 'both', since: '2024-11-05',
    text: 'Every request has a time limit, after which its sender cancels it.',
    sections: both('basic/lifecycle#timeouts', 'basic/patterns/cancellation#timeouts'),
  },

  // _meta and results
  'meta.protocol-version': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'Each request names its protocol version in _meta.',
    sections: modern(MODERN.meta),
  },
  'meta.client-capabilities': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'Each request says in _meta what the client can do; {} means nothing extra.',
    sections: modern(MODERN.meta),
  },
  'meta.client-info': {
    level: 'SHOULD', binds: 'client', since: '2026-07-28',
    text: 'Each request names the client program in _meta, for display only.',
    sections: modern(MODERN.meta),
  },
  'meta.server-info': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'Each result names the server program in _meta, for display only.',
    sections: modern(MODERN.meta),
  },
  'meta.required': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A request without its version or the client capabilities in _meta is refused: error −32602, over HTTP status 400.',
    sections: modern(MODERN.meta),
  },
  'meta.missing-capability': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A request that needs a capability which it does not declare is refused: error −32021 with what is missing, over HTTP status 400.',
    sections: modern(MODERN.meta),
  },
  'meta.progress-token': {
    level: 'MAY', binds: 'both', since: '2024-11-05',
    text: 'A request asks for progress by putting a token in _meta.',
    sections: both('basic/utilities/progress#progress-flow', 'basic/patterns/progress#progress-flow'),
  },
  'progress.token-type': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'A progress token is a string or an integer.',
    sections: { ...at('ABCD', 'basic/utilities/progress#progress-flow'), ...at('E', 'basic/patterns/progress#progress-flow') },
  },
  'progress.token-unique': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'No two requests that run at the same time share a progress token.',
    sections: { ...at('ABCD', 'basic/utilities/progress#progress-flow'), ...at('E', 'basic/patterns/progress#progress-flow') },
  },
  'progress.stops': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'Progress stops when the request is done.',
    sections: { ...at('ABCD', 'basic/utilities/progress#implementation-notes'), ...at('E', 'basic/patterns/progress#implementation-notes') },
  },
  'progress.known-token': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'Progress names the token of a request that is still running.',
    sections: both('basic/utilities/progress#behavior-requirements', 'basic/patterns/progress#behavior-requirements'),
  },
  'progress.increases': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'Each notification reports more progress than the one before.',
    sections: both('basic/utilities/progress#progress-flow', 'basic/patterns/progress#progress-flow'),
  },
  'result.type': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'Each result says what kind it is, usually resultType: complete.',
    sections: modern('basic/index#result-responses'),
  },
  'result.cache-hints': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'Lists, resource contents and server/discover say in ttlMs and cacheScope how long they keep and for whom.',
    sections: modern('server/utilities/caching#cacheable-results'),
  },

  // Refusals of single features
  'tools.unknown': {
    level: 'fact', binds: 'server', since: '2024-11-05',
    text: 'An unknown tool is a protocol error, −32602.',
    sections: at('ABCDE', 'server/tools#error-handling'),
  },
  'tools.name-clash': {
    level: 'SHOULD', binds: 'client', since: '2026-07-28',
    text: 'Who offers the tools of several servers as one list keeps equal names apart, for instance by a prefix.',
    sections: modern('server/tools#tool-names'),
  },
  'tools.bad-arguments-error': {
    level: 'fact', binds: 'server', since: '2024-11-05', until: '2025-06-18',
    text: 'Arguments that a tool cannot take are a protocol error, −32602.',
    sections: at('ABC', 'server/tools#error-handling'),
  },
  'tools.bad-arguments': {
    level: 'fact', binds: 'server', since: '2025-11-25',
    text: 'Arguments that a tool cannot take come back as a result with isError, for the model to read.',
    sections: at('DE', 'server/tools#error-handling'),
  },
  'resources.unknown-should': {
    level: 'SHOULD', binds: 'server', since: '2024-11-05', until: '2025-11-25',
    text: 'An unknown resource is error −32002.',
    sections: at('ABCD', 'server/resources#error-handling'),
  },
  'resources.unknown': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'An unknown resource is error −32602; −32002 is not used any more.',
    sections: at('E', 'server/resources#error-handling'),
  },
  'prompts.unknown': {
    level: 'SHOULD', binds: 'server', since: '2024-11-05',
    text: 'An unknown prompt, or one without its required arguments, is error −32602.',
    sections: at('ABCDE', 'server/prompts#error-handling'),
  },
  'pagination.cursor': {
    level: 'SHOULD', binds: 'server', since: '2024-11-05',
    text: 'A cursor that the server never gave is error −32602.',
    sections: at('ABCDE', 'server/utilities/pagination#error-handling'),
  },
  'pagination.opaque': {
    level: 'MUST', binds: 'client', since: '2024-11-05',
    text: 'A cursor is sent back as it came; the client makes none up and keeps none beyond the session.',
    sections: at('ABCDE', 'server/utilities/pagination#implementation-guidelines'),
  },
  'tools.structured': {
    level: 'MUST', binds: 'server', since: '2025-06-18',
    text: 'A tool that declares an output schema returns structured content that fits it.',
    sections: at('CDE', 'server/tools#output-schema'),
  },
  'elicitation.mode': {
    level: 'MUST NOT', binds: 'server', since: '2025-11-25',
    text: 'The server asks only in a mode that the client has declared; {} declares the form alone.',
    sections: at('DE', 'client/elicitation#capabilities'),
  },
  'sampling.tools': {
    level: 'MUST NOT', binds: 'server', since: '2025-11-25',
    text: 'The server offers tools to the model of the client only where the client has declared sampling.tools.',
    sections: at('DE', 'client/sampling#tools-in-sampling'),
  },
  'roots.file': {
    level: 'MUST', binds: 'client', since: '2024-11-05',
    text: 'The address of a root begins with file://.',
    sections: at('ABCDE', 'client/roots#root'),
  },
  'logging.level': {
    level: 'SHOULD', binds: 'server', since: '2024-11-05',
    text: 'A log level that does not exist is error −32602.',
    sections: at('ABCDE', 'server/utilities/logging#error-handling'),
  },
  'logging.declared': {
    level: 'MUST', binds: 'server', since: '2024-11-05',
    text: 'A server that sends log messages declares logging.',
    sections: at('ABCDE', 'server/utilities/logging#capabilities'),
  },
  'input.required': {
    level: 'MAY', binds: 'server', since: '2026-07-28',
    text: 'In place of a result the server asks for input; the client answers in a new request.',
    sections: at('E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'input.instead': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'What the server wants of the client travels in a result, never in a request of its own.',
    sections: modern('basic/patterns/mrtr'),
  },
  'input.where': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Only tools/call, prompts/get and resources/read are answered with a result that asks.',
    sections: modern('basic/patterns/mrtr#supported-requests'),
  },
  'input.declared': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Nothing is asked that the request has not declared among the capabilities.',
    sections: modern('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'input.new-id': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'The request that brings the answers has another id than the first.',
    sections: modern('basic/patterns/mrtr#client-requirements-basic-workflow'),
  },
  'input.state-opaque': {
    level: 'MUST NOT', binds: 'client', since: '2026-07-28',
    text: 'The client does not look into a requestState.',
    sections: modern('basic/patterns/mrtr#client-requirements-basic-workflow'),
  },
  'input.state-hostile': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A requestState that comes in is treated as written by an attacker.',
    sections: modern('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'input.state-bound': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'A protected requestState names the user, the request and an early end, and the server checks all three.',
    sections: modern('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'input.no-return': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'The server does not count on the client coming back.',
    sections: modern('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'cancel.stop': {
    level: 'SHOULD', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'Who is told of a cancellation stops the work, frees what it held and does not answer.',
    sections: at('ABCD', 'basic/utilities/cancellation#behavior-requirements'),
  },
  'cancel.late-answer': {
    level: 'SHOULD', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'Who has cancelled ignores an answer that comes all the same.',
    sections: at('ABCD', 'basic/utilities/cancellation#behavior-requirements'),
  },
  'input.state-checked': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A requestState that has been tampered with is refused; with which error is left open.',
    sections: at('E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'listen.only-asked': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'A subscription brings nothing that its filter does not ask for.',
    sections: at('E', 'basic/patterns/subscriptions#receiving-notifications'),
  },
  'listen.acknowledge': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'The first message of a subscription says which of the wishes are granted.',
    sections: at('E', 'basic/patterns/subscriptions#acknowledgment'),
  },

  // What browsers, proxies and balancers do with it
  'browser.cors': {
    level: 'fact', binds: 'server', since: '2024-11-05',
    text: 'A page reads an answer from another origin only if Access-Control-Allow-Origin names the page, and only those headers that Access-Control-Expose-Headers lists.',
    sections: everywhere(CORS),
  },
  'browser.preflight': {
    level: 'fact', binds: 'server', since: '2024-11-05',
    text: 'Before a request to another origin with headers of its own, a browser asks with OPTIONS which headers and methods are allowed, and sends nothing that is not.',
    sections: everywhere(CORS),
  },
  'http.redirect': {
    level: 'fact', binds: 'server', since: '2024-11-05',
    text: 'After 301, 302 and 303 clients send GET without a body; 307 and 308 keep the method. A client drops Authorization when the origin changes.',
    sections: everywhere(REDIRECTS),
  },
  'http.gateway': {
    level: 'fact', binds: 'server', since: '2024-11-05',
    text: 'Between the two sides stand proxies that answer by themselves: with pages, with statuses of their own, for hosts that they do not know.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9110#name-server-error-5xx'),
  },

  // Telling eras apart
  'era.probe': {
    level: 'SHOULD', binds: 'client', since: '2026-07-28',
    text: 'A client that speaks both eras asks with server/discover before it opens a session over a pipe.',
    sections: at('E', 'basic/transports/stdio#backward-compatibility'),
  },
  'era.modern': {
    level: 'SHOULD', binds: 'client', since: '2026-07-28',
    text: 'A result, or an error that only this revision has, tells a modern server: the client stays with it.',
    sections: at('E', 'basic/versioning#backward-compatibility-with-initialization-based-versions'),
  },
  'era.fallback': {
    level: 'MUST NOT', binds: 'client', since: '2026-07-28',
    text: 'Any other error, or silence, tells a legacy server; the client does not wait for one certain code.',
    sections: at('E', 'basic/versioning#backward-compatibility-with-initialization-based-versions'),
  },
  'era.no-legacy': {
    level: 'fact', binds: 'server', since: '2026-07-28',
    text: 'A server without the older revisions refuses initialize with an error of its choice; over HTTP the missing headers decide.',
    sections: at('E', 'basic/versioning#compatibility-matrix'),
  },
  'stdio.cancel': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'Over a pipe there is no stream to close, so the client cancels with notifications/cancelled.',
    sections: at('E', 'basic/transports/stdio#cancellation'),
  },
  'sse.keep-alive': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'Comment lines keep an idle stream open and mean nothing; a client ignores them.',
    sections: at('E', MODERN.receiving),
  },
  'http-sse.no-resume': {
    level: 'fact', binds: 'both', since: '2024-11-05', until: '2024-11-05',
    text: 'Nothing is said of event ids or of resuming: what a dropped stream would have brought is lost.',
    sections: at('A', 'basic/transports#http-with-sse'),
  },

  // What a linter of 2026-07-28 points to beside the rows above
  'errors.reserved': {
    level: 'MUST NOT', binds: 'both', since: '2026-07-28',
    text: 'Codes from −32020 to −32099 belong to the specification, which defines three of them; −32002 and −32042 are not used any more.',
    sections: modern('basic/index#error-codes'),
  },
  'errors.old-range': {
    level: 'SHOULD NOT', binds: 'both', since: '2026-07-28',
    text: 'Codes from −32000 to −32019 are left to older software and mean nothing certain.',
    sections: modern('basic/index#error-codes'),
  },
  'errors.own-codes': {
    level: 'SHOULD', binds: 'both', since: '2026-07-28',
    text: 'An application takes its own codes from outside −32768 to −32000.',
    sections: modern('basic/index#error-codes'),
  },
  'errors.url-elicitation': {
    level: 'MUST', binds: 'server', since: '2025-11-25', until: '2025-11-25',
    text: 'Error −32042 lists the addresses that the user has to visit, each in url mode and with an elicitationId.',
    sections: at('D', 'client/elicitation#url-elicitation-required-error'),
  },
  'meta.key': {
    level: 'MUST', binds: 'both', since: '2025-06-18',
    text: 'A key of _meta is a name with letters or digits at both ends, behind an optional prefix of labels and one slash.',
    sections: at('CDE', 'basic/index#meta'),
  },
  'meta.reserved': {
    level: 'fact', binds: 'both', since: '2025-06-18',
    text: 'Prefixes of _meta that name mcp or modelcontextprotocol in the reserved place belong to the protocol.',
    sections: at('CDE', 'basic/index#meta'),
  },
  'meta.trace': {
    level: 'MUST', binds: 'both', since: '2026-07-28',
    text: 'traceparent, tracestate and baggage in _meta have the formats of the W3C.',
    sections: modern(MODERN.meta),
  },
  'extensions.name': {
    level: 'MUST', binds: 'both', since: '2026-07-28',
    text: 'An extension is named by a prefix, a slash and a name.',
    sections: modern('basic/versioning#extension-negotiation'),
  },
  'lifecycle.gone': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'The handshake, ping, logging/setLevel, resources/subscribe and the core tasks are gone, and so are the notifications that went with them.',
    sections: modern('changelog#major-changes'),
  },
  'http.header-decode': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'The server decodes a mirrored header before it compares it with the body.',
    sections: modern('basic/transports/streamable-http#value-encoding'),
  },
  'http.x-mcp-header': {
    level: 'MUST', binds: 'both', since: '2026-07-28',
    text: 'x-mcp-header is a header token, once in a schema, on a text, an integer or a truth value that properties alone lead to; an HTTP client drops a tool that marks anything else.',
    sections: modern('basic/transports/streamable-http#schema-extension'),
  },
  'http.param-refetch': {
    level: 'SHOULD', binds: 'client', since: '2026-07-28',
    text: 'After a refusal for a repeated argument the client lists the tools again and sends the call with the right headers.',
    sections: modern('basic/transports/streamable-http#client-behavior'),
  },
  'http.cancel-by-close': {
    level: 'fact', binds: 'client', since: '2026-07-28',
    text: 'Over HTTP a client cancels by closing the response stream; no cancellation is posted.',
    sections: modern('basic/patterns/cancellation#transport-specific-cancellation'),
  },
  'http.last-event-id-gone': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'Last-Event-ID from an older client is ignored.',
    sections: modern(MODERN.earlier),
  },
  'result.type-known': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A kind of result is one of the core, or of an extension that the request declares.',
    sections: modern('basic/index#result-responses'),
  },
  'result.ttl': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'ttlMs is a whole number of milliseconds and not negative.',
    sections: modern('server/utilities/caching#time-to-live-ttl-field'),
  },
  'result.scope-pages': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'All pages of one list have the same cacheScope.',
    sections: modern('server/utilities/caching#interaction-with-pagination'),
  },
  'input.content': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A result that asks for input has questions, a requestState, or both.',
    sections: modern('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'input.kinds': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A question is an elicitation, a sampling or a roots request, without the envelope of a message.',
    sections: modern('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  'input.state-echo': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'The retry carries requestState exactly as it came, and none where none came.',
    sections: modern('basic/patterns/mrtr#client-requirements-basic-workflow'),
  },
  'input.answers': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'The retry answers each question under its key, with the bare result.',
    sections: modern('basic/patterns/mrtr#client-requirements-basic-workflow'),
  },
  'input.same-request': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'Answers and requestState go into the retry of the request that was asked, with the same parameters, and into no other.',
    sections: modern('basic/patterns/mrtr#client-requirements-basic-workflow'),
  },
  'listen.subscription-id': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'What comes for a subscription names it: the id of the listen request, of the same JSON type.',
    sections: modern('basic/patterns/subscriptions#receiving-notifications'),
  },
  'listen.only-wishes': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Nothing is sent that the subscription does not ask for.',
    sections: modern('basic/patterns/subscriptions#opening-a-stream'),
  },
  'listen.granted': {
    level: 'fact', binds: 'server', since: '2026-07-28',
    text: 'The acknowledgement names a part of what was asked for.',
    sections: modern('basic/patterns/subscriptions#acknowledgment'),
  },
  'listen.no-progress': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Progress and log messages stay off subscriptions.',
    sections: modern(MODERN.receiving),
  },
  'listen.end': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'A server that ends a subscription answers the listen request first.',
    sections: modern('basic/patterns/subscriptions#graceful-closure'),
  },
  'cancel.only-listen': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'A server cancels nothing but a subscription.',
    sections: modern('basic/patterns/cancellation#behavior-requirements'),
  },
  'cancel.silence': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Nothing more is sent for a cancelled request, save what crosses the cancellation.',
    sections: modern('basic/transports/stdio#cancellation'),
  },
  'cancel.running': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'A client cancels requests of its own that are still running.',
    sections: modern('basic/patterns/cancellation#behavior-requirements'),
  },
  'logging.opt-in': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'No log message is sent for a request that does not ask for it with a level in _meta.',
    sections: modern('server/utilities/logging#per-request-log-level'),
  },
  'logging.own-stream': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'Log messages never come on a subscription; they come on the stream of the request that asked for them.',
    sections: modern('server/utilities/logging#per-request-log-level'),
  },
  'logging.at-level': {
    level: 'fact', binds: 'server', since: '2026-07-28',
    text: 'Log messages are of the level that the request names, or more severe.',
    sections: modern('server/utilities/logging#per-request-log-level'),
  },

  // The tasks extension
  'tasks.handle': {
    level: 'MAY', binds: 'server', since: '2026-07-28',
    text: 'To a client that declares the extension, the server answers a tool call with a task handle in place of the result.',
    sections: modern(TASKS),
  },
  'tasks.durable': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'The task is stored durably before its handle is sent.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#task-creation'),
  },
  'tasks.poll': {
    level: 'SHOULD', binds: 'client', since: '2026-07-28',
    text: 'The client polls tasks/get, no faster than pollIntervalMs, until the task has ended.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#task-polling'),
  },
  'tasks.core-unknown': {
    level: 'MUST', binds: 'both', since: '2025-11-25', until: '2025-11-25',
    text: 'A task id that nobody knows is error −32602.',
    sections: at('D', 'basic/utilities/tasks#protocol-errors'),
  },
  'tasks.core-tool': {
    level: 'MUST', binds: 'client', since: '2025-11-25', until: '2025-11-25',
    text: 'Whether a tool runs as a task is for execution.taskSupport to say: required, optional, or else forbidden.',
    sections: at('D', 'basic/utilities/tasks#tool-level-negotiation'),
  },
  'tasks.core-first': {
    level: 'MUST', binds: 'both', since: '2025-11-25', until: '2025-11-25',
    text: 'A task begins as working.',
    sections: at('D', 'basic/utilities/tasks#task-status-lifecycle'),
  },
  'tasks.core-final': {
    level: 'MUST NOT', binds: 'both', since: '2025-11-25', until: '2025-11-25',
    text: 'A task that is completed, failed or cancelled stays so.',
    sections: at('D', 'basic/utilities/tasks#task-status-lifecycle'),
  },
  'tasks.core-related': {
    level: 'MUST', binds: 'both', since: '2025-11-25', until: '2025-11-25',
    text: 'What belongs to a task names it in _meta, under io.modelcontextprotocol/related-task.',
    sections: at('D', 'basic/utilities/tasks#associating-task-related-messages'),
  },
  'tasks.unknown': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'tasks/get for a task that the server does not know is error −32602; for update and cancel that is a SHOULD.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#protocol-errors'),
  },
  'tasks.undeclared': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'Task methods from a client that does not declare the extension are refused with error −32021.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#protocol-errors'),
  },
  'tasks.declared': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'A task handle is not sent to a client whose request does not declare the extension.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#capability-negotiation'),
  },
  'tasks.result-type': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A task handle is a result of kind task with the task in it; what task methods return is complete.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#task-creation'),
  },
  'tasks.header': {
    level: 'MUST', binds: 'client', since: '2026-07-28',
    text: 'Over HTTP the task methods repeat the task id in Mcp-Name.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#streamable-http-routing-headers'),
  },
  'tasks.failed': {
    level: 'MUST NOT', binds: 'server', since: '2026-07-28',
    text: 'A task fails by a JSON-RPC error only; a tool result with isError is a completed task.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#task-execution-errors'),
  },
  'tasks.input-keys': {
    level: 'MUST', binds: 'server', since: '2026-07-28',
    text: 'A key names one question over the whole life of a task.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#task-update-requests'),
  },
  'tasks.cancel': {
    level: 'MUST NOT', binds: 'client', since: '2026-07-28',
    text: 'A task is cancelled with tasks/cancel, not with a cancellation of the request that made it.',
    sections: modern('https://modelcontextprotocol.io/seps/2663-tasks-extension#task-cancellation'),
  },
} as const satisfies Readonly<Record<string, Fact>>;

export type FactId = keyof typeof FACTS;

export const FACT_IDS = /* @__PURE__ */ Object.keys(FACTS) as readonly FactId[];

export function isFactId(id: string): id is FactId {
  return Object.hasOwn(FACTS, id);
}

/** The page that a fact stands on: in the given revision if it is known there, else in the newest that is. */
export function factUrl(id: FactId, revision?: SpecRevision): string {
  const { sections }: Fact = FACTS[id];
  const newest = Object.keys(sections).toSorted().at(-1) as SpecRevision;
  const at = revision !== undefined && sections[revision] !== undefined ? revision : newest;
  const section = sections[at] ?? '';
  return section.startsWith('https://') ? section : `https://modelcontextprotocol.io/specification/${at}/${section}`;
}
