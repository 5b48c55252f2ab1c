// JSON-RPC messages as MCP uses them, and what their shape tells. Knows no transport.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
export type RequestId = string | number;

export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}
export interface Notification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}
export interface Result {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: JsonObject;
}
export interface ErrorResponse {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly error: { readonly code: number; readonly message: string; readonly data?: Json };
}
export type Message = Request | Notification | Result | ErrorResponse;
export type MessageKind = 'request' | 'notification' | 'result' | 'error';

/** Which of the four a message is, by its members alone. */
export function kindOf(message: Message): MessageKind {
  if ('method' in message) return 'id' in message ? 'request' : 'notification';
  return 'error' in message ? 'error' : 'result';
}

/** The value that a request's `Mcp-Name` mirrors (2026-07-28), if its method has one. */
export function nameOf(message: Message): string | undefined {
  if (!('method' in message)) return undefined;
  const member = NAMED_METHODS.get(message.method);
  const name = member && message.params?.[member];
  return typeof name === 'string' ? name : undefined;
}

/** method -> the params member that names what it is about (fact `http.mcp-name`). */
const NAMED_METHODS: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);
