// Trials of the rules of JSON-RPC.
import {
  accepted,
  ask,
  blocks,
  closed,
  fail,
  from,
  handshake,
  inSession,
  initialize,
  json,
  lines,
  mirrored,
  modern,
  post,
  reply,
  session,
  stream,
  streamText,
  tell,
  type Trial,
} from './captures.ts';

const { client, server } = from;
const D = '2025-11-25';
const opened = handshake(D);
const list = ask(1, 'tools/list');
const modernPost = (exchange: number, id: unknown) =>
  post(exchange, ask(id, 'tools/list', modern()), mirrored('tools/list'));

export const JSONRPC_TRIALS: readonly Trial[] = [
  {
    rule: 'jsonrpc.version',
    fires: [
      lines(...opened, client('{"id":1,"method":"tools/list"}')),
      lines(...opened, client('{"jsonrpc":2,"id":1,"method":"tools/list"}')),
      streamText('data: {"type":"heartbeat"}\n'),
      blocks(session(D), post(3, list, inSession(D)), json(3, '{"tools":[]}')),
    ],
    at: 4,
    spares: [
      lines(...opened, client(list)),
      streamText(': heartbeat\n', tell('notifications/tools/list_changed')),
      blocks(session(D), post(3, list, inSession(D)), json(3, '{"error":"unauthorized"}', {}, 401)),
    ],
  },
  {
    rule: 'jsonrpc.unreadable',
    fires: [
      streamText('data: ping\n'),
      blocks(session(D), post(3, '{"jsonrpc":', inSession(D))),
      blocks(session(D), post(3, list, inSession(D)), json(3, 'null')),
    ],
    at: 1,
    spares: [
      streamText(': ping\n'),
      streamText('id: 1\ndata: \n'),
      blocks(session(D), post(3, list, inSession(D)), json(3, 'no', {}, 500)),
    ],
  },
  {
    rule: 'jsonrpc.id-null',
    fires: lines(...opened, client(ask(null, 'tools/list'))),
    at: 4,
    spares: lines(...opened, client(tell('tools/list'))),
  },
  {
    rule: 'jsonrpc.id-type',
    fires: [
      lines(...opened, client(ask(true, 'tools/list'))),
      lines(...opened, client(ask(1.5, 'tools/list'))),
      lines(...opened, client(ask({}, 'tools/list'))),
      lines(...opened, client(tell('tools/list'))),
    ],
    at: 4,
    spares: [
      lines(...opened, client(ask('1.5', 'tools/list'))),
      lines(...opened, client(ask(-2, 'tools/list'))),
      lines(...opened, client(tell('unknown'))),
    ],
  },
  {
    rule: 'jsonrpc.id-reuse-session',
    fires: [
      lines(...opened, client(list), server(reply(1)), client(list)),
      lines(...opened, client(list), client(list)),
      blocks(session(D), post(3, list, inSession(D)), json(3, reply(1)), post(4, list, inSession(D))),
    ],
    at: 6,
    spares: [
      lines(...opened, client(list), server(reply(1)), client(ask('1', 'tools/list'))),
      // One counter for each side.
      lines(...handshake(D, {}, { roots: {} }), client(list), server(ask(1, 'roots/list'))),
      // The same message once more after a login is no new one.
      blocks(post(1, initialize(D)), json(1, '{"error":"login"}', {}, 401), post(2, initialize(D))),
      lines(...opened, client(list), from.event('client starts the server again'), ...opened, client(list)),
    ],
  },
  {
    rule: 'jsonrpc.id-reuse-inflight',
    fires: blocks(modernPost(1, 1), modernPost(2, 1)),
    at: 18,
    spares: [
      blocks(modernPost(1, 1), json(1, reply(1)), modernPost(2, 1)),
      blocks(modernPost(1, 1), modernPost(2, '1')),
    ],
  },
  {
    rule: 'jsonrpc.response-id',
    fires: [
      lines(...opened, client(list), server(reply('1'))),
      lines(...opened, client(list), server(reply(2))),
      lines(...opened, client(list), server(reply(1)), server(reply(1))),
      lines(...opened, client(list), server('{"jsonrpc":"2.0","result":{}}')),
      blocks(session(D), post(3, ask(1, 'a'), inSession(D)), post(4, ask(2, 'b'), inSession(D)), json(3, reply(2))),
    ],
    at: 5,
    spares: [
      lines(...opened, client(list), server(reply(1))),
      lines(...opened, client(list), client(tell('notifications/cancelled', { requestId: 1 })), server(reply(1))),
      // The capture begins in the middle of a session.
      lines(server(reply(7))),
      streamText(reply(7)),
    ],
  },
  {
    rule: 'jsonrpc.result-xor-error',
    fires: [
      lines(...opened, client(list), server('{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"no"}}')),
      lines(...opened, client(list), server('{"jsonrpc":"2.0","id":1}')),
    ],
    at: 5,
    spares: lines(...opened, client(list), server(reply(1))),
  },
  {
    rule: 'jsonrpc.error-shape',
    fires: [
      lines(...opened, client(list), server('{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"no"}}')),
      lines(...opened, client(list), server('{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"no"}}')),
      lines(...opened, client(list), server('{"jsonrpc":"2.0","id":1,"error":{"code":1}}')),
      lines(...opened, client(list), server('{"jsonrpc":"2.0","id":1,"error":"no"}')),
    ],
    at: 5,
    spares: lines(...opened, client(list), server(fail(1, -32603))),
  },
  {
    rule: 'jsonrpc.error-id-missing',
    fires: [
      lines(...opened, client(list), server(fail(null, -32601))),
      lines(...opened, client(list), server(fail(undefined, -32601))),
      blocks(session(D), post(3, list, inSession(D)), json(3, fail(null, -32600), {}, 400)),
    ],
    at: 5,
    spares: [
      lines(...opened, client(list), server(fail(1, -32601))),
      // Refusals name no request where there is none, or where the head was enough.
      blocks(session(D), post(3, list, inSession(D)), json(3, fail(undefined, -32600), {}, 400)),
      blocks(session(D), post(3, tell('notifications/x'), inSession(D)), json(3, fail(undefined, -32600), {}, 400)),
      blocks(session(D), post(3, `[${list}]`, inSession(D)), json(3, fail(undefined, -32600), {}, 400)),
    ],
  },
  {
    rule: 'jsonrpc.notification-id',
    fires: lines(...opened.slice(0, 2), client(ask(1, 'notifications/initialized'))),
    at: 3,
    spares: lines(...opened),
  },
  {
    rule: 'jsonrpc.notification-answered',
    fires: [
      lines(...opened, server(fail(null, -32601))),
      lines(...opened, server('{"jsonrpc":"2.0","result":{}}')),
      lines(...opened.slice(0, 2), client(ask(9, 'notifications/initialized')), server(reply(9))),
    ],
    at: 4,
    spares: [
      lines(...opened, client(list), server(fail(1, -32601))),
      blocks(
        post(1, initialize(D)),
        json(1, reply(0)),
        post(2, tell('notifications/x')),
        json(2, fail(undefined, -32600), {}, 400),
      ),
    ],
  },
  {
    rule: 'jsonrpc.batch-removed',
    fires: [
      lines(...opened, client(`[${list}]`)),
      blocks(session('2025-06-18'), post(3, list, inSession('2025-06-18')), json(3, `[${reply(1)}]`)),
    ],
    at: 4,
    spares: lines(...handshake('2025-03-26'), client(`[${list}]`)),
  },
  {
    rule: 'jsonrpc.batch-undefined',
    fires: lines(...handshake('2024-11-05'), client(`[${list}]`)),
    at: 4,
    spares: lines(...handshake('2025-03-26'), client(`[${list}]`)),
  },
  {
    rule: 'jsonrpc.batch-mixed',
    fires: [
      blocks(session('2025-03-26'), post(3, `[${list},${reply(7)}]`, inSession('2025-03-26'))),
      blocks(session('2025-03-26'), post(3, '[]', inSession('2025-03-26'))),
    ],
    spares: [
      blocks(session('2025-03-26'), post(3, `[${list},${tell('notifications/x')}]`, inSession('2025-03-26'))),
      blocks(session('2025-03-26'), post(3, `[${reply(7)},${reply(8)}]`, inSession('2025-03-26'))),
    ],
  },
  {
    rule: 'jsonrpc.batch-refused',
    fires: blocks(
      session('2025-03-26'),
      post(3, `[${list}]`, inSession('2025-03-26')),
      json(3, fail(undefined, -32600), {}, 400),
    ),
    spares: [
      blocks(session('2025-03-26'), post(3, `[${list}]`, inSession('2025-03-26')), json(3, `[${reply(1)}]`)),
      blocks(
        session('2025-03-26'),
        post(3, `[${list},${reply(7)}]`, inSession('2025-03-26')),
        json(3, fail(undefined, -32600), {}, 400),
      ),
      blocks(session('2025-03-26'), post(3, `[${tell('notifications/x')}]`, inSession('2025-03-26')), accepted(3)),
      blocks(
        session('2025-03-26'),
        post(3, `[${list}]`, inSession('2025-03-26')),
        stream(3, [reply(1)]),
        closed(3, 'server'),
      ),
    ],
  },
  {
    rule: 'jsonrpc.utf8',
    // Latin-1: one byte where UTF-8 needs two.
    fires: latin1(lines(...opened, client(ask(1, 'tools/call', { name: 'é' })))),
    at: 4,
    spares: lines(...opened, client(ask(1, 'tools/call', { name: 'é' }))),
  },
];

/** A text that stands for bytes: each character above U+00FF is as it is, those below are bytes of their own. */
function latin1(text: string): string {
  return text.replaceAll('é', '\uDCE9');
}
