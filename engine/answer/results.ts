// What acme-search answers when nothing is wrong: the result of each method, as its revision writes it.
// Knows no transport and refuses nothing.
import type { JsonObject, Message, Request } from '../protocol/messages.ts';
import { EXAMPLE, resultMessage } from '../protocol/session.ts';
import { DOCUMENT, FOUND, PAGE, PROMPT } from '../scenarios/acme-search.ts';
import { DEEP } from '../scenarios/deep-search.ts';
import { isObject, memberAt, memberOf, type Asked } from './asked.ts';
import type { Finding } from './findings/finding.ts';
import type { Serving } from './situation.ts';
import type { StrictServer } from './strict-server.ts';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const CALLS: Readonly<Record<string, JsonObject>> = { docs_search: FOUND, open_doc: DOCUMENT, deep_search: DEEP };
const DONE: JsonObject = { content: [{ type: 'text', text: 'Done.' }], isError: false };

const asJson = (value: unknown) => value as JsonObject;
const toolOf = ({ message, server }: Asked) => server.tools.find(({ name }) => name === message.params?.['name']);
const task = (asked: Asked) => ({ taskId: memberOf(asked.message.params, 'taskId'), status: 'working' });

type Content = (asked: Asked) => JsonObject;

const CONTENTS: Readonly<Record<string, Content>> = {
  'tools/list': ({ server }) =>
    asJson({ tools: server.tools.map(({ name, inputSchema = { type: 'object' } }) => ({ name, inputSchema })) }),
  'tools/call': ({ message }) => {
    const name = String(message.params?.['name']);
    return Object.hasOwn(CALLS, name) ? CALLS[name]! : DONE;
  },
  'resources/list': ({ server }) =>
    asJson({ resources: server.resources.map((uri) => ({ uri, name: uri.slice(uri.lastIndexOf('/') + 1) })) }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ message }) => {
    const [page] = PAGE['contents'] as unknown as readonly JsonObject[];
    return { contents: [{ ...page, uri: String(message.params?.['uri']) }] };
  },
  'prompts/list': ({ server }) =>
    asJson({
      prompts: server.prompts.map(({ name, required = [] }) => ({
        name,
        arguments: required.map((argument) => ({ name: argument, required: true })),
      })),
    }),
  'prompts/get': () => PROMPT,
  'completion/complete': () => ({ completion: { values: [] } }),
  'tasks/get': (asked) => asJson(task(asked)),
  'tasks/result': () => DONE,
  'tasks/list': () => ({ tasks: [] }),
};

/** The messages that a served request is answered with: one, but for a subscription, whose result comes at its end. */
export function servedMessages(serving: Serving, asked: Asked, finding: Finding): readonly Message[] {
  const { message, server } = asked;
  const request = message.value as Request;
  if (serving === 'listen') return [acknowledgement(request, server)];
  return [resultMessage(request, contentOf(serving, asked, finding), server.revision)];
}

function contentOf(serving: Serving, asked: Asked, finding: Finding): JsonObject {
  const { message, server } = asked;
  if (serving === 'initialize') return initializeResult(message.params?.['protocolVersion'], server);
  if (serving === 'discover') return { supportedVersions: server.versions, capabilities: server.capabilities };
  if (serving === 'input-required') return asJson({ resultType: 'input_required', ...toolOf(asked)?.asks });
  if (serving === 'tool-error') return { content: [{ type: 'text', text: finding.text }], isError: true };
  return CONTENTS[message.method ?? '']?.(asked) ?? {};
}

function initializeResult(wanted: unknown, { versions, revision, capabilities }: StrictServer): JsonObject {
  const protocolVersion = versions.find((version) => version === wanted) ?? revision;
  return { protocolVersion, capabilities, serverInfo: EXAMPLE.serverInfo };
}

/** What a subscription asks for, and the server capability that each needs. */
const GRANTS: Readonly<Record<string, string>> = {
  toolsListChanged: 'tools.listChanged',
  promptsListChanged: 'prompts.listChanged',
  resourcesListChanged: 'resources.listChanged',
  resourceSubscriptions: 'resources.subscribe',
  taskIds: 'extensions.io.modelcontextprotocol/tasks',
};

function acknowledgement({ id, params }: Request, { capabilities }: StrictServer): Message {
  const wishes = params?.['notifications'];
  const granted = Object.entries(isObject(wishes) ? wishes : {}).filter(
    ([name, wish]) => Object.hasOwn(GRANTS, name) && wish !== false && Boolean(memberAt(capabilities, GRANTS[name]!)),
  );
  const notifications = Object.fromEntries(granted);
  return {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { [SUBSCRIPTION]: id }, notifications },
  };
}
