// A server of the official SDK 1.x, or of 1.9, that does what a script says: the wire is the SDK's, the content the engine's.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '#engine';
import { serverCapabilities, serverInfo, type Played } from './played.ts';
import { pause, type Handlers } from './scripted.ts';

export type Sdk1 = '1.32' | '1.9';

/** What is taken from an SDK. Loading one takes its time, so that each process loads its own only. */
interface Loaded {
  readonly Server: typeof Server;
  readonly ResultSchema: typeof ResultSchema;
}

const LOADERS: Readonly<Record<Sdk1, () => Promise<Loaded>>> = {
  '1.32': async () => ({
    ...(await import('@modelcontextprotocol/sdk/server/index.js')),
    ...(await import('@modelcontextprotocol/sdk/types.js')),
  }),
  '1.9': async () =>
    ({
      ...(await import('mcp-sdk-1.9/server/index.js')),
      ...(await import('mcp-sdk-1.9/types.js')),
    }) as unknown as Loaded,
};

/** The part of both servers that is used here. */
export interface Scripted1 {
  connect(transport: unknown): Promise<void>;
  notification(message: { method: string; params?: unknown }): Promise<void>;
}

interface Extra {
  readonly signal?: AbortSignal;
  readonly sendNotification?: (notification: unknown) => Promise<void>;
  readonly sendRequest?: (request: unknown, schema: unknown) => Promise<unknown>;
  readonly closeSSEStream?: () => void;
}

export async function scripted1(sdk: Sdk1, played: Played, handlers: Handlers): Promise<Scripted1> {
  const { Server, ResultSchema } = await LOADERS[sdk]();
  const capabilities = { ...serverCapabilities, ...(played.script.serverCapabilities as object) };
  const server = new Server(serverInfo, { capabilities });
  const notify = (extra: Extra | undefined) =>
    extra?.sendNotification ?? ((n: unknown) => server.notification(n as never));
  const request = (extra: Extra | undefined) =>
    extra?.sendRequest ?? ((r: unknown) => server.request(r as never, ResultSchema));
  // Every method that the SDK does not answer itself.
  server.fallbackRequestHandler = async ({ method, params }, given) => {
    // SDK 1.9 hands in nothing.
    const extra = given as Extra | undefined;
    const { _meta, ...rest } = (params ?? {}) as JsonObject & { _meta?: { progressToken?: number } };
    const outcome = await handlers.handle(method, rest, {
      progressToken: _meta?.progressToken,
      isStopped: () => extra?.signal?.aborted ?? false,
      notify: (name, its) => notify(extra)({ method: name, params: its }),
      ask: (name, its) => request(extra)({ method: name, params: its }, ResultSchema),
      hangUp: () => extra?.closeSSEStream?.(),
    });
    // McpServer answers a tool call a tick later than anything else.
    if (method === 'tools/call') await new Promise((resolve) => setImmediate(resolve));
    return 'result' in outcome ? (outcome.result as never) : ({} as never);
  };
  return server as unknown as Scripted1;
}

/** Tells what the script's server tells unasked, as long after the first message as in the engine. */
export async function pushAll(server: Scripted1, { trace }: Played): Promise<void> {
  const pushes = trace.entries.filter(
    (e) => e.kind === 'transfer' && e.from === 'server' && e.cause === undefined && e.message,
  );
  let atMs = 0;
  for (const push of pushes) {
    await pause(push.atMs - atMs);
    atMs = push.atMs;
    const { method, params } = (push as { message: { method: string; params?: unknown } }).message;
    await server.notification({ method, ...(params !== undefined && { params }) });
  }
}
