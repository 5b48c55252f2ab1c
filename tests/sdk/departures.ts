// Where the official SDKs answer otherwise than the engine, as they were found with these versions. The tests allow exactly this.
// A row is a difference of content. How things are framed must not differ at all, and does not.

/** The versions that the rows below were taken from; another version fails the tests until someone has looked. */
export const VERSIONS = {
  '2025-11-25': { '@modelcontextprotocol/sdk': '1.32.2', '@modelcontextprotocol/server-everything': '2026.8.31' },
  '2026-07-28': { '@modelcontextprotocol/server': '2.4.0', '@modelcontextprotocol/node': '2.1.2' },
} as const;

export interface Departure {
  /** The method whose result it is about. */
  readonly method: string;
  /** Where in the result; `[]` stands for each item of an array. */
  readonly path: string;
  /** What the engine writes there; absent where it writes nothing. */
  readonly engine?: unknown;
  readonly sdk?: unknown;
  readonly why: string;
}

const LIST_CHANGED = 'McpServer announces list changes for everything that it registers.';
const CACHE = 'The SDK lets nobody keep a result unless the server says so; acme-search says a minute, for everyone.';
const DIALECT = 'The SDK names the JSON Schema dialect that it generates; the engine leaves the default unsaid.';

export const DEPARTURES: Readonly<Record<'2025-11-25' | '2026-07-28', readonly Departure[]>> = {
  '2025-11-25': [
    { method: 'initialize', path: 'capabilities.resources.listChanged', sdk: true, why: LIST_CHANGED },
    { method: 'initialize', path: 'capabilities.prompts.listChanged', sdk: true, why: LIST_CHANGED },
    {
      method: 'tools/list',
      path: 'tools[].inputSchema.$schema',
      sdk: 'http://json-schema.org/draft-07/schema#',
      why: DIALECT,
    },
    {
      method: 'tools/list',
      path: 'tools[].execution',
      sdk: { taskSupport: 'forbidden' },
      why: 'SDK 1.x says of every tool whether it runs as a task.',
    },
  ],
  '2026-07-28': [
    {
      method: 'tools/list',
      path: 'tools[].inputSchema.$schema',
      sdk: 'https://json-schema.org/draft/2020-12/schema',
      why: DIALECT,
    },
    ...['tools/list', 'resources/list', 'resources/read'].flatMap((method) => [
      { method, path: 'ttlMs', engine: 60000, sdk: 0, why: CACHE },
      { method, path: 'cacheScope', engine: 'public', sdk: 'private', why: CACHE },
    ]),
  ],
};

/** What an SDK does otherwise than the text says, or where the text leaves a trap. Numbers are for the tests to point at. */
export interface SdkDeparture {
  readonly number: number;
  readonly sdk: '1.32.2' | '2.4.0' | 'both';
  /** What is seen. */
  readonly what: string;
  /** What the text says. */
  readonly text: string;
}

const v1 = { sdk: '1.32.2' } as const;
const v2 = { sdk: '2.4.0' } as const;

export const SDK_DEPARTURES: readonly SdkDeparture[] = [
  { number: 1, ...v1, what: 'a foreign Origin is served', text: 'servers MUST validate Origin; 403 if it is invalid' },
  {
    number: 2,
    ...v1,
    what: 'batches are answered, an empty one with 202',
    text: 'removed in 2025-06-18: a body MUST be one message',
  },
  {
    number: 3,
    ...v1,
    what: 'an unknown resource is -32602, an unknown tool a result with isError',
    text: '-32002 SHOULD; an unknown tool is a protocol error',
  },
  {
    number: 4,
    ...v1,
    what: 'JSON that is no JSON-RPC is -32700 with the id null',
    text: 'JSON-RPC says -32600; ids are strings, numbers or absent',
  },
  { number: 5, ...v1, what: 'after 404 the client opens no new session', text: 'it MUST start a new session' },
  {
    number: 6,
    ...v1,
    what: 'the standing stream has no priming event, streams of requests have one only with an event store',
    text: 'SHOULD, at once, on every stream',
  },
  {
    number: 7,
    ...v1,
    what: 'a stream that was resumed after the end of its call stays open',
    text: 'it SHOULD end after the response',
  },
  {
    number: 8,
    ...v1,
    what: 'the event store that the SDK ships loses the standing stream',
    text: 'replay what came after the id on that stream',
  },
  {
    number: 9,
    ...v1,
    what: 'the stream of a cancelled call stays open without a response',
    text: 'nothing is said; a stream SHOULD end',
  },
  {
    number: 10,
    ...v1,
    what: 'a call whose stream broke without event ids waits for its own time-out',
    text: 'the request is lost; nothing says how the client learns of it',
  },
  {
    number: 11,
    ...v1,
    what: 'without sessions, GET opens a stream that can never carry anything',
    text: '405 would say so',
  },
  {
    number: 12,
    ...v1,
    what: 'over stdio tools are listed before initialize, and a second initialize is answered',
    text: 'initialize MUST come first, once',
  },
  {
    number: 13,
    ...v1,
    what: 'server-everything answers an unknown session with 400 and replays events of other streams',
    text: '404; replaying another stream MUST NOT be',
  },
  {
    number: 14,
    ...v1,
    what: 'over HTTP+SSE both sides agree on 2025-11-25',
    text: 'that revision does not define the transport any more',
  },
  {
    number: 15,
    ...v1,
    what: 'the client does not fall back from Streamable HTTP to HTTP+SSE',
    text: 'clients that want to support old servers SHOULD',
  },
  { number: 16, ...v2, what: 'a foreign Origin is served', text: 'servers MUST validate Origin' },
  {
    number: 17,
    ...v2,
    what: 'a request without version header and _meta is -32022',
    text: '-32020 for the header, -32602 for the _meta',
  },
  {
    number: 18,
    ...v2,
    what: 'notifications of older revisions are answered 202 and dropped',
    text: 'an error status if the server cannot accept it',
  },
  {
    number: 19,
    ...v2,
    what: 'GET is refused with -32000 and the id null',
    text: '-32000 to -32019 SHOULD NOT be used; null is no id',
  },
  {
    number: 20,
    ...v2,
    what: 'over stdio the version is looked at in the first message only',
    text: 'an unsupported version MUST be answered -32022',
  },
  {
    number: 21,
    ...v2,
    what: 'over stdio progress is still sent after the cancellation',
    text: 'the server MUST NOT send anything more',
  },
  {
    number: 22,
    ...v2,
    what: 'closing a subscription over HTTP also posts notifications/cancelled',
    text: 'closing the stream is the signal',
  },
  {
    number: 23,
    ...v2,
    what: 'a call whose stream broke waits for its own time-out, and is not sent again',
    text: 're-issue as a new request with a new id',
  },
  {
    number: 24,
    ...v2,
    what: 'Accept is ignored: who takes only JSON gets a stream',
    text: 'clients MUST accept both; a server need not use what is not accepted',
  },
  {
    number: 25,
    ...v2,
    what: 'the client rejects a result without resultType',
    text: 'clients MUST take it as complete',
  },
  {
    number: 26,
    ...v2,
    what: 'a subscription to nothing is acknowledged and ended at once, by the result alone',
    text: 'one page has the result, another notifications/cancelled',
  },
  {
    number: 27,
    ...v2,
    what: 'answers to questions that nobody asked are ignored, and the tool asks again',
    text: 'as it SHOULD; no error',
  },
  {
    number: 28,
    sdk: 'both',
    what: 'over stdio a line that is no message gets no answer; a line may end in CRLF',
    text: '-32700 or -32600 by JSON-RPC',
  },
  {
    number: 29,
    sdk: 'both',
    what: 'progress that arrives in one piece with the result is lost',
    text: 'progress before the result belongs to it',
  },
];

/**
 * Not in the table, because the tests do not compare it: the SDKs order the members of a response otherwise (`result`
 * before `jsonrpc` and `id`; of equal length), and SDK 2.x holds the head of an event stream back until the first event,
 * while the engine sends it as soon as the work begins. Neither SDK checks `Host` unless asked to: `Host: acme.test` passes.
 */
export const NOT_COMPARED = ['order of members', 'moment of the stream head'] as const;

export interface Difference {
  readonly path: string;
  readonly engine?: unknown;
  readonly sdk?: unknown;
}

/** All differences between two values, each path once. */
export function differencesBetween(engine: unknown, sdk: unknown, path = ''): readonly Difference[] {
  const found = compare(engine, sdk, path);
  return [...new Map(found.map((d) => [d.path, d])).values()];
}

function compare(engine: unknown, sdk: unknown, path: string): readonly Difference[] {
  if (Array.isArray(engine) && Array.isArray(sdk) && engine.length === sdk.length) {
    return engine.flatMap((item, i) => compare(item, sdk[i], `${path}[]`));
  }
  if (isRecord(engine) && isRecord(sdk)) {
    const names = new Set([...Object.keys(engine), ...Object.keys(sdk)]);
    return [...names].flatMap((name) => compare(engine[name], sdk[name], path ? `${path}.${name}` : name));
  }
  if (Object.is(engine, sdk)) return [];
  return [{ path, ...(engine !== undefined && { engine }), ...(sdk !== undefined && { sdk }) }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
