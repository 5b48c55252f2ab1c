// Trials of the rules of legacy streams and of resuming.
import {
  accepted,
  ask,
  blocks,
  closed,
  fail,
  get,
  inSession,
  json,
  more,
  post,
  reply,
  send,
  session,
  stream,
  tell,
  type Trial,
} from './captures.ts';

const D = '2025-11-25';
const C = '2025-06-18';
const list = (id: number) => ask(id, 'tools/list');
const call = (exchange: number, id: number, token?: unknown, revision = D) =>
  post(
    exchange,
    ask(id, 'tools/call', { name: 't', ...(token !== undefined && { _meta: { progressToken: token } }) }),
    inSession(revision),
  );
const served = (exchange: number, id: number) =>
  blocks(post(exchange, list(id), inSession(D)), json(exchange, reply(id, { tools: [] })));
const event = (id: string, message = '') => `id: ${id}\ndata: ${message}\n`;
const back = (exchange: number, id: string, atS = exchange, revision = D) =>
  get(exchange, { ...inSession(revision), 'Last-Event-ID': id }, atS);
const progress = (token: unknown) => tell('notifications/progress', { progressToken: token, progress: 1 });
const page = (exchange: number, status: number, text = '') =>
  json(exchange, text, { 'Content-Type': 'text/plain' }, status);

export const STREAMS_LEGACY_TRIALS: readonly Trial[] = [
  {
    rule: 'http.get-sse-or-405',
    fires: [
      blocks(session(D), served(3, 1), get(4, inSession(D)), json(4, '{}')),
      blocks(session(D), served(3, 1), get(4, inSession(D)), page(4, 404, 'Cannot GET /mcp')),
      blocks(session(D), served(3, 1), get(4, inSession(D)), page(4, 404), served(5, 2)),
      blocks(session(D), served(3, 1), get(4, inSession(D)), page(4, 501)),
    ],
    spares: [
      blocks(session(D), served(3, 1), get(4, inSession(D)), page(4, 405)),
      blocks(session(D), served(3, 1), get(4, inSession(D)), page(4, 404)),
      blocks(session(D), served(3, 1), get(4, inSession(D)), page(4, 400)),
      blocks(session(D), served(3, 1), send(4, 'GET /other', { Accept: 'text/event-stream' }), page(4, 404)),
    ],
  },
  {
    rule: 'http.get-response',
    fires: blocks(
      session(D),
      get(3, inSession(D)),
      stream(3),
      post(4, list(1), inSession(D)),
      accepted(4),
      more(3, [reply(1)]),
    ),
    spares: [
      blocks(session(D), get(3, inSession(D)), stream(3, [ask(1, 'ping')])),
      blocks(
        session(D),
        call(3, 1),
        stream(3, [event('a')]),
        closed(3, 'network'),
        back(4, 'a'),
        stream(4, [reply(1)]),
      ),
    ],
  },
  {
    rule: 'http.get-related',
    fires: blocks(session(D), get(3, inSession(D)), stream(3), call(4, 1, 'x'), stream(4), more(3, [progress('x')])),
    spares: blocks(session(D), get(3, inSession(D)), stream(3), call(4, 1, 'x'), stream(4), more(4, [progress('x')])),
  },
  {
    rule: 'http.broadcast',
    fires: blocks(
      session(D),
      get(3, inSession(D)),
      stream(3),
      get(4, inSession(D)),
      stream(4),
      more(3, [ask(1, 'ping')]),
      more(4, [ask(1, 'ping')], 5),
    ),
    spares: [
      blocks(
        session(D),
        get(3, inSession(D)),
        stream(3),
        get(4, inSession(D)),
        stream(4),
        more(3, [ask(1, 'ping')]),
        more(4, [ask(2, 'ping')], 5),
      ),
      blocks(
        session(D),
        get(3, inSession(D)),
        stream(3, [event('a', ask(1, 'ping'))]),
        closed(3, 'network'),
        back(4, 'z'),
        stream(4, [event('b', ask(2, 'ping'))]),
      ),
    ],
  },
  {
    rule: 'http.disconnect-as-cancel',
    fires: blocks(
      session(D),
      call(3, 1),
      stream(3, [event('a')]),
      closed(3, 'network'),
      back(4, 'a'),
      stream(4, [event('b', fail(1, -32000, 'Request was cancelled: client disconnected'))]),
    ),
    spares: blocks(
      session(D),
      call(3, 1),
      stream(3, [event('a')]),
      closed(3, 'network'),
      back(4, 'a'),
      stream(4, [event('b', fail(1, -32000, 'no such file'))]),
    ),
  },
  {
    rule: 'http.cancel-explicit',
    fires: blocks(session(D), call(3, 1), stream(3), closed(3, 'client'), served(5, 2)),
    spares: [
      blocks(
        session(D),
        call(3, 1),
        stream(3),
        post(4, tell('notifications/cancelled', { requestId: 1 }), inSession(D), 3.2),
        accepted(4),
        closed(3, 'client', 5),
        served(6, 2),
      ),
      blocks(session(D), call(3, 1), stream(3), closed(3, 'client')),
      blocks(session(D), call(3, 1), stream(3), closed(3, 'network'), served(5, 2)),
    ],
  },
  {
    rule: 'resume.event-id-unique',
    fires: [
      blocks(
        session(D),
        call(3, 1),
        stream(3, [event('0'), event('1', reply(1))]),
        call(4, 2),
        stream(4, [event('0')]),
      ),
      blocks(session(D), call(3, 1), stream(3, [event('0'), event('0', reply(1))])),
    ],
    spares: blocks(
      session(D),
      call(3, 1),
      stream(3, [event('a'), event('b', ask(1, 'ping'))]),
      closed(3, 'network'),
      back(4, 'a'),
      stream(4, [event('b', ask(1, 'ping')), event('c', reply(1))]),
    ),
  },
  {
    rule: 'resume.cross-stream',
    fires: [
      blocks(
        session(D),
        call(3, 1),
        stream(3, [event('a-1')]),
        call(4, 2),
        stream(4, [event('b-1'), event('b-2', reply(2))]),
        closed(3, 'network'),
        back(5, 'a-1'),
        stream(5, [event('b-2', reply(2)), event('a-2', reply(1))]),
      ),
      blocks(
        session(D),
        call(3, 1),
        stream(3, [event('a-1')]),
        call(4, 2, 'x'),
        stream(4, [event('b-1')]),
        closed(3, 'network'),
        back(5, 'a-1'),
        stream(5, [event('a-2', progress('x'))]),
      ),
    ],
    spares: blocks(
      session(D),
      call(3, 1),
      stream(3, [event('a-1')]),
      call(4, 2),
      stream(4, [event('b-1'), event('b-2', reply(2))]),
      closed(3, 'network'),
      back(5, 'a-1'),
      stream(5, [event('a-2', reply(1))]),
    ),
  },
  {
    rule: 'resume.by-get',
    fires: blocks(session(D), call(3, 1), stream(3, [event('a')]), closed(3, 'network'), call(4, 1)),
    spares: [
      blocks(session(D), call(3, 1), stream(3, [event('a')]), closed(3, 'network'), back(4, 'a')),
      blocks(session(D), call(3, 1), stream(3), closed(3, 'network'), call(4, 1)),
    ],
  },
  {
    rule: 'poll.prime',
    fires: [
      blocks(session(D), call(3, 1), stream(3, [reply(1)])),
      blocks(session(D), call(3, 1), stream(3, [event('a', reply(1))])),
    ],
    spares: [
      blocks(session(D), call(3, 1), stream(3, [event('a'), event('b', reply(1))])),
      blocks(session(D), call(3, 1), stream(3, [': hello\n', event('a'), event('b', reply(1))])),
      blocks(session(C), call(3, 1, undefined, C), stream(3, [reply(1)])),
      blocks(session(D), get(3, inSession(D)), stream(3, [ask(1, 'ping')])),
    ],
  },
  {
    rule: 'poll.close-without-id',
    fires: blocks(session(D), call(3, 1), stream(3), closed(3, 'server')),
    spares: [
      blocks(session(D), call(3, 1), stream(3, [event('a')]), closed(3, 'server')),
      blocks(session(D), call(3, 1), stream(3), closed(3, 'network')),
    ],
  },
  {
    rule: 'poll.retry-missing',
    fires: blocks(session(D), call(3, 1), stream(3, [event('a')]), closed(3, 'server')),
    spares: [
      blocks(session(D), call(3, 1), stream(3, [`retry: 500\n${event('a')}`]), closed(3, 'server')),
      blocks(session(D), call(3, 1), stream(3, [event('a'), event('b', reply(1))]), closed(3, 'server')),
    ],
  },
  {
    rule: 'poll.retry-ignored',
    fires: blocks(
      session(D),
      call(3, 1),
      stream(3, [`retry: 5000\n${event('a')}`]),
      closed(3, 'server', 4),
      back(4, 'a', 5),
    ),
    spares: [
      blocks(
        session(D),
        call(3, 1),
        stream(3, [`retry: 5000\n${event('a')}`]),
        closed(3, 'server', 4),
        back(4, 'a', 9),
      ),
      blocks(session(D), call(3, 1), stream(3, [event('a')]), closed(3, 'server', 4), back(4, 'a', 4.1)),
    ],
  },
];
