// A call that becomes a task: a handle at once, polling for its state, an answer on the way, a cancellation, the result in the last answer.
import type { JsonObject } from '../protocol/messages.ts';
import { PROFILES } from '../protocol/revisions.ts';
import { ASK_EDITION, PUBLISHED } from './acme-search.ts';
import { DEEP } from './deep-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Act, RequestAct, Scenario } from './scenario.ts';

const EXTENSION = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const ASKS = { ...EXTENSION, elicitation: { form: {} } };
const TASK_ID = 'tk_9fQ2xV7bLm4c';

/** A task as tasks/get shows it. Times are those of the example, not of a clock. */
export function task(status: string, updatedMs: number): JsonObject {
  const second = String(Math.min(59, Math.floor(updatedMs / 1000))).padStart(2, '0');
  return {
    taskId: TASK_ID,
    status,
    createdAt: '2026-07-28T12:00:00Z',
    lastUpdatedAt: `2026-07-28T12:00:${second}Z`,
    ttlMs: 600_000,
    pollIntervalMs: 2000,
  };
}

/** A request about the task, after a pause. */
function after(ms: number, method: string, result: JsonObject, params: JsonObject = {}): readonly Act[] {
  return [
    { act: 'pause', ms },
    { act: 'request', method, params: { taskId: TASK_ID, ...params }, capabilities: ASKS, result },
  ];
}

const COURSES = ['completes', 'asks', 'is-cancelled', 'tells'] as const;
type Course = (typeof COURSES)[number];
const LABELS: Readonly<Record<Course, string>> = {
  completes: 'completes',
  asks: 'asks on the way',
  'is-cancelled': 'is cancelled',
  tells: 'tells when it is done',
};

export const tasks: Scenario = {
  slug: 'tasks',
  title: 'A call that becomes a task',
  about:
    'Work that takes longer than anyone keeps a connection: the client gets a handle and asks again from time to time.',
  revisions: ['2026-07-28'],
  transports: ['stdio', 'streamable-http'],
  profiles: PROFILES,
  parameters: [
    {
      kind: 'choice',
      name: 'course',
      label: 'the task',
      default: 'completes',
      options: COURSES.map((value) => ({ value, label: LABELS[value] })),
      about: 'What becomes of the task.',
    },
    {
      kind: 'number',
      name: 'workMs',
      label: 'work',
      unit: 'ms',
      default: 7000,
      min: 1,
      max: 50_000,
      stops: [1000, 3000, 5000, 7000, 10_000, 20_000, 50_000],
      about: 'How long the task takes.',
    },
    {
      kind: 'number',
      name: 'pollMs',
      label: 'poll every',
      unit: 'ms',
      default: 2000,
      min: 100,
      max: 30_000,
      stops: [500, 1000, 2000, 5000, 10_000, 30_000],
      about: 'How long the client waits between two questions.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ course, workMs, pollMs }) => ({
    serverCapabilities: EXTENSION,
    acts: actsOf(course as Course, Number(workMs), Number(pollMs)),
  }),
};

function actsOf(course: Course, workMs: number, pollMs: number): readonly Act[] {
  const polls = Math.max(1, Math.ceil(workMs / pollMs));
  const working = Array.from({ length: polls - 1 }, (_, i) =>
    after(pollMs, 'tasks/get', task('working', (i + 1) * pollMs)),
  ).flat();
  const doneMs = polls * pollMs;
  const completed = { ...task('completed', doneMs), result: DEEP };
  const call: RequestAct = {
    act: 'request',
    method: 'tools/call',
    params:
      course === 'asks'
        ? { name: 'publish', arguments: { id: '42' } }
        : { name: 'deep_search', arguments: { query: 'sse resumption' } },
    capabilities: course === 'asks' ? ASKS : EXTENSION,
    result: task('working', 0),
    resultType: 'task',
  };
  switch (course) {
    case 'completes':
      return [call, ...working, ...after(pollMs, 'tasks/get', completed)];
    case 'asks': {
      const { key, method, params, answer } = ASK_EDITION;
      return [
        call,
        ...working,
        ...after(pollMs, 'tasks/get', {
          ...task('input_required', doneMs),
          inputRequests: { [key]: { method, params } },
        }),
        ...after(0, 'tasks/update', {}, { inputResponses: { [key]: answer } }),
        ...after(pollMs, 'tasks/get', { ...task('completed', doneMs + pollMs), result: PUBLISHED }),
      ];
    }
    case 'is-cancelled':
      // The client is thanked at once; when the work stops is for the server to say.
      return [
        call,
        ...working,
        ...after(0, 'tasks/cancel', {}),
        ...after(pollMs, 'tasks/get', task('cancelled', doneMs)),
      ];
    case 'tells': {
      const notifications = { taskIds: [TASK_ID] };
      const listen: RequestAct = {
        act: 'request',
        method: 'subscriptions/listen',
        params: { notifications },
        capabilities: EXTENSION,
        result: {},
        handler: [
          { do: 'notify', method: 'notifications/subscriptions/acknowledged', params: { notifications } },
          { do: 'notify', method: 'notifications/tasks', params: completed, afterMs: workMs },
        ],
      };
      return [call, listen];
    }
  }
}
