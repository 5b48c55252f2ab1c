// Where the official SDKs answer otherwise than the engine, as they were found with these versions. The tests allow exactly this.
// A row is a difference of content. How things are framed must not differ at all, and does not.

/** The versions that the rows below were taken from; another version fails the tests until someone has looked. */
export const VERSIONS = {
  '2025-11-25': { '@modelcontextprotocol/sdk': '1.32.2' },
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
