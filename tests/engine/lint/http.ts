// Trials of the rules that Streamable HTTP has in all its revisions.
import {
  accepted,
  ask,
  blocks,
  closed,
  complete,
  fail,
  get,
  initialize,
  inSession,
  json,
  mirrored,
  modern,
  more,
  post,
  reply,
  send,
  session,
  stream,
  tell,
  type Trial,
} from './captures.ts';

const B = '2025-03-26';
const C = '2025-06-18';
const D = '2025-11-25';
const list = ask(1, 'tools/list');
const call = (id: number, token?: unknown) =>
  ask(id, 'tools/call', { name: 't', ...(token !== undefined && { _meta: { progressToken: token } }) });
const progress = (token: unknown) => tell('notifications/progress', { progressToken: token, progress: 1 });
const changed = tell('notifications/tools/list_changed');
const modernCall = (exchange: number, id: number) =>
  post(exchange, ask(id, 'tools/call', modern({ name: 't' })), mirrored('tools/call', 't'));
const LOCAL = 'http://127.0.0.1:8931';
const fromPage = (page: string, revision: string) =>
  send(
    1,
    'POST /mcp',
    {
      Host: '127.0.0.1:8931',
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Origin: page,
    },
    initialize(revision),
    LOCAL,
  );

export const HTTP_TRIALS: readonly Trial[] = [
  {
    rule: 'http.post-only',
    fires: blocks(session(D), send(3, 'PUT /mcp', { ...inSession(D), 'Content-Type': 'application/json' }, list)),
    spares: blocks(session(D), post(3, list, inSession(D)), json(3, reply(1, { tools: [] }))),
  },
  {
    rule: 'http.accept-both',
    fires: [
      post(1, initialize(D), { Accept: 'application/json' }),
      post(1, initialize(D), { Accept: undefined }),
      post(1, initialize(D), { Accept: 'text/event-stream' }),
      post(1, initialize(D), { Accept: '*/*' }),
    ],
    at: 5,
    spares: post(1, initialize(D), { Accept: 'text/event-stream;q=0.9,Application/JSON , */*' }),
  },
  {
    rule: 'http.accept-get',
    fires: [
      blocks(session(D), get(3, { ...inSession(D), Accept: 'application/json' })),
      blocks(session(D), get(3, { ...inSession(D), Accept: undefined })),
    ],
    spares: [blocks(session(D), get(3, inSession(D))), send(1, 'GET /health', { Accept: 'text/plain' })],
  },
  {
    rule: 'http.notification-202',
    fires: [
      blocks(session(C), post(3, tell('notifications/roots/list_changed'), inSession(C)), json(3, 'null')),
      blocks(session(C), post(3, tell('notifications/roots/list_changed'), inSession(C)), accepted(3, {}, 200)),
      blocks(session(C), post(3, tell('notifications/roots/list_changed'), inSession(C)), accepted(3, {}, 204)),
      blocks(session(C), post(3, tell('notifications/roots/list_changed'), inSession(C)), json(3, '{}', {}, 202)),
      blocks(session(C), post(3, reply(7), inSession(C)), accepted(3, {}, 200)),
    ],
    spares: [
      blocks(session(C), post(3, tell('notifications/roots/list_changed'), inSession(C)), accepted(3)),
      blocks(
        session(C),
        post(3, tell('notifications/roots/list_changed'), inSession(C)),
        json(3, fail(undefined, -32600), {}, 400),
      ),
    ],
  },
  {
    rule: 'http.notification-rejected',
    fires: blocks(session(C), post(3, tell('notifications/x'), inSession(C)), json(3, fail(undefined, -32600))),
    spares: blocks(
      session(C),
      post(3, tell('notifications/x'), inSession(C)),
      json(3, fail(undefined, -32600), {}, 400),
    ),
  },
  {
    rule: 'http.response-content-type',
    fires: [
      blocks(session(D), post(3, list, inSession(D)), accepted(3)),
      blocks(
        session(D),
        post(3, list, inSession(D)),
        json(3, reply(1, { tools: [] }), { 'Content-Type': 'text/plain' }),
      ),
    ],
    spares: [
      blocks(
        session(D),
        post(3, list, inSession(D)),
        json(3, reply(1, { tools: [] }), { 'Content-Type': 'application/json; charset=utf-8' }),
      ),
      blocks(session(D), post(3, list, inSession(D)), json(3, 'Not Found', { 'Content-Type': 'text/plain' }, 404)),
      blocks(session(D), post(3, list, inSession(D)), stream(3, [reply(1, { tools: [] })]), closed(3, 'server')),
    ],
  },
  {
    rule: 'http.sse-no-response',
    fires: blocks(session(D), post(3, call(1), inSession(D)), stream(3, ['id: 1\ndata: \n']), closed(3, 'server')),
    spares: [
      blocks(
        session(D),
        post(3, call(1), inSession(D)),
        stream(3, ['id: 1\ndata: \n']),
        closed(3, 'server'),
        get(4, { ...inSession(D), 'Last-Event-ID': '1' }),
        stream(4, [reply(1)]),
        closed(4, 'server'),
      ),
      blocks(session(D), post(3, call(1), inSession(D)), stream(3), closed(3, 'network')),
      blocks(
        session(D),
        post(3, call(1), inSession(D)),
        stream(3),
        post(4, tell('notifications/cancelled', { requestId: 1 }), inSession(D)),
        accepted(4),
        closed(3, 'server', 9),
      ),
    ],
  },
  {
    rule: 'http.sse-closed-early',
    fires: blocks(session(C), post(3, call(1), inSession(C)), stream(3, [changed]), closed(3, 'server')),
    spares: [
      blocks(session(C), post(3, call(1), inSession(C)), stream(3, [reply(1)]), closed(3, 'server')),
      blocks(session(D), post(3, call(1), inSession(D)), stream(3), closed(3, 'server')),
      blocks(session(C), post(3, call(1), inSession(C)), stream(3), closed(3, 'network')),
    ],
  },
  {
    rule: 'http.sse-left-open',
    fires: [
      blocks(session(B), post(3, call(1), inSession(B)), stream(3, [reply(1)]), more(3, [changed])),
      blocks(session(B), post(3, call(1), inSession(B)), stream(3, [reply(1)]), closed(3, 'client', 63)),
    ],
    spares: [
      blocks(session(B), post(3, call(1), inSession(B)), stream(3, [reply(1)]), closed(3, 'server', 4)),
      blocks(session(B), post(3, call(1), inSession(B)), stream(3, [reply(1)]), closed(3, 'client', 3.2)),
    ],
  },
  {
    rule: 'http.sse-related',
    fires: [
      blocks(
        session(D),
        post(3, call(1, 'a'), inSession(D)),
        stream(3),
        post(4, call(2, 'b'), inSession(D)),
        stream(4, [progress('a')]),
      ),
      blocks(session(D), post(3, call(1), inSession(D)), stream(3, [changed, reply(1)]), closed(3, 'server')),
    ],
    spares: blocks(
      session(D),
      post(3, call(1, 'a'), inSession(D)),
      stream(3, [progress('a')]),
      post(4, call(2, 'b'), inSession(D)),
      stream(4, [progress('b')]),
    ),
  },
  {
    rule: 'http.sse-related-must',
    fires: blocks(
      modernCall(1, 1),
      stream(1, [changed, reply(1, complete())], { 'X-Accel-Buffering': 'no' }),
      closed(1, 'server'),
    ),
    spares: blocks(
      post(
        1,
        ask(1, 'subscriptions/listen', modern({ notifications: { toolsListChanged: true } })),
        mirrored('subscriptions/listen'),
      ),
      stream(1, [changed], { 'X-Accel-Buffering': 'no' }),
    ),
  },
  {
    rule: 'http.origin-403',
    fires: [
      blocks(fromPage('https://evil.test', D), json(1, reply(0))),
      blocks(fromPage('https://evil.test', D), json(1, fail(undefined, -32600, 'bad Origin'), {}, 400)),
    ],
    spares: [
      blocks(fromPage('https://evil.test', D), json(1, fail(undefined, -32600, 'bad Origin'), {}, 403)),
      blocks(fromPage('http://localhost:5173', D), json(1, reply(0))),
      blocks(
        fromPage('https://good.test', D),
        json(1, reply(0), { 'Access-Control-Allow-Origin': 'https://good.test' }),
      ),
      blocks(post(1, initialize(D), { Origin: 'https://app.test' }), json(1, reply(0))),
    ],
  },
  {
    rule: 'http.origin-unvalidated',
    fires: blocks(fromPage('https://evil.test', C), json(1, reply(0))),
    spares: [
      blocks(fromPage('https://evil.test', C), json(1, 'no', {}, 400)),
      blocks(fromPage('http://localhost:5173', C), json(1, reply(0))),
    ],
  },
];
