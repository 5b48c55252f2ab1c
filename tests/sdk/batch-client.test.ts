// A batch from a real client, live: no client of an SDK makes one by itself, but the transport of SDK 1.32 sends what it is
// handed, and takes the answers apart.
import { transfersOf } from '#engine';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { clientInfo, play } from './played.ts';
import type { JsonRpc } from './raw-http.ts';
import { Replay } from './replay.ts';
import { replayHttp } from './replay-http.ts';
import { pause } from './scripted.ts';

it('2025-03-26: an array of two requests is one POST, and both are answered', async () => {
  const { trace } = play('batch', '2025-03-26', 'streamable-http');
  const replay = new Replay(trace);
  const server = await replayHttp(replay);
  const client = new Client(clientInfo);
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`));
  try {
    await client.connect(transport);
    const received: JsonRpc[] = [];
    transport.onmessage = (message) => void received.push(message as JsonRpc);
    const methods = transfersOf(trace)
      .find((t) => t.batch)!
      .batch!.map((m) => (m as { method: string }).method);
    // The types of the SDK name one message; what it does with several is written out in its code.
    await transport.send(methods.map((method, i) => ({ jsonrpc: '2.0', id: 11 + i, method })) as never);
    for (let i = 0; i < 200 && received.length < 2; i++) await pause(10);
    expect(received.map(({ id, error }) => [id, error])).toEqual([
      [11, undefined],
      [12, undefined],
    ]);
    expect(replay.surplus).toEqual([]);
    expect(replay.missing).toEqual([]);
  } finally {
    await client.close();
    server.close();
  }
});
