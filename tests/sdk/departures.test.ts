// Where the official SDKs depart from the text, each shown by a test; the numbers are those of the table in departures.ts.
import net from 'node:net';
import process from 'node:process';
import { run, textOf, transfersOf } from '#engine';
import { Client as Client2, StreamableHTTPClientTransport as StreamableHttp2 } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acme1 } from './acme-1.ts';
import { SDK_DEPARTURES } from './departures.ts';
import { startEverything } from './everything-server.ts';
import { startHttp, type HttpServer } from './http-server.ts';
import { clientInfo, play } from './played.ts';
import { LivePipe } from './player.ts';
import { messagesIn, readHttp, valueOf, type HttpMessage, type JsonRpc } from './raw-http.ts';
import { drive } from './real-clients.ts';
import { startReal } from './real-servers.ts';
import { Replay } from './replay.ts';
import { replayHttp } from './replay-http.ts';
import { Handlers, pause } from './scripted.ts';

const shown = new Set<number>();

/** A test of one departure, or of several that are shown by the same bytes. */
function departs(number: number, check: () => Promise<void> | void): void {
  shown.add(number);
  const { what } = SDK_DEPARTURES.find((d) => d.number === number)!;
  it(`${number}: ${what}`, check);
}

/** Sends a request as text, and reads what comes until it is whole or the time is up. */
function ask(port: number, head: string, body: unknown, ms = 1500): Promise<HttpMessage> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let bytes = Buffer.alloc(0);
    const done = (): void => {
      clearTimeout(giveUp);
      socket.destroy();
      resolve(readHttp(bytes)[0]!);
    };
    const giveUp = setTimeout(done, ms);
    socket.on('data', (data: Buffer) => {
      bytes = Buffer.concat([bytes, data]);
      if (readHttp(bytes)[0]?.isWhole) done();
    });
    socket.write(`${head}\r\nHost: acme.test\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
}

const LEGACY = 'POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream';
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (method: string, name?: string): string =>
  `${LEGACY}\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ${method}${name === undefined ? '' : `\r\nMcp-Name: ${name}`}`;
const [firstOf, statusOf] = [
  (a: HttpMessage): JsonRpc => messagesIn(a)[0]!,
  (a: HttpMessage): number => Number(a.startLine.split(' ')[1]),
];

/** A server with an open session, and the head of a request in it. */
async function session(
  options: Parameters<typeof startHttp>[1] = {},
): Promise<{ server: HttpServer; head: string; get: string }> {
  const server = await startHttp('2025-11-25', { isDeep: true, ...options });
  const id = valueOf((await ask(server.port, LEGACY, INITIALIZE)).headers, 'mcp-session-id');
  const own = `\r\nMcp-Session-Id: ${id}\r\nMCP-Protocol-Version: 2025-11-25`;
  await ask(server.port, LEGACY + own, { jsonrpc: '2.0', method: 'notifications/initialized' });
  return { server, head: LEGACY + own, get: `GET /mcp HTTP/1.1\r\nAccept: text/event-stream${own}` };
}

async function within<T>(
  started: Promise<{ server: HttpServer } & T>,
  use: (given: { server: HttpServer } & T) => Promise<void>,
): Promise<void> {
  const given = await started;
  try {
    await use(given);
  } finally {
    given.server.close();
  }
}

const deepCall = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'deep_search', arguments: { query: 'x' }, _meta: { progressToken: id } },
});

describe.concurrent('SDK 1.32.2, up to 2025-11-25', () => {
  departs(1, async () => {
    await within(
      startHttp('2025-11-25').then((server) => ({ server })),
      async ({ server }) => {
        expect(statusOf(await ask(server.port, `${LEGACY}\r\nOrigin: http://evil.example`, INITIALIZE))).toBe(200);
      },
    );
  });
  departs(2, () =>
    within(session(), async ({ server, head }) => {
      const two = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
      expect(messagesIn(await ask(server.port, head, two)).map((m) => m.id)).toEqual([1, 2]);
      expect(statusOf(await ask(server.port, head, []))).toBe(202);
    }),
  );
  departs(3, () =>
    within(session(), async ({ server, head }) => {
      const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'docs://nope' } };
      expect(firstOf(await ask(server.port, head, read)).error!.code).toBe(-32602);
      const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'nope', arguments: {} } };
      expect(firstOf(await ask(server.port, head, call)).result).toMatchObject({ isError: true });
    }),
  );
  departs(4, () =>
    within(session(), async ({ server, head }) => {
      expect(firstOf(await ask(server.port, head, { hello: 'there' }))).toMatchObject({
        id: null,
        error: { code: -32700 },
      });
    }),
  );
  departs(5, async () => {
    const { script } = play('session-life', '2025-11-25', 'streamable-http');
    const acts = script.acts.filter((act) => act.act !== 'leave');
    const played = play('session-life', '2025-11-25', 'streamable-http', {}, { acts });
    const replay = new Replay(played.trace);
    const server = await replayHttp(replay);
    try {
      const driven = await drive('1.32', played, { port: server.port }, 800);
      expect(driven.asked.filter(({ error }) => /Error POSTing/.test(String(error)))).not.toEqual([]);
      expect(replay.missing.map((t) => (t.message as JsonRpc | undefined)?.method)).toContain('initialize');
    } finally {
      server.close();
    }
  });
  departs(6, () =>
    within(session({ keepsEvents: true }), async ({ server, head, get }) => {
      expect((await ask(server.port, get, undefined, 300)).parts).toEqual([]);
      expect((await ask(server.port, head, deepCall(3))).parts[0]).toMatch(/^id: .*\ndata: \n/);
    }),
  );
  departs(7, () =>
    within(session({ keepsEvents: true }), async ({ server, head, get }) => {
      const [priming] = (await ask(server.port, head, deepCall(3))).parts;
      const again = await ask(
        server.port,
        `${get}\r\nLast-Event-ID: ${/^id: (.*)$/m.exec(priming!)![1]}`,
        undefined,
        1500,
      );
      // The store sorts by time and chance, so within a millisecond the order is anyone's.
      expect(messagesIn(again).some((m) => m.result !== undefined)).toBe(true);
      expect(again.isWhole).toBe(false);
    }),
  );
  departs(8, async () => {
    const store = new InMemoryEventStore();
    const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } as const;
    const first = await store.storeEvent('_GET_stream', message);
    await store.storeEvent('_GET_stream', message);
    const sent: string[] = [];
    await store.replayEventsAfter(first, { send: (id) => Promise.resolve(void sent.push(id)) });
    expect(sent).toEqual([]);
  });
  departs(9, () =>
    within(session(), async ({ server, head }) => {
      const call = ask(server.port, head, deepCall(3), 700);
      await pause(60);
      await ask(server.port, head, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
      const answer = await call;
      expect(answer.isWhole).toBe(false);
      expect(messagesIn(answer).every((m) => m.result === undefined)).toBe(true);
    }),
  );
  departs(10, async () => {
    const played = play('broken-stream', '2025-11-25', 'streamable-http', {}, { keepsEvents: false });
    const server = await replayHttp(new Replay(played.trace));
    try {
      const { asked } = await drive('1.32', played, { port: server.port }, 900);
      expect(String(asked[0]!.error)).toMatch(/timed out/i);
    } finally {
      server.close();
    }
  });
  departs(11, async () => {
    const transport = new StreamableHTTPServerTransport({});
    await acme1(false).connect(transport as never);
    const server = http.createServer((request, response) => void transport.handleRequest(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const get = await ask(port, 'GET /mcp HTTP/1.1\r\nAccept: text/event-stream', undefined, 300);
    expect([statusOf(get), get.isWhole]).toEqual([200, false]);
    server.close();
    server.closeAllConnections();
  });
  departs(12, async () => {
    const pipe = new LivePipe('tests/sdk/stdio-server.ts', '2025-11-25');
    await lines(pipe, [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, INITIALIZE, { ...INITIALIZE, id: 2 }], 3);
    expect(pipe.received.map((m) => [m.id, m.error])).toEqual([
      [1, undefined],
      [0, undefined],
      [2, undefined],
    ]);
  });
  departs(13, async () => {
    const server = await startEverything();
    try {
      const unknown = `${LEGACY}\r\nMcp-Session-Id: nope`;
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      expect(statusOf(await ask(server.port, unknown, list))).toBe(400);

      const id = valueOf((await ask(server.port, LEGACY, INITIALIZE)).headers, 'mcp-session-id');
      const own = `\r\nMcp-Session-Id: ${id}\r\nMCP-Protocol-Version: 2025-11-25`;
      const echo = (n: number) => ({
        jsonrpc: '2.0',
        id: n,
        method: 'tools/call',
        params: { name: 'echo', arguments: { message: String(n) } },
      });
      const [first] = [await ask(server.port, LEGACY + own, echo(1)), await ask(server.port, LEGACY + own, echo(2))];
      // Resumed behind the first event of the first stream, the second stream's answer comes along.
      const seen = /^id: (.+)$/m.exec(first!.parts.join(''))![1]!;
      const resumed = await ask(
        server.port,
        `GET /mcp HTTP/1.1\r\nAccept: text/event-stream${own}\r\nLast-Event-ID: ${seen}`,
        undefined,
      );
      const answers = messagesIn(resumed).filter((message) => message.result !== undefined);
      expect(answers.map((message) => message.id)).toEqual([1, 2]);
    } finally {
      server.close();
    }
  });
  departs(14, async () => {
    const played = play('short', '2024-11-05', 'http+sse');
    const server = await startReal('1.32', played, new Handlers(played));
    const client = new Client(clientInfo);
    const transport = new SSEClientTransport(new URL(`http://127.0.0.1:${server.port}/sse`));
    await client.connect(transport);
    expect((transport as unknown as { _protocolVersion: string })._protocolVersion).toBe('2025-11-25');
    await client.close();
    server.close();
  });
  departs(15, async () => {
    const played = play('short', '2024-11-05', 'http+sse');
    const server = await startReal('1.9', played, new Handlers(played));
    const client = new Client(clientInfo);
    server.close();
    await expect(
      client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/sse`))),
    ).rejects.toThrow();
  });
});

describe.concurrent('SDK 2.4.0, 2026-07-28', () => {
  let server!: HttpServer;
  beforeAll(async () => void (server = await startHttp('2026-07-28', { isDeep: true })));
  afterAll(() => server.close());
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } };

  departs(16, async () => {
    expect(statusOf(await ask(server.port, `${modern('tools/list')}\r\nOrigin: http://evil.example`, list))).toBe(200);
  });
  departs(17, async () => {
    const bare = await startModernOnly();
    const answer = await ask(bare.port, LEGACY, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([statusOf(answer), firstOf(answer).error!.code]).toEqual([400, -32022]);
    bare.close();
  });
  departs(18, async () => {
    const bare = await startModernOnly();
    expect(statusOf(await ask(bare.port, LEGACY, { jsonrpc: '2.0', method: 'notifications/initialized' }))).toBe(202);
    bare.close();
  });
  departs(19, async () => {
    const bare = await startModernOnly();
    const answer = await ask(bare.port, 'GET /mcp HTTP/1.1\r\nAccept: text/event-stream', undefined);
    expect(statusOf(answer)).toBe(405);
    expect(firstOf(answer)).toMatchObject({ id: null, error: { code: -32000 } });
    bare.close();
  });
  departs(20, async () => {
    const pipe = new LivePipe('tests/sdk/stdio-server.ts', '2026-07-28');
    const future = { ...META, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    await lines(pipe, [list, { ...list, id: 2, params: { _meta: future } }], 2);
    expect(pipe.received.map((m) => [m.id, m.error])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
  });
  departs(21, async () => {
    const pipe = new LivePipe('tests/sdk/scripted-stdio.ts', '2.4', 'cancel', '2026-07-28', '{}', 'deaf');
    const trace = run('cancel', { revision: '2026-07-28', transport: 'stdio' });
    const [call, cancelled] = transfersOf(trace)
      .filter((t) => t.from === 'client')
      .map((t) => textOf(t.frame)) as [string, string];
    pipe.send(undefined as never, call);
    while (pipe.received.length < 1) await pause(10);
    pipe.send(undefined as never, cancelled);
    await pause(500);
    expect(pipe.received.length).toBeGreaterThan(1);
    expect(pipe.received.every((m) => m.method === 'notifications/progress')).toBe(true);
    await pipe.close();
  });
  departs(22, async () => {
    const played = play('listen', '2026-07-28', 'streamable-http', { ends: 'client' });
    const replay = new Replay(played.trace);
    const own = await replayHttp(replay);
    await drive('2.4', played, { port: own.port });
    await pause(100);
    expect(replay.surplus.map((m) => m.method)).toEqual(['notifications/cancelled']);
    own.close();
  });
  departs(23, async () => {
    const played = play('broken-stream', '2026-07-28', 'streamable-http');
    const replay = new Replay(played.trace);
    const own = await replayHttp(replay);
    const { asked } = await drive('2.4', played, { port: own.port }, 900);
    expect(String(asked[0]!.error)).toMatch(/timed out/i);
    expect(replay.missing.length).toBe(1);
    own.close();
  });
  departs(24, async () => {
    const head = modern('tools/call', 'deep_search').replace(', text/event-stream', '');
    const call = deepCall(5);
    const answer = await ask(server.port, head, {
      ...call,
      params: { ...call.params, _meta: { ...META, progressToken: 5 } },
    });
    expect(valueOf(answer.headers, 'content-type')).toBe('text/event-stream');
  });
  departs(25, async () => {
    const answer = '{"jsonrpc":"2.0","id":0,"result":{"tools":[]}}';
    const bare = net.createServer((socket) =>
      socket.on('data', () =>
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`,
        ),
      ),
    );
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const client = new Client2(clientInfo, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const discover = {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: 'private',
    };
    await client.connect(new StreamableHttp2(new URL(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/mcp`)), {
      prior: { kind: 'modern', discover },
    } as never);
    await expect(client.listTools()).rejects.toThrow(/resultType/i);
    await client.close();
    bare.close();
  });
  departs(26, async () => {
    const listen = {
      jsonrpc: '2.0',
      id: 6,
      method: 'subscriptions/listen',
      params: { _meta: META, notifications: {} },
    };
    const answer = await ask(server.port, modern('subscriptions/listen'), listen);
    expect(messagesIn(answer).map((m) => m.method ?? 'result')).toEqual([
      'notifications/subscriptions/acknowledged',
      'result',
    ]);
    expect(answer.isWhole).toBe(true);
  });
  departs(27, async () => {
    const bare = await startModernOnly();
    const params = {
      name: 'ask',
      arguments: {},
      inputResponses: { wrong: { action: 'accept', content: {} } },
      _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } },
    };
    const answer = await ask(bare.port, modern('tools/call', 'ask'), {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params,
    });
    expect(firstOf(answer).result).toMatchObject({ resultType: 'input_required' });
    bare.close();
  });
});

describe.concurrent('both', () => {
  departs(28, async () => {
    for (const revision of ['2025-11-25', '2026-07-28']) {
      const pipe = new LivePipe('tests/sdk/stdio-server.ts', revision);
      const ping = { jsonrpc: '2.0', id: 9, method: 'tools/list', params: { _meta: META } };
      const open = revision === '2025-11-25' ? [INITIALIZE] : [];
      await lines(
        pipe,
        [
          ...open,
          '{"jsonrpc":',
          '',
          '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
          '{"hello":"there"}',
          `${JSON.stringify(ping)}\r`,
        ],
        open.length + 1,
      );
      expect(pipe.received.map((m) => m.id)).toEqual([...open.map(() => 0), 9]);
    }
  });
  departs(29, async () => {
    const program = `
      process.stdin.setEncoding('utf8').on('data', (text) => {
        for (const line of text.split('\\n').filter(Boolean)) {
          const { id, method } = JSON.parse(line);
          const say = (...messages) => process.stdout.write(messages.map((m) => JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n').join(''));
          if (method === 'initialize') say({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } } });
          if (method === 'tools/call') say({ method: 'notifications/progress', params: { progressToken: id, progress: 1 } }, { id, result: { content: [] } });
        }
      });`;
    const client = new Client(clientInfo);
    const errors: string[] = [];
    client.onerror = ({ message }) => void errors.push(message);
    await client.connect(new StdioClientTransport({ command: process.execPath, args: ['-e', program] }));
    const progress: number[] = [];
    await client.request({ method: 'tools/call', params: { name: 'a' } }, ResultSchema, {
      onprogress: (p) => void progress.push(p.progress),
    });
    await pause(50);
    expect(progress).toEqual([]);
    expect(errors.join()).toMatch(/unknown token/);
    await client.close();
  });
});

/** Writes lines to a process, waits for so many messages, and a little longer for more. */
async function lines(pipe: LivePipe, written: readonly unknown[], count: number): Promise<void> {
  pipe.send(
    undefined as never,
    written.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  for (let i = 0; i < 1000 && pipe.received.length < count; i++) await pause(10);
  await pause(100);
  await pipe.close();
}

/** A 2.x server that serves no other revision, with one tool that asks. */
async function startModernOnly(): Promise<HttpServer> {
  const factory = (): McpServer => {
    const server = new McpServer({ name: 'asks', version: '1.0.0' });
    server.registerTool('ask', { inputSchema: z.object({}) }, (_given, { mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, 'edition');
      if (answer.kind !== 'missing') return { content: [] };
      const requestedSchema = { type: 'object' as const, properties: { edition: { type: 'string' as const } } };
      return inputRequired({
        inputRequests: { edition: inputRequired.elicit({ message: 'Which?', requestedSchema }) },
      });
    });
    return server;
  };
  const handle = toNodeHandler(createMcpHandler(factory, { legacy: 'reject' }));
  const server = http.createServer(
    (request, response) => void handle(request as Parameters<typeof handle>[0], response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

it('every departure that is said to be shown is shown', () => {
  expect([...shown].sort((a, b) => a - b)).toEqual(SDK_DEPARTURES.map((d) => d.number));
});
