// Which method may be sent by whom, in which revisions, and which parameters it needs: one row each, after the unions of
// the published schemas. Knows no transport.
import type { SpecRevision } from './facts.ts';
import { holdsIn } from './revisions.ts';

export type ParamType = 'string' | 'number' | 'object' | 'array' | 'id' | 'any';

export interface Method {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly from: 'client' | 'server';
  readonly since?: SpecRevision;
  readonly until?: SpecRevision;
  /** Parameters without which it means nothing, with their JSON types; `_meta` is not among them. */
  readonly required?: Readonly<Record<string, ParamType>>;
  /** Parameters that may be left out, with their types. */
  readonly optional?: Readonly<Record<string, ParamType>>;
  /** The capability, as a path, that the receiver must have declared. */
  readonly needs?: string;
  /** The parameter that the header Mcp-Name repeats (2026-07-28). */
  readonly mirrors?: string;
}

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

const request = { kind: 'request' } as const;
const notification = { kind: 'notification' } as const;
const client = { from: 'client' } as const;
const server = { from: 'server' } as const;
const legacy = { until: '2025-11-25' } as const;
const modern = { since: '2026-07-28' } as const;
const only2025 = { since: '2025-11-25', until: '2025-11-25' } as const;

const list = { optional: { cursor: 'string' } } as const;
const uri = { required: { uri: 'string' } } as const;
const taskId = { required: { taskId: 'string' } } as const;
const initialize = { required: { protocolVersion: 'string', capabilities: 'object', clientInfo: 'object' } } as const;
const call = { required: { name: 'string' }, optional: { arguments: 'object' } } as const;
const complete = { required: { ref: 'object', argument: 'object' } } as const;
const taskStatus = {
  required: { taskId: 'string', status: 'string', createdAt: 'string', lastUpdatedAt: 'string', ttl: 'any' },
} as const;
const progress = { required: { progressToken: 'id', progress: 'number' } } as const;
const cancelled = { required: { requestId: 'id' } } as const;
const sampling = { required: { messages: 'array', maxTokens: 'number' } } as const;
const elicitation = { required: { message: 'string' } } as const;
const message = { required: { level: 'string', data: 'any' } } as const;
const extension = { ...modern, needs: `extensions.${TASKS_EXTENSION}` } as const;

// prettier-ignore
export const METHODS: readonly Method[] = [
  // client requests
  { ...request, ...client, ...legacy, method: 'initialize', ...initialize },
  { ...request, ...client, ...legacy, method: 'ping' },
  { ...request, ...client, ...modern, method: 'server/discover' },
  { ...request, ...client, method: 'tools/list', ...list, needs: 'tools' },
  { ...request, ...client, method: 'tools/call', ...call, needs: 'tools', mirrors: 'name' },
  { ...request, ...client, method: 'resources/list', ...list, needs: 'resources' },
  { ...request, ...client, method: 'resources/templates/list', ...list, needs: 'resources' },
  { ...request, ...client, method: 'resources/read', ...uri, needs: 'resources', mirrors: 'uri' },
  { ...request, ...client, ...legacy, method: 'resources/subscribe', ...uri, needs: 'resources.subscribe' },
  { ...request, ...client, ...legacy, method: 'resources/unsubscribe', ...uri, needs: 'resources.subscribe' },
  { ...request, ...client, method: 'prompts/list', ...list, needs: 'prompts' },
  { ...request, ...client, method: 'prompts/get', ...call, needs: 'prompts', mirrors: 'name' },
  { ...request, ...client, ...legacy, method: 'logging/setLevel', required: { level: 'string' }, needs: 'logging' },
  { ...request, ...client, until: '2024-11-05', method: 'completion/complete', ...complete },
  { ...request, ...client, since: '2025-03-26', method: 'completion/complete', ...complete, needs: 'completions' },
  { ...request, ...client, ...only2025, method: 'tasks/get', ...taskId, needs: 'tasks' },
  { ...request, ...client, ...only2025, method: 'tasks/result', ...taskId, needs: 'tasks' },
  { ...request, ...client, ...only2025, method: 'tasks/cancel', ...taskId, needs: 'tasks.cancel' },
  { ...request, ...client, ...only2025, method: 'tasks/list', ...list, needs: 'tasks.list' },
  { ...request, ...client, ...extension, method: 'tasks/get', ...taskId, mirrors: 'taskId' },
  { ...request, ...client, ...extension, method: 'tasks/update', required: { taskId: 'string', inputResponses: 'object' }, mirrors: 'taskId' },
  { ...request, ...client, ...extension, method: 'tasks/cancel', ...taskId, mirrors: 'taskId' },
  { ...request, ...client, ...modern, method: 'subscriptions/listen', required: { notifications: 'object' } },

  // client notifications
  { ...notification, ...client, ...legacy, method: 'notifications/initialized' },
  { ...notification, ...client, method: 'notifications/cancelled', ...cancelled },
  { ...notification, ...client, ...legacy, method: 'notifications/progress', ...progress },
  { ...notification, ...client, ...legacy, method: 'notifications/roots/list_changed' },
  { ...notification, ...client, ...only2025, method: 'notifications/tasks/status', ...taskStatus },

  // server requests
  { ...request, ...server, ...legacy, method: 'ping' },
  { ...request, ...server, ...legacy, method: 'sampling/createMessage', ...sampling, needs: 'sampling' },
  { ...request, ...server, ...legacy, method: 'roots/list', needs: 'roots' },
  { ...request, ...server, since: '2025-06-18', until: '2025-11-25', method: 'elicitation/create', ...elicitation, needs: 'elicitation' },
  { ...request, ...server, ...only2025, method: 'tasks/get', ...taskId, needs: 'tasks' },
  { ...request, ...server, ...only2025, method: 'tasks/result', ...taskId, needs: 'tasks' },
  { ...request, ...server, ...only2025, method: 'tasks/cancel', ...taskId, needs: 'tasks.cancel' },
  { ...request, ...server, ...only2025, method: 'tasks/list', ...list, needs: 'tasks.list' },

  // server notifications
  { ...notification, ...server, method: 'notifications/cancelled', ...cancelled },
  { ...notification, ...server, method: 'notifications/progress', ...progress },
  { ...notification, ...server, method: 'notifications/message', ...message },
  { ...notification, ...server, method: 'notifications/tools/list_changed' },
  { ...notification, ...server, method: 'notifications/resources/list_changed' },
  { ...notification, ...server, method: 'notifications/resources/updated', ...uri },
  { ...notification, ...server, method: 'notifications/prompts/list_changed' },
  { ...notification, ...server, ...only2025, method: 'notifications/tasks/status', ...taskStatus },
  { ...notification, ...server, ...only2025, method: 'notifications/elicitation/complete', required: { elicitationId: 'string' } },
  { ...notification, ...server, ...modern, method: 'notifications/subscriptions/acknowledged', required: { notifications: 'object' } },
  { ...notification, ...server, ...extension, method: 'notifications/tasks', ...taskId },
];

/** The row of a method that a party may send in a revision, if it may. */
export function methodOf(
  method: string,
  from: Method['from'],
  kind: Method['kind'],
  revision: SpecRevision,
): Method | undefined {
  return METHODS.find(
    (row) => row.method === method && row.from === from && row.kind === kind && holdsIn(row, revision),
  );
}

/** Every row of a method, whoever sends it and whenever it is legal: says why a name is wrong here. */
export function rowsOfMethod(method: string): readonly Method[] {
  return METHODS.filter((row) => row.method === method);
}
