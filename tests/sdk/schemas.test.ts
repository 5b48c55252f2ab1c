// Every message of every scenario parses with the official SDKs' own schemas: 1.x for 2025-11-25, 2.x for both revisions.
import { parametersOf, REVISIONS, runWith, SCENARIOS, defaultValues, transfersOf, type Message } from '#engine';
import * as v1 from '@modelcontextprotocol/sdk/types.js';
import { specTypeSchemas } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';

/** The SDKs' name for what a method asks, and for what answers it. */
const NAMES: Readonly<Record<string, { readonly asks: string; readonly answers?: string }>> = {
  initialize: { asks: 'InitializeRequest', answers: 'InitializeResult' },
  'notifications/initialized': { asks: 'InitializedNotification' },
  'notifications/progress': { asks: 'ProgressNotification' },
  'tools/list': { asks: 'ListToolsRequest', answers: 'ListToolsResult' },
  'tools/call': { asks: 'CallToolRequest', answers: 'CallToolResult' },
  'resources/list': { asks: 'ListResourcesRequest', answers: 'ListResourcesResult' },
  'resources/read': { asks: 'ReadResourceRequest', answers: 'ReadResourceResult' },
  'prompts/get': { asks: 'GetPromptRequest', answers: 'GetPromptResult' },
  ping: { asks: 'PingRequest', answers: 'EmptyResult' },
};

type Judge = (name: string, value: unknown) => readonly unknown[];

const judge1: Judge = (name, value) => {
  const schema = (v1 as unknown as Record<string, ZodType>)[`${name}Schema`]!;
  return schema.safeParse(value).error?.issues ?? [];
};

const judge2: Judge = (name, value) => {
  const schema = specTypeSchemas[name as keyof typeof specTypeSchemas];
  return schema['~standard'].validate(value).issues ?? [];
};

const JUDGES = [
  { sdk: 'SDK 1.x', judge: judge1, revisions: ['2025-11-25'] },
  { sdk: 'SDK 2.x', judge: judge2, revisions: REVISIONS },
] as const;

/** All that a schema finds wrong with a message, the method that it asks or answers known. */
function problemsOf(judge: Judge, message: Message, method: string): readonly unknown[] {
  const { asks, answers } = NAMES[method]!;
  const own = 'method' in message ? judge(asks, message) : judge(answers!, (message as { result: unknown }).result);
  return [...judge('JSONRPCMessage', message), ...own];
}

const cases = JUDGES.flatMap(({ sdk, judge, revisions }) =>
  SCENARIOS.flatMap((scenario) =>
    scenario.revisions
      .filter((revision) => (revisions as readonly string[]).includes(revision))
      .flatMap((revision) =>
        scenario.transports.map((transport) => ({ sdk, judge, scenario, slug: scenario.slug, revision, transport })),
      ),
  ),
);

/** The messages of a trace, each with the method that it asks or answers. */
function messagesOf({ scenario, revision, transport }: (typeof cases)[number]) {
  const values = { ...defaultValues(parametersOf(scenario)), revision, transport };
  const methods = new Map<unknown, string>();
  return transfersOf(runWith(scenario, values))
    .map((t) => t.message)
    .filter((message) => message !== undefined)
    .map((message) => {
      const { id, method } = message as { id?: unknown; method?: string };
      if (method !== undefined && id !== undefined) methods.set(id, method);
      return { message, method: method ?? methods.get(id)! };
    });
}

describe('the schemas take', () => {
  it.each(cases)('$sdk: $slug $revision $transport', (row) => {
    const found = messagesOf(row).map(({ message, method }) => ({
      message,
      problems: problemsOf(row.judge, message, method),
    }));
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(({ problems }) => problems.length > 0)).toEqual([]);
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
