// What each fault does, checked by hand: where it happens, what stands in the bytes there, what becomes of the rest.
import type { Revision, Transport, Value } from '#engine';

export interface Expected {
  readonly scenario: string;
  readonly revision: Revision;
  readonly transport: Transport;
  readonly given?: Readonly<Record<string, Value>>;
  /** As in a link; begins with the fault's slug. */
  readonly fault: string;
  /** The entries that it touches. */
  readonly touches: readonly number[];
  /** What the bytes of the first of them have in them, or what happens and when. */
  readonly shows: string;
  /** Later entries that are no delivered message: happenings of a request, and statuses other than 2xx. */
  readonly then: string;
}

const legacy = { revision: '2025-11-25', transport: 'streamable-http' } as const;
const modern = { revision: '2026-07-28', transport: 'streamable-http' } as const;
const pipe = { revision: '2025-11-25', transport: 'stdio' } as const;
const modernPipe = { revision: '2026-07-28', transport: 'stdio' } as const;
const june = { revision: '2025-06-18', transport: 'streamable-http' } as const;
const old = { revision: '2024-11-05', transport: 'http+sse' } as const;

const finished = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `finished ${from + i}`).join(' ');

// prettier-ignore
export const EXPECTED: readonly Expected[] = [
  // The line and the processes
  { ...legacy, scenario: 'broken-stream', fault: 'cut:after=1', touches: [6], shows: 'cut at 280', then: 'waiting 7 noticed 7 finished 7' },
  { ...pipe, scenario: 'progress', fault: 'lose:message=4', touches: [3], shows: '"id":2,"method":"tools/call"', then: '' },
  { ...legacy, scenario: 'short', fault: 'restart:before=3', touches: [5], shows: 'HTTP/1.1 404 Not Found', then: `finished 2 ${finished(4, 9)}` },
  { ...pipe, scenario: 'short', fault: 'kill:afterLines=2', touches: [5], shows: 'exited at 120.404', then: `finished 2 noticed waiting restarted ${finished(5, 10)}` },
  { ...legacy, scenario: 'short', fault: 'expire-session:before=4', touches: [8], shows: 'HTTP/1.1 404 Not Found', then: finished(5, 10) },
  { ...legacy, scenario: 'session-life', fault: 'used-after-delete', touches: [21], shows: 'Hk2nYt8uP4cJd6VfWe1xQg\r\nContent-Length: 42\r\n\r\n{"jsonrpc":"2.0","id":900,"method":"ping"}', then: '404' },
  { ...legacy, scenario: 'short', fault: 'gone-session:before=4', touches: [8, 11, 14, 17, 20, 23], shows: 'HTTP/1.1 400 Bad Request', then: 'refused 3 400 refused 4 400 refused 5 400 refused 6 400 refused 7 400 refused 8' },

  // What stands between
  { ...legacy, scenario: 'progress', fault: 'proxy-buffer:bytes=400', touches: [7, 9, 11, 13, 15, 16, 17], shows: '"progress":1', then: 'finished 2' },
  { ...modern, scenario: 'progress', fault: 'compression', touches: [3, 5, 7, 9, 11, 12, 13], shows: '"progress":1', then: 'finished 1' },
  { ...modern, scenario: 'progress', fault: 'idle-timeout', touches: [3, 9, 15, 21], shows: 'cut at 180.5', then: 'waiting 1 noticed 1 cut 2 waiting 2 noticed 2 cut 3 waiting 3 noticed 3 cut 4 noticed 4' },
  { ...pipe, scenario: 'short', fault: 'full-pipe', touches: [7], shows: '"id":3,"result"', then: '' },
  { ...modern, scenario: 'short', fault: 'redirect:loses=https', touches: [1, 2], shows: 'HTTP/1.1 307 Temporary Redirect\r\nContent-Length: 0\r\nLocation: http://acme.test/mcp/', then: finished(1, 6) },

  // Pipes
  { ...pipe, scenario: 'progress', fault: 'stray-print:line=2', touches: [5], shows: 'acme-search 3.4.0 listening on stdio\n', then: 'finished 2' },
  { ...pipe, scenario: 'progress', fault: 'stray-input:line=2', touches: [2], shows: 'hello?\n', then: 'finished 2' },
  { ...pipe, scenario: 'progress', fault: 'pretty-print', touches: [1], shows: '{\n  "jsonrpc": "2.0",\n  "id": 1,\n', then: '' },
  { ...pipe, scenario: 'progress', fault: 'crlf:line=2', touches: [5], shows: '5"}}\r\n', then: 'finished 2' },
  { ...pipe, scenario: 'progress', fault: 'byte-order-mark', touches: [1], shows: '\ufeff{"jsonrpc"', then: '' },
  { ...pipe, scenario: 'progress', fault: 'content-length:line=2', touches: [5], shows: 'Content-Length: 130\r\n\r\n{', then: 'finished 2' },
  { ...pipe, scenario: 'progress', fault: 'invalid-utf8', touches: [1], shows: '"acme-searc\ufffd"', then: 'finished 2' },
  { ...pipe, scenario: 'progress', fault: 'split-utf8', touches: [1, 2], shows: '"acme-searc\ufffd', then: 'finished 2' },

  // JSON-RPC
  { ...legacy, scenario: 'progress', fault: 'no-jsonrpc:nth=2', touches: [16], shows: 'data: {"id":2,"result"', then: '' },
  { ...pipe, scenario: 'progress', fault: 'id-type:nth=2', touches: [14], shows: '"id":"2","result"', then: '' },
  { ...pipe, scenario: 'progress', fault: 'result-and-error:nth=2', touches: [14], shows: '},"error":{"code":-32603', then: '' },
  { ...pipe, scenario: 'progress', fault: 'error-without-code:nth=2', touches: [14], shows: '"error":{"message":"Internal error"}', then: '' },
  { ...pipe, scenario: 'short', fault: 'duplicate-id:nth=2', touches: [6], shows: '"id":2,"method":"tools/call"', then: `refused 3 ${finished(4, 8)}` },
  { ...legacy, scenario: 'progress', fault: 'notification-with-id', touches: [2], shows: '"id":900,"method":"notifications/initialized"', then: '400 finished 2' },
  { ...pipe, scenario: 'progress', fault: 'reply-to-notification', touches: [4], shows: '{"jsonrpc":"2.0","error":{"code":-32601', then: 'finished 2' },
  { ...legacy, scenario: 'progress', fault: 'batch:nth=2', touches: [3], shows: '[{"jsonrpc":"2.0","id":2', then: '400 refused 2' },

  // How a session opens
  { ...legacy, scenario: 'progress', fault: 'no-initialized', touches: [2], shows: '"id":2,"method":"tools/call"', then: 'finished 2' },
  { ...legacy, scenario: 'progress', fault: 'no-client-info', touches: [0], shows: '"capabilities":{"sampling":{},"elicitation":{}}}}', then: '' },
  { ...pipe, scenario: 'progress', fault: 'no-server-info', touches: [1], shows: '"prompts":{}}}}', then: '' },
  { ...modernPipe, scenario: 'era-probe-stdio', fault: 'fallback-by-code', touches: [1], shows: '"code":-32602', then: 'refused 2' },

  // Progress and cancellation
  { ...legacy, scenario: 'progress', fault: 'made-up-token:nth=2', touches: [9], shows: '"progressToken":"job-4","progress":2', then: 'finished 2' },
  { ...legacy, scenario: 'progress', fault: 'progress-stuck:nth=2', touches: [11], shows: '"progress":2,"total":5,"message":"archive 3 of 5"', then: 'finished 2' },
  { ...pipe, scenario: 'progress', fault: 'progress-after-end', touches: [15], shows: '"progressToken":2,"progress":1000', then: 'finished 2' },
  { ...modernPipe, scenario: 'cancel', fault: 'response-after-cancel', touches: [10, 12, 14, 16, 18, 20, 22, 23], shows: '"progress":4', then: '' },
  { ...pipe, scenario: 'progress', fault: 'cancel-unknown', touches: [4], shows: '"requestId":4711', then: 'finished 2' },

  // Heads of requests
  { ...modern, scenario: 'short', fault: 'accept:value=any', touches: [0], shows: 'Accept: */*\r\n', then: `406 refused 1 ${finished(2, 6)}` },
  { ...modern, scenario: 'short', fault: 'no-content-type:nth=2', touches: [3], shows: 'Host: acme.test\r\nAccept: ', then: `415 refused 2 ${finished(3, 6)}` },
  { ...modern, scenario: 'short', fault: 'no-version-header', touches: [0], shows: 'text/event-stream\r\nMcp-Method: tools/list\r\n', then: `400 refused 1 ${finished(2, 6)}` },
  { ...legacy, scenario: 'short', fault: 'wrong-version-header:nth=2', touches: [3], shows: 'MCP-Protocol-Version: 2025-01-01', then: `400 refused 2 ${finished(3, 8)}` },
  { ...legacy, scenario: 'short', fault: 'no-session-header:nth=2', touches: [3], shows: 'MCP-Protocol-Version: 2025-11-25\r\nContent-Length', then: `400 refused 2 ${finished(3, 8)}` },
  { ...modern, scenario: 'short', fault: 'no-method-header', touches: [0], shows: 'MCP-Protocol-Version: 2026-07-28\r\nContent-Length', then: `400 refused 1 ${finished(2, 6)}` },
  { ...modern, scenario: 'short', fault: 'wrong-method-header', touches: [0], shows: 'Mcp-Method: tools/Call', then: `400 refused 1 ${finished(2, 6)}` },
  { ...modern, scenario: 'short', fault: 'no-name-header', touches: [3], shows: 'Mcp-Method: tools/call\r\nContent-Length', then: `400 refused 2 ${finished(3, 6)}` },
  { ...modern, scenario: 'short', fault: 'wrong-name-header', touches: [3], shows: 'Mcp-Name: open_doc', then: `400 refused 2 ${finished(3, 6)}` },
  { ...modern, scenario: 'header-mirror', fault: 'no-param-header', touches: [3], shows: 'Mcp-Name: docs_search\r\nContent-Length', then: '400 refused 2' },
  { ...modern, scenario: 'header-mirror', given: { region: 'Zürich' }, fault: 'raw-header', touches: [3], shows: 'Mcp-Param-Region: Zürich', then: '400 refused 2' },
  { ...modern, scenario: 'correlation', fault: 'client-response', touches: [1], shows: '"id":900,"result":{}', then: '400 finished 5 finished 1 finished 3 finished 6 finished 2 finished 4' },
  { ...modern, scenario: 'correlation', fault: 'foreign-origin', touches: [0, 1, 2, 3, 4, 5], shows: 'Origin: https://evil.example', then: 'finished 5 finished 1 finished 3 finished 6 finished 2 finished 4' },
  { ...modern, scenario: 'header-mirror', fault: 'wrong-param-header', touches: [3], shows: 'Mcp-Param-Region: us-west', then: '400 refused 2' },
  { ...modern, scenario: 'short', fault: 'last-event-id', touches: [0], shows: 'Last-Event-ID: 7-2', then: finished(1, 6) },
  { ...june, scenario: 'authorization', fault: 'no-authorization:nth=3', touches: [7], shows: 'POST /mcp HTTP/1.1\r\nHost: acme.test\r\nContent-Type', then: '401 waiting 2 authorized 2 finished 2 finished 3' },

  // Answers
  { ...legacy, scenario: 'short', fault: 'notification-200', touches: [5], shows: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nnull', then: finished(2, 8) },
  { ...legacy, scenario: 'get-stream', fault: 'get-answer', touches: [4], shows: '{"name":"acme-search"}', then: 'finished 2' },
  { ...june, scenario: 'authorization', fault: 'no-challenge', touches: [1], shows: 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n', then: '' },
  { ...modern, scenario: 'short', fault: 'wrong-content-type:nth=2', touches: [4], shows: 'Content-Type: text/plain', then: '' },
  { ...legacy, scenario: 'short', fault: 'session-id-characters', touches: [1], shows: 'Mcp-Session-Id: acme q3Vb0R7mX2tLw9KpZs5yUA', then: finished(2, 8) },
  { ...modern, scenario: 'short', fault: 'session-id-given', touches: [1], shows: 'Mcp-Session-Id: q3Vb0R7mX2tLw9KpZs5yUA', then: finished(1, 6) },
  { ...modern, given: { profile: 'measured' }, scenario: 'progress', fault: 'no-accel-buffering', touches: [1], shows: 'content-type: text/event-stream\r\nDate', then: 'finished 1' },
  { ...legacy, scenario: 'short', fault: 'error-as-200', touches: [5], shows: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 70\r\n\r\n{"jsonrpc":"2.0","error"', then: finished(2, 8) },

  // Streams
  { ...legacy, scenario: 'broken-stream', fault: 'event-id-reused:nth=2', touches: [6], shows: 'id: 7-1\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":2', then: 'cut 7 waiting 7 noticed 7 finished 7' },
  { ...legacy, scenario: 'event-store', fault: 'foreign-replay', touches: [19], shows: 'id: get-1\n', then: 'finished 7' },
  { ...legacy, scenario: 'polling', fault: 'retry-ignored', touches: [10, 18, 26], shows: 'Last-Event-ID: 7-1', then: 'hung-up waiting 7 hung-up waiting 7 finished 7' },
  { ...legacy, scenario: 'event-store', fault: 'answer-on-get', touches: [17], shows: 'id: get-2\ndata: {"jsonrpc":"2.0","id":7,"result"', then: 'finished 7' },
  { ...legacy, scenario: 'layer-counts', fault: 'broadcast', touches: [18], shows: 'id: get-2\ndata: {"jsonrpc":"2.0","id":7,"result"', then: 'finished 7' },
  { ...modern, scenario: 'progress', fault: 'stream-left-open', touches: [12], shows: '"id":1,"result"', then: 'finished 1' },
  { ...june, scenario: 'progress', fault: 'closed-early', touches: [16], shows: '0\r\n\r\n', then: '' },
  { ...modern, scenario: 'progress', fault: 'json-heartbeat:nth=2', touches: [5], shows: '1c\r\ndata: {"type":"heartbeat"}\n\n\r\n', then: 'finished 1' },
  { ...legacy, scenario: 'broken-stream', fault: 'disconnect-cancels', touches: [10], shows: 'noticed at 520', then: '' },

  // HTTP+SSE
  { ...old, scenario: 'progress', fault: 'no-endpoint', touches: [2], shows: 'event: welcome\ndata: /messages', then: '' },
  { ...old, scenario: 'progress', fault: 'endpoint-prefix', touches: [2, 4], shows: 'event: endpoint\ndata: /messages', then: '404' },
  { ...old, scenario: 'progress', fault: 'event-name:nth=2', touches: [11], shows: '7f\r\nevent: response\ndata: ', then: 'finished 2' },

  // 2026-07-28
  { ...modernPipe, scenario: 'progress', fault: 'no-result-type', touches: [11], shows: '"result":{"content"', then: 'finished 1' },
  { ...modernPipe, scenario: 'progress', fault: 'unknown-result-type', touches: [11], shows: '"resultType":"partial"', then: 'finished 1' },
  { ...modernPipe, scenario: 'progress', fault: 'task-unasked', touches: [11], shows: '"resultType":"task","taskId"', then: 'finished 1' },
  { ...modern, scenario: 'short', fault: 'no-cache-hints', touches: [1], shows: 'Content-Length: 492', then: finished(1, 6) },
  { ...modern, scenario: 'short', fault: 'negative-ttl', touches: [1], shows: '"ttlMs":-1,', then: finished(1, 6) },
  { ...modern, scenario: 'short', fault: 'no-meta', touches: [0], shows: '"_meta":{"io.modelcontextprotocol/clientInfo"', then: `400 refused 1 ${finished(2, 6)}` },
  { ...modernPipe, scenario: 'progress', fault: 'server-request', touches: [11], shows: '{"jsonrpc":"2.0","id":900,"method":"roots/list"}\n', then: 'finished 1' },
  { ...modern, scenario: 'short', fault: 'removed-method', touches: [1], shows: '"id":900,"method":"ping"', then: `404 ${finished(1, 6)}` },
  { ...modern, scenario: 'listen', fault: 'late-acknowledgement', touches: [3, 4], shows: 'notifications/tools/list_changed', then: 'finished 6' },
  { ...modern, scenario: 'listen', fault: 'wrong-subscription-id', touches: [4], shows: '/subscriptionId":4711', then: 'finished 6' },
  { ...modernPipe, scenario: 'listen', fault: 'no-subscription-id', touches: [2], shows: '"params":{}}', then: 'finished 6' },
  { ...modern, scenario: 'input-required', fault: 'same-id-again', touches: [3], shows: '"id":1,"method":"tools/call"', then: 'finished 2' },
  { ...modern, scenario: 'input-required', fault: 'state-changed', touches: [3], shows: '"requestState":"eyJhdCI62.Zk3vQ9 "', then: 'refused 2' },
];
