// A server of the official SDK 2.x that does what a script says: the wire is the SDK's, the content the engine's.
import { inputRequired, Server } from '@modelcontextprotocol/server';
import type { JsonObject } from '#engine';
import { serverCapabilities, serverInfo, type Played } from './played.ts';
import { pause, type Handlers } from './scripted.ts';

interface Request {
  readonly method: string;
  readonly params?: JsonObject;
}

export function scripted2(played: Played, handlers: Handlers): Server {
  const server = new Server(serverInfo, {
    capabilities: { ...serverCapabilities, ...(played.script.serverCapabilities as object) },
  });
  server.fallbackRequestHandler = async (request, { mcpReq }) => {
    const { method, params } = request as Request;
    const { _meta, inputResponses: _i, requestState: _s, ...rest } = (params ?? {}) as JsonObject;
    const requestState = (mcpReq as { requestState?: () => string | undefined }).requestState?.();
    const outcome = await handlers.handle(method, rest, {
      progressToken: (mcpReq._meta as { progressToken?: number } | undefined)?.progressToken,
      isStopped: () => mcpReq.signal.aborted,
      notify: (name, its) => mcpReq.notify({ method: name, params: its } as never),
      brought: { inputResponses: mcpReq.inputResponses, requestState },
    });
    if ('result' in outcome) return outcome.result as never;
    const { asks, requestState: state } = outcome;
    return inputRequired({ ...(asks && { inputRequests: asks }), requestState: state } as never) as never;
  };
  return server;
}

/** How a 2.x server tells its subscribers of changes, and ends their subscriptions. */
export interface Announcer {
  readonly notify: { toolsChanged(): void; resourceUpdated(uri: string): void };
  close(): unknown;
}

/** Tells and ends what the script's server does on subscriptions, as long after the first message as in the engine. */
export async function announceAll({ trace }: Played, { notify, close }: Announcer): Promise<void> {
  let atMs = 0;
  for (const entry of trace.entries) {
    if (entry.kind !== 'transfer' || entry.from !== 'server' || !entry.message) continue;
    const { method, params, result } = entry.message as {
      method?: string;
      params?: { uri?: string };
      result?: { _meta?: Record<string, unknown> };
    };
    const isEnd = result?._meta?.['io.modelcontextprotocol/subscriptionId'] !== undefined;
    if (!isEnd && method !== 'notifications/tools/list_changed' && method !== 'notifications/resources/updated')
      continue;
    await pause(entry.atMs - atMs);
    atMs = entry.atMs;
    if (isEnd) close();
    else if (params?.uri === undefined) notify.toolsChanged();
    else notify.resourceUpdated(params.uri);
  }
}
