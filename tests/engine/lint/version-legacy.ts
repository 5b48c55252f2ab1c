// Trials of the rules of the handshake and of the version header.
import {
  ask,
  blocks,
  fail,
  from,
  handshake,
  initialize,
  initializeResult,
  inSession,
  json,
  lines,
  modern,
  post,
  reply,
  send,
  session,
  tell,
  type Trial,
} from './captures.ts';

const { client, server } = from;
const [B, C, D] = ['2025-03-26', '2025-06-18', '2025-11-25'];
const list = (id: number) => ask(id, 'tools/list');
const opened = handshake(D);
const versioned = (version: string | undefined) => ({ 'Mcp-Session-Id': 's-1', 'MCP-Protocol-Version': version });
const initialized = client(tell('notifications/initialized'));
const answered = server(initializeResult(D));

export const VERSION_LEGACY_TRIALS: readonly Trial[] = [
  {
    rule: 'version.header-missing',
    fires: [
      blocks(session(C), post(3, list(1), versioned(undefined))),
      blocks(session(D), send(3, 'GET /mcp', { Accept: 'text/event-stream', 'Mcp-Session-Id': 's-1' })),
      blocks(session(D), send(3, 'DELETE /mcp', { 'Mcp-Session-Id': 's-1' })),
    ],
    spares: [
      blocks(session(D), post(3, list(1), inSession(D))),
      blocks(session(B), post(3, list(1), { 'Mcp-Session-Id': 's-1' })),
      blocks(session(D), post(3, initialize(D, {}, 9))),
    ],
  },
  {
    rule: 'version.header-value',
    fires: blocks(session(C), post(3, list(1), versioned(D))),
    spares: blocks(session(C), post(3, list(1), versioned(C))),
  },
  {
    rule: 'version.header-400',
    fires: [
      blocks(session(D), post(3, list(1), versioned('1999-01-01')), json(3, reply(1, { tools: [] }))),
      blocks(
        session(D),
        post(3, list(1), versioned('banana')),
        json(3, fail(undefined, -32000, 'bad version'), {}, 422),
      ),
    ],
    spares: [
      blocks(
        session(D),
        post(3, list(1), versioned('1999-01-01')),
        json(3, fail(undefined, -32000, 'bad version'), {}, 400),
      ),
      blocks(session(D), post(3, list(1), versioned('1999-01-01')), json(3, fail(undefined, -32000, 'no'), {}, 401)),
      blocks(session(D), post(3, list(1), versioned(C)), json(3, reply(1, { tools: [] }))),
    ],
  },
  {
    rule: 'version.header-default',
    fires: blocks(
      session(D),
      post(3, list(1), versioned(undefined)),
      json(3, fail(undefined, -32000, 'MCP-Protocol-Version is missing'), {}, 400),
    ),
    spares: blocks(
      session(D),
      post(3, list(1), versioned(undefined)),
      json(3, fail(undefined, -32000, 'arguments are missing'), {}, 400),
    ),
  },
  {
    rule: 'init.first',
    fires: [
      lines(client(list(7)), server(fail(7, -32600)), ...opened),
      blocks(post(8, list(7)), json(8, fail(7, -32600)), session(D)),
    ],
    at: 1,
    spares: [
      lines(...opened, client(list(7))),
      lines(client(list(7)), server(reply(7, { tools: [] }))),
      // A client of a server without sessions, and then another one.
      blocks(post(8, list(7)), json(8, reply(7, { tools: [] })), session(D)),
      lines(client(ask(7, 'ping')), server(reply(7)), ...opened),
      lines(client(ask('p', 'server/discover', modern())), server(fail('p', -32601)), ...opened),
    ],
  },
  {
    rule: 'init.params',
    fires: [
      lines(client(ask(0, 'initialize', { protocolVersion: D, capabilities: {} }))),
      lines(client(ask(0, 'initialize', { protocolVersion: D, capabilities: {}, clientInfo: { name: 'c' } }))),
      lines(client(ask(0, 'initialize'))),
    ],
    at: 1,
    spares: lines(client(initialize(D))),
  },
  {
    rule: 'init.result',
    fires: [
      lines(client(initialize(D)), server(reply(0, { protocolVersion: D, capabilities: {} }))),
      lines(client(initialize(D)), server(reply(0, { protocolVersion: D, serverInfo: { name: 's', version: '1' } }))),
    ],
    at: 2,
    spares: [lines(client(initialize(D)), answered), lines(client(initialize(D)), server(fail(0, -32602)))],
  },
  {
    rule: 'init.in-batch',
    fires: post(1, `[${initialize(B)},${list(1)}]`),
    spares: blocks(post(1, initialize(B)), json(1, initializeResult(B)), post(2, `[${list(1)},${list(2)}]`)),
  },
  {
    rule: 'init.version-echo',
    fires: lines(
      client(initialize(C)),
      server(initializeResult(C)),
      from.event('client starts the server again'),
      client(initialize(C)),
      server(initializeResult(B)),
    ),
    at: 5,
    spares: lines(
      client(initialize(D)),
      server(initializeResult(C)),
      from.event('client starts the server again'),
      client(initialize(C)),
      server(initializeResult(C)),
    ),
  },
  {
    rule: 'init.version-disconnect',
    fires: lines(client(initialize(D)), server(initializeResult('1.0')), initialized),
    at: 3,
    spares: [
      lines(client(initialize(D)), server(initializeResult('1.0')), from.event('stdin closed by client')),
      lines(client(initialize(D)), server(initializeResult(B)), initialized),
    ],
  },
  {
    rule: 'init.initialized',
    fires: lines(...opened.slice(0, 2), client(list(1))),
    at: 3,
    spares: [lines(...opened, client(list(1))), lines(...opened.slice(0, 2), client(ask(1, 'ping')))],
  },
  {
    rule: 'init.early-client',
    fires: [lines(client(initialize(D)), client(list(1)), answered), blocks(post(1, initialize(D)), post(2, list(1)))],
    at: 2,
    spares: lines(client(initialize(D)), client(ask(1, 'ping')), answered, initialized, client(list(2))),
  },
  {
    rule: 'init.early-server',
    fires: lines(client(initialize(D, { roots: {} })), answered, server(ask(1, 'roots/list'))),
    at: 3,
    spares: [
      lines(client(initialize(D, { roots: {} })), answered, initialized, server(ask(1, 'roots/list'))),
      lines(client(initialize(D)), answered, server(ask(1, 'ping'))),
    ],
  },
  {
    rule: 'init.cancelled',
    fires: lines(client(initialize(D)), client(tell('notifications/cancelled', { requestId: 0 }))),
    at: 2,
    spares: lines(...opened, client(list(1)), client(tell('notifications/cancelled', { requestId: 1 }))),
  },
  {
    rule: 'cap.unnegotiated-should',
    fires: lines(...handshake(B, { tools: {} }), client(ask(1, 'prompts/list'))),
    at: 4,
    spares: [
      lines(...handshake(B, { prompts: {} }), client(ask(1, 'prompts/list'))),
      // There is no capability for it yet.
      lines(...handshake('2024-11-05', {}), client(ask(1, 'completion/complete', { ref: {}, argument: {} }))),
    ],
  },
  {
    rule: 'cap.unnegotiated',
    fires: [
      lines(...opened, server(ask(1, 'sampling/createMessage', { messages: [], maxTokens: 1 }))),
      lines(...opened, client(ask(1, 'resources/subscribe', { uri: 'a:b' }))),
      lines(...opened, server(tell('notifications/prompts/list_changed'))),
    ],
    at: 4,
    spares: [
      lines(
        ...handshake(D, {}, { sampling: {} }),
        server(ask(1, 'sampling/createMessage', { messages: [], maxTokens: 1 })),
      ),
      lines(...handshake(D, { resources: { subscribe: true } }), client(ask(1, 'resources/subscribe', { uri: 'a:b' }))),
      lines(...handshake(D, { tools: { listChanged: true } }), server(tell('notifications/tools/list_changed'))),
      lines(client(ask(1, 'prompts/list'))),
    ],
  },
];
