// The connections of an HTTP client in virtual time: kept alive, one exchange at a time, a queue each way.
import type { Happening, Party, Transfer } from '../trace.ts';
import type { Frame } from '../wire/frame.ts';
import { Direction } from './link.ts';
import type { World } from './world.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface Connection {
  readonly id: number;
  readonly up: Direction;
  readonly down: Direction;
  isBusy: boolean;
  /** Nothing arrives on it any more. */
  isCut: boolean;
  /** The client has closed it: what it had sent still arrives, nothing arrives at it. */
  isClosed: boolean;
}

export interface Exchange {
  readonly id: number;
  readonly connection: Connection;
  release(): void;
}

/** What a transfer is besides its bytes. */
export interface Extra {
  readonly carrier: Transfer['carrier'];
  readonly message?: Transfer['message'] | undefined;
  readonly batch?: Transfer['batch'] | undefined;
  readonly http?: Transfer['http'] | undefined;
  readonly eventId?: string | undefined;
  readonly lastEventId?: string | undefined;
  readonly replayed?: true | undefined;
  readonly cause?: number | undefined;
}

export class Connections {
  readonly #world: World;
  readonly #all: Connection[] = [];
  #exchanges = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** An exchange on a connection that nobody uses, or on a new one. */
  take(): Exchange {
    let connection = this.#all.find((c) => !c.isBusy && !c.isCut && !c.isClosed);
    if (!connection) {
      const { link } = this.#world;
      connection = {
        id: this.#all.length,
        up: new Direction(link),
        down: new Direction(link),
        isBusy: false,
        isCut: false,
        isClosed: false,
      };
      this.#all.push(connection);
    }
    connection.isBusy = true;
    const taken = connection;
    return { id: this.#exchanges++, connection: taken, release: () => (taken.isBusy = false) };
  }

  /** The client closes a connection. Says when the server learns of it: behind all that was sent to it. */
  close({ connection }: Exchange, cause?: number): { readonly index: number; readonly learnedAtMs: number } {
    const { clock, link } = this.#world;
    connection.isClosed = true;
    const { index } = this.#world.record<Happening>({
      kind: 'happening',
      what: 'closed',
      party: 'client',
      atMs: clock.nowMs,
      connection: connection.id,
      ...(cause !== undefined && { cause }),
    });
    return { index, learnedAtMs: connection.up.leavesAtMs(clock.nowMs) + link.latencyMs };
  }

  transmit(from: Party, exchange: Exchange, frame: Frame, extra: Extra, arrived: (entry: number) => void): void {
    const { clock, land } = this.#world;
    const { connection } = exchange;
    const direction = from === 'client' ? connection.up : connection.down;
    // Written out, not spread: most of a run's time would go into copying.
    const transfer: Mutable<Omit<Transfer, 'index'>> = {
      kind: 'transfer',
      carrier: extra.carrier,
      from,
      to: from === 'client' ? 'server' : 'client',
      atMs: clock.nowMs,
      leavesAtMs: direction.leavesAtMs(clock.nowMs),
      arrivesAtMs: 0,
      outcome: 'delivered',
      frame,
      connection: connection.id,
      exchange: exchange.id,
    };
    if (extra.message) transfer.message = extra.message;
    if (extra.batch) transfer.batch = extra.batch;
    if (extra.http) transfer.http = extra.http;
    if (extra.eventId !== undefined) transfer.eventId = extra.eventId;
    if (extra.lastEventId !== undefined) transfer.lastEventId = extra.lastEventId;
    if (extra.replayed) transfer.replayed = extra.replayed;
    if (extra.cause !== undefined) transfer.cause = extra.cause;
    const entry = this.#world.record<Transfer>(transfer);
    entry.arrivesAtMs = direction.send(entry.frame, entry.leavesAtMs);
    land(entry, () => {
      if (connection.isCut || (connection.isClosed && from === 'server')) entry.outcome = 'lost';
      else arrived(entry.index);
    });
  }
}
