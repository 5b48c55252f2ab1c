// The connections of an HTTP client in virtual time: kept alive, one exchange at a time, a queue each way.
import type { Party, Transfer } from '../trace.ts';
import type { Frame } from '../wire/frame.ts';
import { Direction } from './link.ts';
import type { World } from './world.ts';

export interface Connection {
  readonly id: number;
  readonly up: Direction;
  readonly down: Direction;
  isBusy: boolean;
  /** Nothing arrives on it any more. */
  isCut: boolean;
}

export interface Exchange {
  readonly id: number;
  readonly connection: Connection;
  release(): void;
}

type Extra = Pick<Transfer, 'carrier'> & Partial<Pick<Transfer, 'message' | 'batch' | 'http' | 'eventId' | 'replayed' | 'cause'>>;

export class Connections {
  readonly #world: World;
  readonly #all: Connection[] = [];
  #exchanges = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** An exchange on a connection that nobody uses, or on a new one. */
  take(): Exchange {
    let connection = this.#all.find((c) => !c.isBusy && !c.isCut);
    if (!connection) {
      const { link } = this.#world;
      connection = { id: this.#all.length, up: new Direction(link), down: new Direction(link), isBusy: false, isCut: false };
      this.#all.push(connection);
    }
    connection.isBusy = true;
    const taken = connection;
    return { id: this.#exchanges++, connection: taken, release: () => (taken.isBusy = false) };
  }

  transmit(from: Party, exchange: Exchange, frame: Frame, extra: Extra, arrived: (entry: number) => void): void {
    const { clock } = this.#world;
    const { connection } = exchange;
    const direction = from === 'client' ? connection.up : connection.down;
    const entry = this.#world.record<Transfer>({
      kind: 'transfer',
      from,
      to: from === 'client' ? 'server' : 'client',
      atMs: clock.nowMs,
      ...direction.send(frame.byteLength, clock.nowMs),
      outcome: 'delivered',
      frame,
      connection: connection.id,
      exchange: exchange.id,
      ...extra,
    });
    clock.at(entry.arrivesAtMs, () => {
      if (connection.isCut) entry.outcome = 'lost';
      else arrived(entry.index);
    });
  }
}
