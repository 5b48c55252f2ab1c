// HTTP+SSE of 2024-11-05 in virtual time: a GET whose first event names the address for every POST; all answers come on it.
import type { Message } from '../protocol/messages.ts';
import {
  commentFrame,
  endpointFrame,
  eventFrame,
  refusedFrame,
  sseAcceptedFrame,
  sseHeadFrame,
  sseOpenFrame,
  ssePostFrame,
} from '../wire/exchange.ts';
import { Connections, type Exchange } from './connections.ts';
import type { ClientPeer, Refusal, Reply, ServerPeer, Wire, World } from './world.ts';

export class SseWire implements Wire {
  readonly #world: World;
  readonly #client: ClientPeer;
  readonly #server: ServerPeer;
  readonly #connections: Connections;
  #stream: Exchange | undefined;

  constructor(world: World, client: ClientPeer, server: ServerPeer, connections = new Connections(world)) {
    this.#world = world;
    this.#client = client;
    this.#server = server;
    this.#connections = connections;
  }

  connect(then: (cause?: number) => void, cause?: number): void {
    const exchange = this.#connections.take();
    const { sessionId, token } = this.#world;
    this.#connections.transmit(
      'client',
      exchange,
      sseOpenFrame(this.#world),
      { carrier: 'request', http: { verb: 'GET' }, cause },
      (entry) => {
        const refusal = this.#server.objection({ sessionId, token, isMessage: false });
        if (refusal) return this.#refuse(exchange, refusal, entry);
        this.#stream = exchange;
        this.#connections.transmit(
          'server',
          exchange,
          sseHeadFrame(this.#world),
          { carrier: 'head', http: { status: 200 }, cause: entry },
          () => {},
        );
        this.#connections.transmit(
          'server',
          exchange,
          endpointFrame(),
          { carrier: 'event', cause: entry },
          (endpoint) => then(endpoint),
        );
      },
    );
  }

  #refuse(exchange: Exchange, refusal: Refusal, cause: number): void {
    const http = { status: refusal.status };
    this.#connections.transmit(
      'server',
      exchange,
      refusedFrame(refusal, this.#world),
      { carrier: 'answer', http, cause },
      (entry) => {
        exchange.release();
        this.#client.refused(undefined, refusal, entry);
      },
    );
  }

  send(message: Message | readonly Message[], cause?: number): void {
    const one = message as Message;
    const exchange = this.#connections.take();
    const extra = {
      carrier: 'request',
      message: one,
      http: { verb: 'POST' },
      ...(cause !== undefined && { cause }),
    } as const;
    this.#connections.transmit('client', exchange, ssePostFrame(one, this.#world), extra, (entry) => {
      this.#connections.transmit(
        'server',
        exchange,
        sseAcceptedFrame(this.#world),
        { carrier: 'answer', http: { status: 202 }, cause: entry },
        () => exchange.release(),
      );
      this.#server.receive(one, this.#reply(), entry);
    });
  }

  /** The one stream is open already. */
  openStream(): void {}

  push(message: Message): void {
    this.#tell(message);
  }

  keepAlive(): void {
    this.#comment();
  }

  resume(): void {
    throw new Error('2024-11-05 has no resuming.');
  }

  /** A request has no stream of its own here. */
  close(): void {}

  /** Closing the stream ends the session. */
  leave(cause?: number): void {
    if (!this.#stream) return;
    const { learnedAtMs } = this.#connections.close(this.#stream, cause);
    this.#world.clock.at(learnedAtMs, () => (this.#stream = undefined));
  }

  #reply(): Reply {
    const tell = (message: Message, cause: number) => this.#tell(message, cause);
    return {
      open: () => {},
      send: tell,
      respond: tell,
      refuse: ({ message }, cause) => message && tell(message, cause),
      keepAlive: (cause) => this.#comment(cause),
      hangUp: () => {},
      end: () => {},
    };
  }

  #comment(cause?: number): void {
    if (this.#stream)
      this.#connections.transmit('server', this.#stream, commentFrame(), { carrier: 'comment', cause }, () => {});
  }

  #tell(message: Message, cause?: number): void {
    if (!this.#stream) return;
    const extra = { carrier: 'event', message, ...(cause !== undefined && { cause }) } as const;
    this.#connections.transmit('server', this.#stream, eventFrame(message, this.#world), extra, (entry) =>
      this.#client.receive(message, entry),
    );
  }
}
