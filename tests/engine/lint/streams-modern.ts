// Trials of the rules of streams in 2026-07-28.
import {
  accepted,
  ask,
  blocks,
  closed,
  complete,
  fail,
  get,
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

const E = { 'MCP-Protocol-Version': '2026-07-28' };
const call = (exchange: number, id = exchange) =>
  post(exchange, ask(id, 'tools/call', modern({ name: 't' })), mirrored('tools/call', 't'));
const done = (id: number) => reply(id, complete({ content: [] }));
const cancel = (exchange: number, id: unknown) =>
  post(exchange, tell('notifications/cancelled', { requestId: id }), mirrored('notifications/cancelled'));
const NO = { 'X-Accel-Buffering': 'no' };

export const STREAM_MODERN_TRIALS: readonly Trial[] = [
  {
    rule: 'http.server-request',
    fires: blocks(call(1), stream(1, [ask(9, 'roots/list')])),
    spares: blocks(call(1), stream(1, [done(1)])),
  },
  {
    rule: 'http.client-response',
    fires: blocks(post(1, reply(9, { action: 'accept' }), E), json(1, fail(undefined, -32600), {}, 400)),
    spares: blocks(session('2025-11-25'), post(3, reply(9), inSession('2025-11-25')), accepted(3)),
  },
  {
    rule: 'http.disconnect-cancels',
    fires: blocks(call(1), stream(1, []), closed(1, 'client', 1.3), more(1, [done(1)], 5)),
    spares: blocks(call(1), stream(1, []), more(1, [done(1)], 5), closed(1, 'client', 6)),
  },
  {
    rule: 'http.cancelled-post',
    fires: [
      blocks(call(1), stream(1, []), cancel(2, 1), accepted(2)),
      blocks(call(1), stream(1, []), cancel(2, 1), accepted(2), closed(1, 'server', 9)),
    ],
    spares: [
      blocks(call(1), stream(1, []), closed(1, 'client'), cancel(2, 1), accepted(2)),
      blocks(call(1), stream(1, []), cancel(2, 1), accepted(2), closed(1, 'client', 2.5)),
      blocks(call(1), json(1, done(1)), cancel(2, 1), accepted(2)),
    ],
  },
  {
    rule: 'http.reissue',
    fires: [
      blocks(call(1), stream(1, []), closed(1, 'network'), call(2, 1)),
      blocks(call(1), stream(1, ['id: 7\ndata: \n']), closed(1, 'network'), get(2, { ...E, 'Last-Event-ID': '7' })),
    ],
    spares: blocks(call(1), stream(1, []), closed(1, 'network'), call(2)),
  },
  {
    rule: 'http.sse-id',
    fires: [
      blocks(call(1), stream(1, [`id: 1\ndata: ${done(1)}\n`])),
      blocks(call(1), stream(1, [`retry: 10\ndata: ${done(1)}\n`])),
    ],
    spares: blocks(call(1), stream(1, [done(1)])),
  },
  {
    rule: 'http.last-event-id',
    fires: [
      get(2, { ...E, 'Last-Event-ID': '7' }),
      blocks(get(2, { ...E, 'Last-Event-ID': '7' }), stream(2, [done(1)])),
    ],
    at: 6,
    spares: blocks(session('2025-11-25'), get(3, { ...inSession('2025-11-25'), 'Last-Event-ID': '7' })),
  },
  {
    rule: 'http.get-delete-405',
    fires: [
      blocks(get(2, E), accepted(2, {}, 404)),
      blocks(send(2, 'DELETE /mcp', { ...E, Host: 'a.test' }), accepted(2, {}, 200)),
    ],
    spares: [
      blocks(get(2, E), accepted(2, {}, 405)),
      blocks(get(2, E), accepted(2, {}, 401)),
      blocks(session('2025-11-25'), get(3, inSession('2025-11-25')), accepted(3, {}, 404)),
    ],
  },
  {
    rule: 'http.accel-buffering',
    fires: [
      blocks(call(1), stream(1, [done(1)])),
      blocks(call(1), stream(1, [done(1)], { 'X-Accel-Buffering': 'yes' })),
    ],
    spares: [blocks(call(1), stream(1, [done(1)], NO)), blocks(call(1), json(1, done(1)))],
  },
  {
    rule: 'session.modern',
    fires: blocks(call(1), json(1, done(1), { 'Mcp-Session-Id': 's' })),
    spares: [blocks(call(1), json(1, done(1))), session('2025-11-25')],
  },
];
