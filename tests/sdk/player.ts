// Plays the client of a trace against a real server: sends its bytes when they are due, waits for each message that the
// trace predicts, and keeps what came. Ids and states that the server chooses are put into what the client sends back.
import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import process from 'node:process';
import { EXAMPLE, messagesOf, textOf, transportOf, type Entry, type Message, type Trace, type Transfer } from '#engine';
import { messagesIn, readHttp, valueOf, type HttpMessage, type JsonRpc } from './raw-http.ts';
import { pause } from './scripted.ts';

/** A connection to a real server, as the player needs it. */
export interface Live {
  send(transfer: Transfer, text: string): void;
  /** Drops what a happening says is dropped. */
  drop(connection: number): void;
  /** All messages that have come so far. */
  readonly received: JsonRpc[];
  /** Is called when something has come. */
  onArrival: () => void;
  /** What the server has named: the session, the address, the event to come back to. */
  named(text: string): string;
  /** Whether the server has named what has to be known before the next message: the address of HTTP+SSE. */
  readonly isNamed: boolean;
  /** Whether the answer that a transfer is a part of is all there. */
  isAnswered(transfer: Transfer): boolean;
  close(): Promise<void>;
}

export interface Outcome {
  /** What came, in the order in which it was predicted, each beside its prediction. */
  readonly pairs: readonly { readonly predicted: Message; readonly real: JsonRpc; readonly transfer: Transfer }[];
  /** What came and was not predicted. */
  readonly surplus: readonly JsonRpc[];
}

export async function playAgainst(live: Live, trace: Trace): Promise<Outcome> {
  let startMs = performance.now();
  const pairs: { predicted: Message; real: JsonRpc; transfer: Transfer }[] = [];
  const taken = new Set<JsonRpc>();
  const replacements = new Map<string, string>();
  for (const { atMs, entry } of momentsIn(trace)) {
    await pause(startMs + atMs - performance.now());
    if (entry.kind === 'happening') {
      if (entry.connection !== undefined) live.drop(entry.connection);
      continue;
    }
    if (entry.kind !== 'transfer') continue;
    if (entry.from === 'client') {
      live.send(
        entry,
        resized(
          [...replacements].reduce((text, [from, to]) => text.replaceAll(from, to), live.named(textOf(entry.frame))),
        ),
      );
      continue;
    }
    if (transportOf(entry, trace) === 'http+sse' && entry.carrier === 'event' && !entry.message)
      while (!live.isNamed) await pause(2);
    // A refusal without a message decides, too, what comes next.
    if (isBareRefusal(entry)) while (!live.isAnswered(entry)) await pause(2);
    for (const predicted of messagesOf(entry)) {
      const real = await arrivalOf(live, predicted, taken);
      // A process takes its time to start; the clock of the trace starts with its first word.
      if (taken.size === 0) startMs = performance.now() - atMs;
      taken.add(real);
      pairs.push({ predicted, real, transfer: entry });
      learn(replacements, predicted, real);
    }
  }
  await pause(60);
  return { pairs, surplus: live.received.filter((message) => !taken.has(message)) };
}

const isBareRefusal = ({ message, http }: Transfer): boolean =>
  message === undefined && http !== undefined && 'status' in http && http.status >= 400;

/** The client sends when an entry begins; a server's bytes are waited for when they arrive. */
function momentsIn(trace: Trace): readonly { readonly atMs: number; readonly entry: Entry }[] {
  return trace.entries
    .filter(
      (entry) =>
        entry.kind !== 'work' &&
        (entry.kind === 'happening' || entry.outcome === 'delivered' || entry.from === 'client'),
    )
    .filter((entry) => entry.kind !== 'happening' || ['cut', 'closed'].includes(entry.what))
    .map((entry) => ({
      entry,
      atMs: entry.kind === 'transfer' && entry.from === 'server' ? entry.arrivesAtMs : entry.atMs,
    }))
    .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index);
}

/** What a message is for the purpose of finding it again: its kind, its method, whose it is. */
function keyOf(message: JsonRpc): string {
  const { id, method, params, error } = message;
  if (method === undefined) return `${error ? 'error' : 'result'} ${id ?? ''}`;
  if (id !== undefined) return `request ${method}`;
  const { progressToken, progress, requestId } = (params ?? {}) as Record<string, unknown>;
  return `notification ${method} ${String(progressToken ?? '')} ${String(progress ?? '')} ${requestId === undefined ? '' : 'of a request'}`;
}

async function arrivalOf(live: Live, predicted: Message, taken: ReadonlySet<JsonRpc>): Promise<JsonRpc> {
  const key = keyOf(predicted as JsonRpc);
  const deadlineMs = performance.now() + 12_000;
  for (;;) {
    const found = live.received.find((message) => !taken.has(message) && keyOf(message) === key);
    if (found) return found;
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) throw new Error(`"${key}" did not come; there came ${JSON.stringify(live.received.map(keyOf))}`);
    await Promise.race([new Promise<void>((resolve) => (live.onArrival = resolve)), pause(leftMs)]);
  }
}

/** The ids of the server's own requests and the state that it hands out are its own. */
function learn(replacements: Map<string, string>, predicted: Message, real: JsonRpc): void {
  if ('method' in predicted && 'id' in predicted)
    replacements.set(
      `{"jsonrpc":"2.0","id":${JSON.stringify(predicted.id)},"result"`,
      `{"jsonrpc":"2.0","id":${JSON.stringify(real.id)},"result"`,
    );
  const state = 'result' in predicted ? predicted.result['requestState'] : undefined;
  if (state !== undefined) replacements.set(JSON.stringify(state), JSON.stringify(real.result!['requestState']));
}

/** A request whose body has changed says so. */
export function resized(text: string): string {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return text;
  return text.replace(/^(content-length: )\d+/im, `$1${Buffer.byteLength(text.slice(bodyAt))}`);
}

interface Exchange {
  readonly transfer: Transfer;
  bytes: Buffer;
  counted: number;
}

/** TCP connections to one server, by the number that the engine gave them. */
export class LiveHttp implements Live {
  readonly received: JsonRpc[] = [];
  onArrival = (): void => {};
  readonly #port: number;
  readonly #sockets = new Map<number, net.Socket>();
  readonly #current = new Map<number, Exchange>();
  readonly exchanges: Exchange[] = [];
  #sessionId: string = EXAMPLE.sessionId;
  #address = '';
  #lastDropped: Exchange | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  send(transfer: Transfer, text: string): void {
    const exchange: Exchange = { transfer, bytes: Buffer.alloc(0), counted: 0 };
    this.exchanges.push(exchange);
    this.#current.set(transfer.connection, exchange);
    this.#socket(transfer.connection).write(text);
  }

  drop(connection: number): void {
    this.#lastDropped = this.#current.get(connection);
    this.#sockets.get(connection)?.resetAndDestroy();
    this.#sockets.delete(connection);
  }

  named(text: string): string {
    const lastEventId = (this.#lastDropped ?? this.exchanges.findLast((e) => /^id: /m.test(e.bytes.toString())))?.bytes
      .toString()
      .match(/^id: .*$/gm)
      ?.at(-1)
      ?.slice(4);
    return text
      .replace(/^(POST )\S*sessionId=\S*/, `$1${this.#address}`)
      .replaceAll(EXAMPLE.sessionId, this.#sessionId)
      .replace(/^(last-event-id: ).*$/im, (line, name: string) =>
        lastEventId === undefined ? line : name + lastEventId,
      );
  }

  get isNamed(): boolean {
    return this.#address !== '';
  }

  isAnswered(transfer: Transfer): boolean {
    return this.answerTo(transfer)?.isWhole ?? false;
  }

  /** What was answered in an exchange of the engine. */
  answerTo({ exchange }: Transfer): HttpMessage | undefined {
    const found = this.exchanges.find((e) => e.transfer.exchange === exchange);
    return found && readHttp(found.bytes)[0];
  }

  close(): Promise<void> {
    for (const socket of this.#sockets.values()) socket.destroy();
    return Promise.resolve();
  }

  #socket(connection: number): net.Socket {
    const known = this.#sockets.get(connection);
    if (known) return known;
    const socket = net.connect(this.#port, '127.0.0.1').setNoDelay();
    socket.on('data', (data: Buffer) => this.#add(connection, data)).on('error', () => {});
    this.#sockets.set(connection, socket);
    return socket;
  }

  #add(connection: number, data: Buffer): void {
    const exchange = this.#current.get(connection)!;
    exchange.bytes = Buffer.concat([exchange.bytes, data]);
    const [answer] = readHttp(exchange.bytes);
    if (!answer) return;
    this.#sessionId = valueOf(answer.headers, 'mcp-session-id') ?? this.#sessionId;
    this.#address = /^data: (\/\S*sessionId=\S*)$/m.exec(answer.parts.join(''))?.[1] ?? this.#address;
    const messages = messagesIn(answer);
    this.received.push(...messages.slice(exchange.counted));
    exchange.counted = messages.length;
    this.onArrival();
  }
}

/** A server as a child process, spoken to line by line. */
export class LivePipe implements Live {
  readonly received: JsonRpc[] = [];
  onArrival = (): void => {};
  readonly #child: ChildProcess;
  #rest = '';
  stderr = '';
  readonly isNamed = true;
  /** Lines that are no JSON. */
  readonly noise: string[] = [];

  constructor(program: string, ...given: readonly string[]) {
    this.#child = spawn(process.execPath, [program, ...given], {
      stdio: 'pipe',
      env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/sdk' },
    });
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop()!;
      for (const line of lines) {
        if (line.startsWith('{')) this.received.push(JSON.parse(line) as JsonRpc);
        else this.noise.push(line);
      }
      this.onArrival();
    });
  }

  send(_transfer: Transfer, text: string): void {
    this.#child.stdin!.write(text);
  }

  drop(): void {
    this.#child.stdin!.end();
  }

  named(text: string): string {
    return text;
  }

  isAnswered(): boolean {
    return true;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    this.#child.stdin!.end();
    const giveUp = setTimeout(() => this.#child.kill(), 1500);
    await ended;
    clearTimeout(giveUp);
  }
}
