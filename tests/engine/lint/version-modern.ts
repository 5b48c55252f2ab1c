// Trials of the rules of what each message of 2026-07-28 says of itself.
import {
  ask,
  blocks,
  complete,
  fail,
  from,
  handshake,
  initialize,
  json,
  lines,
  mirrored,
  modern,
  post,
  reply,
  stream,
  type Trial,
} from './captures.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const list = (id: unknown = 1, more = {}) => ask(id, 'tools/list', modern({}, more));
const tools = complete({ tools: [], ttlMs: 0, cacheScope: 'public' });
const discover = ask(0, 'server/discover', modern());
const discovered = complete({ supportedVersions: ['2026-07-28'], capabilities: {}, ttlMs: 0, cacheScope: 'public' });
const probe = [from.client(discover), from.server(reply(0, discovered))];
const noCapabilities = ask(1, 'tools/list', {
  _meta: { [VERSION]: '2026-07-28', [CLIENT]: { name: 'c', version: '1' } },
});
const listed = mirrored('tools/list');
const http = (body: string, answer: string, status = 200) => blocks(post(1, body, listed), json(1, answer, {}, status));
const pipe = (request: string, answer: string) => lines(from.client(request), from.server(answer));
const versions = { supported: ['2026-07-28'], requested: '2026-07-28' };

export const VERSION_MODERN_TRIALS: readonly Trial[] = [
  {
    rule: 'version.header-required',
    fires: post(1, list(), { ...listed, 'MCP-Protocol-Version': undefined }),
    at: 2,
    spares: [post(1, list(), { ...listed, 'MCP-Protocol-Version': undefined, 'mcp-protocol-version': '2026-07-28' })],
  },
  {
    rule: 'version.header-body',
    fires: [
      post(1, list(), { ...listed, 'MCP-Protocol-Version': '2025-11-25' }),
      post(1, list(1, { [VERSION]: '2025-11-25' }), listed),
    ],
    at: 6,
    spares: post(1, list(), listed),
  },
  {
    rule: 'version.unsupported',
    fires: [
      http(list(), fail(1, -32022), 400),
      http(list(), fail(1, -32022, 'no', versions)),
      pipe(list(), fail(1, -32022, 'no', { supported: '2026-07-28' })),
    ],
    spares: [http(list(), fail(1, -32022, 'no', versions), 400), pipe(list(), fail(1, -32022, 'no', versions))],
  },
  {
    rule: 'discover.missing',
    fires: [
      lines(from.client(discover), from.server(reply(0, complete({ capabilities: {} })))),
      lines(from.client(discover), from.server(fail(0, -32601)), from.client(list()), from.server(reply(1, tools))),
    ],
    at: 2,
    spares: [lines(...probe), lines(from.client(discover), from.server(fail(0, -32601)), ...handshake('2025-11-25'))],
  },
  {
    rule: 'meta.required',
    fires: [
      lines(...probe, from.client(ask(1, 'tools/list'))),
      lines(...probe, from.client(noCapabilities)),
      post(1, noCapabilities, listed),
    ],
    at: 3,
    spares: [
      lines(...probe, from.client(list())),
      lines(...handshake('2025-11-25'), from.client(ask(1, 'tools/list'))),
    ],
  },
  {
    rule: 'meta.missing-reply',
    fires: [
      http(noCapabilities, reply(1, tools)),
      lines(...probe, from.client(noCapabilities), from.server(fail(1, -32600))),
    ],
    spares: [http(noCapabilities, fail(1, -32602), 400), http(list(), reply(1, tools))],
  },
  {
    rule: 'meta.refused-status',
    fires: http(noCapabilities, fail(1, -32602)),
    spares: [http(noCapabilities, fail(1, -32602), 400), http(list(), fail(1, -32602))],
  },
  {
    rule: 'meta.client-info',
    fires: lines(from.client(list(1, { [CLIENT]: undefined }))),
    spares: lines(from.client(list())),
  },
  {
    rule: 'meta.server-info',
    fires: pipe(list(), reply(1, { resultType: 'complete', tools: [] })),
    spares: pipe(list(), reply(1, tools)),
  },
  {
    rule: 'meta.key-syntax',
    fires: [
      lines(from.client(list(1, { '1a.b/c': 1 }))),
      lines(from.client(list(1, { 'a/b/c': 1 }))),
      lines(from.client(list(1, { '-x': 1 }))),
    ],
    at: 1,
    spares: lines(from.client(list(1, { 'com.example/': 1, 'a-b.c1/x_y.z': 1, plain: 1 }))),
  },
  {
    rule: 'meta.reserved-prefix',
    fires: [
      lines(from.client(list(1, { 'com.mcp.tools/x': 1 }))),
      lines(from.client(list(1, { 'io.modelcontextprotocol/mine': 1 }))),
    ],
    spares: lines(from.client(list(1, { 'com.example.mcp/x': 1, 'io.modelcontextprotocol/logLevel': 'info' }))),
  },
  {
    rule: 'meta.trace-format',
    fires: [
      lines(from.client(list(1, { traceparent: '00-abc-def-01' }))),
      lines(from.client(list(1, { baggage: { a: 1 } }))),
    ],
    spares: lines(
      from.client(
        list(1, {
          traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
          tracestate: 'a=1,b=2',
          baggage: 'user=7;p=1,region=eu',
        }),
      ),
    ),
  },
  {
    rule: 'cap.missing-reply',
    fires: [
      http(list(), fail(1, -32021, 'no', { requiredCapabilities: { roots: {} } })),
      pipe(list(), fail(1, -32021)),
    ],
    spares: [
      http(list(), fail(1, -32021, 'no', { requiredCapabilities: { roots: {} } }), 400),
      pipe(list(), fail(1, -32021, 'no', { requiredCapabilities: { roots: {} } })),
    ],
  },
  {
    rule: 'ext.id-prefix',
    fires: [
      lines(from.client(list(1, { 'io.modelcontextprotocol/clientCapabilities': { extensions: { tasks: {} } } }))),
      pipe(discover, reply(0, { ...discovered, capabilities: { extensions: { '/x': {} } } })),
    ],
    spares: lines(
      from.client(
        list(1, { 'io.modelcontextprotocol/clientCapabilities': { extensions: { 'com.example/tasks': {} } } }),
      ),
    ),
  },
  {
    rule: 'init.error-names-versions',
    fires: lines(...probe, from.client(initialize('2025-11-25', {}, 1)), from.server(fail(1, -32601))),
    at: 4,
    spares: [
      lines(...probe, from.client(initialize('2025-11-25', {}, 1)), from.server(fail(1, -32601, 'speaks 2026-07-28'))),
      lines(...probe, from.client(initialize('2025-11-25', {}, 1)), from.server(fail(1, -32022, 'no', versions))),
      lines(from.client(initialize('2025-11-25', {}, 1)), from.server(fail(1, -32601))),
    ],
  },
  {
    rule: 'removed.method',
    fires: [
      lines(...probe, from.client(ask(1, 'ping', modern()))),
      lines(...probe, from.client(ask(1, 'logging/setLevel', modern({ level: 'info' })))),
      lines(from.client(initialize('2026-07-28'))),
    ],
    at: 3,
    spares: [
      lines(...probe, from.client(ask(1, 'com.example/own', modern()))),
      lines(...handshake('2025-11-25'), from.client(ask(1, 'ping'))),
    ],
  },
  {
    rule: 'http.method-not-found',
    fires: [
      blocks(post(1, ask(1, 'x/y', modern()), mirrored('x/y')), json(1, fail(1, -32601))),
      blocks(post(1, ask(1, 'x/y', modern()), mirrored('x/y')), stream(1, [fail(1, -32601)])),
    ],
    at: 11,
    spares: [
      blocks(post(1, ask(1, 'x/y', modern()), mirrored('x/y')), json(1, fail(1, -32601), {}, 404)),
      blocks(post(1, discover, mirrored('server/discover')), json(1, fail(0, -32601))),
    ],
  },
];
