// Streamable HTTP in virtual time: an exchange per client message, event streams that outlive connections.
import { mechanic, plainAnswer } from '../protocol/mechanics.ts';
import { errorMessage } from '../protocol/session.ts';
import { kindOf, type Message, type Request, type RequestId } from '../protocol/messages.ts';
import type { Happening } from '../trace.ts';
import {
  acceptedFrame,
  commentFrame,
  deletedFrame,
  deleteFrame,
  errorFrame,
  eventFrame,
  getFrame,
  jsonAnswerFrame,
  postFrame,
  primingFrame,
  refusedFrame,
  retryFrame,
  shortStreamFrame,
  streamEndFrame,
  streamHeadFrame,
  type HttpContext,
} from '../wire/exchange.ts';
import type { Frame } from '../wire/frame.ts';
import { Connections, type Exchange, type Extra } from './connections.ts';
import type { ClientPeer, Mishap, Refusal, Reply, ServerPeer, Wire, World } from './world.ts';

interface Kept {
  readonly id: string;
  /** Absent: the priming event. */
  readonly message?: Message;
}

/** Events of one stream. It outlives the exchange that it runs on. */
interface Stream {
  /** What event ids name it by: the id of its request, or `get` for the standing one. */
  readonly name: string;
  /** The requests that it answers; none on the standing stream. */
  readonly requestIds: readonly RequestId[];
  /** Responses that are still to come before it ends. */
  toCome: number;
  /** Where its events go at the moment; absent while nobody listens. */
  exchange: Exchange | undefined;
  /** What the server has kept, in order. */
  readonly kept: Kept[];
  nextEvent: number;
  isOver: boolean;
  /** The id of the last event that the client has seen. */
  lastSeenId: string | undefined;
  /** Events with a message that the client has seen. */
  seen: number;
}

export class HttpWire implements Wire {
  readonly #world: World;
  readonly #client: ClientPeer;
  readonly #server: ServerPeer;
  /** After how many events of the first stream the line drops. */
  readonly #cuts: ReadonlySet<number>;
  readonly #connections: Connections;
  /** By request; all requests of a batch share one. */
  readonly #streams = new Map<RequestId, Stream>();
  /** The exchange on which a request was sent, until it is answered. */
  readonly #open = new Map<RequestId, Exchange>();
  #standing: Stream | undefined;
  /** The session that the server is in, and the answer that tells the client of it. */
  #serverSessionId: string | undefined;
  #opening: Message | undefined;
  #gets = 0;

  constructor(
    world: World,
    client: ClientPeer,
    server: ServerPeer,
    mishaps: readonly Mishap[],
    connections = new Connections(world),
  ) {
    this.#world = world;
    this.#client = client;
    this.#server = server;
    this.#cuts = new Set(mishaps.flatMap((m) => (m.kind === 'cut' ? [m.afterEvent] : [])));
    this.#connections = connections;
    this.#serverSessionId = world.sessionId;
  }

  connect(then: () => void): void {
    then();
  }

  send(message: Message | readonly Message[], cause?: number, headers?: Readonly<Record<string, string>>): void {
    const exchange = this.#connections.take();
    const messages = Array.isArray(message) ? (message as readonly Message[]) : [message as Message];
    const isInitialize = messages.some((m) => 'method' in m && m.method === 'initialize');
    const head = {
      sessionId: isInitialize ? undefined : this.#world.sessionId,
      token: this.#world.token,
      isMessage: true,
    };
    const what = Array.isArray(message) ? { batch: messages } : { message: message as Message };
    const requests = messages.filter((m): m is Request => kindOf(m) === 'request');
    for (const { id } of requests) this.#open.set(id, exchange);
    const extra = {
      carrier: 'request',
      ...what,
      http: { verb: 'POST' },
      cause,
    } as const;
    this.#transmit('client', exchange, postFrame(message, this.#world, headers), extra, (entry) => {
      const refusal = this.#server.objection(head) ?? (headers && mismatch(requests[0]!, headers));
      if (refusal) return this.#refuse(requests[0], exchange, refusal, entry);
      const reply = this.#reply(requests, exchange, entry);
      this.#server.receive(message, reply, entry);
      if (requests.length > 0) return;
      this.#transmit(
        'server',
        exchange,
        acceptedFrame(this.#world),
        { carrier: 'answer', http: { status: 202 }, cause: entry },
        () => exchange.release(),
      );
    });
  }

  openStream(cause?: number): void {
    const exchange = this.#connections.take();
    const extra = { carrier: 'request', http: { verb: 'GET' }, cause } as const;
    const head = this.#head();
    this.#transmit('client', exchange, getFrame(this.#world), extra, (entry) => {
      const refusal = this.#server.objection(head);
      if (refusal) return this.#refuse(undefined, exchange, refusal, entry);
      const stream = newStream(this.#gets++ === 0 ? 'get' : `get${this.#gets}`, [], exchange);
      this.#standing = stream;
      this.#begin(stream, entry);
    });
  }

  push(message: Message): void {
    // With no stream open there is nowhere to send it; the text does not say what then, and servers drop it.
    if (this.#standing?.exchange) this.#push(this.#standing, message);
  }

  keepAlive(): void {
    const exchange = this.#standing?.exchange;
    if (exchange) this.#transmit('server', exchange, commentFrame(), { carrier: 'comment' }, () => {});
  }

  resume(requestId: RequestId, lastEventId: string, cause: number): void {
    const exchange = this.#connections.take();
    const extra = { carrier: 'request', http: { verb: 'GET' }, lastEventId, cause } as const;
    const head = this.#head();
    this.#transmit('client', exchange, getFrame(this.#world, lastEventId), extra, (entry) => {
      const refusal = this.#server.objection(head);
      if (refusal) return this.#refuse(undefined, exchange, refusal, entry);
      const stream = this.#streams.get(requestId)!;
      stream.exchange = exchange;
      this.#sendHead(stream, entry);
      const next = stream.kept.findIndex((e) => e.id === lastEventId) + 1;
      for (const event of stream.kept.slice(next)) this.#sendEvent(stream, event, entry, true);
      if (stream.isOver) this.#end(stream, entry);
    });
  }

  /** The client closes the connection under a request: what is on its way back is lost, and the server learns of it. */
  close(requestId: RequestId, cause?: number): void {
    const exchange = this.#open.get(requestId);
    if (!exchange) return;
    const { index, learnedAtMs } = this.#connections.close(exchange, cause);
    this.#world.clock.at(learnedAtMs, () => {
      const stream = this.#streams.get(requestId);
      if (stream) stream.exchange = undefined;
      this.#server.disconnected(requestId, index);
    });
  }

  leave(cause?: number): void {
    if (this.#world.sessionId === undefined || mechanic('handshake', this.#world.revision).value === false) return;
    const head = this.#head();
    const exchange = this.#connections.take();
    const extra = { carrier: 'request', http: { verb: 'DELETE' }, cause } as const;
    this.#transmit('client', exchange, deleteFrame(this.#world), extra, (entry) => {
      const refusal = this.#server.objection(head);
      if (refusal) return this.#refuse(undefined, exchange, refusal, entry);
      this.#transmit(
        'server',
        exchange,
        deletedFrame(this.#world),
        { carrier: 'answer', http: { status: 200 }, cause: entry },
        () => exchange.release(),
      );
      if (this.#standing?.exchange) this.#end(this.#standing, entry);
    });
  }

  #reply(requests: readonly Request[], exchange: Exchange, received: number): Reply {
    const [request] = requests as readonly [Request];
    const stream = (cause: number): Stream => this.#streams.get(request.id) ?? this.#openFor(requests, exchange, cause);
    return {
      open: (cause) => void stream(cause),
      send: (message, cause) => this.#push(stream(cause), message, cause),
      respond: (response, cause) => {
        if (request.method === 'initialize') {
          this.#serverSessionId = this.#server.newSession();
          this.#opening = response;
        }
        if (
          requests.length === 1 &&
          !this.#streams.has(request.id) &&
          this.#respondPlainly(request, response, exchange, received)
        )
          return;
        const open = stream(cause);
        open.isOver = --open.toCome === 0;
        this.#push(open, response, cause);
        if (open.isOver && open.exchange) this.#end(open, cause);
      },
      refuse: (refusal, cause) => this.#refuse(request, exchange, refusal, cause),
      keepAlive: (cause) => {
        const open = stream(cause);
        if (open.exchange)
          this.#transmit('server', open.exchange, commentFrame(), { carrier: 'comment', cause }, () => {});
      },
      hangUp: (retryMs, cause) => this.#hangUp(stream(cause), retryMs, cause),
      end: (cause) => {
        // The POST wants an answer, and without a response that can only be a stream with nothing on it.
        const open = stream(cause);
        if (open.exchange) this.#end(open, cause);
      },
    };
  }

  /** What a request without a message says of who asks. */
  #head() {
    return { sessionId: this.#world.sessionId, token: this.#world.token, isMessage: false };
  }

  /** What the server's frames have in common: the session may be one that the client has not heard of yet. */
  #answering(): HttpContext {
    const sessionId = this.#serverSessionId;
    return sessionId === this.#world.sessionId ? this.#world : { ...this.#world, sessionId };
  }

  /** A message has arrived at the client; the answer to initialize brings the session with it. */
  #deliver(message: Message, entry: number): void {
    if (message === this.#opening) this.#world.sessionId = this.#serverSessionId;
    this.#client.receive(message, entry);
  }

  #refuse(request: Request | undefined, exchange: Exchange, refusal: Refusal, cause: number): void {
    const { status, message } = refusal;
    const frame = message ? errorFrame(message, status, this.#world) : refusedFrame(refusal, this.#world);
    this.#transmit('server', exchange, frame, { carrier: 'answer', http: { status }, cause, message }, (entry) => {
      exchange.release();
      this.#client.refused(request?.id, refusal, entry);
    });
  }

  /** Sends a result that nothing came before as one answer, if the profile does so. */
  #respondPlainly(request: Request, response: Message, exchange: Exchange, cause: number): boolean {
    const { profile, revision, keepsEvents } = this.#world;
    const coding = plainAnswer(request.method, profile, revision, keepsEvents);
    if (coding === 'stream') return false;
    const eventId = coding === 'stream-short' && keepsEvents ? `${request.id}-0` : undefined;
    const frame =
      coding === 'stream-short'
        ? shortStreamFrame(response, this.#answering(), eventId)
        : jsonAnswerFrame(response, this.#answering(), coding, request.method === 'initialize');
    const carrier = coding === 'stream-short' ? 'event' : 'answer';
    this.#transmit(
      'server',
      exchange,
      frame,
      { carrier, message: response, http: { status: 200 }, eventId, cause },
      (entry) => {
        exchange.release();
        this.#deliver(response, entry);
      },
    );
    return true;
  }

  #openFor(requests: readonly Request[], exchange: Exchange, cause: number): Stream {
    const stream = newStream(
      String(requests[0]!.id),
      requests.map(({ id }) => id),
      exchange,
    );
    for (const { id } of requests) this.#streams.set(id, stream);
    this.#begin(stream, cause);
    return stream;
  }

  #begin(stream: Stream, cause: number): void {
    this.#sendHead(stream, cause);
    if (!this.#primes()) return;
    const priming = { id: nextId(stream) };
    stream.kept.push(priming);
    this.#sendEvent(stream, priming, cause, false);
  }

  #primes(): boolean {
    return this.#world.keepsEvents && mechanic('priming', this.#world.revision).value;
  }

  #push(stream: Stream, message: Message, cause?: number): void {
    const event = this.#world.keepsEvents ? { id: nextId(stream), message } : { id: '', message };
    if (this.#world.keepsEvents) stream.kept.push(event);
    if (stream.exchange) this.#sendEvent(stream, event, cause, false);
  }

  #sendHead(stream: Stream, cause: number): void {
    const exchange = stream.exchange!;
    const extra = { carrier: 'head', http: { status: 200 }, cause } as const;
    this.#transmit('server', exchange, streamHeadFrame(this.#answering()), extra, (entry) => {
      if (!this.#primes()) this.#maybeCut(stream, exchange, entry);
    });
  }

  #sendEvent(stream: Stream, { id, message }: Kept, cause: number | undefined, replayed: boolean): void {
    const exchange = stream.exchange!;
    const frame = message ? eventFrame(message, this.#world, id || undefined) : primingFrame(id);
    const extra = {
      carrier: 'event',
      cause,
      eventId: id || undefined,
      message,
      replayed: replayed || undefined,
    } as const;
    this.#transmit('server', exchange, frame, extra, (entry) => {
      if (id) stream.lastSeenId = id;
      if (message) stream.seen++;
      if (message) this.#deliver(message, entry);
      this.#maybeCut(stream, exchange, entry);
    });
  }

  #end(stream: Stream, cause: number): void {
    const exchange = stream.exchange!;
    stream.exchange = undefined;
    this.#transmit('server', exchange, streamEndFrame(), { carrier: 'end', cause }, () => exchange.release());
  }

  /** Says when to come back, then ends the answer; the stream itself goes on. */
  #hangUp(stream: Stream, retryMs: number, cause: number): void {
    const exchange = stream.exchange;
    if (!exchange) return;
    stream.exchange = undefined;
    this.#transmit('server', exchange, retryFrame(retryMs), { carrier: 'event', cause }, () => {});
    this.#transmit('server', exchange, streamEndFrame(), { carrier: 'end', cause }, (entry) => {
      const { clock } = this.#world;
      exchange.release();
      const hungUp = this.#world.record<Happening>({
        kind: 'happening',
        what: 'hung-up',
        party: 'server',
        atMs: clock.nowMs,
        cause: entry,
        connection: exchange.connection.id,
      });
      for (const id of stream.requestIds) this.#client.streamBroken(id, stream.lastSeenId, hungUp.index, retryMs);
    });
  }

  /** Drops the line if the script says so at this event. Only the first stream of a run can be hit. */
  #maybeCut(stream: Stream, exchange: Exchange, entry: number): void {
    if (!this.#cuts.has(stream.seen)) return;
    const [first] = this.#streams.values();
    if (stream !== first || exchange !== this.#open.get(stream.requestIds[0]!)) return;
    const { clock, link } = this.#world;
    const { connection } = exchange;
    const [requestId] = stream.requestIds as readonly [RequestId];
    connection.isCut = true;
    const cut = this.#world.record<Happening>({
      kind: 'happening',
      what: 'cut',
      party: 'client',
      atMs: clock.nowMs,
      cause: entry,
      connection: connection.id,
      requestId,
    });
    clock.at(clock.nowMs + link.latencyMs, () => {
      stream.exchange = undefined;
      this.#server.disconnected(requestId, cut.index);
    });
    this.#client.streamBroken(requestId, stream.lastSeenId, cut.index);
  }

  #transmit(
    from: 'client' | 'server',
    exchange: Exchange,
    frame: Frame,
    extra: Extra,
    arrived: (entry: number) => void,
  ): void {
    this.#connections.transmit(from, exchange, frame, extra, arrived);
  }
}

function newStream(name: string, requestIds: readonly RequestId[], exchange: Exchange): Stream {
  return {
    name,
    requestIds,
    toCome: requestIds.length,
    exchange,
    kept: [],
    nextEvent: 0,
    isOver: false,
    lastSeenId: undefined,
    seen: 0,
  };
}

/** A header that says something else than the body (2026-07-28). */
function mismatch(request: Request, headers: Readonly<Record<string, string>>): Refusal {
  const [name] = Object.keys(headers);
  return { status: 400, message: errorMessage(request.id, -32020, `Header mismatch: ${name} differs from the body`) };
}

/** Event ids name their stream, so that no two streams of a session share one. */
function nextId(stream: Stream): string {
  return `${stream.name}-${stream.nextEvent++}`;
}
