// What a request asks, as far as it can be read: the HTTP request or the line, the JSON in it, the message in that.
// Judges nothing.
import type { JsonObject, RequestId } from '../protocol/messages.ts';
import { methodOf, type Method } from '../protocol/methods.ts';
import { utf8Encode } from '../wire/frame.ts';
import { scanJson, type JsonScan } from '../wire/decode/json-text.ts';
import { utf8Decode } from '../wire/utf8.ts';
import { readHttpRequest, type HttpRequest } from './http-request.ts';
import type { StrictServer } from './strict-server.ts';

/** A message by its members alone; what is not as it has to be is left out. */
export interface AskedMessage {
  readonly value: unknown;
  readonly kind: 'request' | 'notification' | 'response' | 'none';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly meta?: JsonObject;
  /** The row of the method, if the client may send it in this revision. */
  readonly row?: Method;
  /** Where it stands: empty, or `[2]` in a batch. */
  readonly at: string;
}

export interface Asked {
  readonly server: StrictServer;
  /** Absent on stdio. */
  readonly http?: HttpRequest;
  /** The body, or the line without its end. */
  readonly text: string;
  readonly brokenUtf8At?: number;
  /** On stdio: what stands after the first newline. */
  readonly rest: string;
  readonly json?: unknown;
  /** Why it is no JSON, and from which byte on. */
  readonly jsonFault?: JsonScan['fault'];
  /** The message under consideration; of a batch, one after the other. */
  readonly message: AskedMessage;
}

export function readAsked(request: Uint8Array | string, server: StrictServer): Asked {
  const bytes = typeof request === 'string' ? utf8Encode(request) : request;
  const http = server.transport === 'stdio' ? undefined : readHttpRequest(bytes);
  const { text: all, brokenAt } = utf8Decode(http ? http.body : bytes);
  const newline = http ? -1 : all.indexOf('\n');
  const text = newline < 0 ? all : all.slice(0, newline).replace(/\r$/, '');
  const rest = newline < 0 ? '' : all.slice(newline + 1);
  const read = parse(text);
  const message = messageOf('json' in read ? read.json : undefined, server, '');
  return {
    server,
    ...(http && { http }),
    text,
    rest,
    message,
    ...read,
    ...(brokenAt !== undefined && { brokenUtf8At: brokenAt }),
  };
}

/** The same request, looked at for one message of its batch. */
export function withMessage(asked: Asked, value: unknown, index: number): Asked {
  return { ...asked, message: messageOf(value, asked.server, `[${index}]`) };
}

function parse(text: string): Pick<Asked, 'json' | 'jsonFault'> {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { jsonFault: scanJson(utf8Encode(text)).fault ?? { at: 0, text: 'it cannot be read' } };
  }
}

function messageOf(value: unknown, { revision }: StrictServer, at: string): AskedMessage {
  if (!isObject(value)) return { value, kind: 'none', at };
  const id = memberOf(value, 'id');
  const method = memberOf(value, 'method');
  const params = memberOf(value, 'params');
  const meta = isObject(params) ? memberOf(params, '_meta') : undefined;
  const kind = kindOf(value);
  const row =
    typeof method === 'string' && kind === 'request' ? methodOf(method, 'client', 'request', revision) : undefined;
  return {
    value,
    kind,
    at,
    ...(isRequestId(id) && { id }),
    ...(typeof method === 'string' && { method }),
    ...(isObject(params) && { params }),
    ...(isObject(meta) && { meta }),
    ...(row && { row }),
  };
}

function kindOf(value: JsonObject): AskedMessage['kind'] {
  if (Object.hasOwn(value, 'method')) return Object.hasOwn(value, 'id') ? 'request' : 'notification';
  return Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error') ? 'response' : 'none';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value);
}

/** A member of an object's own: `toString` is none. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** What a dotted path leads to; a name with dots in it may be the last. */
export function memberAt(value: unknown, path: string): unknown {
  const dot = path.startsWith('extensions.') ? 'extensions'.length : path.indexOf('.');
  if (dot < 0 || Object.hasOwn(isObject(value) ? value : {}, path)) return memberOf(value, path);
  return memberAt(memberOf(value, path.slice(0, dot)), path.slice(dot + 1));
}
