// Trials of the rules of the tasks extension.
import { ask, complete, fail, from, lines, mirrored, modern, post, reply, tell, type Trial } from './captures.ts';

type Members = Readonly<Record<string, unknown>>;

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const declared = { [CAPABILITIES]: { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
const call = (id: unknown, meta: Members = declared) => ask(id, 'tools/call', modern({ name: 't' }, meta));
const task = {
  taskId: 'k',
  status: 'working',
  createdAt: '2031-01-01T00:00:00Z',
  lastUpdatedAt: '2031-01-01T00:00:00Z',
  ttlMs: 60000,
};
const handle = (id: unknown, more: Members = {}) => reply(id, { resultType: 'task', ...task, ...more });
const poll = (id: unknown, meta: Members = declared) => ask(id, 'tasks/get', modern({ taskId: 'k' }, meta));
const status = (id: unknown, more: Members = {}) => reply(id, complete({ ...task, ...more }));
const pipe = (request: string, answer: string) => lines(from.client(request), from.server(answer));
const made = [from.client(call(1)), from.server(handle(1))];
const question = (message: string) => ({
  status: 'input_required',
  inputRequests: { k: { method: 'elicitation/create', params: { message } } },
});

export const TASK_MODERN_TRIALS: readonly Trial[] = [
  {
    rule: 'task2.undeclared',
    fires: pipe(call(1, {}), handle(1)),
    at: 2,
    spares: pipe(call(1), handle(1)),
  },
  {
    rule: 'task2.result-type',
    fires: [
      pipe(call(1), reply(1, complete(task))),
      pipe(call(1), reply(1, { resultType: 'task', task })),
      pipe(ask(1, 'tools/list', modern({}, declared)), handle(1)),
      lines(...made, from.client(poll(2)), from.server(handle(2))),
    ],
    spares: [
      lines(...made, from.client(poll(2)), from.server(status(2))),
      pipe(call(1), reply(1, complete({ content: [] }))),
    ],
  },
  {
    rule: 'task2.not-declared',
    fires: lines(...made, from.client(poll(2, {}))),
    spares: lines(...made, from.client(poll(2))),
  },
  {
    rule: 'task2.served-undeclared',
    fires: lines(...made, from.client(poll(2, {})), from.server(status(2))),
    spares: lines(...made, from.client(poll(2, {})), from.server(fail(2, -32021, 'no', { requiredCapabilities: {} }))),
  },
  {
    rule: 'task2.header',
    fires: [post(1, poll(1), mirrored('tasks/get')), post(1, poll(1), mirrored('tasks/get', 'other'))],
    at: 2,
    spares: post(1, poll(1), mirrored('tasks/get', 'k')),
  },
  {
    rule: 'task2.unknown',
    fires: pipe(poll(1), fail(1, -32002, 'task not found')),
    spares: pipe(poll(1), fail(1, -32602, 'task not found')),
  },
  {
    rule: 'task2.failed',
    fires: [
      lines(...made, from.client(poll(2)), from.server(status(2, { status: 'failed', result: { isError: true } }))),
      lines(...made, from.client(poll(2)), from.server(status(2, { status: 'failed' }))),
    ],
    spares: [
      lines(
        ...made,
        from.client(poll(2)),
        from.server(status(2, { status: 'failed', error: { code: -32603, message: '' } })),
      ),
      lines(...made, from.client(poll(2)), from.server(status(2, { status: 'completed', result: { isError: true } }))),
    ],
  },
  {
    rule: 'task2.input-key',
    fires: lines(
      ...made,
      from.client(poll(2)),
      from.server(status(2, question('one'))),
      from.client(poll(3)),
      from.server(status(3, question('two'))),
    ),
    at: 6,
    spares: lines(
      ...made,
      from.client(poll(2)),
      from.server(status(2, question('one'))),
      from.client(poll(3)),
      from.server(status(3, question('one'))),
    ),
  },
  {
    rule: 'task2.cancel',
    fires: lines(...made, from.client(tell('notifications/cancelled', { requestId: 1 }))),
    spares: lines(...made, from.client(ask(2, 'tasks/cancel', modern({ taskId: 'k' }, declared)))),
  },
  {
    rule: 'task2.durable',
    fires: lines(...made, from.client(poll(2)), from.server(fail(2, -32602))),
    spares: [
      pipe(poll(2), fail(2, -32602)),
      lines(
        ...made,
        from.client(poll(2)),
        from.server(status(2, { status: 'completed', result: {} })),
        from.client(poll(3)),
        from.server(fail(3, -32602)),
      ),
    ],
  },
];
