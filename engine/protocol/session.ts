// The messages of a session as each revision writes them: what a request, a result and a handshake carry.
import { mechanic } from './mechanics.ts';
import type { JsonObject, Message, Notification, Request, RequestId, Result } from './messages.ts';
import type { Revision } from './revisions.ts';

/** The running example of the site. */
export const EXAMPLE = {
  host: 'acme.test',
  path: '/mcp',
  sessionId: 'q3Vb0R7mX2tLw9KpZs5yUA',
  clientInfo: { name: 'example-host', version: '1.0.0' },
  serverInfo: { name: 'acme-search', version: '3.4.0' },
  serverCapabilities: { tools: { listChanged: true }, resources: { subscribe: true }, prompts: {} },
  clientCapabilities: { sampling: {}, elicitation: {} },
} as const;

const META = 'io.modelcontextprotocol/';

/** Results that tell how long they may be kept (fact `result.cache-hints`). */
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

export function requestMessage(
  act: { readonly method: string; readonly params?: JsonObject; readonly work?: object },
  id: RequestId,
  revision: Revision,
): Request {
  const meta: JsonObject = {
    ...(mechanic('selfDescribing', revision).value && {
      [`${META}protocolVersion`]: revision,
      [`${META}clientInfo`]: EXAMPLE.clientInfo,
      [`${META}clientCapabilities`]: {},
    }),
    ...(act.work && { progressToken: id }),
  };
  const params = { ...act.params, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
  return { jsonrpc: '2.0', id, method: act.method, ...(Object.keys(params).length > 0 && { params }) };
}

export function resultMessage(request: Request, content: JsonObject, revision: Revision): Result {
  if (!mechanic('selfDescribing', revision).value) return { jsonrpc: '2.0', id: request.id, result: content };
  const cache = CACHEABLE.has(request.method) ? { ttlMs: 60000, cacheScope: 'public' } : {};
  const result = { resultType: 'complete', ...content, ...cache, _meta: { [`${META}serverInfo`]: EXAMPLE.serverInfo } };
  return { jsonrpc: '2.0', id: request.id, result };
}

export function notificationMessage(method: string): Notification {
  return { jsonrpc: '2.0', method };
}

const progressMessages = new Map<string, Message>();

/** Progress of a request that carries a token: step of count. The same message is made once. */
export function progressMessage(request: Request, step: number, count: number): Message {
  const key = `${request.id} ${step} ${count}`;
  const known = progressMessages.get(key);
  if (known) return known;
  if (progressMessages.size > 2000) progressMessages.clear();
  const params = { progressToken: request.id, progress: step, total: count, message: `archive ${step} of ${count}` };
  const message: Notification = { jsonrpc: '2.0', method: 'notifications/progress', params };
  progressMessages.set(key, message);
  return message;
}

/** What initialize asks and answers. */
export function handshake(revision: Revision): { readonly params: JsonObject; readonly result: JsonObject } {
  const { clientInfo, serverInfo, clientCapabilities, serverCapabilities } = EXAMPLE;
  return {
    params: { protocolVersion: revision, capabilities: clientCapabilities, clientInfo },
    result: { protocolVersion: revision, capabilities: serverCapabilities, serverInfo },
  };
}
