// Rules of the tasks extension (2026-07-28): who may get a handle, what task methods return, and how a task ends.
import { TASKS_EXTENSION } from '../../protocol/methods.ts';
import { isMembers, memberOf, type Members, type Said } from '../model.ts';
import { capabilitiesOf, declaresTasks, errorCodeOf } from '../request-meta.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';
import { serverOf } from '../server-era.ts';
import { headerFaults, ListedTools } from '../mirrored-headers.ts';
import { postedRequest } from './version-modern.ts';

const modern = { since: '2026-07-28', severity: 'error', level: 'MUST' } as const;
const server = { ...modern, party: 'server' } as const;
const client = { ...modern, party: 'client' } as const;

const TASK = 'task';
const TASK_METHODS: ReadonlySet<string | undefined> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel']);
const ENDED: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

const isTaskCall = (said: Said | undefined): boolean => said?.kind === 'request' && TASK_METHODS.has(said.method);
const isHandle = ({ result }: Said): boolean => result?.['resultType'] === TASK && typeof result['taskId'] === 'string';
const taskIdOf = (holder: unknown): string | undefined => {
  const id = memberOf(holder, 'taskId');
  return typeof id === 'string' ? id : undefined;
};

/** The task that a message describes: an answer to tasks/get, or a notification. */
function taskIn(said: Said): Members | undefined {
  if (said.kind === 'notification') return said.method === 'notifications/tasks' ? said.params : undefined;
  return isTaskCall(said.request) ? said.result : undefined;
}

function resultType(said: Said): Hit | undefined {
  const { result, request, place } = said;
  if (!result || !request) return undefined;
  const type = result['resultType'];
  if (isTaskCall(request))
    return typeof type === 'string' && type !== 'complete'
      ? {
          place,
          message: `The result of ${request.method!} has the resultType ${sayJson(type)}, not "complete".`,
          // Examples of the extension have that slip.
          ...(type === TASK && { severity: 'warning' as const }),
        }
      : undefined;
  if (request.method !== 'tools/call')
    return type === TASK
      ? { place, message: `${request.method ?? 'The request'} is answered with a task; only tools/call can be.` }
      : undefined;
  const nested = result?.['task'];
  if (isMembers(nested) && typeof nested['taskId'] === 'string' && (type === TASK || type === undefined))
    return { place, message: 'The task stands in a member of the result, as it did in 2025-11-25.' };
  if (type === TASK)
    return typeof result['taskId'] === 'string' && typeof result['status'] === 'string'
      ? undefined
      : { place, message: 'A result of kind task has no taskId or no status.' };
  const isTask =
    typeof result['taskId'] === 'string' && typeof result['status'] === 'string' && !Object.hasOwn(result, 'content');
  return isTask && type !== undefined
    ? { place, message: `A task comes with the resultType ${sayJson(type)}, not "task".` }
    : undefined;
}

/** The tasks that each server has made. */
interface Task {
  readonly atMs: number | undefined;
  readonly ttlMs: unknown;
  /** The id of the request that it answers. */
  readonly requestId: unknown;
  readonly questions: Map<string, string>;
  isOver: boolean;
}
type Tasks = Map<unknown, Map<string, Task>>;
const REMEMBERED = 1000;

const tasksOf = (said: Said, tasks: Tasks): Map<string, Task> => {
  const known = tasks.get(serverOf(said)) ?? new Map<string, Task>();
  tasks.set(serverOf(said), known);
  return known;
};

function note(said: Said, tasks: Tasks): void {
  const { result, atMs, request } = said;
  if (isHandle(said)) {
    const known = tasksOf(said, tasks);
    known.set(taskIdOf(result)!, {
      atMs,
      ttlMs: result!['ttlMs'],
      requestId: request?.id,
      questions: new Map(),
      isOver: false,
    });
    if (known.size > REMEMBERED) for (const oldest of known.keys()) return void known.delete(oldest);
  }
  const task = taskIn(said);
  const known = task && tasks.get(serverOf(said))?.get(taskIdOf(task) ?? '');
  if (known && ENDED.has(task['status'])) known.isOver = true;
}

function reusedKey(said: Said, tasks: Tasks): Hit | undefined {
  note(said, tasks);
  const task = taskIn(said) ?? (isHandle(said) ? said.result : undefined);
  const questions = memberOf(task, 'inputRequests');
  const known = tasks.get(serverOf(said))?.get(taskIdOf(task) ?? '');
  if (!known || !isMembers(questions)) return undefined;
  let reused: string | undefined;
  for (const [key, question] of Object.entries(questions)) {
    const text = JSON.stringify(question);
    if ((known.questions.get(key) ?? text) !== text) reused ??= key;
    else if (known.questions.size < REMEMBERED) known.questions.set(key, text);
  }
  return reused === undefined
    ? undefined
    : { place: said.place, message: `The key ${sayJson(reused)} named another question of this task before.` };
}

function wrongFailure(said: Said): Hit | undefined {
  const task = taskIn(said);
  if (task?.['status'] !== 'failed') return undefined;
  const { place } = said;
  if (memberOf(task['result'], 'isError') === true)
    return { place, message: 'The task has failed with a tool result that says isError; such a task is completed.' };
  return isMembers(task['error']) ? undefined : { place, message: 'The task has failed, but there is no error in it.' };
}

const OWN_REFUSALS: ReadonlySet<number> = new Set([-32602, -32601, -32603, -32020, -32021, -32022]);
const SAYS_UNKNOWN = /\b(?:not found|unknown|no such|does not exist|expired)\b/i;

function lostTask(said: Said, tasks: Tasks): Hit | undefined {
  note(said, tasks);
  const { request, place, atMs } = said;
  if (request?.method !== 'tasks/get' || errorCodeOf(said) !== -32602) return undefined;
  const id = taskIdOf(request.params);
  const task = id === undefined ? undefined : tasks.get(serverOf(request))?.get(id);
  if (!task || task.isOver) return undefined;
  const ageMs = task.atMs === undefined || atMs === undefined ? undefined : atMs - task.atMs;
  const isExpired = typeof task.ttlMs === 'number' && ageMs !== undefined && ageMs >= task.ttlMs;
  return isExpired
    ? undefined
    : { place, message: `The server does not know the task ${sayJson(id)}, whose handle it has sent.` };
}

export const TASKS_MODERN: readonly Rule[] = [
  {
    ...server,
    id: 'task2.undeclared',
    level: 'MUST NOT',
    checks: 'Whether a task handle goes to a client whose request does not declare the extension.',
    fix: `Finish the call in place, or refuse it with −32021 and ${TASKS_EXTENSION} in requiredCapabilities.`,
    fact: 'tasks.declared',
    hooks: {
      response: ({ result, request, place }) =>
        result?.['resultType'] === TASK &&
        request &&
        capabilitiesOf(request) &&
        !declaresTasks(request) &&
        !isTaskCall(request)
          ? {
              place,
              message: `The request does not declare ${TASKS_EXTENSION}, and gets the task ${sayJson(result['taskId'])}.`,
            }
          : undefined,
    },
  },
  {
    ...server,
    id: 'task2.result-type',
    checks: 'Whether a task handle is a result of kind task, and what task methods return is complete.',
    fix: 'Put the members of the task into the result itself, with resultType "task"; answer task methods with "complete".',
    fact: 'tasks.result-type',
    hooks: { response: resultType },
  },
  {
    ...client,
    id: 'task2.not-declared',
    severity: 'warning',
    level: 'practice',
    checks: 'Whether a task method comes from a client that does not declare the extension in that request.',
    fix: `Declare ${TASKS_EXTENSION} in the clientCapabilities of each request.`,
    fact: 'tasks.undeclared',
    hooks: {
      request: (said) =>
        said.from === 'client' && isTaskCall(said) && capabilitiesOf(said) && !declaresTasks(said)
          ? { place: said.place, message: `The ${saySaid(said)} does not declare ${TASKS_EXTENSION}.` }
          : undefined,
    },
  },
  {
    ...server,
    id: 'task2.served-undeclared',
    checks: 'Whether a task method is served to a client that does not declare the extension.',
    fix: 'Refuse it with −32021 and the extension in requiredCapabilities.',
    fact: 'tasks.undeclared',
    follows: ['task2.not-declared'],
    hooks: {
      response: ({ result, request, place }) =>
        result && request && isTaskCall(request) && capabilitiesOf(request) && !declaresTasks(request)
          ? {
              place,
              message: `${request.method ?? 'A task method'} is served though the request does not declare the extension.`,
            }
          : undefined,
    },
  },
  {
    ...client,
    id: 'task2.header',
    transports: ['http'],
    checks: 'Whether Mcp-Name repeats the task id of a task method.',
    fix: 'Send Mcp-Name with params.taskId.',
    fact: 'tasks.header',
    follows: ['hdr.refused-status'],
    remember: () => new ListedTools(),
    hooks: {
      asked: (exchange, tools: ListedTools) => {
        const request = postedRequest(exchange);
        return request && headerFaults(exchange, request, tools).filter(({ rule }) => rule === 'task2.header');
      },
    },
  },
  {
    ...server,
    id: 'task2.unknown',
    checks: 'Whether tasks/get for a task that the server does not know is refused with −32602.',
    fix: 'Answer with error −32602.',
    fact: 'tasks.unknown',
    hooks: {
      response: (said) => {
        const code = errorCodeOf(said);
        const reason = said.error?.['message'];
        return said.request?.method === 'tasks/get' &&
          code !== undefined &&
          !OWN_REFUSALS.has(code) &&
          typeof reason === 'string' &&
          (code === -32002 || SAYS_UNKNOWN.test(reason))
          ? { place: said.place, message: `tasks/get is refused with ${code} (${sayJson(reason)}), not −32602.` }
          : undefined;
      },
    },
  },
  {
    ...server,
    id: 'task2.failed',
    level: 'MUST NOT',
    checks: 'Whether a task has failed for something else than a JSON-RPC error.',
    fix: 'Report a tool result with isError as completed with that result; fail only with an error in error.',
    fact: 'tasks.failed',
    hooks: { response: wrongFailure, notification: wrongFailure },
  },
  {
    ...server,
    id: 'task2.input-key',
    checks: 'Whether a key names two questions in the life of a task.',
    fix: 'Take a fresh key for each question.',
    fact: 'tasks.input-keys',
    remember: (): Tasks => new Map(),
    hooks: { response: reusedKey, notification: reusedKey },
  },
  {
    ...client,
    id: 'task2.cancel',
    level: 'MUST NOT',
    checks: 'Whether a client cancels the request that made a task instead of the task.',
    fix: 'Send tasks/cancel with the task id.',
    fact: 'tasks.cancel',
    remember: (): Tasks => new Map(),
    hooks: {
      response: (said, tasks: Tasks) => void note(said, tasks),
      notification: (said, tasks: Tasks) => {
        note(said, tasks);
        const { method, params, place, from } = said;
        if (method !== 'notifications/cancelled' || from !== 'client') return undefined;
        const named = taskIdOf(params);
        const id = params?.['requestId'];
        const made = [...(tasks.get(serverOf(said)) ?? [])].find(([, task]) => !task.isOver && task.requestId === id);
        if (named === undefined && !made) return undefined;
        return { place, message: `notifications/cancelled is sent for the task ${sayJson(named ?? made![0])}.` };
      },
    },
  },
  {
    ...server,
    id: 'task2.durable',
    checks: 'Whether a server knows the tasks whose handles it has sent.',
    fix: 'Store the task where every replica finds it before the handle is sent.',
    fact: 'tasks.durable',
    remember: (): Tasks => new Map(),
    hooks: { response: lostTask, notification: (said, tasks: Tasks) => void note(said, tasks) },
  },
];
