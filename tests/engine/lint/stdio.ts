// Trials of the rules of pipes.
import {
  ask,
  complete,
  fail,
  from,
  handshake,
  initialize,
  initializeResult,
  lines,
  modern,
  reply,
  tell,
  type Trial,
} from './captures.ts';

const { client, server, event, log } = from;
const opened = handshake('2025-06-18');
const discover = (id: string) => client(ask(id, 'server/discover', modern()));
const discovered = (id: string) =>
  server(reply(id, complete({ supportedVersions: ['2026-07-28'], capabilities: {}, ttlMs: 0, cacheScope: 'private' })));
const initializing = client(initialize('2025-11-25', {}, 1));
const modernList = client(ask(1, 'tools/list', modern()));
const pretty = (message: string) => JSON.stringify(JSON.parse(message), null, 2).split('\n');

export const STDIO_TRIALS: readonly Trial[] = [
  {
    rule: 'stdio.embedded-newline',
    fires: [
      lines(...opened, client(ask(1, 'tools/list')), ...pretty(reply(1, { tools: [] })).map(server)),
      lines(...opened, ...pretty(ask(1, 'tools/list')).map(client)),
    ],
    at: 5,
    spares: lines(...opened, client(ask(1, 'tools/list')), server(reply(1, { text: 'a\nb' }))),
  },
  {
    rule: 'stdio.stdout-noise',
    fires: [
      lines(opened[0]!, server('listening'), ...opened.slice(1)),
      lines(opened[0]!, server('Content-Length: 10\r'), ...opened.slice(1)),
      lines(opened[0]!, server('{"level":"info"}'), ...opened.slice(1)),
      lines(opened[0]!, server('{ not a message'), ...opened.slice(1)),
      lines(opened[0]!, server('null'), ...opened.slice(1)),
    ],
    at: 2,
    spares: [
      lines(opened[0]!, log('listening'), ...opened.slice(1)),
      lines(opened[0]!, server(''), ...opened.slice(1)),
    ],
  },
  {
    rule: 'stdio.stdin-noise',
    fires: lines(...opened, client('quit')),
    at: 4,
    spares: lines(...opened, client(tell('notifications/cancelled', { requestId: 9 }))),
  },
  {
    rule: 'stdio.server-request',
    fires: lines(modernList, server(ask(1, 'roots/list'))),
    at: 2,
    spares: [
      lines(...handshake('2025-11-25', {}, { roots: {} }), server(ask(1, 'roots/list'))),
      lines(modernList, server(reply(1, complete({ tools: [] })))),
    ],
  },
  {
    rule: 'stdio.client-response',
    fires: lines(modernList, server(ask(1, 'roots/list')), client(reply(1, { roots: [] }))),
    at: 3,
    spares: lines(
      ...handshake('2025-11-25', {}, { roots: {} }),
      server(ask(1, 'roots/list')),
      client(reply(1, { roots: [] })),
    ),
  },
  {
    rule: 'stdio.shutdown-order',
    fires: lines(...opened, event('client sends SIGTERM')),
    at: 4,
    spares: lines(...opened, event('stdin closed by client'), event('client sends SIGTERM')),
  },
  {
    rule: 'stdio.exit-on-eof',
    fires: lines(modernList, event('stdin closed by client'), event('client sends SIGTERM')),
    at: 3,
    spares: [
      lines(modernList, event('stdin closed by client'), event('server exits with code 0')),
      lines(...opened, event('stdin closed by client'), event('client sends SIGTERM')),
    ],
  },
  {
    rule: 'stdio.probe-first',
    fires: lines(initializing, server(fail(1, -32602)), discover('p')),
    at: 1,
    spares: [
      lines(discover('p'), server(fail('p', -32601)), initializing),
      lines(initializing, server(initializeResult('2025-11-25', {}, 1))),
    ],
  },
  {
    rule: 'stdio.fallback-decision',
    fires: [
      lines(discover('p'), discovered('p'), initializing),
      lines(
        discover('p'),
        server(fail('p', -32022, 'no', { supported: ['2026-07-28'], requested: 'x' })),
        initializing,
      ),
      lines(
        event('client spawns server A'),
        discover('p'),
        server(fail('p', -32601)),
        initializing,
        event('client spawns server B'),
        discover('q'),
        server(fail('q', -32600)),
        event('stdin closed by client'),
      ),
    ],
    at: 3,
    spares: [
      lines(discover('p'), server(fail('p', -32600)), initializing),
      lines(discover('p'), initializing),
      // What is left where the server speaks older revisions only.
      lines(
        discover('p'),
        server(fail('p', -32022, 'no', { supported: ['2025-11-25'], requested: '2026-07-28' })),
        initializing,
      ),
      lines(discover('p'), discovered('p'), modernList),
    ],
  },
  {
    rule: 'stdio.no-fallback',
    fires: [
      lines(discover('p'), server(fail('p', -32601)), event('stdin closed by client')),
      lines(
        event('client spawns server A'),
        discover('p'),
        server(fail('p', -32601)),
        initializing,
        event('client spawns server B'),
        discover('q'),
        event('stdin closed by client'),
      ),
    ],
    at: 3,
    spares: [
      lines(discover('p'), server(fail('p', -32601)), initializing, event('stdin closed by client')),
      lines(discover('p'), discovered('p'), event('stdin closed by client')),
    ],
  },
];
