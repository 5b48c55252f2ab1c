// Streamable HTTP in virtual time: an exchange per client message, event streams that outlive connections.
import { plainAnswer } from '../protocol/mechanics.ts';
import { kindOf, type Message, type Request, type RequestId } from '../protocol/messages.ts';
import type { Happening, Party, Transfer } from '../trace.ts';
import {
  acceptedFrame,
  eventFrame,
  getFrame,
  jsonAnswerFrame,
  postFrame,
  primingFrame,
  shortStreamFrame,
  streamEndFrame,
  streamHeadFrame,
} from '../wire/exchange.ts';
import type { Frame } from '../wire/frame.ts';
import { Direction } from './link.ts';
import type { ClientPeer, Fault, Reply, ServerPeer, Wire, World } from './world.ts';

interface Connection {
  readonly id: number;
  readonly up: Direction;
  readonly down: Direction;
  isBusy: boolean;
  isCut: boolean;
}

interface Exchange {
  readonly id: number;
  readonly connection: Connection;
}

/** The answer to one request as a stream of events. It outlives the exchange that it runs on. */
interface Stream {
  readonly request: Request;
  /** Where its events go at the moment; absent while nobody listens. */
  exchange: Exchange | undefined;
  /** What the server has kept, in order; the priming event holds no message. */
  readonly kept: { readonly id: string; readonly message?: Message }[];
  nextEvent: number;
  isOver: boolean;
  /** The id of the last event that the client has seen. */
  lastSeenId: string | undefined;
  /** Events with a message that the client has seen. */
  seen: number;
}

type Extra = Pick<Transfer, 'carrier'> & Partial<Pick<Transfer, 'message' | 'http' | 'eventId' | 'replayed' | 'cause'>>;

export class HttpWire implements Wire {
  readonly #world: World;
  readonly #peers: { readonly client: ClientPeer; readonly server: ServerPeer };
  readonly #faults: readonly Fault[];
  readonly #connections: Connection[] = [];
  readonly #streams = new Map<RequestId, Stream>();
  #exchanges = 0;

  constructor(
    world: World,
    peers: { readonly client: ClientPeer; readonly server: ServerPeer },
    faults: readonly Fault[],
  ) {
    this.#world = world;
    this.#peers = peers;
    this.#faults = faults;
  }

  send(message: Message, cause?: number): void {
    const exchange = this.#exchange();
    const extra = {
      carrier: 'request',
      message,
      http: { verb: 'POST' },
      ...(cause !== undefined && { cause }),
    } as const;
    this.#transmit('client', exchange, postFrame(message, this.#world), extra, (entry) => {
      this.#peers.server.receive(message, this.#reply(message, exchange, entry), entry);
      if (kindOf(message) === 'request') return;
      this.#transmit(
        'server',
        exchange,
        acceptedFrame(this.#world),
        { carrier: 'answer', http: { status: 202 }, cause: entry },
        () => release(exchange),
      );
    });
  }

  resume(requestId: RequestId, lastEventId: string, cause: number): void {
    const exchange = this.#exchange();
    const extra = { carrier: 'request', http: { verb: 'GET' }, cause } as const;
    this.#transmit('client', exchange, getFrame(this.#world, lastEventId), extra, (entry) => {
      const stream = this.#streams.get(requestId)!;
      stream.exchange = exchange;
      this.#sendHead(stream, entry);
      const next = stream.kept.findIndex((e) => e.id === lastEventId) + 1;
      for (const event of stream.kept.slice(next)) this.#sendEvent(stream, event, entry, true);
      if (stream.isOver) this.#end(stream, entry);
    });
  }

  #reply(message: Message, exchange: Exchange, received: number): Reply {
    const request = message as Request;
    const stream = (cause: number) => this.#streams.get(request.id) ?? this.#open(request, exchange, cause);
    return {
      open: (cause) => void stream(cause),
      notify: (notification, cause) => this.#push(stream(cause), notification, cause),
      respond: (response, cause) => {
        if (!this.#streams.has(request.id) && this.#respondPlainly(request, response, exchange, received)) return;
        const open = stream(cause);
        open.isOver = true;
        this.#push(open, response, cause);
        if (open.exchange) this.#end(open, cause);
      },
    };
  }

  /** Sends a result that nothing came before as one answer, if the profile does so. */
  #respondPlainly(request: Request, response: Message, exchange: Exchange, cause: number): boolean {
    const { profile, revision, keepsEvents } = this.#world;
    const coding = plainAnswer(request.method, profile, revision, keepsEvents);
    if (coding === 'stream') return false;
    const frame =
      coding === 'stream-short'
        ? shortStreamFrame(response, this.#world)
        : jsonAnswerFrame(response, this.#world, coding, request.method === 'initialize');
    const carrier = coding === 'stream-short' ? 'event' : 'answer';
    this.#transmit('server', exchange, frame, { carrier, message: response, http: { status: 200 }, cause }, (entry) => {
      release(exchange);
      this.#peers.client.receive(response, entry);
    });
    return true;
  }

  #open(request: Request, exchange: Exchange, cause: number): Stream {
    const stream: Stream = { request, exchange, kept: [], nextEvent: 0, isOver: false, lastSeenId: undefined, seen: 0 };
    this.#streams.set(request.id, stream);
    this.#sendHead(stream, cause);
    if (this.#world.keepsEvents) {
      const priming = { id: this.#nextId(stream) };
      stream.kept.push(priming);
      this.#sendEvent(stream, priming, cause, false);
    }
    return stream;
  }

  /** Event ids name their stream, so that no two streams of a session share one. */
  #nextId(stream: Stream): string {
    return `${stream.request.id}-${stream.nextEvent++}`;
  }

  #push(stream: Stream, message: Message, cause: number): void {
    const event = this.#world.keepsEvents ? { id: this.#nextId(stream), message } : { id: '', message };
    if (this.#world.keepsEvents) stream.kept.push(event);
    if (stream.exchange) this.#sendEvent(stream, event, cause, false);
  }

  #sendHead(stream: Stream, cause: number): void {
    const exchange = stream.exchange!;
    const extra = { carrier: 'head', http: { status: 200 }, cause } as const;
    this.#transmit('server', exchange, streamHeadFrame(this.#world), extra, (entry) => {
      if (!this.#world.keepsEvents) this.#maybeCut(stream, exchange, entry);
    });
  }

  #sendEvent(
    stream: Stream,
    event: { readonly id: string; readonly message?: Message },
    cause: number,
    replayed: boolean,
  ): void {
    const exchange = stream.exchange!;
    const { id, message } = event;
    const frame = message ? eventFrame(message, this.#world, id || undefined) : primingFrame(id);
    const extra: Extra = {
      carrier: 'event',
      cause,
      ...(id && { eventId: id }),
      ...(message && { message }),
      ...(replayed && { replayed: true as const }),
    };
    this.#transmit('server', exchange, frame, extra, (entry) => {
      if (id) stream.lastSeenId = id;
      if (message) stream.seen++;
      if (message) this.#peers.client.receive(message, entry);
      this.#maybeCut(stream, exchange, entry);
    });
  }

  #end(stream: Stream, cause: number): void {
    const exchange = stream.exchange!;
    this.#transmit('server', exchange, streamEndFrame(), { carrier: 'end', cause }, () => release(exchange));
  }

  /** Drops the line if a fault says so at this event. Only the first stream of a run can be hit. */
  #maybeCut(stream: Stream, exchange: Exchange, entry: number): void {
    const [first] = this.#streams.values();
    const hit = this.#faults.some((f) => f.kind === 'cut' && f.afterEvent === stream.seen);
    if (!hit || stream !== first || exchange.id !== 0) return;
    const { clock, link } = this.#world;
    const { connection } = exchange;
    connection.isCut = true;
    const cut = this.#world.record<Happening>({
      kind: 'happening',
      what: 'cut',
      party: 'client',
      atMs: clock.nowMs,
      cause: entry,
      connection: connection.id,
      requestId: stream.request.id,
    });
    clock.at(clock.nowMs + link.latencyMs, () => {
      stream.exchange = undefined;
      this.#peers.server.disconnected(stream.request.id, cut.index);
    });
    this.#peers.client.streamBroken(stream.request.id, stream.lastSeenId, cut.index);
  }

  /** A connection that nobody uses, or a new one. */
  #exchange(): Exchange {
    let connection = this.#connections.find((c) => !c.isBusy && !c.isCut);
    if (!connection) {
      const { link } = this.#world;
      connection = {
        id: this.#connections.length,
        up: new Direction(link),
        down: new Direction(link),
        isBusy: false,
        isCut: false,
      };
      this.#connections.push(connection);
    }
    connection.isBusy = true;
    return { id: this.#exchanges++, connection };
  }

  #transmit(from: Party, exchange: Exchange, frame: Frame, extra: Extra, arrived: (entry: number) => void): void {
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

function release(exchange: Exchange): void {
  exchange.connection.isBusy = false;
}
