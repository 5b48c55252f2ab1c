// Real clients of the official SDKs, driven through a script as an application would drive them: they ask, wait, answer, give up.
import process from 'node:process';
import { Client as Client2, StreamableHTTPClientTransport as StreamableHttp2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client132 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as Sse132 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as Stdio132 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as StreamableHttp132 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { EXAMPLE, type HandlerStep, type JsonObject, type RequestAct } from '#engine';
import { Client as Client19 } from 'mcp-sdk-1.9/client/index.js';
import { SSEClientTransport as Sse19 } from 'mcp-sdk-1.9/client/sse.js';
import { StdioClientTransport as Stdio19 } from 'mcp-sdk-1.9/client/stdio.js';
import { CreateMessageRequestSchema as CreateMessage19, ResultSchema as Result19 } from 'mcp-sdk-1.9/types.js';
import { clientInfo, requestsOf, serverCapabilities, type Played } from './played.ts';
import type { Sdk } from './real-servers.ts';
import { pause } from './scripted.ts';

/** Where the server is: a port, or a program to start. */
export type Place = { readonly port: number } | { readonly args: readonly string[] };

/** What came of one request of the script. */
export interface Asked {
  readonly act: RequestAct;
  readonly result?: JsonObject;
  readonly error?: unknown;
  readonly progress: readonly number[];
}

export interface Driven {
  readonly asked: readonly Asked[];
  /** Methods of the notifications that came unasked, and of the questions. */
  readonly heard: readonly string[];
  readonly questions: readonly string[];
  /** What the client has complained of. */
  readonly errors: readonly string[];
  readonly version: string | undefined;
  close(): Promise<void>;
}

interface Notification {
  readonly method: string;
}
interface Options {
  readonly timeout?: number;
  readonly resetTimeoutOnProgress?: boolean;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number }) => void;
}

/** The part of all three clients that is used here. */
interface AnyClient {
  connect(transport: unknown, options?: unknown): Promise<void>;
  close(): Promise<void>;
  request(request: { method: string; params?: object }, options: Options): Promise<JsonObject>;
  listen?(filter: object): Promise<{ closed: Promise<string>; close(): Promise<void> }>;
  answer(method: string, answer: () => Promise<object>): void;
  hear(heard: (notification: Notification) => void): void;
  complain(complained: (text: string) => void): void;
}

const RECONNECT = {
  initialReconnectionDelay: 60,
  maxReconnectionDelay: 60,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 3,
};

/** `2.4 auto`: finds out what the server speaks; else it is told. `1.32 falls back`: a second client, for HTTP+SSE, if the first is refused. */
export type DrivenSdk = Sdk | '2.4 auto' | '1.32 falls back';

function clientOf(sdk: DrivenSdk): AnyClient {
  const capabilities = sdk === '1.9' ? { sampling: {} } : { sampling: {}, elicitation: { form: {} } };
  if (sdk === '2.4' || sdk === '2.4 auto') {
    const isTold = sdk === '2.4';
    const client = new Client2(clientInfo, {
      capabilities,
      versionNegotiation: { mode: isTold ? { pin: '2026-07-28' } : 'auto' },
    });
    return {
      connect: (transport) =>
        client.connect(
          transport as never,
          (isTold ? { prior: { kind: 'modern', discover: DISCOVERED } } : undefined) as never,
        ),
      close: () => client.close(),
      request: (request, options) => client.request(request as never, options as never) as Promise<JsonObject>,
      listen: (filter) => client.listen(filter),
      answer: (method, answer) => client.setRequestHandler(method as 'elicitation/create', answer as never),
      complain: (complained) => {
        client.onerror = ({ message }) => complained(message);
      },
      hear: (heard) => {
        for (const method of [
          'notifications/tools/list_changed',
          'notifications/resources/updated',
          'notifications/message',
        ] as const) {
          client.setNotificationHandler(method, heard);
        }
      },
    };
  }
  const client = (
    sdk === '1.9' ? new Client19(clientInfo, { capabilities }) : new Client132(clientInfo, { capabilities })
  ) as Client132;
  const schemas: Readonly<Record<string, unknown>> = {
    'elicitation/create': ElicitRequestSchema,
    'sampling/createMessage': sdk === '1.9' ? CreateMessage19 : CreateMessageRequestSchema,
  };
  return {
    connect: (transport) => client.connect(transport as never),
    close: () => client.close(),
    request: (request, options) =>
      client.request(
        request as never,
        (sdk === '1.9' ? Result19 : ResultSchema) as never,
        options,
      ) as Promise<JsonObject>,
    answer: (method, answer) => client.setRequestHandler(schemas[method] as never, answer as never),
    complain: (complained) => {
      client.onerror = ({ message }) => complained(message);
    },
    hear: (heard) => {
      client.fallbackNotificationHandler = (notification) => Promise.resolve(heard(notification));
    },
  };
}

const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { ...serverCapabilities, logging: {} },
  ttlMs: 0,
  cacheScope: 'private',
  _meta: {},
};

function transportTo(sdk: DrivenSdk, { transport, script }: Played, place: Place) {
  if ('args' in place) {
    const parameters = {
      command: process.execPath,
      args: [...place.args],
      env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/sdk' } as Record<string, string>,
    };
    return sdk.startsWith('2.4')
      ? new Stdio2(parameters)
      : sdk === '1.9'
        ? new Stdio19(parameters)
        : new Stdio132(parameters);
  }
  const at = (path: string) => new URL(`http://127.0.0.1:${place.port}${path}`);
  if (transport === 'http+sse') return sdk === '1.9' ? new Sse19(at('/sse')) : new Sse132(at('/sse'));
  const options = { reconnectionOptions: RECONNECT };
  const own = { ...options, ...(script.authorizationMs !== undefined && { authProvider: tokenOnDemand() }) };
  return sdk.startsWith('2.4') ? new StreamableHttp2(at('/mcp'), own) : new StreamableHttp132(at('/mcp'), options);
}

/** Has no token until a server asks for one. */
function tokenOnDemand() {
  let token: string | undefined;
  return {
    token: () => Promise.resolve(token),
    onUnauthorized: () => Promise.resolve(void (token = EXAMPLE.token)),
  };
}

/** What the example `streamableHttpWithSseFallbackClient` does: whatever goes wrong, it tries the older transport. */
async function olderIfRefused(played: Played, place: Place) {
  const first = transportTo('1.32', played, place);
  const client = clientOf('1.32');
  try {
    await client.connect(first);
  } catch {
    await client.close();
    return transportTo('1.32', { ...played, transport: 'http+sse' }, place);
  }
  throw new Error('the server takes Streamable HTTP');
}

type Ask = Extract<HandlerStep, { do: 'ask' }>;

/** `timeoutMs`: how long the application waits for each answer. */
export async function drive(sdk: DrivenSdk, played: Played, place: Place, timeoutMs?: number): Promise<Driven> {
  const transport = sdk === '1.32 falls back' ? await olderIfRefused(played, place) : transportTo(sdk, played, place);
  const client = clientOf(sdk);
  const [heard, questions, errors, asked]: [string[], string[], string[], Asked[]] = [[], [], [], []];
  client.complain((text) => errors.push(text));
  client.hear(({ method }) => heard.push(method));
  const asks = requestsOf(played.script)
    .flatMap((act) => act.handler ?? [])
    .filter((step): step is Ask => step.do === 'ask');
  for (const { method, answer, answerAfterMs } of asks) {
    client.answer(method, async () => {
      questions.push(method);
      await pause(answerAfterMs);
      return answer;
    });
  }
  await client.connect(transport);
  const version = (transport as { protocolVersion?: string }).protocolVersion;

  async function ask(act: RequestAct): Promise<void> {
    const progress: number[] = [];
    const stop = new AbortController();
    if (act.cancelAfterMs !== undefined) setTimeout(() => stop.abort(act.cancelReason), act.cancelAfterMs);
    const params = { ...act.params, ...(act.meta && Object.keys(act.meta).length > 0 && { _meta: act.meta }) };
    try {
      if (act.method === 'subscriptions/listen') {
        const subscription = await client.listen!(act.params!['notifications'] as object);
        if (act.cancelAfterMs !== undefined) setTimeout(() => void subscription.close(), act.cancelAfterMs);
        asked.push({ act, progress, result: { closed: await subscription.closed } });
        return;
      }
      const result = await client.request(
        { method: act.method, ...(Object.keys(params).length > 0 && { params }) },
        {
          signal: stop.signal,
          ...(timeoutMs !== undefined && { timeout: timeoutMs }),
          ...(act.timeoutMs !== undefined && { timeout: act.timeoutMs, resetTimeoutOnProgress: true }),
          ...(act.wantsProgress && { onprogress: ({ progress: step }) => void progress.push(step) }),
        },
      );
      asked.push({ act, result, progress });
    } catch (error) {
      asked.push({ act, error, progress });
    }
  }

  const background: Promise<void>[] = [];
  let hasLeft = false;
  for (const act of played.script.acts) {
    if (act.act === 'pause') await pause(act.ms);
    else if (act.act === 'join') await Promise.all(background);
    else if (act.act === 'request') {
      const done = ask(act);
      if (act.inBackground) background.push(done);
      else await done;
    } else if (act.act === 'leave') {
      await (transport as { terminateSession?: () => Promise<void> }).terminateSession?.();
      hasLeft = true;
      await client.close();
    }
  }
  await Promise.all(background);
  return { asked, heard, questions, errors, version, close: async () => (hasLeft ? undefined : client.close()) };
}
