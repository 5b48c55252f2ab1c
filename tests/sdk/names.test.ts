// Names that no header can carry as they are: the official server takes the engine's Mcp-Name for the name in the body.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROFILES, REVISIONS, runWith, TRANSPORTS, type Scenario } from '#engine';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { exchangesOf, Sockets } from './live.ts';
import { messagesIn } from './raw-http.ts';

const names = ['Größe', '日本', ' a', 'b ', 'a\tb', 'a b', '=?base64?YQ==?=', '👋', 'plain'];

const scenario: Scenario = {
  slug: 'names',
  title: 'Names',
  about: 'One prompt after the other, each with a name that is hard to send.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [],
  script: () => ({
    acts: names.map((name) => ({ act: 'request', method: 'prompts/get', params: { name }, result: { messages: [] } })),
  }),
};

function promptsOf(known: readonly string[]): McpServer {
  const server = new McpServer({ name: 'prompts', version: '1.0.0' });
  for (const name of known) server.registerPrompt(name, {}, () => ({ messages: [] }));
  return server;
}

it('2026-07-28: every name is accepted; one that disagrees with the body is not', async () => {
  const handle = toNodeHandler(createMcpHandler(() => promptsOf(names)));
  const server = http.createServer((request, response) => {
    void handle(request as Parameters<typeof handle>[0], response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Sockets((server.address() as AddressInfo).port);
  const choices = { revision: '2026-07-28', transport: 'streamable-http', profile: 'measured' };
  try {
    const exchanges = exchangesOf(runWith(scenario, { ...choices, latencyMs: 0, rateBps: Infinity }));
    for (const { sent } of exchanges) {
      const answer = await sockets.exchange(sent);
      expect(answer.startLine).toBe('HTTP/1.1 200 OK');
      expect(messagesIn(answer)[0]!.result).toMatchObject({ messages: [] });
    }
    const refused = await sockets.exchange(exchanges.at(-1)!.sent, undefined, (text) =>
      text.replace('mcp-name: plain', 'mcp-name: other'),
    );
    expect(refused.startLine).toBe('HTTP/1.1 400 Bad Request');
    expect(messagesIn(refused)[0]!.error!.code).toBe(-32020);
  } finally {
    sockets.close();
    server.close();
  }
});
