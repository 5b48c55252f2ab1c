// What the specification and HTTP itself ask for, one row per rule: who, how strictly, in which revisions, and where
// it stands. Own words, one sentence each. Knows nothing of messages, bytes or pages.

/** Every published revision; dates sort as text. */
export type SpecRevision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

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
const EVENT_STREAM = 'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation';

const legacy = (page: string) => ({ '2025-11-25': page }) as const;
const modern = (page: string) => ({ '2026-07-28': page }) as const;
const both = (legacyPage: string, modernPage: string) =>
  ({ '2025-11-25': legacyPage, '2026-07-28': modernPage }) as const;
const everywhere = (address: string) => both(address, address);

// prettier-ignore
export const FACTS = {
  // JSON-RPC
  'jsonrpc.version': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'Every message is JSON-RPC 2.0 and says so.',
    sections: both('basic/index#messages', 'basic/index#messages'),
  },
  'jsonrpc.utf8': {
    level: 'MUST', binds: 'both', since: '2025-03-26',
    text: 'Messages are UTF-8 on every transport.',
    sections: both('basic/transports', 'basic/transports/index#messages'),
  },
  'jsonrpc.request-id': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'A request has an id that is a string or an integer, never null.',
    sections: both('basic/index#requests', 'basic/index#requests'),
  },
  'jsonrpc.id-unique-session': {
    level: 'MUST NOT', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'One sender never uses a request id twice in a session.',
    sections: legacy('basic/index#requests'),
  },
  'jsonrpc.id-unique-in-flight': {
    level: 'MUST NOT', binds: 'client', since: '2026-07-28',
    text: 'A request id is not one that is still waiting for its answer.',
    sections: modern('basic/index#requests'),
  },
  'jsonrpc.response-id': {
    level: 'MUST', binds: 'both', since: '2024-11-05',
    text: 'A result repeats the id of its request.',
    sections: both('basic/index#result-responses', 'basic/index#result-responses'),
  },
  'jsonrpc.notification-no-id': {
    level: 'MUST NOT', binds: 'both', since: '2024-11-05',
    text: 'A notification has no id.',
    sections: both('basic/index#notifications', 'basic/index#notifications'),
  },
  'jsonrpc.no-reply': {
    level: 'MUST NOT', binds: 'both', since: '2025-03-26',
    text: 'Nobody answers a notification with a message.',
    sections: both('basic/index#notifications', 'basic/index#notifications'),
  },

  // Opening
  'lifecycle.initialize': {
    level: 'MUST', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'The client opens with initialize: its version, its capabilities, its name.',
    sections: legacy('basic/lifecycle#initialization'),
  },
  'lifecycle.initialized': {
    level: 'MUST', binds: 'client', since: '2024-11-05', until: '2025-11-25',
    text: 'After the result of initialize the client sends notifications/initialized.',
    sections: legacy('basic/lifecycle#initialization'),
  },
  'lifecycle.no-handshake': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'There is no handshake: each request carries what the server has to know.',
    sections: modern('changelog#major-changes'),
  },
  'lifecycle.ping': {
    level: 'MUST', binds: 'both', since: '2024-11-05', until: '2025-11-25',
    text: 'A ping is answered at once with an empty result.',
    sections: legacy('basic/utilities/ping#behavior-requirements'),
  },
  'lifecycle.no-ping': {
    level: 'fact', binds: 'both', since: '2026-07-28',
    text: 'There is no ping.',
    sections: modern('changelog#major-changes'),
  },

  // stdio
  'stdio.newline': {
    level: 'MUST NOT', binds: 'both', since: '2024-11-05',
    text: 'A newline ends each message, so none may stand inside one.',
    sections: both(LEGACY.stdio, MODERN.stdio),
  },
  'stdio.stdout-only-messages': {
    level: 'MUST NOT', binds: 'server', since: '2024-11-05',
    text: 'The server writes nothing but MCP messages to its standard output.',
    sections: both(LEGACY.stdio, MODERN.stdio),
  },
  'stdio.stdin-only-messages': {
    level: 'MUST NOT', binds: 'client', since: '2024-11-05',
    text: "The client writes nothing but MCP messages to the server's standard input.",
    sections: both(LEGACY.stdio, MODERN.stdio),
  },
  'stdio.stderr': {
    level: 'MAY', binds: 'server', since: '2024-11-05',
    text: 'The server writes log text of any kind to standard error.',
    sections: both(LEGACY.stdio, MODERN.stdio),
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

  // HTTP/1.1 itself
  'http.request-line': {
    level: 'fact', binds: 'client', since: '2025-03-26',
    text: 'HTTP/1.1: a request begins with its method, its target and the version.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-3'),
  },
  'http.status-line': {
    level: 'fact', binds: 'server', since: '2025-03-26',
    text: 'HTTP/1.1: an answer begins with the version and a status code.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-4'),
  },
  'http.blank-line': {
    level: 'fact', binds: 'both', since: '2025-03-26',
    text: 'HTTP/1.1: an empty line ends the head.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-2.1'),
  },
  'http.host': {
    level: 'MUST', binds: 'client', since: '2025-03-26',
    text: 'HTTP/1.1: every request names the host.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-3.2'),
  },
  'http.content-length': {
    level: 'SHOULD', binds: 'both', since: '2025-03-26',
    text: 'HTTP: a body whose length is known, and that is not chunked, says its length.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9110#section-8.6'),
  },
  'http.chunked': {
    level: 'fact', binds: 'both', since: '2025-03-26',
    text: 'HTTP/1.1: a body whose end is not known yet travels in chunks, each with its length in front.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9112#section-7.1'),
  },
  'http.date': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'HTTP: a server that has a clock dates its answers; the minimal server here has none.',
    sections: everywhere('https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1'),
  },
  'http.names-any-case': {
    level: 'MUST', binds: 'both', since: '2026-07-28',
    text: 'Header names are compared without regard to case; values are not.',
    sections: modern('basic/transports/streamable-http#case-sensitivity'),
  },

  // Streamable HTTP, requests
  'http.own-post': {
    level: 'MUST', binds: 'client', since: '2025-03-26',
    text: 'Each message from the client is a POST of its own.',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'http.one-message': {
    level: 'MUST', binds: 'client', since: '2025-06-18',
    text: 'The body of a POST is one message, never a batch.',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'http.accept': {
    level: 'MUST', binds: 'client', since: '2025-03-26',
    text: 'A POST accepts both application/json and text/event-stream.',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'http.accept-get': {
    level: 'MUST', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'A GET accepts text/event-stream.',
    sections: legacy(LEGACY.listening),
  },
  'http.content-type': {
    level: 'fact', binds: 'client', since: '2025-03-26',
    text: 'No revision asks a request for Content-Type; the official server refuses a POST without it (415).',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'http.version-header': {
    level: 'MUST', binds: 'client', since: '2025-06-18',
    text: 'Up to 2025-11-25 every request after initialize names the version; since 2026-07-28 every POST does, and repeats the one in the body.',
    sections: both(
      'basic/transports#protocol-version-header',
      'basic/transports/streamable-http#protocol-version-header',
    ),
  },
  'http.session-start': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'The server gives a session id on the HTTP answer that carries the result of initialize.',
    sections: legacy(LEGACY.session),
  },
  'http.session-id': {
    level: 'MUST', binds: 'client', since: '2025-03-26', until: '2025-11-25',
    text: 'Once the server has given a session id, every later HTTP request repeats it.',
    sections: legacy(LEGACY.session),
  },
  'http.session-gone': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'There are no sessions: a session id that an older client sends is ignored.',
    sections: modern(MODERN.earlier),
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
  'http.no-notifications': {
    level: 'fact', binds: 'client', since: '2026-07-28',
    text: 'The core defines no notification from a client over HTTP, and leaves the headers of such a POST open.',
    sections: modern(MODERN.sending),
  },

  // Streamable HTTP, answers
  'http.accepted-202': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'A POST that carries a notification, if accepted, is answered 202 with no body.',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'http.status-200': {
    level: 'fact', binds: 'server', since: '2025-03-26',
    text: 'No rule names the status of a result; 200 is what everybody sends.',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'http.json-reply': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'A request is answered with one JSON object or with an event stream; the server chooses.',
    sections: both(LEGACY.sending, MODERN.sending),
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
    sections: legacy(LEGACY.listening),
  },
  'http.get-no-response': {
    level: 'MUST NOT', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'A GET stream carries no response, unless it resumes the stream of an earlier request.',
    sections: legacy(LEGACY.listening),
  },
  'http.get-gone': {
    level: 'SHOULD', binds: 'server', since: '2026-07-28',
    text: 'A GET from an older client is answered 405.',
    sections: modern(MODERN.earlier),
  },

  // Event streams
  'sse.reply': {
    level: 'MUST', binds: 'server', since: '2025-03-26',
    text: 'A request is answered with an event stream or with one JSON object; the server chooses.',
    sections: both(LEGACY.sending, MODERN.sending),
  },
  'sse.notifications': {
    level: 'MAY', binds: 'server', since: '2025-03-26',
    text: 'Notifications, such as progress, come on the stream before the response.',
    sections: both(LEGACY.sending, MODERN.receiving),
  },
  'sse.end': {
    level: 'SHOULD', binds: 'server', since: '2025-03-26',
    text: 'The response ends the stream.',
    sections: both(LEGACY.sending, MODERN.receiving),
  },
  'sse.event-name': {
    level: 'fact', binds: 'server', since: '2025-03-26',
    text: 'Streamable HTTP names no event in any revision; an event without a name is a message event to the browser.',
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
    sections: legacy(LEGACY.resuming),
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
    sections: legacy(LEGACY.resuming),
  },
  'sse.replay': {
    level: 'MAY', binds: 'server', since: '2025-03-26', until: '2025-11-25',
    text: 'The server replays what came after that id on the broken stream, and goes on from there.',
    sections: legacy(LEGACY.resuming),
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
  'meta.progress-token': {
    level: 'MAY', binds: 'both', since: '2024-11-05',
    text: 'A request asks for progress by putting a token in _meta.',
    sections: both('basic/utilities/progress#progress-flow', 'basic/patterns/progress#progress-flow'),
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
} as const satisfies Readonly<Record<string, Fact>>;

export type FactId = keyof typeof FACTS;

export const FACT_IDS = Object.keys(FACTS) as readonly FactId[];

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
