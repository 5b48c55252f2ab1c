// stdio in virtual time: one process, one pipe each way, a message per line.
import type { Message } from '../protocol/messages.ts';
import type { Party, Transfer } from '../trace.ts';
import { stdioFrame } from '../wire/stdio.ts';
import { Direction } from './link.ts';
import type { ClientPeer, Reply, ServerPeer, Wire, World } from './world.ts';

export class StdioWire implements Wire {
  readonly #world: World;
  readonly #peers: { readonly client: ClientPeer; readonly server: ServerPeer };
  readonly #stdin: Direction;
  readonly #stdout: Direction;

  constructor(world: World, peers: { readonly client: ClientPeer; readonly server: ServerPeer }) {
    this.#world = world;
    this.#peers = peers;
    this.#stdin = new Direction(world.link);
    this.#stdout = new Direction(world.link);
  }

  send(message: Message, cause?: number): void {
    this.#write('client', message, cause, (entry) => this.#peers.server.receive(message, this.#reply(), entry));
  }

  resume(): void {
    throw new Error('A pipe has no streams to resume.');
  }

  #reply(): Reply {
    const write = (message: Message, cause: number) =>
      this.#write('server', message, cause, (entry) => this.#peers.client.receive(message, entry));
    return { open: () => {}, notify: write, respond: write };
  }

  #write(from: Party, message: Message, cause: number | undefined, arrived: (entry: number) => void): void {
    const { clock } = this.#world;
    const frame = stdioFrame(message);
    const pipe = from === 'client' ? this.#stdin : this.#stdout;
    const { index, arrivesAtMs } = this.#world.record<Transfer>({
      kind: 'transfer',
      carrier: 'line',
      from,
      to: from === 'client' ? 'server' : 'client',
      atMs: clock.nowMs,
      ...pipe.send(frame.byteLength, clock.nowMs),
      outcome: 'delivered',
      frame,
      message,
      connection: 0,
      ...(cause !== undefined && { cause }),
    });
    clock.at(arrivesAtMs, () => arrived(index));
  }
}
