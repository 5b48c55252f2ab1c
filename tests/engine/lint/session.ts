// Trials of the rules of sessions.
import {
  accepted,
  ask,
  blocks,
  fail,
  initialize,
  initializeResult,
  inSession,
  json,
  post,
  reply,
  send,
  session,
  type Trial,
} from './captures.ts';

const D = '2025-11-25';
const list = (id: number) => ask(id, 'tools/list');
const served = (exchange: number, id: number) =>
  blocks(post(exchange, list(id), inSession(D)), json(exchange, reply(id, { tools: [] })));
const refused = (exchange: number, status: number, reason = 'Session not found') =>
  blocks(post(exchange, list(exchange), inSession(D)), json(exchange, fail(undefined, -32001, reason), {}, status));
const opening = (id: string) => blocks(post(1, initialize(D)), json(1, initializeResult(D), { 'Mcp-Session-Id': id }));
const bare = { 'MCP-Protocol-Version': D };
const ended = blocks(send(4, 'DELETE /mcp', { Host: 'a.test', ...inSession(D) }), accepted(4, {}, 200));

export const SESSION_TRIALS: readonly Trial[] = [
  {
    rule: 'session.id-charset',
    fires: [opening('a b'), opening('sitzung-ä')],
    at: 11,
    spares: opening('s-1!~'),
  },
  {
    rule: 'session.id-guessable',
    fires: [opening('17'), opening('1767225600000')],
    at: 11,
    spares: [opening('s-17'), opening('4f2c9a0e-1f6e-4c56-9f0e-7f6f2f1f7a11')],
  },
  {
    rule: 'session.id-missing',
    fires: [
      blocks(session(D), post(3, list(1), bare)),
      blocks(session(D), send(3, 'GET /mcp', { Accept: 'text/event-stream', ...bare })),
    ],
    spares: [
      blocks(session(D), post(3, list(1), inSession(D))),
      blocks(post(1, initialize(D)), json(1, initializeResult(D)), post(3, list(1), bare)),
      blocks(session(D), post(3, initialize(D, {}, 9))),
      // A page that cannot read the id cannot send it.
      blocks(
        post(1, initialize(D), { Origin: 'https://page.test' }),
        json(1, initializeResult(D), { 'Mcp-Session-Id': 's-1', 'Access-Control-Allow-Origin': '*' }),
        post(3, list(1), { ...bare, Origin: 'https://page.test' }),
      ),
    ],
  },
  {
    rule: 'session.require-400',
    fires: blocks(session(D), post(3, list(1), bare), json(3, fail(undefined, -32000, 'Session id required'), {}, 404)),
    spares: [
      blocks(session(D), post(3, list(1), bare), json(3, fail(undefined, -32000, 'Session id required'), {}, 400)),
      blocks(session(D), post(3, list(1), bare), json(3, fail(undefined, -32000, 'no such page'), {}, 404)),
    ],
  },
  {
    rule: 'session.terminated-404',
    fires: [
      blocks(session(D), served(3, 1), refused(4, 400)),
      blocks(session(D), served(3, 1), refused(4, 400, 'No valid session ID provided')),
      blocks(session(D), served(3, 1), refused(4, 503, 'Server not initialized')),
      blocks(session(D), ended, refused(5, 400, 'Bad Request')),
      blocks(session(D), ended, served(5, 1)),
      refused(1, 400, 'Session has expired'),
    ],
    spares: [
      blocks(session(D), served(3, 1), refused(4, 404)),
      blocks(session(D), served(3, 1), refused(4, 401)),
      blocks(session(D), served(3, 1), refused(4, 400, 'Bad Request: no such tool')),
      // It goes on: somebody else did not know it.
      blocks(session(D), served(3, 1), refused(4, 400), served(5, 2)),
      refused(1, 400, 'Invalid session'),
    ],
  },
  {
    rule: 'session.reinit',
    fires: [
      blocks(session(D), refused(3, 404), refused(4, 404)),
      blocks(session(D), refused(3, 404), post(4, initialize(D, {}, 9), { 'Mcp-Session-Id': 's-1' })),
      blocks(session(D), refused(3, 404), post(4, list(1), inSession(D))),
    ],
    spares: [
      blocks(session(D), refused(3, 404), post(4, initialize(D, {}, 9)), json(4, initializeResult(D, {}, 9))),
      blocks(session(D), refused(3, 404), served(4, 1)),
      // It was under way already.
      blocks(
        session(D),
        post(3, list(3), inSession(D)),
        post(4, list(4), inSession(D)),
        json(3, fail(undefined, -32001, 'Session not found'), {}, 404),
        json(4, fail(undefined, -32001, 'Session not found'), {}, 404),
      ),
    ],
  },
  {
    rule: 'session.assign-late',
    fires: blocks(
      session(D),
      post(3, list(1), inSession(D)),
      json(3, reply(1, { tools: [] }), { 'Mcp-Session-Id': 's-2' }),
    ),
    spares: blocks(
      session(D),
      post(3, list(1), inSession(D)),
      json(3, reply(1, { tools: [] }), { 'Mcp-Session-Id': 's-1' }),
    ),
  },
];
