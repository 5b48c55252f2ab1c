// stdio in virtual time: one process, one pipe each way, a message per line.
import type { Message } from '../protocol/messages.ts';
import type { Party, Transfer } from '../trace.ts';
import { stdioFrame } from '../wire/stdio.ts';
import { Direction } from './link.ts';
import type { Server } from './server.ts';
import type { ClientPeer, Reply, Wire, World } from './world.ts';

export class StdioWire implements Wire {
  readonly #world: World;
  readonly #client: ClientPeer;
  readonly #server: Server;
  readonly #stdin: Direction;
  readonly #stdout: Direction;

  constructor(world: World, client: ClientPeer, server: Server) {
    this.#world = world;
    this.#client = client;
    this.#server = server;
    this.#stdin = new Direction(world.link);
    this.#stdout = new Direction(world.link);
  }

  connect(then: () => void): void {
    then();
  }

  send(message: Message | readonly Message[], cause?: number): void {
    this.#write('client', message, cause, (entry) => this.#server.receive(message, this.#reply(), entry));
  }

  /** The server may speak unasked, for its pipe is open from the start. */
  openStream(): void {}

  push(message: Message, cause?: number): void {
    this.#say(message, cause);
  }

  resume(): void {
    throw new Error('A pipe has no streams to resume.');
  }

  /** Nothing to close: on a pipe, a message cancels. */
  close(): void {}

  /** Closing the server's standard input ends the session; no byte tells it. */
  leave(): void {}

  #reply(): Reply {
    const say = (message: Message, cause: number) => this.#say(message, cause);
    return {
      open: () => {},
      send: say,
      respond: say,
      refuse: ({ message }, cause) => message && say(message, cause),
      keepAlive: () => {},
      hangUp: () => {},
      end: () => {},
    };
  }

  #say(message: Message, cause?: number): void {
    this.#write('server', message, cause, (entry) => this.#client.receive(message, entry));
  }

  #write(from: Party, message: Message | readonly Message[], cause: number | undefined, arrived: (entry: number) => void): void {
    const { clock } = this.#world;
    const frame = stdioFrame(message);
    const pipe = from === 'client' ? this.#stdin : this.#stdout;
    const leavesAtMs = pipe.leavesAtMs(clock.nowMs);
    const { index, arrivesAtMs } = this.#world.record<Transfer>({
      kind: 'transfer',
      carrier: 'line',
      from,
      to: from === 'client' ? 'server' : 'client',
      atMs: clock.nowMs,
      leavesAtMs,
      arrivesAtMs: pipe.send(frame.byteLength, leavesAtMs),
      outcome: 'delivered',
      frame,
      ...(Array.isArray(message) ? { batch: message as readonly Message[] } : { message: message as Message }),
      connection: 0,
      ...(cause !== undefined && { cause }),
    });
    clock.at(arrivesAtMs, () => arrived(index));
  }
}
