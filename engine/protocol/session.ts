// The messages of a session as each revision writes them: what a request, a result and a handshake carry.
import { mechanic } from './mechanics.ts';
import type { ErrorResponse, JsonObject, Message, Notification, Request, RequestId, Result } from './messages.ts';
import { headerValueOf } from '../wire/header-value.ts';
import { holdsIn, REVISIONS, type Revision, type Validity } from './revisions.ts';

/** The running example of the site. */
export const EXAMPLE = {
  host: 'acme.test',
  path: '/mcp',
  /** The two addresses of HTTP+SSE; the second is told by the first event. */
  ssePath: '/sse',
  messagesPath: '/messages',
  sessionId: 'q3Vb0R7mX2tLw9KpZs5yUA',
  /** The id after a session was lost. */
  nextSessionId: 'Hk2nYt8uP4cJd6VfWe1xQg',
  /** What the authorization server gives out, and where the resource says which server that is. */
  token: 'mW4tD8sQ1zH6yBn3',
  resourceMetadata: 'https://acme.test/.well-known/oauth-protected-resource/mcp',
  clientInfo: { name: 'example-host', version: '1.0.0' },
  serverInfo: { name: 'acme-search', version: '3.4.0' },
  serverCapabilities: { tools: { listChanged: true }, resources: { subscribe: true }, prompts: {} },
} as const;

const META = 'io.modelcontextprotocol/';

/** Since when a server may ask the user. */
export const ELICITATION: Validity = { since: '2025-06-18' };
/** Since when progress may say something beside its numbers. */
const PROGRESS_TEXT: Validity = { since: '2025-03-26' };

/** What a client of the example declares, and since when there is such a thing. */
const CLIENT_CAPABILITIES: readonly (Validity & { readonly name: string })[] = [
  { name: 'sampling' },
  { name: 'elicitation', ...ELICITATION },
];

/** Results that tell how long they may be kept (fact `result.cache-hints`). */
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

interface RequestParts {
  readonly method: string;
  readonly params?: JsonObject;
  readonly meta?: JsonObject;
  readonly capabilities?: JsonObject;
  readonly wantsProgress?: boolean;
}

export function requestMessage(parts: RequestParts, id: RequestId, revision: Revision): Request {
  const meta: JsonObject = {
    ...(mechanic('selfDescribing', revision).value && {
      [`${META}protocolVersion`]: revision,
      [`${META}clientInfo`]: EXAMPLE.clientInfo,
      [`${META}clientCapabilities`]: parts.capabilities ?? {},
    }),
    ...parts.meta,
    ...(parts.wantsProgress && { progressToken: id }),
  };
  const params = { ...parts.params, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
  return { jsonrpc: '2.0', id, method: parts.method, ...(Object.keys(params).length > 0 && { params }) };
}

export function resultMessage(
  request: Request,
  content: JsonObject,
  revision: Revision,
  resultType = 'complete',
): Result {
  if (!mechanic('selfDescribing', revision).value) return { jsonrpc: '2.0', id: request.id, result: content };
  const cache =
    CACHEABLE.has(request.method) && resultType === 'complete' ? { ttlMs: 60000, cacheScope: 'public' } : {};
  const { _meta: own, ...members } = content;
  const meta = { ...(own as JsonObject | undefined), [`${META}serverInfo`]: EXAMPLE.serverInfo };
  return { jsonrpc: '2.0', id: request.id, result: { resultType, ...members, ...cache, _meta: meta } };
}

export function errorMessage(
  id: RequestId | undefined,
  code: number,
  message: string,
  data?: JsonObject,
): ErrorResponse {
  return { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message, ...(data && { data }) } };
}

export function notificationMessage(method: string, params?: JsonObject): Notification {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}

/** A notification on the stream of a subscription names it (2026-07-28). */
export function subscriptionMeta(requestId: RequestId): JsonObject {
  return { _meta: { [`${META}subscriptionId`]: requestId } };
}

/** The reports of a request that carries a token. */
export function progressReports({ id }: Request, count: number, revision: Revision): (step: number) => Message {
  const hasText = holdsIn(PROGRESS_TEXT, revision);
  return (step) => {
    const report = { progressToken: id, progress: step, total: count };
    const params = hasText ? { ...report, message: `archive ${step} of ${count}` } : report;
    return { jsonrpc: '2.0', method: 'notifications/progress', params };
  };
}

/** Arguments of the example's tools that a client repeats in a header (2026-07-28), by tool and argument. */
const MIRRORED: Readonly<Record<string, Readonly<Record<string, string>>>> = { docs_search: { region: 'Region' } };

/** The `Mcp-Param-*` headers of a call. */
export function mirroredParams(message: Message): readonly { readonly name: string; readonly value: string }[] {
  if (!('method' in message) || message.method !== 'tools/call') return [];
  const { name, arguments: given } = (message.params ?? {}) as {
    readonly name?: string;
    readonly arguments?: JsonObject;
  };
  if (name === undefined || !Object.hasOwn(MIRRORED, name)) return [];
  const annotated = MIRRORED[name]!;
  return Object.entries(annotated).flatMap(([argument, header]) => {
    const value = given?.[argument];
    return value === undefined || value === null
      ? []
      : [{ name: `Mcp-Param-${header}`, value: headerValueOf(String(value)) }];
  });
}

/** What initialize asks and answers. */
export function handshake(
  revision: Revision,
  declared: JsonObject = {},
): { readonly params: JsonObject; readonly result: JsonObject } {
  const { clientInfo, serverInfo, serverCapabilities } = EXAMPLE;
  const capabilities = Object.fromEntries(
    CLIENT_CAPABILITIES.filter((row) => holdsIn(row, revision)).map(({ name }) => [name, {}]),
  );
  return {
    params: { protocolVersion: revision, capabilities, clientInfo },
    result: { protocolVersion: revision, capabilities: { ...serverCapabilities, ...declared }, serverInfo },
  };
}

/** What a server wants to see, and since when it has to say where a token comes from. */
const CHALLENGES: readonly (Validity & { readonly value: string })[] = [
  { until: '2025-03-26', value: 'Bearer' },
  { since: '2025-06-18', value: `Bearer resource_metadata="${EXAMPLE.resourceMetadata}"` },
];

export function challengeIn(revision: Revision): string {
  return CHALLENGES.find((row) => holdsIn(row, revision))!.value;
}

/** What server/discover answers. */
export function discovered(declared: JsonObject = {}): JsonObject {
  const supportedVersions = REVISIONS.filter((revision) => mechanic('selfDescribing', revision).value);
  return { supportedVersions, capabilities: { ...EXAMPLE.serverCapabilities, ...declared } };
}
