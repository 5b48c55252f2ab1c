// Sends the engine's client bytes to a real server, over a TCP socket or a pipe, and collects what it answers. Judges nothing.
import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import process from 'node:process';
import { EXAMPLE, textOf, transfersOf, type Revision, type Trace, type Transfer } from '#engine';
import { readHttp, valueOf, type HttpMessage } from './raw-http.ts';

/** TCP connections to one server, by the number that the engine gave them; remembers the session id. */
export class Sockets {
  readonly #port: number;
  readonly #sockets = new Map<number, net.Socket>();
  #sessionId: string = EXAMPLE.sessionId;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a client transfer, as text, and waits until `isEnough` of the answer is there. */
  async exchange(
    { connection, frame }: Transfer,
    isEnough = (answer: HttpMessage): boolean => answer.isWhole,
    change = (text: string): string => text,
  ): Promise<HttpMessage> {
    const socket = this.#socket(connection);
    let bytes: Buffer = Buffer.alloc(0);
    const answer = new Promise<HttpMessage>((resolve, reject) => {
      const closed = (): void => reject(new Error(`closed after ${bytes.toString()}`));
      const add = (data: Buffer): void => {
        bytes = Buffer.concat([bytes, data]);
        const [message] = readHttp(bytes);
        if (!message || !isEnough(message)) return;
        socket.off('data', add).off('close', closed);
        resolve(message);
      };
      socket.on('data', add).on('close', closed);
    });
    socket.write(change(textOf(frame).replaceAll(EXAMPLE.sessionId, this.#sessionId)));
    const received = await answer;
    this.#sessionId = valueOf(received.headers, 'mcp-session-id') ?? this.#sessionId;
    return received;
  }

  /** Drops a connection as a broken line would. */
  reset(connection: number): void {
    this.#sockets.get(connection)?.resetAndDestroy();
    this.#sockets.delete(connection);
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  #socket(connection: number): net.Socket {
    const known = this.#sockets.get(connection);
    if (known) return known;
    const socket = net.connect(this.#port, '127.0.0.1').setNoDelay();
    this.#sockets.set(connection, socket);
    return socket;
  }
}

/** The client's transfers of a trace, each with what the engine says will come back for it over HTTP. */
export function exchangesOf(
  trace: Trace,
): readonly { readonly sent: Transfer; readonly expected: readonly Transfer[] }[] {
  const transfers = transfersOf(trace);
  return transfers
    .filter((t) => t.from === 'client')
    .map((sent) => ({ sent, expected: transfers.filter((t) => t.from === 'server' && t.exchange === sent.exchange) }));
}

/** The answer that some transfers of the engine make up, read like any other. */
export function asAnswer(transfers: readonly Transfer[]): HttpMessage {
  return readHttp(Buffer.from(transfers.map((t) => textOf(t.frame)).join('')))[0]!;
}

/** A server as a child process, spoken to line by line. */
export class Pipe {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #rest = '';
  #wake = (): void => {};
  stderr = '';

  constructor(revision: Revision, ...flags: readonly string[]) {
    this.#child = spawn(process.execPath, ['tests/sdk/stdio-server.ts', revision, ...flags], { stdio: 'pipe' });
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop()!;
      this.#lines.push(...lines);
      this.#wake();
    });
    this.#child.on('close', () => this.#wake());
  }

  write({ frame }: Transfer): void {
    this.#child.stdin!.write(textOf(frame));
  }

  /** The next line, without its newline; fails when the process ends before. */
  async line(): Promise<string> {
    while (this.#lines.length === 0) {
      if (this.#child.exitCode !== null) throw new Error(`the server ended: ${this.stderr}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#lines.shift()!;
  }

  /** Ends the input, waits for the process to end, and returns all that it still had to say. */
  async close(): Promise<string> {
    const ended = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    this.#child.stdin!.end();
    const giveUp = setTimeout(() => this.#child.kill(), 5000);
    if (this.#child.exitCode === null) await ended;
    clearTimeout(giveUp);
    return [...this.#lines, this.#rest].join('\n');
  }
}
