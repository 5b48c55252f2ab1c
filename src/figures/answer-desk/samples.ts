// Requests that people send, and what goes wrong with them: one whole call of each era, then one mistake each.
import { EXAMPLE } from '#engine';

interface Sample {
  readonly value: string;
  readonly label: string;
  readonly text: string;
}

const POST = [
  `POST ${EXAMPLE.path} HTTP/1.1`,
  `Host: ${EXAMPLE.host}`,
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
];
const VERSION = 'MCP-Protocol-Version: 2025-11-25';
const SESSION = `Mcp-Session-Id: ${EXAMPLE.sessionId}`;
const MODERN = ['MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', 'Mcp-Name: docs_search'];

const ARGUMENTS = '"name":"docs_search","arguments":{"query":"sse"}';
const CALL = `{"jsonrpc":"2.0","id":3,"method":"tools/call",\n "params":{${ARGUMENTS}}}`;
const META = `"_meta":{\n  "io.modelcontextprotocol/protocolVersion":"2026-07-28",\n  "io.modelcontextprotocol/clientCapabilities":{}}`;
const MODERN_CALL = `{"jsonrpc":"2.0","id":3,"method":"tools/call",\n "params":{${ARGUMENTS},\n ${META}}}`;
const INITIALIZE = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\n "capabilities":{},"clientInfo":{"name":"${EXAMPLE.clientInfo.name}","version":"${EXAMPLE.clientInfo.version}"}}}`;
const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

const request = (lines: readonly string[], body = ''): string => `${lines.join('\n')}\n${body && `\n${body}`}`;
const bare = (verb: string, ...lines: readonly string[]): string =>
  request([`${verb} ${EXAMPLE.path} HTTP/1.1`, `Host: ${EXAMPLE.host}`, ...lines]);

export const SAMPLES: readonly Sample[] = [
  { value: 'call', label: 'a call of 2025-11-25', text: request([...POST, VERSION, SESSION], CALL) },
  { value: 'modern', label: 'a call of 2026-07-28', text: request([...POST, ...MODERN], MODERN_CALL) },
  {
    value: 'accept',
    label: 'Accept too short',
    text: request([...POST.slice(0, 3), 'Accept: application/json', VERSION, SESSION], CALL),
  },
  { value: 'no-session', label: 'no session', text: request([...POST, VERSION], CALL) },
  {
    value: 'ended',
    label: 'session over',
    text: request([...POST, VERSION, `Mcp-Session-Id: ${EXAMPLE.nextSessionId}`], CALL),
  },
  {
    value: 'version',
    label: 'wrong version',
    text: request([...POST, 'MCP-Protocol-Version: 2025-12-01', SESSION], CALL),
  },
  {
    value: 'differs',
    label: 'header unlike body',
    text: request([...POST, ...MODERN.slice(0, 2), 'Mcp-Name: open_doc'], MODERN_CALL),
  },
  { value: 'get', label: 'GET', text: bare('GET', 'Accept: text/event-stream', VERSION, SESSION) },
  { value: 'delete', label: 'DELETE', text: bare('DELETE', VERSION, SESSION) },
  { value: 'batch', label: 'a batch', text: request([...POST, VERSION, SESSION], `[${CALL},\n ${INITIALIZED}]`) },
  { value: 'notification', label: 'a notification', text: request([...POST, VERSION, SESSION], INITIALIZED) },
  { value: 'initialize', label: 'initialize', text: request(POST, INITIALIZE) },
];
