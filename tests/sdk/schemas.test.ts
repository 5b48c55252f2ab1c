// Every message of every scenario parses with the official SDKs' own schemas: 1.9 for its one revision, 1.32 for the four with
// a handshake, 2.4 for all.
import {
  defaultValues,
  messagesOf,
  pairsOf,
  parametersOf,
  REVISIONS,
  runWith,
  SCENARIOS,
  transfersOf,
  type Message,
  type Revision,
  type Scenario,
  type Trace,
} from '#engine';
import * as v1 from '@modelcontextprotocol/sdk/types.js';
import { specTypeSchemas } from '@modelcontextprotocol/server';
import * as v19 from 'mcp-sdk-1.9/types.js';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';

/** The SDKs' name for what a method asks, and for what answers it. */
const NAMES: Readonly<Record<string, { readonly asks: string; readonly answers?: string }>> = {
  initialize: { asks: 'InitializeRequest', answers: 'InitializeResult' },
  'server/discover': { asks: 'DiscoverRequest', answers: 'DiscoverResult' },
  'notifications/initialized': { asks: 'InitializedNotification' },
  'notifications/progress': { asks: 'ProgressNotification' },
  'notifications/cancelled': { asks: 'CancelledNotification' },
  'notifications/message': { asks: 'LoggingMessageNotification' },
  'notifications/tools/list_changed': { asks: 'ToolListChangedNotification' },
  'notifications/resources/updated': { asks: 'ResourceUpdatedNotification' },
  'notifications/subscriptions/acknowledged': { asks: 'SubscriptionsAcknowledgedNotification' },
  'tools/list': { asks: 'ListToolsRequest', answers: 'ListToolsResult' },
  'tools/call': { asks: 'CallToolRequest', answers: 'CallToolResult' },
  'resources/list': { asks: 'ListResourcesRequest', answers: 'ListResourcesResult' },
  'resources/read': { asks: 'ReadResourceRequest', answers: 'ReadResourceResult' },
  'resources/subscribe': { asks: 'SubscribeRequest', answers: 'EmptyResult' },
  'resources/unsubscribe': { asks: 'UnsubscribeRequest', answers: 'EmptyResult' },
  'prompts/get': { asks: 'GetPromptRequest', answers: 'GetPromptResult' },
  'elicitation/create': { asks: 'ElicitRequest', answers: 'ElicitResult' },
  'sampling/createMessage': { asks: 'CreateMessageRequest', answers: 'CreateMessageResult' },
  'subscriptions/listen': { asks: 'SubscriptionsListenRequest', answers: 'SubscriptionsListenResult' },
  ping: { asks: 'PingRequest', answers: 'EmptyResult' },
};

/** The tasks extension has no schemas in the SDKs: the envelope alone is judged. */
const WITHOUT_SCHEMA = new Set(['tasks/get', 'tasks/update', 'tasks/cancel', 'notifications/tasks']);

type Judge = (name: string, value: unknown) => readonly unknown[];

const judge1: Judge = (name, value) => {
  const schema = (v1 as unknown as Record<string, ZodType>)[`${name}Schema`]!;
  return schema.safeParse(value).error?.issues ?? [];
};

const judge2: Judge = (name, value) => {
  const schema = specTypeSchemas[name as keyof typeof specTypeSchemas];
  return schema['~standard'].validate(value).issues ?? [];
};

/** An old SDK knows fewer methods; what it has no schema for is judged as a message only. */
const judge19: Judge = (name, value) => {
  const schema = (v19 as unknown as Record<string, ZodType>)[`${name}Schema`];
  return schema?.safeParse(value).error?.issues ?? [];
};

const JUDGES: readonly { readonly sdk: string; readonly judge: Judge; readonly revisions: readonly Revision[] }[] = [
  { sdk: 'SDK 1.9', judge: judge19, revisions: ['2024-11-05'] },
  { sdk: 'SDK 1.32', judge: judge1, revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] },
  { sdk: 'SDK 2.4', judge: judge2, revisions: REVISIONS },
];

/** What a schema finds wrong with a message; the method that it asks or answers is known. */
function problemsOf(judge: Judge, message: Message, method: string | undefined): readonly unknown[] {
  const envelope = 'error' in message && !('id' in message) ? [] : judge('JSONRPCMessage', message);
  if (method === undefined || WITHOUT_SCHEMA.has(method) || 'error' in message) return envelope;
  const { asks, answers } = NAMES[method]!;
  if ('method' in message) return [...envelope, ...judge(asks, message)];
  const { result } = message as {
    readonly result: {
      readonly resultType?: string;
      readonly inputRequests?: Record<string, { readonly method: string }>;
    };
  };
  if (result.resultType === 'task') return envelope;
  if (result.resultType !== 'input_required') return [...envelope, ...judge(answers!, result)];
  // The SDK has no schema for a result that asks, but has one for each thing that may be asked.
  return [
    ...envelope,
    ...Object.values(result.inputRequests ?? {}).flatMap((ask) => judge(NAMES[ask.method]!.asks, ask)),
  ];
}

/** Each message of a trace with the method that it asks or answers; ids of the two sides are apart. */
function messagesIn(trace: Trace) {
  const methods = new Map<string, string>();
  return transfersOf(trace).flatMap(({ from, to, ...transfer }) =>
    messagesOf({ from, to, ...transfer }).map((message) => {
      const { id, method } = message as { id?: unknown; method?: string };
      if (method !== undefined && id !== undefined) methods.set(`${from} ${String(id)}`, method);
      return { message, method: method ?? methods.get(`${to} ${String(id)}`) };
    }),
  );
}

/** Every choice that a scenario has, one after the other; other parameters change no message's shape. */
function runsOf(scenario: Scenario, revision: Revision): readonly Trace[] {
  const choices = scenario.parameters.flatMap((p) =>
    p.kind === 'choice' ? p.options.map(({ value }) => ({ [p.name]: value })) : [],
  );
  return pairsOf(scenario)
    .filter((pair) => pair.revision === revision)
    .flatMap((pair) =>
      [{}, ...choices].map((own) => runWith(scenario, { ...defaultValues(parametersOf(scenario)), ...own, ...pair })),
    );
}

const cases = JUDGES.flatMap(({ sdk, judge, revisions }) =>
  SCENARIOS.flatMap((scenario) =>
    scenario.revisions
      .filter((revision) => revisions.includes(revision))
      .map((revision) => ({ sdk, judge, scenario, slug: scenario.slug, revision })),
  ),
);

describe('the schemas take', () => {
  it.each(cases)('$sdk: $slug $revision', ({ judge, scenario, revision }) => {
    for (const trace of runsOf(scenario, revision)) {
      const found = messagesIn(trace).map(({ message, method }) => ({
        message,
        problems: problemsOf(judge, message, method),
      }));
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter(({ problems }) => problems.length > 0)).toEqual([]);
    }
  });
});

describe('the schemas refuse', () => {
  const text = { content: [{ type: 'text' }] };
  it.each(JUDGES)('$sdk: the same with something missing', ({ judge }) => {
    const refused: [Message, string][] = [
      [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }, 'initialize'],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, 'tools/call'],
      [{ jsonrpc: '2.0', id: 1, result: text }, 'tools/call'],
      [{ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a' }] } }, 'tools/list'],
      [{ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } }, 'notifications/progress'],
      [{ id: 1, method: 'ping' } as unknown as Message, 'ping'],
    ];
    for (const [message, method] of refused)
      expect(problemsOf(judge, message, method), JSON.stringify(message)).not.toEqual([]);
  });
});
