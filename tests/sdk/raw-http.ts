// Raw bytes of HTTP/1.1 and stdio, read back by hand: heads as written, chunks as sent, messages inside. Knows no engine code.
// `layoutOf` is the normaliser of these tests. It keeps every byte of framing in its place and masks only:
//   - JSON-RPC messages, by their kind and method (their ids and contents are compared apart)
//   - lengths that are checked here: Content-Length and chunk sizes
//   - values that differ from run to run or peer to peer: Date, session id, event ids, host, the name in Mcp-Name,
//     the session in the address of HTTP+SSE

export interface HttpMessage {
  /** The request or status line. */
  readonly startLine: string;
  /** Names and values in the order and case of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly isChunked: boolean;
  /** The data of each chunk, or the whole body as one. */
  readonly parts: readonly string[];
  /** False where the bytes stop before the message does. */
  readonly isWhole: boolean;
}

const CRLF = '\r\n';

/** The HTTP messages that some bytes hold, one after the other. */
export function readHttp(bytes: Buffer): readonly HttpMessage[] {
  const messages: HttpMessage[] = [];
  for (let at = 0; at < bytes.length;) {
    const headEnd = bytes.indexOf(CRLF + CRLF, at);
    if (headEnd < 0) break;
    const [startLine, ...lines] = bytes.toString('latin1', at, headEnd).split(CRLF);
    const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
    const bodyAt = headEnd + 4;
    const isChunked = valueOf(headers, 'transfer-encoding') === 'chunked';
    const { parts, end } = isChunked ? readChunks(bytes, bodyAt) : readBody(bytes, bodyAt, headers);
    messages.push({ startLine: startLine!, headers, isChunked, parts, isWhole: end !== undefined });
    at = end ?? bytes.length;
  }
  return messages;
}

export function valueOf(headers: HttpMessage['headers'], name: string): string | undefined {
  return headers.find(([n]) => n.toLowerCase() === name)?.[1];
}

interface Body {
  readonly parts: readonly string[];
  /** Where the message ends; absent where the bytes stop before. */
  readonly end?: number;
}

function readBody(bytes: Buffer, at: number, headers: HttpMessage['headers']): Body {
  const length = Number(valueOf(headers, 'content-length') ?? 0);
  if (at + length > bytes.length) return { parts: [] };
  return { parts: length > 0 ? [bytes.toString('utf8', at, at + length)] : [], end: at + length };
}

function readChunks(bytes: Buffer, bodyAt: number): Body {
  const parts: string[] = [];
  for (let at = bodyAt; ;) {
    const lineEnd = bytes.indexOf(CRLF, at);
    if (lineEnd < 0) return { parts };
    const size = bytes.toString('latin1', at, lineEnd);
    if (!/^[0-9a-f]+$/.test(size)) throw new Error(`no chunk size: "${size}"`);
    const end = lineEnd + 2 + Number.parseInt(size, 16) + 2;
    if (end > bytes.length) return { parts };
    if (bytes.toString('latin1', end - 2, end) !== CRLF)
      throw new Error(`the chunk of size ${size} does not end where it says`);
    if (size === '0') return { parts, end };
    parts.push(bytes.toString('utf8', lineEnd + 2, end - 2));
    at = end;
  }
}

const MASKED = new Set(['date', 'content-length', 'mcp-session-id', 'last-event-id', 'host', 'mcp-name']);

/** The framing of a message, every byte in its place; see above for what is masked. */
export function layoutOf({ startLine, headers, isChunked, parts, isWhole }: HttpMessage): readonly string[] {
  return [
    startLine,
    ...headers.map(([name, value]) => `${name}: ${MASKED.has(name.toLowerCase()) ? '…' : value}`),
    '',
    ...parts.map((part) => (isChunked ? `… CRLF ${maskBody(part)} CRLF` : maskBody(part))),
    ...(isChunked && isWhole ? ['0 CRLF CRLF'] : []),
    ...(isWhole ? [] : ['cut off']),
  ];
}

/** Lines as they stand, line feeds as LF; JSON-RPC messages by kind and method, event ids masked. */
function maskBody(body: string): string {
  return body
    .split('\n')
    .map((line) =>
      line
        .replace(/\{.*\}$/s, (json) => nameMessage(JSON.parse(json)))
        .replace(/^id: .*/, 'id: …')
        .replace(/^(data: \/\S*sessionId=)\S*/, '$1…'),
    )
    .join(' LF ')
    .trimEnd();
}

/** "request tools/call", "notification notifications/progress", "result", "error -32600". */
export function nameMessage(message: JsonRpc): string {
  const { id, method, error } = message;
  if (method !== undefined) return `${id === undefined ? 'notification' : 'request'} ${method}`;
  return error ? `error ${error.code}` : 'result';
}

export interface JsonRpc {
  readonly jsonrpc: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The JSON-RPC messages in a body, whether it is JSON or an event stream. */
export function messagesIn({ parts }: HttpMessage): readonly JsonRpc[] {
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/^data: /, ''))
    .filter((line) => line.startsWith('{') || line.startsWith('['))
    .flatMap((line) => JSON.parse(line) as JsonRpc | readonly JsonRpc[]);
}
