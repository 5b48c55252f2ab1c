// For every situation a request that it decides or notes, and a near miss that it leaves alone: as little apart as can be.
// The compiler asks for one case per row of the table.
import { EXAMPLE, type SituationId, type StrictServer } from '#engine';
import { http, IN_SESSION, INITIALIZE, message, modern, modernPost, post, request, ssePost } from './requests.ts';

type Traits = Partial<StrictServer>;
type Asks = string | Uint8Array;

export interface Case {
  readonly server?: Traits;
  readonly asks: Asks;
  readonly near: Asks;
  /** Where the difference is in the server: what is other about it. */
  readonly nearServer?: Traits;
}

const A: Traits = { revision: '2024-11-05', transport: 'http+sse' };
const ALine: Traits = { revision: '2024-11-05', transport: 'stdio' };
const B: Traits = { revision: '2025-03-26' };
const C: Traits = { revision: '2025-06-18' };
const D: Traits = { revision: '2025-11-25' };
const E: Traits = { revision: '2026-07-28' };
const DLine: Traits = { ...D, transport: 'stdio' };
const ELine: Traits = { ...E, transport: 'stdio' };
const DSse: Traits = { ...D, transport: 'http+sse' };

const authorization = {
  tokens: { 'good-token': ['docs'], 'narrow-token': ['other'] },
  scope: 'docs',
  metadata: 'https://acme.test/.well-known/oauth-protected-resource/mcp',
};
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const PING = request('ping');
const LIST = request('tools/list');
const CANCELLED = message({ method: 'notifications/cancelled', params: { requestId: 9 } });
const RESULT = message({ id: 3, result: {} });
const call = (name: string, args: object = { query: 'x' }) => ({ name, arguments: args as never });
const marked = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
const annotated: Traits = { ...E, tools: [{ name: 'near', inputSchema: marked }] };
const regional = (region: object, headers: object) =>
  modernPost('tools/call', modern(call('near', region)), headers as never);
const listing = (...spoilt: Parameters<typeof modern>) => modernPost('tools/list', modern(...spoilt));
const TASKS = 'io.modelcontextprotocol/tasks';
const withTasks: Traits = { ...E, capabilities: { extensions: { [TASKS]: {} } }, taskIds: ['t-1'] };
const declaring = { 'io.modelcontextprotocol/clientCapabilities': { extensions: { [TASKS]: {} } } };
const form = {
  message: 'Which edition?',
  requestedSchema: { type: 'object', properties: { edition: { type: 'string' } } },
};
const inputRequests = { edition: { method: 'elicitation/create', params: form } };
const asking: Traits = { ...E, tools: [{ name: 'ask', asks: { inputRequests, requestState: 's-1' } }] };
const bytes = (text: string, ...more: number[]) => Uint8Array.from([...new TextEncoder().encode(text), ...more]);
const initialize = (protocolVersion: string) => INITIALIZE.replace('2025-11-25', protocolVersion);

// prettier-ignore
export const CASES: Readonly<Record<SituationId, Case>> = {
  'head-broken': { asks: post(PING).replace('Host:', 'Host'), near: post(PING).replace('Host:', 'HOST:') },
  'host-missing': { asks: post(PING, { Host: undefined }), near: post(PING, { Host: undefined, hOsT: 'acme.test' }) },

  'origin-foreign-403': { asks: post(PING, { Origin: 'https://acme.test.example' }), near: post(PING, { Origin: 'https://acme.test' }) },
  'origin-foreign': { server: B, asks: post(PING, { Origin: 'null' }), near: post(PING) },
  'token-malformed': { server: { ...D, authorization }, asks: post(PING, { Authorization: 'Bearer two tokens' }), near: post(PING, bearer('good-token')) },
  'token-missing-challenge': { server: { ...C, authorization }, asks: post(PING, { ...bearer('old-token'), 'MCP-Protocol-Version': '2025-06-18' }), near: post(PING, { ...bearer('good-token'), 'MCP-Protocol-Version': '2025-06-18' }) },
  'token-missing': { server: { ...D, authorization }, asks: post(PING), near: post(PING), nearServer: D },
  'token-missing-open': { server: { ...A, authorization }, asks: ssePost(PING), near: ssePost(PING, bearer('good-token')) },
  'scope-too-small': { server: { ...D, authorization }, asks: post(PING, bearer('narrow-token')), near: post(PING, bearer('good-token')) },

  'sse-verb-wrong': { server: A, asks: http({ verb: 'POST', target: '/sse', body: PING }), near: ssePost(PING) },
  'sse-address-unknown': { server: A, asks: http({ target: '/messages', body: PING }), near: ssePost(PING) },
  'address-unknown': { asks: http({ target: '/mcp/', headers: IN_SESSION, body: PING }), near: http({ target: '/mcp?x=1', headers: IN_SESSION, body: PING }) },
  'get-gone': { server: E, asks: http({ verb: 'GET' }), near: http({ verb: 'HEAD' }) },
  'delete-gone': { server: E, asks: http({ verb: 'DELETE' }), near: http({ verb: 'PUT' }) },
  'get-not-offered': { server: { offersGet: false }, asks: http({ verb: 'GET', headers: IN_SESSION }), near: http({ verb: 'GET', headers: IN_SESSION }), nearServer: {} },
  'delete-not-offered': { server: { offersDelete: false }, asks: http({ verb: 'DELETE', headers: IN_SESSION }), near: http({ verb: 'DELETE', headers: IN_SESSION }), nearServer: {} },
  'verb-unknown': { asks: http({ verb: 'get', headers: IN_SESSION }), near: http({ verb: 'GET', headers: IN_SESSION }) },

  'accept-incomplete': { asks: post(PING, { Accept: 'application/json, text/*' }), near: post(PING, { Accept: 'text/event-stream;q=0.5,Application/JSON' }) },
  'accept-without-stream': { asks: http({ verb: 'GET', headers: { ...IN_SESSION, Accept: '*/*' } }), near: http({ verb: 'GET', headers: IN_SESSION }) },
  'content-type-other': { asks: post(PING, { 'Content-Type': 'application/json-rpc' }), near: post(PING, { 'Content-Type': 'application/json; charset=utf-8' }) },
  'body-unannounced': { asks: post(PING, { 'Content-Length': undefined }), near: post(PING) },
  'body-broken': { asks: post(PING, { 'Content-Length': String(PING.length + 1) }), near: post(`${PING} `, { 'Content-Length': String(PING.length + 1) }) },
  'body-surplus': { asks: `${post(PING)}GET`, near: post(PING) },

  'line-blank': { server: DLine, asks: ' \n', near: `${PING}\n` },
  'line-split': { server: DLine, asks: `${PING.replace(',', ',\n')}\n`, near: `${PING.replace(',', ', ')}\n` },
  'lines-after': { server: DLine, asks: `${PING}\n${PING}\n`, near: `${PING}\r\n` },
  'not-utf8': { server: DLine, asks: bytes('{"jsonrpc":"2.0","id":"', 0xc3, 0x28, 0x22, 0x7d), near: bytes('{"jsonrpc":"2.0","id":"', 0xc3, 0xa9, 0x22, 0x7d) },
  'not-json': { asks: post(`${PING}}`), near: post(` ${PING} `) },

  'batch-undefined': { server: A, asks: ssePost(`[${PING}]`), near: ssePost(PING) },
  'batch-gone': { asks: post(`[${PING}]`), near: post(PING) },
  'batch-empty': { server: B, asks: post('[]'), near: post(`[${PING}]`) },
  'batch-mixed': { server: B, asks: post(`[${PING},${RESULT}]`), near: post(`[${PING},${CANCELLED}]`) },
  'batch-initialize': { server: B, asks: post(`[${INITIALIZE}]`), near: post(`[${PING}]`) },
  'batch': { server: B, asks: post(`[${PING}]`), near: post(PING) },

  'session-missing': { asks: post(PING, { 'Mcp-Session-Id': undefined }), near: post(INITIALIZE, { 'Mcp-Session-Id': undefined }) },
  'session-unknown': { asks: post(PING, { 'Mcp-Session-Id': EXAMPLE.sessionId.toLowerCase() }), near: post(PING) },
  'initialize-in-session': { asks: post(INITIALIZE), near: post(INITIALIZE, { 'Mcp-Session-Id': undefined }) },
  'session-not-used': { server: { givesSessions: false }, asks: post(PING), near: post(PING, { 'Mcp-Session-Id': undefined }) },
  'version-header-unknown': { asks: post(PING, { 'MCP-Protocol-Version': '2026-07-28' }), near: post(PING, { 'MCP-Protocol-Version': '2025-06-18' }) },
  'version-known': { asks: post(PING, { 'MCP-Protocol-Version': undefined }), near: post(PING) },
  'version-assumed': { server: { givesSessions: false }, asks: http({ body: PING }), near: http({ body: INITIALIZE }) },

  'endpoint': { server: A, asks: http({ verb: 'GET', target: '/sse' }), near: http({ verb: 'GET', target: '/sse2' }) },
  'replay': { server: { keepsEvents: true, eventIds: ['e-2'] }, asks: http({ verb: 'GET', headers: { ...IN_SESSION, 'Last-Event-ID': 'e-2' } }), near: http({ verb: 'GET', headers: IN_SESSION }) },
  'replay-unknown': { server: { keepsEvents: true, eventIds: ['e-2'] }, asks: http({ verb: 'GET', headers: { ...IN_SESSION, 'Last-Event-ID': 'e-3' } }), near: http({ verb: 'GET', headers: { ...IN_SESSION, 'Last-Event-ID': 'e-2' } }) },
  'replay-not-offered': { asks: http({ verb: 'GET', headers: { ...IN_SESSION, 'Last-Event-ID': 'e-2' } }), near: http({ verb: 'GET', headers: IN_SESSION }) },
  'get': { asks: http({ verb: 'GET', headers: IN_SESSION }), near: http({ verb: 'GET', headers: { ...IN_SESSION, 'Last-Event-ID': 'e-2' } }) },
  'delete': { asks: http({ verb: 'DELETE', headers: IN_SESSION }), near: http({ verb: 'DELETE' }) },

  'not-a-message': { asks: post('{"jsonrpc":"2.0","id":1}'), near: post(PING) },
  'jsonrpc-other': { asks: post(PING.replace('"2.0"', '2.0')), near: post(PING) },
  'method-not-text': { asks: post(message({ id: 1, method: 7 })), near: post(message({ id: 1, method: '7' })) },
  'notification-with-id': { asks: post(request('notifications/initialized')), near: post(message({ method: 'notifications/initialized' })) },
  'id-null': { asks: post(request('ping', undefined, null)), near: post(request('ping', undefined, 'null')) },
  'id-other': { asks: post(request('ping', undefined, 1.5)), near: post(request('ping', undefined, 15)) },
  'params-other': { asks: post(message({ id: 1, method: 'ping', params: [] })), near: post(message({ id: 1, method: 'ping', params: {} })) },

  'response-on-stdin': { server: ELine, asks: RESULT, near: CANCELLED },
  'response-posted': { server: E, asks: http({ body: RESULT }), near: http({ body: CANCELLED }) },
  'result-and-error': { asks: post(message({ id: 3, result: {}, error: { code: 1, message: '' } })), near: post(RESULT) },
  'error-shapeless': { asks: post(message({ id: 3, error: { code: '1', message: '' } })), near: post(message({ id: 3, error: { code: 1, message: '' } })) },
  'response-without-id': { asks: post(message({ result: {} })), near: post(RESULT) },
  'response-read': { server: DLine, asks: RESULT, near: CANCELLED },
  'sse-response': { server: A, asks: ssePost(RESULT), near: ssePost(CANCELLED) },
  'response': { asks: post(RESULT), near: post(CANCELLED) },

  'notification-gone': { server: E, asks: http({ body: message({ method: 'notifications/initialized' }) }), near: http({ body: CANCELLED }) },
  'cancelled-over-http': { server: E, asks: http({ body: CANCELLED }), near: post(CANCELLED), nearServer: D },
  'notification-unknown': { asks: post(message({ method: 'notifications/cancel' })), near: post(CANCELLED) },
  'notification': { asks: post(CANCELLED), near: post(message({ method: 'notifications/cancel' })) },
  'sse-notification': { server: A, asks: ssePost(CANCELLED), near: ssePost(PING) },
  'line-notification-old': { server: ALine, asks: CANCELLED, near: CANCELLED, nearServer: DLine },
  'line-notification': { server: DLine, asks: CANCELLED, near: PING },

  'early': { server: { ...DLine, isInitialized: false }, asks: LIST, near: PING },
  'initialize-again': { server: DLine, asks: INITIALIZE, near: INITIALIZE, nearServer: { ...DLine, isInitialized: false } },
  'id-taken': { server: { takenIds: [7] }, asks: post(request('ping', undefined, 7)), near: post(request('ping', undefined, '7')) },

  'id-in-flight': { server: { ...E, takenIds: [1] }, asks: listing(), near: listing(), nearServer: { ...E, takenIds: ['1'] } },
  'session-ignored': { server: E, asks: modernPost('tools/list', modern(), { 'Mcp-Session-Id': 'x' }), near: listing() },
  'last-event-ignored': { server: E, asks: modernPost('tools/list', modern(), { 'Last-Event-ID': 'x' }), near: listing() },
  'initialize-of-old': { server: E, asks: http({ body: INITIALIZE }), near: http({ body: PING }) },
  'version-header-missing': { server: E, asks: modernPost('tools/list', modern(), { 'MCP-Protocol-Version': undefined }), near: modernPost('tools/list', modern(), { 'MCP-Protocol-Version': '' }) },
  'method-header-missing': { server: E, asks: modernPost('tools/list', modern(), { 'Mcp-Method': undefined }), near: modernPost('tools/list', modern(), { 'Mcp-Method': undefined, 'mcp-method': 'tools/list' }) },
  'name-header-missing': { server: E, asks: modernPost('tools/call', modern(call('docs_search')), { 'Mcp-Name': undefined }), near: modernPost('tools/list', modern(), { 'Mcp-Name': undefined }) },
  'param-header-missing': { server: annotated, asks: regional({ region: 'eu' }, {}), near: regional({ region: null }, {}) },
  'mirror-unreadable': { server: E, asks: modernPost('tools/call', modern(call('docs_search')), { 'Mcp-Name': '=?base64?***?=' }), near: modernPost('tools/call', modern(call('docs_search')), { 'Mcp-Name': '=?base64?ZG9jc19zZWFyY2g=?=' }) },
  'version-header-differs': { server: E, asks: modernPost('tools/list', modern(), { 'MCP-Protocol-Version': '2025-11-25' }), near: listing() },
  'method-header-differs': { server: E, asks: modernPost('tools/list', modern(), { 'Mcp-Method': 'Tools/List' }), near: modernPost('tools/list', modern(), { 'Mcp-Method': ' tools/list ' }) },
  'name-header-differs': { server: E, asks: modernPost('tools/call', modern(call('docs_search')), { 'Mcp-Name': 'Docs_search' }), near: modernPost('tools/call', modern(call('docs_search'))) },
  'param-header-differs': { server: annotated, asks: regional({ region: 'eu north' }, { 'Mcp-Param-Region': 'eu-north' }), near: regional({ region: 'eu north' }, { 'Mcp-Param-Region': 'eu north' }) },
  'param-header-spurious': { server: annotated, asks: regional({}, { 'Mcp-Param-Region': 'eu' }), near: regional({}, { 'Mcp-Param-Zone': 'eu' }) },
  'version-not-spoken': { server: ELine, asks: request('tools/list', modern({}, { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' })), near: request('tools/list', modern()) },
  'meta-incomplete': { server: ELine, asks: request('tools/list', modern({}, { 'io.modelcontextprotocol/clientCapabilities': null })), near: request('tools/list', modern()) },
  'client-info-malformed': { server: E, asks: listing({}, { 'io.modelcontextprotocol/clientInfo': { name: 'a' } }), near: listing({}, { 'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' } }) },

  'method-unknown-404': { server: E, asks: modernPost('ping'), near: modernPost('server/discover') },
  'method-unknown': { asks: post(request('server/discover')), near: post(PING) },
  'not-advertised-404': { server: E, asks: modernPost('completion/complete', modern({ ref: {}, argument: {} })), near: listing() },
  'not-advertised': { asks: post(request('logging/setLevel', { level: 'info' })), near: post(request('logging/setLevel', { level: 'info' })), nearServer: { capabilities: { logging: {} } } },
  'not-advertised-should': { server: B, asks: post(request('logging/setLevel', { level: 'info' })), near: post(LIST) },
  'tasks-undeclared': { server: withTasks, asks: modernPost('tasks/get', modern({ taskId: 't-1' })), near: modernPost('tasks/get', modern({ taskId: 't-1' }, declaring)) },

  'params-wrong': { asks: post(request('tools/call', { name: 7 })), near: post(request('tools/call', { name: 'open_doc', arguments: { id: '7' } })) },
  'cursor-unknown': { asks: post(request('tools/list', { cursor: '' })), near: post(LIST) },
  'level-unknown': { server: { capabilities: { logging: {} } }, asks: post(request('logging/setLevel', { level: 'warn' })), near: post(request('logging/setLevel', { level: 'warning' })) },
  'log-level-unknown': { server: E, asks: listing({}, { 'io.modelcontextprotocol/logLevel': 'warn' }), near: listing({}, { 'io.modelcontextprotocol/logLevel': 'warning' }) },
  'tool-unknown': { asks: post(request('tools/call', call('doc_search'))), near: post(request('tools/call', call('docs_search'))) },
  'capability-undeclared': { server: { ...E, tools: [{ name: 'ask', needs: { elicitation: { url: {} } } }] }, asks: modernPost('tools/call', modern(call('ask'), { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } })), near: modernPost('tools/call', modern(call('ask'), { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } })), nearServer: { ...E, tools: [{ name: 'ask', needs: { elicitation: { form: {} } } }] } },
  'arguments-wrong-error': { server: B, asks: post(request('tools/call', call('docs_search', {}))), near: post(request('tools/call', call('docs_search'))) },
  'arguments-wrong': { asks: post(request('tools/call', call('docs_search', { query: 7 }))), near: post(request('tools/call', call('docs_search', { query: '7' }))) },
  'state-refused': { server: asking, asks: modernPost('tools/call', modern({ ...call('ask'), requestState: 's-2', inputResponses: { edition: {} } })), near: modernPost('tools/call', modern({ ...call('ask'), requestState: 's-1', inputResponses: { edition: {} } })) },
  'input-required': { server: asking, asks: modernPost('tools/call', modern({ ...call('ask'), requestState: 's-1', inputResponses: { editions: {} } })), near: modernPost('tools/call', modern({ ...call('ask'), requestState: 's-1', inputResponses: { edition: {} } })) },
  'resource-unknown-old': { asks: post(request('resources/read', { uri: 'docs://guide' })), near: post(request('resources/read', { uri: 'docs://guide/transports' })) },
  'resource-unknown': { server: E, asks: modernPost('resources/read', modern({ uri: 'docs://guide' })), near: modernPost('resources/read', modern({ uri: 'docs://guide/transports' })) },
  'prompt-unknown': { asks: post(request('prompts/get', call('compar'))), near: post(request('prompts/get', call('compare'))) },
  'prompt-argument-missing': { asks: post(request('prompts/get', call('compare', {}))), near: post(request('prompts/get', call('compare', { topic: 'x' }))) },
  'task-unknown-core': { server: { capabilities: { tasks: {} }, taskIds: ['t-1'] }, asks: post(request('tasks/get', { taskId: 't-2' })), near: post(request('tasks/get', { taskId: 't-1' })) },
  'task-unknown': { server: withTasks, asks: modernPost('tasks/get', modern({ taskId: 't-2' }, declaring)), near: modernPost('tasks/get', modern({ taskId: 't-1' }, declaring)) },

  'initialize-other-version': { asks: http({ body: initialize('2026-07-28') }), near: http({ body: initialize('2025-06-18') }) },
  'initialize': { asks: http({ body: initialize('2025-06-18') }), near: http({ body: initialize('2025-06-19') }) },
  'ping': { asks: post(PING), near: post(LIST) },
  'discover': { server: E, asks: modernPost('server/discover'), near: listing() },
  'listen': { server: E, asks: modernPost('subscriptions/listen', modern({ notifications: { toolsListChanged: true } })), near: modernPost('subscriptions/listen', modern({ notifications: { toolsListChanged: 1 } })) },
  'sse-served': { server: DSse, asks: ssePost(LIST), near: ssePost(PING) },
  'served': { asks: post(LIST), near: post(request('tools/lists')) },
  'line-served': { server: DLine, asks: LIST, near: PING },
};
