// stdio in virtual time: a process, one pipe each way, a message per line; the process may end by itself.
import type { Message } from '../protocol/messages.ts';
import type { Happening, Party, Transfer } from '../trace.ts';
import { stdioFrame } from '../wire/stdio.ts';
import { Direction } from './link.ts';
import type { ClientPeer, Draft, Mishap, Reply, ServerPeer, Wire, World } from './world.ts';

/** One run of the server's program. */
interface Process {
  readonly id: number;
  readonly stdin: Direction;
  readonly stdout: Direction;
  isOver: boolean;
}

export class StdioWire implements Wire {
  readonly #world: World;
  readonly #client: ClientPeer;
  readonly #server: ServerPeer;
  readonly #mishaps: readonly Mishap[];
  #process: Process;
  #lines = 0;

  constructor(world: World, client: ClientPeer, server: ServerPeer, mishaps: readonly Mishap[]) {
    this.#world = world;
    this.#client = client;
    this.#server = server;
    this.#mishaps = mishaps;
    this.#process = this.#spawn(0);
  }

  connect(then: () => void): void {
    then();
  }

  send(message: Message | readonly Message[], cause?: number): void {
    this.#write('client', message, cause, (entry) => this.#server.receive(message, this.#reply(), entry));
  }

  /** The server may speak unasked, for its pipe is open from the start. */
  openStream(): void {}

  push(message: Message): void {
    if (!this.#process.isOver) this.#say(message);
  }

  /** A pipe needs nothing to stay open. */
  keepAlive(): void {}

  resume(): void {
    throw new Error('A pipe has no streams to resume.');
  }

  /** Nothing to close: on a pipe, a message cancels. */
  close(): void {}

  /** Closing the server's standard input ends the session; no byte tells it. */
  leave(cause?: number): void {
    const { clock } = this.#world;
    this.#world.record<Happening>({
      kind: 'happening',
      what: 'closed',
      party: 'client',
      atMs: clock.nowMs,
      connection: this.#process.id,
      ...(cause !== undefined && { cause }),
    });
  }

  #spawn(id: number): Process {
    return { id, stdin: new Direction(this.#world.link), stdout: new Direction(this.#world.link), isOver: false };
  }

  #reply(): Reply {
    const process = this.#process;
    const say = (message: Message, cause: number) => {
      if (!process.isOver) this.#say(message, cause);
    };
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
    const line = this.#write('server', message, cause, (entry) => this.#client.receive(message, entry));
    this.#lines++;
    if (this.#mishaps.some((f) => f.kind === 'exit' && f.afterLines === this.#lines)) this.#exit(line);
  }

  /** The process ends with its last line; that still arrives, and behind it the end of the output. */
  #exit(line: Draft<Transfer>): void {
    const { clock } = this.#world;
    const process = this.#process;
    process.isOver = true;
    this.#server.exit();
    const { index } = this.#world.record<Happening>({
      kind: 'happening',
      what: 'exited',
      party: 'server',
      atMs: clock.nowMs,
      connection: process.id,
      ...(line.cause !== undefined && { cause: line.cause }),
    });
    clock.at(line.arrivesAtMs, () => {
      this.#process = this.#spawn(process.id + 1);
      this.#client.serverGone(index);
    });
  }

  #write(
    from: Party,
    message: Message | readonly Message[],
    cause: number | undefined,
    arrived: (entry: number) => void,
  ): Draft<Transfer> {
    const { clock, land } = this.#world;
    const process = this.#process;
    const pipe = from === 'client' ? process.stdin : process.stdout;
    const entry = this.#world.record<Transfer>({
      kind: 'transfer',
      carrier: 'line',
      from,
      to: from === 'client' ? 'server' : 'client',
      atMs: clock.nowMs,
      leavesAtMs: pipe.leavesAtMs(clock.nowMs),
      arrivesAtMs: 0,
      outcome: 'delivered',
      frame: stdioFrame(message),
      ...(Array.isArray(message) ? { batch: message as readonly Message[] } : { message: message as Message }),
      connection: process.id,
      ...(cause !== undefined && { cause }),
    });
    entry.arrivesAtMs = pipe.send(entry.frame, entry.leavesAtMs);
    land(entry, () => {
      // What a process has written can be read after its end; what was written to it cannot.
      if (process.isOver && from === 'client') entry.outcome = 'lost';
      else arrived(entry.index);
    });
    return entry;
  }
}
