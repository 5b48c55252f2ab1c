// A Streamable HTTP server of an official SDK on a free port of this machine, bare: node:http and the SDK, nothing between.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Revision } from '#engine';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { acme1 } from './acme-1.ts';
import { acme2 } from './acme-2.ts';

export interface HttpServer {
  readonly port: number;
  close(): void;
}

export interface Options {
  readonly isDeep?: boolean;
  /** The server gives its events ids and keeps them, as it must for streams to be resumed. */
  readonly keepsEvents?: boolean;
  /** Hears in which step the long search was given up. */
  readonly onStop?: (step: number) => void;
}

export async function startHttp(revision: Revision, options: Options = {}): Promise<HttpServer> {
  const server = http.createServer(revision === '2025-11-25' ? await handler1(options) : handler2(options));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** One transport is one session; a test has one. */
async function handler1({ isDeep = false, keepsEvents = false }: Options): Promise<http.RequestListener> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    ...(keepsEvents && { eventStore: new InMemoryEventStore() }),
  });
  await acme1(isDeep).connect(transport as Parameters<ReturnType<typeof acme1>['connect']>[0]);
  return (request, response) => void transport.handleRequest(request, response);
}

function handler2({ isDeep = false, onStop }: Options): http.RequestListener {
  const handle = toNodeHandler(createMcpHandler(() => acme2(isDeep, onStop)));
  return (request, response) => void handle(request as Parameters<typeof handle>[0], response);
}
