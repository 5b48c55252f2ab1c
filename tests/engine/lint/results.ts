// Trials of the rules of results in 2026-07-28, of error codes, and of results that ask for input.
import {
  ask,
  blocks,
  complete,
  fail,
  from,
  handshake,
  json,
  lines,
  mirrored,
  modern,
  post,
  reply,
  type Trial,
} from './captures.ts';

type Members = Readonly<Record<string, unknown>>;

const pipe = (request: string, answer: string) => lines(from.client(request), from.server(answer));
const list = (id: unknown = 1, params: Members = {}) => ask(id, 'tools/list', modern(params));
const page = (more: Members) => complete({ tools: [], ttlMs: 0, cacheScope: 'public', ...more });
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } };
const call = (id: unknown, params: Members = {}, capabilities: Members = { elicitation: {} }) =>
  ask(id, 'tools/call', modern({ name: 't', arguments: { a: 1 }, ...params }, { [CAPABILITIES]: capabilities }));
const question = {
  method: 'elicitation/create',
  params: { message: '?', requestedSchema: { type: 'object', properties: {} } },
};
const asking = (id: unknown, result: Members = { inputRequests: { k: question }, requestState: 's==' }) =>
  reply(id, { resultType: 'input_required', ...result, _meta: SERVER });
const answers = { inputResponses: { k: { action: 'decline' } } };
/** A call that is asked, and what comes after it. */
const retried = (retry: string, result?: Members) =>
  lines(from.client(call(1)), from.server(asking(1, result)), from.client(retry));
const read = ask(1, 'resources/read', modern({ uri: 'a://b' }));
const discovered = [
  from.client(ask(0, 'server/discover', modern())),
  from.server(
    reply(0, complete({ supportedVersions: ['2026-07-28'], capabilities: {}, ttlMs: 0, cacheScope: 'public' })),
  ),
];

export const RESULT_TRIALS: readonly Trial[] = [
  {
    rule: 'result.type',
    fires: [
      pipe(call(1), reply(1, { content: [], _meta: SERVER })),
      blocks(post(1, list(), mirrored('tools/list')), json(1, reply(1, { tools: [] }))),
    ],
    at: 2,
    spares: [
      pipe(call(1), reply(1, complete({ content: [] }))),
      pipe(call(1), reply(1, { content: [] })),
      lines(
        ...discovered,
        ...handshake('2025-11-25'),
        from.client(ask(5, 'tools/list')),
        from.server(reply(5, { tools: [] })),
      ),
    ],
  },
  {
    rule: 'result.type-unknown',
    fires: [pipe(call(1), reply(1, { resultType: 'partial' })), pipe(call(1), reply(1, { resultType: 1 }))],
    spares: [
      pipe(call(1, {}, { extensions: { 'com.example/x': {} } }), reply(1, { resultType: 'partial' })),
      pipe(call(1), asking(1)),
    ],
  },
  {
    rule: 'cache.hints',
    fires: [pipe(list(), reply(1, complete({ tools: [] }))), pipe(list(), reply(1, page({ cacheScope: 'shared' })))],
    spares: [
      pipe(list(), reply(1, page({}))),
      pipe(call(1), reply(1, complete({ content: [] }))),
      pipe(read, asking(1)),
    ],
  },
  {
    rule: 'cache.ttl',
    fires: [pipe(list(), reply(1, page({ ttlMs: -1 }))), pipe(list(), reply(1, page({ ttlMs: '5' })))],
    spares: pipe(list(), reply(1, page({ ttlMs: 0 }))),
  },
  {
    rule: 'cache.scope-pages',
    fires: lines(
      from.client(list()),
      from.server(reply(1, page({ nextCursor: 'c' }))),
      from.client(list(2, { cursor: 'c' })),
      from.server(reply(2, page({ cacheScope: 'private' }))),
    ),
    at: 4,
    spares: lines(
      from.client(list()),
      from.server(reply(1, page({ nextCursor: 'c' }))),
      from.client(list(2, { cursor: 'c' })),
      from.server(reply(2, page({}))),
      from.client(list(3)),
      from.server(reply(3, page({ cacheScope: 'private' }))),
    ),
  },
];

export const INPUT_TRIALS: readonly Trial[] = [
  { rule: 'mrtr.method', fires: pipe(list(), asking(1)), spares: pipe(read, asking(1)) },
  {
    rule: 'mrtr.empty',
    fires: [pipe(call(1), asking(1, {})), pipe(call(1), asking(1, { inputRequests: {} }))],
    spares: [
      pipe(call(1), asking(1, { requestState: 's' })),
      pipe(call(1), asking(1, { inputRequests: { k: question } })),
    ],
  },
  {
    rule: 'mrtr.kind',
    fires: [
      pipe(call(1), asking(1, { inputRequests: { k: { method: 'ping' } } })),
      pipe(call(1), asking(1, { inputRequests: { k: { ...question, jsonrpc: '2.0', id: 1 } } })),
    ],
    spares: pipe(call(1), asking(1)),
  },
  {
    rule: 'mrtr.undeclared',
    fires: [
      pipe(call(1, {}, {}), asking(1)),
      pipe(call(1, {}, { elicitation: { url: {} } }), asking(1)),
      pipe(call(1), asking(1, { inputRequests: { k: { method: 'elicitation/create', params: { mode: 'url' } } } })),
      pipe(call(1), asking(1, { inputRequests: { k: { method: 'roots/list' } } })),
    ],
    spares: [pipe(call(1), asking(1)), pipe(call(1, {}, { elicitation: { form: {} } }), asking(1))],
  },
  {
    rule: 'mrtr.state-echo',
    fires: [retried(call(2, { ...answers, requestState: 's' })), retried(call(2, answers))],
    at: 3,
    spares: [retried(call(2, { ...answers, requestState: 's==' })), retried(call(2))],
  },
  {
    rule: 'mrtr.state-invented',
    fires: retried(call(2, { ...answers, requestState: 's' }), { inputRequests: { k: question } }),
    spares: retried(call(2, answers), { inputRequests: { k: question } }),
  },
  {
    rule: 'mrtr.same-id',
    fires: retried(call(1, { ...answers, requestState: 's==' })),
    at: 3,
    spares: [retried(call('1', { ...answers, requestState: 's==' })), retried(call(1))],
  },
  {
    rule: 'mrtr.inputs',
    fires: [
      retried(call(2, { requestState: 's==' })),
      retried(call(2, { inputResponses: { other: { action: 'accept' } }, requestState: 's==' })),
      retried(
        call(2, {
          inputResponses: { k: { jsonrpc: '2.0', id: 1, result: { action: 'accept' } } },
          requestState: 's==',
        }),
      ),
    ],
    spares: retried(call(2, { inputResponses: { k: { action: 'cancel' }, more: 1 }, requestState: 's==' })),
  },
  {
    rule: 'mrtr.other-request',
    fires: [
      retried(call(2, { ...answers, requestState: 's==', arguments: { a: 2 } })),
      retried(call(2, { ...answers, requestState: 's==', name: 'u' })),
    ],
    spares: retried(call(2, { ...answers, requestState: 's==' })),
  },
];

const elicitations = (one: Members) => fail(1, -32042, 'no', { elicitations: [one] });

export const ERROR_TRIALS: readonly Trial[] = [
  {
    rule: 'error.reserved-code',
    fires: [pipe(call(1), fail(1, -32042)), pipe(call(1), fail(1, -32050)), pipe(call(1), fail(1, -32002))],
    spares: [
      pipe(call(1), fail(1, -32021, 'no', { requiredCapabilities: {} })),
      lines(...handshake('2025-11-25'), from.client(ask(1, 'tools/list')), from.server(fail(1, -32042))),
    ],
  },
  {
    rule: 'error.legacy-range',
    fires: lines(...discovered, from.client(call(1)), from.server(fail(1, -32001))),
    spares: pipe(call(1), fail(1, -32001)),
  },
  {
    rule: 'error.app-code-range',
    fires: lines(...discovered, from.client(call(1)), from.server(fail(1, -32500))),
    spares: lines(...discovered, from.client(call(1)), from.server(fail(1, 1234))),
  },
  {
    rule: 'error.url-elicitation',
    fires: [
      lines(...handshake('2025-11-25'), from.client(ask(1, 'tools/call')), from.server(fail(1, -32042))),
      lines(...handshake('2025-11-25'), from.client(ask(1, 'tools/call')), from.server(elicitations({ mode: 'form' }))),
    ],
    spares: lines(
      ...handshake('2025-11-25'),
      from.client(ask(1, 'tools/call')),
      from.server(elicitations({ mode: 'url', url: 'https://a.test', message: '', elicitationId: 'e' })),
    ),
  },
  {
    rule: 'resource.not-found',
    fires: [
      pipe(read, fail(1, -32002)),
      pipe(read, fail(1, -32603, 'Resource not found')),
      pipe(read, reply(1, complete({ contents: [], ttlMs: 0, cacheScope: 'public' }))),
    ],
    spares: [pipe(read, fail(1, -32602, 'Resource not found')), pipe(read, fail(1, -32603, 'disk'))],
  },
];
