// Stands between the simulator and its peers, and lets the faults of a run have their say at each point. Knows no fault.
import { kindOf, type Message, type Request, type RequestId } from '../protocol/messages.ts';
import { transmissionMs } from '../sim/link.ts';
import type { WireMaker } from '../sim/wires.ts';
import type { ClientPeer, Draft, Refusal, Reply, ServerPeer, Wire, World } from '../sim/world.ts';
import type { Entry, Happening, Party, Transfer } from '../trace.ts';
import type { Frame } from '../wire/frame.ts';
import { Exchanges } from './exchanges.ts';
import { isTransfer, type FaultRow, type Saying, type Tampering } from './fault.ts';
import { strictRefusal } from './strict-refusal.ts';

/** A fault that is at work in a run. */
export interface Active {
  readonly row: FaultRow;
  readonly tampering: Tampering;
}

/** Bytes that no peer has written. */
export interface Injected {
  readonly frame: Frame;
  readonly carrier?: Transfer['carrier'];
  readonly message?: Message;
  readonly eventId?: string;
  readonly replayed?: true;
}

type Sent = Message | readonly Message[];

/** A client whose streams break sends so many calls again, then it gives up. */
const MOST_AGAIN = 3;

export class Rig {
  readonly world: World;
  readonly client: ClientPeer;
  readonly server: ServerPeer;
  wire!: Wire;
  /** The transfer that is being dealt with on its arrival. */
  landing: Transfer | undefined;
  /** Requests of the client that have no answer yet, as they were sent. */
  readonly inFlight = new Map<RequestId, Request>();
  /** Ids of all requests that the client has sent. */
  readonly sentIds: RequestId[] = [];
  /** How to answer requests that the server has received. */
  readonly replies = new Map<RequestId, { readonly reply: Reply; readonly entry: number }>();
  readonly exchanges = new Exchanges();
  readonly #active: readonly Active[];
  readonly #touched = new Map<Sent, string>();
  /** Messages and transfers that the other side can make nothing of. */
  readonly #unread = new Set<Sent | object>();
  /** The side whose next transfer shows that something before it is missing. */
  #marked: { readonly from: Party; readonly slug: string } | undefined;
  /** The id that a client believes in, by the one that it has sent. */
  readonly #ownIds = new Map<RequestId, RequestId>();
  readonly #sentAs = new Map<RequestId, RequestId>();
  #sentAgain = 0;
  readonly #comesBackAfterMs: number | undefined;
  #resuming: RequestId | undefined;
  /** The server's own session id, by the one that it gives out. */
  readonly #sessions = new Map<string, string>();
  #lastReply: Reply | undefined;
  readonly #heardAs = new Map<Message, Message>();
  readonly #record: World['record'];
  /** The fault whose doing it is what is written down just now. */
  #acting: string | undefined;

  /** `comesBackAfterMs`: where the script does not say how long a client takes to come back. */
  constructor(
    world: World,
    client: ClientPeer,
    server: ServerPeer,
    active: readonly Active[],
    comesBackAfterMs: number | undefined,
  ) {
    this.#comesBackAfterMs = comesBackAfterMs;
    this.world = world;
    this.client = client;
    this.server = server;
    this.#active = active;
    this.#record = world.record;
    const land = world.land;
    world.record = <T extends Entry>(entry: Omit<T, 'index'>) => this.#written(entry as unknown as Draft<T>);
    world.land = (entry, arrive) => {
      const read = () => this.#arrive(entry, arrive);
      if (this.exchanges.isDead(entry, world.clock.nowMs)) return;
      const carrier = this.#active.find(({ tampering }) => tampering.carries?.(entry, read, this));
      if (carrier) entry.fault ??= carrier.row.slug;
      else land(entry, read);
    };
  }

  /** Keeps a message from whoever gets it. */
  unread<T extends Sent>(message: T): T {
    this.#unread.add(message);
    return message;
  }

  /** Puts bytes on the connection of a transfer, just before it; what was to leave waits. */
  inject(
    ahead: Draft<Transfer>,
    fault: string,
    { frame, carrier = ahead.carrier, ...what }: Injected,
  ): Draft<Transfer> {
    const { clock, link } = this.world;
    const { from, to, atMs, leavesAtMs, connection, exchange, cause } = ahead;
    const sentAtMs = leavesAtMs + transmissionMs(frame.byteLength, link.rateBps);
    const entry = this.#record<Transfer>({
      kind: 'transfer',
      carrier,
      from,
      to,
      atMs,
      leavesAtMs,
      arrivesAtMs: sentAtMs + link.latencyMs,
      outcome: 'delivered',
      frame,
      ...what,
      connection,
      ...(exchange !== undefined && { exchange }),
      ...(cause !== undefined && { cause }),
      fault,
    });
    ahead.leavesAtMs = sentAtMs;
    const { message } = what;
    if (message) clock.at(entry.arrivesAtMs, () => this.#hear(message, entry.index));
    return entry;
  }

  /** Sends bytes of the server's on a connection where nothing waits. */
  send(like: Transfer, frame: Frame, carrier: Transfer['carrier']): void {
    const { clock, link } = this.world;
    const { connection, exchange, index: cause } = like;
    const arrivesAtMs = clock.nowMs + transmissionMs(frame.byteLength, link.rateBps) + link.latencyMs;
    const moments = { atMs: clock.nowMs, leavesAtMs: clock.nowMs, arrivesAtMs };
    const entry = this.#record<Transfer>({
      kind: 'transfer',
      carrier,
      from: 'server',
      to: 'client',
      ...moments,
      outcome: 'delivered',
      frame,
      connection,
      ...(exchange !== undefined && { exchange }),
      ...(like.from === 'client' && { cause }),
    });
    this.world.land(entry, () => {});
  }

  /** The line under an HTTP exchange drops, if it is not over: what is under way is lost, both sides learn of it. */
  drop(exchange: number, cause: number, fault: string): void {
    const { exchanges } = this;
    const [first] = exchanges.on(exchange);
    if (!first || exchanges.hasDropped(exchange) || exchanges.isOver(exchange)) return;
    const { clock, link } = this.world;
    const ids = exchanges.requestsOn(exchange).filter((id) => this.inFlight.has(id));
    const { index } = this.#record<Happening>({
      kind: 'happening',
      what: 'cut',
      party: 'client',
      atMs: clock.nowMs,
      cause,
      connection: first.connection,
      ...(ids[0] !== undefined && { requestId: ids[0] }),
      fault,
    });
    const learnedAtMs = clock.nowMs + link.latencyMs;
    exchanges.drop(first, learnedAtMs);
    clock.at(learnedAtMs, () => ids.forEach((id) => this.#left(id, index)));
    const seen = exchanges.lastEventSeen(exchange, clock.nowMs);
    for (const id of ids) this.#broken(id, seen, index);
  }

  /** The server starts anew: what it worked on is gone, and so is every connection but that of the request at hand. */
  restart(cause: number, exchange: number, fault: string): void {
    this.server.exit();
    const open = new Set(
      this.exchanges.transfers.map((t) => t.exchange).filter((e) => e !== undefined && e !== exchange),
    );
    for (const other of open) this.drop(other!, cause, fault);
  }

  /** The client takes a message for another. */
  heardAs(message: Message, other: Message): Message {
    this.#heardAs.set(message, other);
    return message;
  }

  /** What the client takes a message for. */
  heard(message: Message): Message {
    return this.#heardAs.get(message) ?? message;
  }

  /** The server says something on that stream. */
  push(message: Message): void {
    this.wire.push(message);
  }

  /** The server says something on a pipe that nobody has asked it for. */
  says(fault: string, message: Message, cause: number): void {
    this.#touched.set(message, fault);
    this.#lastReply?.send(message, cause);
  }

  /** The client asks for something that its script does not know of. */
  asks(fault: string, request: Request, cause: number): void {
    this.#touched.set(request, fault);
    this.wire.send(request, cause);
  }

  /** The client sends a message once more. */
  again(message: Message, cause: number): void {
    if (kindOf(message) === 'request') this.inFlight.set((message as Request).id, message as Request);
    this.wire.send(message, cause);
  }

  /** The wire that the client speaks to, and the peers that the wire speaks to. */
  connect(make: WireMaker, mishaps: Parameters<WireMaker>[3]): Wire {
    const { client, server } = this;
    this.wire = make(
      this.world,
      {
        receive: (message, entry) => this.#hear(message, entry),
        refused: (id, refusal, entry) => this.#refused(id, refusal, entry),
        streamBroken: (...broken) => this.#broken(...broken),
        serverGone: (entry) => {
          this.inFlight.clear();
          client.serverGone(entry);
        },
      },
      {
        receive: (message, reply, entry) => this.#serve(message, reply, entry),
        disconnected: (id, entry) => this.#left(id, entry),
        objection: (head) => {
          const sessionId = head.sessionId === undefined ? undefined : this.#realSession(head.sessionId);
          const landing = this.landing!;
          const plain = server.objection({ ...head, sessionId });
          // The server speaks of its own id, the client knows the one that it was given.
          const refusal =
            plain?.sessionId === undefined
              ? (plain ?? this.#strict(landing))
              : { ...plain, sessionId: head.sessionId! };
          return this.#active.reduce(
            (said, { tampering }) => (tampering.objects ? tampering.objects(landing, said, this) : said),
            refusal,
          );
        },
        newSession: () => {
          const real = server.newSession();
          if (real === undefined) return undefined;
          const given = this.#active.reduce((name, { tampering }) => tampering.names?.(name) ?? name, real);
          this.#sessions.set(given, real);
          return given;
        },
        exit: () => server.exit(),
      },
      mishaps,
    );
    return this.#face(this.wire);
  }

  #left(id: RequestId, entry: number): void {
    this.server.disconnected(id, entry);
    for (const { tampering } of this.#active) tampering.left?.(id, entry, this);
  }

  #broken(id: RequestId, lastEventId: string | undefined, entry: number, retryMs?: number): void {
    if (lastEventId === undefined && this.#sentAgain++ >= MOST_AGAIN) return;
    const [early] = this.#active.flatMap(({ tampering }) =>
      retryMs === undefined || !tampering.returnsAfterMs ? [] : [tampering.returnsAfterMs(retryMs)],
    );
    this.client.streamBroken(this.#ownId(id), lastEventId, entry, early ?? retryMs ?? this.#comesBackAfterMs);
  }

  #realSession(given: string): string {
    return this.#sessions.get(given) ?? given;
  }

  /** The wire as the client sees it. */
  #face(wire: Wire): Wire {
    const sentAs = (id: RequestId) => this.#sentAs.get(id) ?? id;
    return {
      send: (message, cause, headers) => {
        if (Array.isArray(message)) return wire.send(message as readonly Message[], cause, headers);
        const one = message as Message;
        const saying = { from: 'client', message: one, how: 'send', ...(cause !== undefined && { cause }) } as const;
        const said = this.#say(saying);
        for (const sent of said) {
          this.#remember(said.includes(one) ? sent : one, sent);
          wire.send(sent, cause, headers);
        }
      },
      connect: (then) => wire.connect(then),
      ...(wire.fallBack && { fallBack: (cause, then) => wire.fallBack!(cause, then) }),
      openStream: (cause) => wire.openStream(cause),
      push: (message) => {
        for (const said of this.#say({ from: 'server', message, how: 'push' })) wire.push(said as Message);
      },
      keepAlive: () => wire.keepAlive(),
      resume: (id, lastEventId, cause) => {
        this.#resuming = sentAs(id);
        wire.resume(sentAs(id), lastEventId, cause);
        this.#resuming = undefined;
      },
      close: (id, cause) => wire.close(sentAs(id), cause),
      leave: (cause) => wire.leave(cause),
    };
  }

  /** What becomes of a message before it is sent. */
  #say(saying: Saying): readonly Sent[] {
    let said: readonly Sent[] = [saying.message];
    for (const { row, tampering } of this.#active) {
      said = said.flatMap((message) => {
        if (Array.isArray(message)) return [message];
        const known = this.exchanges.transfers.length;
        this.#acting = row.slug;
        const instead = tampering.says?.({ ...saying, message: message as Message }, this);
        this.#acting = undefined;
        if (!instead) return [message];
        for (const other of instead) if (other !== message) this.#touched.set(other, row.slug);
        if (instead.length === 0 && this.exchanges.transfers.length === known)
          this.#marked = { from: saying.from, slug: row.slug };
        return instead;
      });
    }
    return said;
  }

  #remember(own: Sent, sent: Sent): void {
    for (const message of Array.isArray(sent) ? (sent as readonly Message[]) : [sent as Message]) {
      if (kindOf(message) !== 'request') continue;
      const { id } = message as Request;
      this.inFlight.set(id, message as Request);
      this.sentIds.push(id);
      if (!('id' in own) || own.id === undefined || own.id === id) continue;
      // A table of what is waited for has one place for each id: the later request has taken it.
      this.#ownIds.set(id, own.id);
      this.#sentAs.set(own.id, id);
    }
  }

  #ownId(id: RequestId): RequestId {
    return this.#ownIds.get(id) ?? id;
  }

  #hear(message: Message, entry: number): void {
    if (!('method' in message) && message.id !== undefined) this.inFlight.delete(message.id);
    if (this.#unread.has(message)) return;
    const isAnswer = !('method' in message) && message.id !== undefined && this.#ownIds.has(message.id);
    const heard = isAnswer ? ({ ...message, id: this.#ownId(message.id!) } as Message) : this.heard(message);
    this.client.receive(heard, entry);
  }

  #refused(id: RequestId | undefined, refusal: Refusal, entry: number): void {
    if (id !== undefined) this.inFlight.delete(id);
    let taken: Refusal | undefined = refusal;
    for (const { tampering } of this.#active)
      if (taken && tampering.refused) taken = tampering.refused(taken, id, entry, this);
    if (taken) this.client.refused(id === undefined ? undefined : this.#ownId(id), taken, entry);
  }

  #serve(received: Sent, reply: Reply, entry: number): void {
    const messages = Array.isArray(received) ? (received as readonly Message[]) : [received as Message];
    const request = messages.find((m): m is Request => kindOf(m) === 'request');
    const faced = this.#facedReply(reply, request);
    this.#lastReply = reply;
    for (const message of messages)
      if (kindOf(message) === 'request') this.replies.set((message as Request).id, { reply, entry });
    // Over HTTP the server has said so before it came to the message.
    const refusal = this.world.transport === 'streamable-http' ? undefined : this.#strict(this.landing!);
    if (refusal) return reply.refuse(refusal, entry);
    if (this.#unread.has(received)) return;
    const wanted = messages.every((message) =>
      this.#active.every(({ tampering }) => tampering.serves?.(message, entry, this) ?? true),
    );
    if (wanted) this.server.receive(received, faced, entry);
  }

  #facedReply(reply: Reply, request: Request | undefined): Reply {
    const say = (message: Message, how: 'send' | 'respond', cause: number): void => {
      const saying = { from: 'server', message, how, reply, cause, ...(request && { request }) } as const;
      for (const said of this.#say(saying)) {
        const one = said as Message;
        if (how === 'respond' && !('method' in one)) reply.respond(one, cause);
        else reply.send(one, cause);
      }
    };
    return {
      ...reply,
      send: (message, cause) => say(message, 'send', cause),
      respond: (message, cause) => say(message, 'respond', cause),
      refuse: (refusal, cause) => {
        const { message } = refusal;
        if (!message) return reply.refuse(refusal, cause);
        const saying = { from: 'server', message, how: 'refuse', reply, cause, ...(request && { request }) } as const;
        for (const said of this.#say(saying)) reply.refuse({ ...refusal, message: said as Message }, cause);
      },
    };
  }

  #strict(landing: Transfer): Refusal | undefined {
    const expected = this.#active.flatMap(({ row, tampering }) =>
      row.slug === landing.fault ? (tampering.refusedAs ?? []) : [],
    );
    return strictRefusal(landing, expected, this);
  }

  #written<T extends Entry>(entry: Draft<T>): Draft<T> {
    const written = entry as unknown as Draft;
    // Who writes to a line that is known to be down writes nothing.
    if (isTransfer(written) && this.exchanges.isDead(written, this.world.clock.nowMs)) return entry;
    const mark = (slug: string) => (written.fault ??= slug);
    if (isTransfer(written)) {
      const touched = this.#touched.get(written.message ?? written.batch ?? []);
      if (touched !== undefined) mark(touched);
      if (this.#marked?.from === written.from && (written.message ?? written.batch)) {
        mark(this.#marked.slug);
        this.#marked = undefined;
      }
      for (const { row, tampering } of this.#active) {
        const touch = tampering.writes?.(written, this);
        if (touch) mark(row.slug);
        if (touch === 'unread') this.#unread.add(written.message ?? written);
      }
      this.exchanges.add(written, written.carrier === 'request' ? this.#requestsIn(written) : []);
    } else if (written.kind === 'happening' && written.what === 'cut') this.exchanges.cut(written.connection!);
    if (this.#acting !== undefined) mark(this.#acting);
    for (const { row, tampering } of this.#active) if (tampering.marks?.(written)) mark(row.slug);
    return this.#record<T>(written as unknown as Omit<T, 'index'>);
  }

  #requestsIn({ message, batch }: Draft<Transfer>): readonly RequestId[] {
    if (this.#resuming !== undefined) return [this.#resuming];
    return (batch ?? (message ? [message] : [])).flatMap((m) => (kindOf(m) === 'request' ? [(m as Request).id] : []));
  }

  #arrive(entry: Draft<Transfer>, arrive: () => void): void {
    if (this.exchanges.hasDropped(entry.exchange)) entry.outcome = 'lost';
    if (entry.outcome === 'lost') return;
    if (this.#unread.has(entry)) return;
    this.landing = entry as unknown as Transfer;
    arrive();
    this.landing = undefined;
    if (entry.outcome === 'delivered')
      for (const { tampering } of this.#active) tampering.arrived?.(entry as unknown as Transfer, this);
  }
}
