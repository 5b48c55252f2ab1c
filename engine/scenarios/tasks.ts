// A call that becomes a task: a handle at once, polling for its state, the result in the last answer.
import { PROFILES } from '../protocol/revisions.ts';
import { DEEP } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Act, RequestAct, Scenario } from './scenario.ts';

const EXTENSION = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const TASK_ID = 'tk_9fQ2xV7bLm4c';

/** A task as tasks/get shows it. Times are those of the example, not of a clock. */
function task(status: string, updated: string) {
  return { taskId: TASK_ID, status, createdAt: '2026-07-28T12:00:00Z', lastUpdatedAt: `2026-07-28T12:00:${updated}Z`, ttlMs: 600_000, pollIntervalMs: 2000 };
}

export const tasks: Scenario = {
  slug: 'tasks',
  title: 'A call that becomes a task',
  about: 'Work that takes longer than anyone keeps a connection: the client gets a handle and asks again from time to time.',
  revisions: ['2026-07-28'],
  transports: ['stdio', 'streamable-http'],
  profiles: PROFILES,
  parameters: [
    { kind: 'number', name: 'workMs', label: 'work', unit: 'ms', default: 7000, min: 1, max: 50_000, stops: [1000, 3000, 5000, 7000, 10_000, 20_000, 50_000], about: 'How long the task takes.' },
    { kind: 'number', name: 'pollMs', label: 'poll every', unit: 'ms', default: 2000, min: 100, max: 30_000, stops: [500, 1000, 2000, 5000, 10_000, 30_000], about: 'How long the client waits between two questions.' },
    latencyMs,
    rateBps,
  ],
  script: ({ workMs, pollMs }) => {
    const polls = Math.max(1, Math.ceil(Number(workMs) / Number(pollMs)));
    const second = (i: number) => String(Math.min(59, Math.floor((i * Number(pollMs)) / 1000))).padStart(2, '0');
    const get = (i: number): RequestAct => ({
      act: 'request',
      method: 'tasks/get',
      params: { taskId: TASK_ID },
      capabilities: EXTENSION,
      result: i < polls ? task('working', second(i)) : { ...task('completed', second(i)), result: DEEP },
    });
    return {
      acts: [
        {
          act: 'request',
          method: 'tools/call',
          params: { name: 'deep_search', arguments: { query: 'sse resumption' } },
          capabilities: EXTENSION,
          result: task('working', '00'),
          resultType: 'task',
        },
        ...Array.from({ length: polls }, (_, i): readonly Act[] => [{ act: 'pause', ms: Number(pollMs) }, get(i + 1)]).flat(),
      ],
    };
  },
};
