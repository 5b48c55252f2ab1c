// What has been sent in a run with faults, by connection and exchange, and which lines have dropped. Knows no peer.
import type { RequestId } from '../protocol/messages.ts';
import type { Draft } from '../sim/world.ts';
import type { Transfer } from '../trace.ts';

type Sent = Draft<Transfer>;

export class Exchanges {
  /** Everything that was written, in order. */
  readonly transfers: Sent[] = [];
  readonly #requests = new Map<number, readonly RequestId[]>();
  /** Connections that have dropped. */
  readonly #cut = new Set<number>();
  /** When the server learns that the line of an exchange is down, ms. */
  readonly #deadAtMs = new Map<number, number>();

  /** `requests`: those that a request over HTTP is for. */
  add(transfer: Sent, requests: readonly RequestId[]): void {
    this.transfers.push(transfer);
    if (transfer.carrier === 'request') this.#requests.set(transfer.exchange!, requests);
  }

  on(exchange: number): readonly Sent[] {
    return this.transfers.filter((t) => t.exchange === exchange);
  }

  requestsOn(exchange: number): readonly RequestId[] {
    return this.#requests.get(exchange) ?? [];
  }

  cut(connection: number): void {
    this.#cut.add(connection);
  }

  /** The line under an exchange drops. */
  drop({ connection, exchange }: Sent, learnedAtMs: number): void {
    this.#cut.add(connection);
    this.#deadAtMs.set(exchange!, learnedAtMs);
  }

  hasDropped(exchange: number | undefined): boolean {
    return exchange !== undefined && this.#deadAtMs.has(exchange);
  }

  /** Whether the server knows already that nobody is there for what it writes. */
  isDead({ from, exchange = -1 }: Sent, nowMs: number): boolean {
    return from === 'server' && nowMs >= (this.#deadAtMs.get(exchange) ?? Infinity);
  }

  isOver(exchange: number): boolean {
    return this.on(exchange).some(isLast);
  }

  /** The id of the last event of an exchange that has reached the client, or that it asked to go on from. */
  lastEventSeen(exchange: number, nowMs: number): string | undefined {
    const seen = this.on(exchange).findLast(
      (t) => t.lastEventId !== undefined || (t.eventId !== undefined && isHere(t, nowMs)),
    );
    return seen?.eventId ?? seen?.lastEventId;
  }

  /** Whether a GET has a stream on which the server may speak unasked. */
  isListening(): boolean {
    const get = this.transfers.findLast((t) => t.http && 'verb' in t.http && t.http.verb === 'GET' && !t.lastEventId);
    const onIt = get === undefined ? [] : this.on(get.exchange!);
    return onIt.some((t) => t.carrier === 'head') && !onIt.some((t) => t.carrier === 'end');
  }

  /** Whether the answer to a request is a stream that is open. */
  isStreaming(id: RequestId): boolean {
    return this.transfers.some(
      (t) => t.carrier === 'head' && this.requestsOn(t.exchange!).includes(id) && !this.#cut.has(t.connection),
    );
  }

  /** Whether the line under a request is up, as far as anybody has seen. */
  isUp(id: RequestId): boolean {
    const request = this.transfers.find(
      (t) => t.from === 'client' && t.message && 'id' in t.message && t.message.id === id,
    );
    return request !== undefined && !this.#cut.has(request.connection);
  }

  /** Whether an entry belongs to an exchange that began with this verb. */
  isAnswerTo(verb: string, index: number): boolean {
    const answer = this.transfers.find((t) => t.index === index);
    const [request] = answer?.exchange === undefined ? [] : this.on(answer.exchange);
    return request?.http !== undefined && 'verb' in request.http && request.http.verb === verb;
  }
}

/** Whether nothing comes after it on its exchange. */
const isLast = ({ carrier, http }: Sent): boolean =>
  carrier === 'answer' || carrier === 'end' || (carrier === 'event' && http !== undefined);

const isHere = ({ outcome, arrivesAtMs }: Sent, nowMs: number): boolean =>
  outcome === 'delivered' && arrivesAtMs <= nowMs;
