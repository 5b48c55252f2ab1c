// Real servers of the official SDKs on free ports of this machine, bare: node:http and the SDK, nothing between.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { SSEServerTransport as SSEServerTransport19 } from 'mcp-sdk-1.9/server/sse.js';
import { EXAMPLE } from '#engine';
import type { Played } from './played.ts';
import type { Handlers } from './scripted.ts';
import { pushAll, scripted1, type Sdk1 } from './server-1.ts';
import { announceAll, scripted2 } from './server-2.ts';

export type Sdk = Sdk1 | '2.4';

export interface RealServer {
  readonly port: number;
  close(): void;
}

/** `isDual`: a 2.x server that serves older clients, too. */
export async function startReal(sdk: Sdk, played: Played, handlers: Handlers, isDual = false): Promise<RealServer> {
  const listener = await listenerFor(sdk, played, handlers, isDual);
  const wantsToken = played.script.authorizationMs !== undefined;
  const server = http.createServer(wantsToken ? behindBearer(listener) : listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The SDK's own gate in front of a server: who shows no token is challenged. It is written for Express, and needs this much of it. */
function behindBearer(listener: http.RequestListener): http.RequestListener {
  const verifyAccessToken = (token: string) =>
    Promise.resolve({ token, clientId: 'example-host', scopes: [], expiresAt: Infinity });
  const gate = requireBearerAuth({ verifier: { verifyAccessToken }, resourceMetadataUrl: EXAMPLE.resourceMetadata });
  return (request, response) => {
    const express = Object.assign(response, {
      set: (name: string, value: string) => response.setHeader(name, value),
      status: (status: number) => ((response.statusCode = status), express),
      json: (body: unknown) => response.end(JSON.stringify(body)),
    });
    void gate(request as never, express as never, () => listener(request, response));
  };
}

function listenerFor(
  sdk: Sdk,
  played: Played,
  handlers: Handlers,
  isDual: boolean,
): http.RequestListener | Promise<http.RequestListener> {
  if (sdk === '2.4') return modern(played, handlers, isDual);
  const { transport, trace } = played;
  return transport === 'http+sse' || trace.values['server'] === 'first'
    ? twoEndpoints(sdk, played, handlers)
    : oneEndpoint(sdk, played, handlers);
}

/** One transport is one session; a test has one. */
async function oneEndpoint(sdk: Sdk1, played: Played, handlers: Handlers): Promise<http.RequestListener> {
  const { script } = played;
  const retryMs = script.acts
    .flatMap((act) => (act.act === 'request' ? (act.handler ?? []) : []))
    .find((step) => step.do === 'hang-up')?.retryMs;
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    ...(script.keepsEvents && { eventStore: new InMemoryEventStore() }),
    ...(retryMs !== undefined && { retryInterval: retryMs }),
  });
  const server = await scripted1(sdk, played, handlers);
  await server.connect(transport);
  let hasBegun = false;
  return (request, response) => {
    if (!hasBegun) void pushAll(server, played);
    hasBegun = true;
    void transport.handleRequest(request, response);
  };
}

function twoEndpoints(sdk: Sdk1, played: Played, handlers: Handlers): http.RequestListener {
  const transports = new Map<string, SSEServerTransport | SSEServerTransport19>();
  return (request, response) => {
    const url = new URL(request.url!, 'http://x');
    const session = url.searchParams.get('sessionId');
    // The address of the stream takes no POST; to say so is for whoever routes, not for the SDK.
    if (request.method === 'POST' && session === null) return void response.writeHead(405, { Allow: 'GET' }).end();
    if (request.method === 'POST') return void transports.get(session!)!.handlePostMessage(request, response);
    const transport = new (sdk === '1.9' ? SSEServerTransport19 : SSEServerTransport)('/messages', response);
    transports.set(transport.sessionId, transport);
    void scripted1(sdk, played, handlers).then(async (server) => {
      await server.connect(transport);
      await pushAll(server, played);
    });
  };
}

function modern(played: Played, handlers: Handlers, isDual: boolean): http.RequestListener {
  const handler = createMcpHandler(() => scripted2(played, handlers), { legacy: isDual ? 'stateless' : 'reject' });
  const handle = toNodeHandler(handler);
  let hasBegun = false;
  return (request, response) => {
    if (!hasBegun) void announceAll(played, handler);
    hasBegun = true;
    void handle(request as Parameters<typeof handle>[0], response);
  };
}
