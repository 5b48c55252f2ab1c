// Node's own HTTP parser over bytes in memory: what a real peer would make of the engine's frames. Knows no MCP.
import http from 'node:http';
import { Duplex } from 'node:stream';

export interface Parsed {
  /** The request line's method, or the status. */
  readonly start: string | number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

class Memory extends Duplex {
  override _read(): void {}
  override _write(_chunk: unknown, _encoding: unknown, done: () => void): void {
    done();
  }
  setTimeout = () => this;
  setNoDelay = () => this;
  setKeepAlive = () => this;
}

async function read(message: http.IncomingMessage, start: string | number): Promise<Parsed> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return { start, headers: message.headers, body: Buffer.concat(chunks) };
}

/** What a client makes of the bytes of one answer. Rejects if they are no whole HTTP message. */
export function parseAnswer(bytes: Uint8Array): Promise<Parsed> {
  return new Promise((resolve, reject) => {
    const wire = new Memory();
    const request = http.request({ createConnection: () => wire, method: 'POST' }, (answer) => {
      read(answer, answer.statusCode!).then(resolve, reject);
    });
    request.on('error', reject);
    request.end(() => {
      wire.push(bytes);
      wire.push(null);
    });
  });
}

/** What a server makes of the bytes of one request. */
export function parseRequest(bytes: Uint8Array): Promise<Parsed> {
  return new Promise((resolve, reject) => {
    const server = http.createServer((request) => void read(request, request.method!).then(resolve, reject));
    server.on('clientError', reject);
    const wire = new Memory();
    server.emit('connection', wire);
    wire.push(bytes);
  });
}
