// Trials of the rules of single features, and of tasks as 2025-11-25 has them.
import { ask, fail, from, handshake, lines, reply, tell, type Trial } from './captures.ts';

const { client, server } = from;
const D = '2025-11-25';
const opened = handshake(D, { tools: {}, resources: {} });
const list = (id: number, cursor?: string) => client(ask(id, 'tools/list', cursor === undefined ? {} : { cursor }));
const call = (id: number) => client(ask(id, 'tools/call', { name: 't' }));
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const listed = server(reply(1, { tools: [{ name: 't', inputSchema: {}, outputSchema: schema }] }));
const structured = (structuredContent?: unknown, more = {}) =>
  server(reply(2, { content: [], structuredContent, ...more }));
const question = (params = {}) => server(ask(1, 'elicitation/create', { message: 'm', ...params }));
const sampling = (params = {}) => server(ask(1, 'sampling/createMessage', { messages: [], maxTokens: 1, ...params }));
const roots = (uri: string) =>
  lines(...handshake(D, {}, { roots: {} }), server(ask(1, 'roots/list')), client(reply(1, { roots: [{ uri }] })));
const read = client(ask(1, 'resources/read', { uri: 'a:b' }));

const taskful = handshake(D, { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } });
const supports = (taskSupport: string) =>
  lines(...taskful, list(1), server(reply(1, { tools: [{ name: 't', inputSchema: {}, execution: { taskSupport } }] })));
const taskCall = client(ask(2, 'tools/call', { name: 't', task: {} }));
const created = (status = 'working') => server(reply(2, { task: { taskId: 'k', status } }));
const status = (value: string) => server(tell('notifications/tasks/status', { taskId: 'k', status: value }));
const about = (id: number, method: string, taskId = 'k') => client(ask(id, method, { taskId }));
const related = { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'k' } } };

export const FEATURES_TRIALS: readonly Trial[] = [
  {
    rule: 'page.cursor',
    fires: [
      lines(...opened, list(1), server(reply(1, { tools: [], nextCursor: 'a==' })), list(2, 'a')),
      lines(...opened, list(1, '2')),
    ],
    at: 6,
    spares: [
      lines(...opened, list(1), server(reply(1, { tools: [], nextCursor: 'a==' })), list(2, 'a==')),
      lines(list(1, '2')),
    ],
  },
  {
    rule: 'tool.structured',
    fires: [
      lines(...opened, list(1), listed, call(2), structured()),
      lines(...opened, list(1), listed, call(2), structured({})),
      lines(...opened, list(1), listed, call(2), structured({ n: '1' })),
    ],
    at: 7,
    spares: [
      lines(...opened, list(1), listed, call(2), structured({ n: 1 })),
      lines(...opened, list(1), listed, call(2), structured(undefined, { isError: true })),
      lines(...opened, call(2), structured()),
    ],
  },
  {
    rule: 'elicit.mode',
    fires: [
      lines(
        ...handshake(D, {}, { elicitation: {} }),
        question({ mode: 'url', url: 'https://a.test', elicitationId: 'e' }),
      ),
      lines(...handshake(D, {}, { elicitation: { url: {} } }), question()),
    ],
    at: 4,
    spares: [
      lines(...handshake(D, {}, { elicitation: {} }), question()),
      lines(
        ...handshake(D, {}, { elicitation: { form: {}, url: {} } }),
        question({ mode: 'url', url: 'https://a.test', elicitationId: 'e' }),
      ),
    ],
  },
  {
    rule: 'sampling.tools',
    fires: lines(...handshake(D, {}, { sampling: {} }), sampling({ tools: [] })),
    at: 4,
    spares: [
      lines(...handshake(D, {}, { sampling: { tools: {} } }), sampling({ tools: [] })),
      lines(...handshake(D, {}, { sampling: {} }), sampling()),
    ],
  },
  {
    rule: 'roots.uri',
    fires: [roots('/srv/a'), roots('https://a.test')],
    at: 5,
    spares: roots('file:///srv/a'),
  },
  {
    rule: 'resource.not-found-legacy',
    fires: lines(...opened, read, server(fail(1, -32602, 'Resource a:b not found'))),
    at: 5,
    spares: [
      lines(...opened, read, server(fail(1, -32002, 'Resource a:b not found'))),
      lines(...opened, read, server(fail(1, -32603, 'disk is full'))),
    ],
  },
  {
    rule: 'task1.tool-support',
    fires: [
      `${supports('forbidden')}${taskCall}\n`,
      `${supports('required')}${call(2)}\n`,
      lines(...handshake(D), taskCall),
    ],
    at: 6,
    spares: [
      `${supports('optional')}${taskCall}\n`,
      `${supports('required')}${taskCall}\n`,
      `${supports('optional')}${call(2)}\n`,
    ],
  },
  {
    rule: 'task1.initial',
    fires: lines(...taskful, taskCall, created('completed')),
    at: 5,
    spares: lines(...taskful, taskCall, created()),
  },
  {
    rule: 'task1.transition',
    fires: lines(...taskful, taskCall, created(), status('failed'), status('working')),
    at: 7,
    spares: lines(...taskful, taskCall, created(), status('input_required'), status('working'), status('completed')),
  },
  {
    rule: 'task1.related',
    fires: lines(...taskful, taskCall, created(), about(3, 'tasks/result'), server(reply(3, { content: [] }))),
    at: 7,
    spares: lines(
      ...taskful,
      taskCall,
      created(),
      about(3, 'tasks/result'),
      server(reply(3, { content: [], ...related })),
    ),
  },
  {
    rule: 'task1.errors',
    fires: [
      lines(...taskful, about(3, 'tasks/get', 'x'), server(fail(3, -32603, 'task not found'))),
      lines(...taskful, taskCall, created(), status('completed'), about(3, 'tasks/cancel'), server(fail(3, -32600))),
      lines(
        ...taskful,
        taskCall,
        created(),
        status('completed'),
        about(3, 'tasks/cancel'),
        server(reply(3, { taskId: 'k', status: 'completed' })),
      ),
    ],
    at: 5,
    spares: [
      lines(...taskful, about(3, 'tasks/get', 'x'), server(fail(3, -32602, 'task not found'))),
      lines(
        ...taskful,
        taskCall,
        created(),
        about(3, 'tasks/cancel'),
        server(reply(3, { taskId: 'k', status: 'cancelled' })),
      ),
    ],
  },
];
