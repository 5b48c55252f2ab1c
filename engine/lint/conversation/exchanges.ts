// HTTP requests and their answers, in pieces as they come: when each is heard, what it carries, when it is over.
// Knows no pipes.
import {
  Headers,
  type ClosedItem,
  type ExchangeName,
  type MoreItem,
  type Place,
  type RequestItem,
  type ResponseItem,
} from '../../capture/formats/record.ts';
import { trimmed } from '../../capture/formats/input.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { utf8Text } from '../../wire/utf8.ts';
import { isModern, LAST_LEGACY } from '../eras.ts';
import { headerOf, type Exchange } from '../model.ts';
import { BriefMap } from './brief-map.ts';
import { EventStreams } from './event-streams.ts';
import { Addresses, goesOn, hasOurHeader, isJsonLike, MediaTypes, purposeOf } from './heads.ts';
import { HttpScopes } from './http-scopes.ts';
import type { Judge } from './judge.ts';
import { LastOnes } from './last-ones.ts';
import type { Listener } from './listener.ts';
import type { Messages, Reading } from './messages.ts';
import { newExchange, newStream, type AnswerState, type ExchangeState, type Scopes, type ScopeState } from './state.ts';
import { StreamReader } from './stream-events.ts';
import { TurnedAway } from './turned-away.ts';

/** A body in more pieces than these is read when the exchange ends, and not after each piece. */
const LATE_PIECES = 16;
/** So many exchanges that are over are remembered, for bytes and endings that come late. */
const REMEMBERED = 32;

const FIRST_HTTP_SSE: Revision = '2024-11-05';

const NO_HEADERS = /* @__PURE__ */ new Headers([]);

/** Of a text that is not read at all. */
const UNREAD: Reading = { json: undefined, brokenUtf8At: undefined };

export class Exchanges {
  readonly #listener: Listener;
  readonly #messages: Messages;
  readonly #judge: Judge;
  readonly #scopes: HttpScopes;
  readonly #streams: EventStreams;
  readonly #turnedAway = new TurnedAway();
  readonly #addresses = new Addresses();
  readonly #mediaTypes = new MediaTypes();
  /** Exchanges that go on, and the last ones that do not. */
  readonly #goingOn = new BriefMap<ExchangeName, ExchangeState>();
  readonly #over = new LastOnes<ExchangeName, ExchangeState>(REMEMBERED);
  #count = 0;

  constructor(listener: Listener, messages: Messages, judge: Judge, scopes: Scopes) {
    this.#listener = listener;
    this.#messages = messages;
    this.#judge = judge;
    this.#scopes = new HttpScopes(judge, scopes);
    this.#streams = new EventStreams(listener, messages, this.#scopes);
  }

  get scopes(): readonly ScopeState[] {
    return this.#scopes.all;
  }

  /** Exchanges that nothing ended. */
  get open(): readonly Exchange[] {
    return [...this.#goingOn.values()].filter(({ closed, answer, stream }) => !closed && (!answer || stream));
  }

  /** What was begun is taken as it is. */
  finish(): void {
    for (const exchange of this.#goingOn.values()) {
      this.#releaseWhole(exchange);
      this.#streams.finish(exchange, undefined);
      this.#finishBody(exchange);
    }
  }

  request(item: RequestItem): void {
    const { exchange: name, verb, target, origin, headers, place, body, atMs } = item;
    const whole = trimmed(body);
    const hasBody = whole.to > whole.from;
    const read = hasBody ? this.#messages.read(whole) : UNREAD;
    const sessionId = headers.textOf('mcp-session-id');
    const address = this.#addresses.of(origin, target);
    const scope = this.#scopes.of(read.json, headers, sessionId, origin, target);
    const { transport } = scope;
    const isKnown = this.#scopes.hasCarried(address) || transport === 'http+sse';
    const purpose = purposeOf(verb, headers, read.json, isKnown);
    const isHeld = verb === 'GET' && (purpose === 'get' || purpose === 'other') && !hasOurHeader(headers);
    const exchange = newExchange({
      number: this.#count++,
      purpose,
      transport,
      scope,
      sessionId,
      verb,
      target,
      origin,
      address,
      requestHeaders: headers,
      place,
      body: whole,
      atMs,
      isHeld,
      revision: LAST_LEGACY,
      because: '',
    });
    this.#goingOn.set(name, exchange);
    if (purpose === 'post') this.#scopes.carries(address);
    if (purpose === 'resume') exchange.stream = scope.eventIds.streamOf(headerOf(headers, 'last-event-id')!.value);
    const carries = hasBody && purpose !== 'other' && purpose !== 'preflight';
    if (carries) {
      exchange.repeats = this.#turnedAway.repeatedBy(whole);
      exchange.asked = this.#messages.payload(read, {
        from: 'client',
        via: 'post',
        place: whole,
        atMs,
        scope,
        exchange,
        event: undefined,
      });
    }
    const { revision, because } = exchange.asked ?? this.#judge.head(headers, transport, scope.negotiated);
    exchange.revision = revision;
    exchange.because = because;
    if (isHeld) return;
    this.#listener.asked(exchange);
    if (exchange.asked) this.#messages.hand(exchange.asked);
  }

  /** The listener hears of a GET at last. */
  #release(exchange: ExchangeState): void {
    if (!exchange.isHeld) return;
    exchange.isHeld = false;
    this.#listener.asked(exchange);
  }

  /** It ends without an event: the listener hears of its head as well. */
  #releaseWhole(exchange: ExchangeState): void {
    const isHeadHeld = exchange.isHeld && exchange.answer !== undefined;
    this.#release(exchange);
    if (isHeadHeld) this.#listener.answered(exchange);
  }

  response({ exchange: name, status, failure, headers, body, place, atMs, isWhole }: ResponseItem): void {
    const exchange = this.#named(name) ?? this.#unseen(name, place);
    const mediaType = this.#mediaTypes.of(headers);
    const answer: AnswerState = {
      status,
      failure,
      headers,
      mediaType,
      place,
      body: trimmed(body),
      atMs,
      said: undefined,
    };
    const isStream = mediaType === 'text/event-stream' && status >= 200 && status < 300;
    if (!isStream) {
      exchange.unfinished = { answer, pieces: [body] };
      const read = isJsonLike(answer.body) ? this.#messages.read(answer.body) : UNREAD;
      if (read.json === undefined && !isWhole && goesOn(answer)) return;
      this.#finishBody(exchange, read);
      this.#letGo(name, exchange);
      return;
    }
    exchange.answer = answer;
    exchange.reader = new StreamReader();
    this.#scopes.openSession(exchange, headers);
    if (exchange.isHeld && beginsWithEndpoint(body)) this.#becomesListen(exchange);
    if (answer.body.to > answer.body.from) this.#release(exchange);
    exchange.stream ??= newStream(exchange, requestsIn(exchange));
    if (!exchange.isHeld) this.#listener.answered(exchange);
    this.#streams.read(exchange, body, atMs);
  }

  more({ exchange: name, place, atMs }: MoreItem): void {
    const exchange = this.#named(name) ?? this.#unseen(name, place);
    if (exchange.unfinished) {
      const { pieces } = exchange.unfinished;
      pieces.push(place);
      if (pieces.length > LATE_PIECES) return;
      const read = this.#messages.read(trimmed(joined(pieces)));
      if (read.json !== undefined) this.#finishBody(exchange, read);
      return;
    }
    if (!exchange.reader) {
      if (exchange.answer && !exchange.answer.said) return;
      if (exchange.purpose !== 'unseen') return this.#listener.unread(place, 'more of an answer that was whole');
      exchange.reader = new StreamReader();
    }
    if (exchange.isHeld) {
      if (beginsWithEndpoint(place)) this.#becomesListen(exchange);
      this.#release(exchange);
      this.#listener.answered(exchange);
    }
    this.#streams.read(exchange, place, atMs);
  }

  closed({ exchange: name, by, text, place, atMs }: ClosedItem): void {
    const exchange = this.#named(name);
    if (!exchange || exchange.closed) return;
    this.#releaseWhole(exchange);
    this.#finishBody(exchange);
    this.#streams.finish(exchange, atMs);
    exchange.closed = { by, text, place, atMs };
    this.#listener.ended(exchange);
    if (exchange.stream) exchange.stream.lastResponse = undefined;
    this.#letGo(name, exchange);
  }

  /** A GET whose stream begins with an endpoint event belongs to HTTP+SSE. */
  #becomesListen(exchange: ExchangeState): void {
    const { given } = this.#judge;
    exchange.scope = this.#scopes.listens();
    exchange.transport = 'http+sse';
    exchange.purpose = 'listen';
    exchange.revision = given !== undefined && !isModern(given) ? given : FIRST_HTTP_SSE;
    exchange.because = 'the stream begins with an endpoint';
  }

  /** An answer whose request is not in the capture. */
  #unseen(name: ExchangeName, place: Place): ExchangeState {
    const exchange = newExchange({
      number: this.#count++,
      purpose: 'unseen',
      transport: 'http',
      scope: this.#scopes.plain(''),
      sessionId: undefined,
      verb: '',
      target: '',
      origin: undefined,
      address: '',
      requestHeaders: NO_HEADERS,
      place,
      body: { ...place, to: place.from },
      atMs: undefined,
      isHeld: false,
      ...this.#judge.head(undefined, 'http', undefined),
    });
    exchange.stream = newStream(exchange, 0);
    this.#goingOn.set(name, exchange);
    return exchange;
  }

  /** The body of an answer that is no stream is there, or will not come. */
  #finishBody(exchange: ExchangeState, read: Reading = UNREAD): void {
    const { unfinished } = exchange;
    if (!unfinished) return;
    exchange.unfinished = undefined;
    const { answer } = unfinished;
    const whole = trimmed(joined(unfinished.pieces));
    answer.body = whole;
    exchange.answer = answer;
    this.#scopes.openSession(exchange, answer.headers);
    this.#release(exchange);
    const carries = exchange.purpose !== 'other' && exchange.purpose !== 'preflight';
    if (carries && whole.to > whole.from && (answer.mediaType.includes('json') || isJsonLike(whole)))
      answer.said = this.#messages.payload(read === UNREAD ? this.#messages.read(whole) : read, {
        from: 'server',
        via: 'answer',
        place: whole,
        atMs: answer.atMs,
        scope: exchange.scope,
        exchange,
        event: undefined,
      });
    this.#turnedAway.note(exchange, answer);
    this.#listener.answered(exchange);
    if (answer.said) this.#messages.hand(answer.said);
  }

  #named(name: ExchangeName): ExchangeState | undefined {
    return this.#goingOn.get(name) ?? this.#over.get(name);
  }

  /** Lets go of an exchange that is over, though not at once: its end may be told later. */
  #letGo(name: ExchangeName, exchange: ExchangeState): void {
    if (exchange.stream && !exchange.closed) return;
    this.#goingOn.delete(name);
    this.#over.add(name, exchange);
  }
}

function requestsIn({ asked }: Exchange): number {
  let count = 0;
  if (asked) for (const { kind } of asked.messages) if (kind === 'request') count++;
  return count;
}

const beginsWithEndpoint = ({ source, from, to }: Place): boolean =>
  /(?:^|[\r\n])event: ?endpoint[\r\n]/.test(utf8Text(source.bytes, from, Math.min(to, from + 500)));

/** Pieces of one body as one place; a single piece is that place itself. */
function joined(pieces: readonly Place[]): Place {
  const [first] = pieces as readonly [Place];
  if (pieces.length === 1) return first;
  const bytes = new Uint8Array(pieces.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { source, from, to } of pieces) {
    bytes.set(source.bytes.subarray(from, to), at);
    at += to - from;
  }
  return { source: { bytes, at: () => first.source.at(first.from, first.to) }, from: 0, to: bytes.length };
}
