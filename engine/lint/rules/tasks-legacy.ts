// Rules of tasks as the core of 2025-11-25 has them.
import { isMembers, memberOf, type Said, type Scope } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';

const tasks = { since: '2025-11-25', until: '2025-11-25' } as const;

const at = ({ place }: Said, message: string): Hit => ({ place, message });

const STATUS: readonly string[] = ['notifications/tasks/status'];
const FINAL: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);
const RELATED = 'io.modelcontextprotocol/related-task';
/** What names its task in params or result anyway. */
const ABOUT: ReadonlySet<unknown> = new Set(['tasks/get', 'tasks/result', 'tasks/cancel']);

const wantsTask = ({ params }: Said): boolean => params?.['task'] !== undefined;

/** The task that a response has made. */
function createdBy({ request, result }: Said): unknown {
  return request && wantsTask(request) ? result?.['task'] : undefined;
}

/** A task and its status, where a message reports it. */
function reportedBy(said: Said): { readonly id: unknown; readonly status: unknown } | undefined {
  const { request, result, method, params } = said;
  const holder =
    createdBy(said) ??
    (request?.method === 'tasks/get' || request?.method === 'tasks/cancel' ? result : undefined) ??
    (method === 'notifications/tasks/status' ? params : undefined);
  const [id, status] = [memberOf(holder, 'taskId'), memberOf(holder, 'status')];
  return typeof id === 'string' && typeof status === 'string' ? { id, status } : undefined;
}

/** The last status of each task, in each scope. */
type Statuses = WeakMap<Scope, Map<unknown, unknown>>;

function statusesOf(scope: Scope, all: Statuses): Map<unknown, unknown> {
  let known = all.get(scope);
  if (!known) all.set(scope, (known = new Map()));
  return known;
}

function noteStatus(said: Said, all: Statuses): Hit | undefined {
  const reported = said.isRepeat ? undefined : reportedBy(said);
  if (!reported) return undefined;
  const known = statusesOf(said.scope, all);
  const before = known.get(reported.id);
  known.set(reported.id, reported.status);
  return FINAL.has(before) && reported.status !== before
    ? at(said, `Task ${sayJson(reported.id)} was ${String(before)}, and is ${String(reported.status)} now.`)
    : undefined;
}

/** Answers about tasks that are not there or over. */
function wrongRefusal(said: Said, all: Statuses): Hit | undefined {
  const { request, error, result, scope } = said;
  if (!request || !ABOUT.has(request.method)) return undefined;
  const id = request.params?.['taskId'];
  const status = statusesOf(scope, all).get(id);
  const code = error?.['code'];
  // A side without tasks does not know the method.
  if (code === -32602 || code === -32601) return undefined;
  if (request.method === 'tasks/cancel' && FINAL.has(status)) {
    // It may have ended on the way.
    const wasFinal = result && result?.['status'] === status;
    const what = error ? `refused with ${sayJson(code)}` : 'accepted';
    return error || wasFinal
      ? at(said, `The cancellation of task ${sayJson(id)}, which is ${String(status)}, is ${what}.`)
      : undefined;
  }
  const isUnknown =
    error &&
    status === undefined &&
    scope.initialize !== undefined &&
    /not found|unknown|no such|expired/i.test(String(error['message']));
  return isUnknown ? at(said, `The unknown task ${sayJson(id)} is refused with ${sayJson(code)}.`) : undefined;
}

/** What tools say of running as a task, in each scope. */
type Support = WeakMap<Scope, Map<unknown, unknown>>;

function noteTools({ request, result, scope }: Said, all: Support): void {
  const tools = request?.method === 'tools/list' ? result?.['tools'] : undefined;
  if (!Array.isArray(tools)) return;
  let known = all.get(scope);
  if (!known) all.set(scope, (known = new Map()));
  for (const tool of tools as readonly unknown[])
    known.set(memberOf(tool, 'name'), memberOf(memberOf(tool, 'execution'), 'taskSupport') ?? 'forbidden');
}

function wrongCall(said: Said, all: Support): Hit | undefined {
  const { method, params, scope } = said;
  if (method !== 'tools/call' || said.from !== 'client') return undefined;
  const tasksDeclared = memberOf(scope.serverCapabilities, 'tasks');
  if (tasksDeclared === undefined && !wantsTask(said)) return undefined;
  const name = params?.['name'];
  const declared = memberOf(memberOf(memberOf(tasksDeclared, 'requests'), 'tools'), 'call');
  if (wantsTask(said) && scope.serverCapabilities && declared === undefined)
    return at(
      said,
      `The call of ${sayJson(name)} asks for a task, but the server has not declared tasks.requests.tools.call.`,
    );
  if (declared === undefined) return undefined;
  const support = all.get(scope)?.get(name);
  if (wantsTask(said) && support === 'forbidden')
    return at(said, `The call asks for a task, but the tool ${sayJson(name)} does not support tasks.`);
  return !wantsTask(said) && support === 'required'
    ? at(said, `The tool ${sayJson(name)} runs as a task only, and the call asks for none.`)
    : undefined;
}

export const TASKS_LEGACY: readonly Rule[] = [
  {
    ...tasks,
    id: 'task1.tool-support',
    methods: ['tools/list', 'tools/call'],
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether a tool is called as a task where it can be, and only there.',
    fix: 'Look at execution.taskSupport of the tool and at tasks.requests.tools.call of the server before a call has "task".',
    fact: 'tasks.core-tool',
    remember: (): Support => new WeakMap(),
    hooks: {
      request: { of: ['tools/call'], hear: wrongCall },
      response: { of: ['tools/list'], hear: (said, all: Support) => void noteTools(said, all) },
    },
  },
  {
    ...tasks,
    id: 'task1.initial',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a task begins as working.',
    fix: 'Answer with status "working", and report what comes later with tasks/get.',
    fact: 'tasks.core-first',
    hooks: {
      response: {
        where: 'task',
        hear: (said) => {
          const task = createdBy(said);
          const status = memberOf(task, 'status');
          return isMembers(task) && status !== 'working' ? at(said, `The new task is ${sayJson(status)}.`) : undefined;
        },
      },
    },
  },
  {
    ...tasks,
    id: 'task1.transition',
    severity: 'error',
    level: 'MUST NOT',
    party: 'sender',
    checks: 'Whether a task that has ended goes on.',
    fix: 'Leave a task alone that is completed, failed or cancelled.',
    fact: 'tasks.core-final',
    remember: (): Statuses => new WeakMap(),
    hooks: { response: { where: 'task', hear: noteStatus }, notification: { of: STATUS, hear: noteStatus } },
  },
  {
    ...tasks,
    id: 'task1.related',
    methods: ['tasks/result'],
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether the result of a task names the task in _meta.',
    fix: `Put _meta["${RELATED}"] with the taskId into the result.`,
    fact: 'tasks.core-related',
    hooks: {
      response: (said) =>
        said.result && memberOf(memberOf(said.meta, RELATED), 'taskId') === undefined
          ? at(said, `The ${saySaid(said)} is the result of a task, but does not name it.`)
          : undefined,
    },
  },
  {
    ...tasks,
    id: 'task1.errors',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a task that is unknown, or over and to be cancelled, is refused with −32602.',
    fix: 'Answer error -32602 where the task id is unknown, or the task to be cancelled has ended.',
    fact: 'tasks.core-unknown',
    remember: (): Statuses => new WeakMap(),
    hooks: {
      response: {
        where: 'task',
        hear: (said, all: Statuses) => {
          const hit = wrongRefusal(said, all);
          noteStatus(said, all);
          return hit;
        },
      },
      notification: { of: STATUS, hear: (said, all: Statuses) => void noteStatus(said, all) },
    },
  },
];
