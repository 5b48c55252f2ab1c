// The items of a capture, one after the other, as a conversation: who said what on which exchange, in which session, by
// which revision. Holds no rule; what it makes of an item it hands on at once, and keeps only what is still open.
import {
  Headers,
  type ClosedItem,
  type HappeningItem,
  type Item,
  type LineItem,
  type MoreItem,
  type Place,
  type RequestItem,
  type ResponseItem,
} from '../capture/formats/record.ts';
import { trimmed } from '../capture/formats/input.ts';
import type { Revision } from '../protocol/revisions.ts';
import { METHODS } from '../protocol/methods.ts';
import type { Party } from '../trace.ts';
import { jsonValue } from '../wire/decode/json-value.ts';
import { utf8Text } from '../wire/utf8.ts';
import { DoneIds } from './done-ids.ts';
import { judge, judgeExchange, LAST_LEGACY, isModern, revisionNamed, type Known } from './eras.ts';
import { EventIds } from './event-ids.ts';
import { happeningOf } from './happenings.ts';
import {
  headerOf,
  isMembers,
  memberOf,
  otherParty,
  type Exchange,
  type Happening,
  type HttpAnswer,
  type Judged,
  type Line,
  type LintTransport,
  type Payload,
  type Purpose,
  type Said,
  type Scope,
  type Stream,
  type StreamEvent,
  type Via,
  type Members,
} from './model.ts';
import { TokensOfParty } from './progress-tokens.ts';
import { SplitMessage } from './split-message.ts';
import { StreamReader, type RawEvent } from './stream-events.ts';

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** Whoever listens to a conversation: called in the order of the wire. */
export interface Listener {
  line(line: Line): void;
  payload(payload: Payload): void;
  said(said: Said): void;
  asked(exchange: Exchange): void;
  answered(exchange: Exchange): void;
  event(event: StreamEvent): void;
  ended(exchange: Exchange): void;
  happening(happening: Happening): void;
  unread(place: Place, text: string): void;
}

/** A body in more pieces than these is read when the exchange ends, and not after each piece. */
const LATE_PIECES = 16;
/** So many exchanges that are over are remembered, for bytes and endings that come late. */
const REMEMBERED = 32;
/** So many requests that were turned away are remembered, for those that say the same again. */
const TURNED_AWAY = 200;

const FIRST_HTTP_SSE: Revision = '2024-11-05';

interface ScopeState extends Growing<Scope> {
  readonly open: Record<Party, Map<unknown, SaidState>>;
  readonly done: Record<Party, DoneIds>;
  readonly progress: Record<Party, TokensOfParty>;
  readonly last: Record<Party, Said | undefined>;
  readonly eventIds: EventIds<StreamState>;
  /** HTTP+SSE: the address that the endpoint event gave. */
  endpoint: string | undefined;
  /** What was judged last on it, where messages do not say it themselves. */
  judged: Judged | undefined;
}
type SaidState = Growing<Said>;
type StreamState = Growing<Stream>;

interface ExchangeState extends Growing<Exchange> {
  scope: ScopeState;
  stream: StreamState | undefined;
  reader: StreamReader | undefined;
  /** The listener has not heard of it: its first answer tells whether it belongs to HTTP+SSE. */
  isHeld: boolean;
  /** An answer whose body is not whole JSON yet. */
  unfinished: { readonly answer: HttpAnswer; readonly pieces: Place[] } | undefined;
  events: number;
}

/** Which revision judges where messages do not show the other era, and which one where nothing names any. */
export interface Revisions {
  readonly given?: Revision | undefined;
  readonly assumed?: Revision | undefined;
  /** What both sides have agreed on before it begins. */
  readonly agreed?: Revision | undefined;
  /** Nothing waits for an answer when it begins, and what is open at its end stays open. */
  readonly isWhole?: boolean;
}

export class Conversation {
  readonly given: Revision | undefined;
  readonly isWhole: boolean;
  readonly #assumed: Revision | undefined;
  readonly #agreed: Revision | undefined;
  readonly #listener: Listener;
  readonly #invalidAt: number[] = [];
  #messages = 0;
  #scopes = 0;
  #exchangeCount = 0;

  #process: ScopeState | undefined;
  readonly #split: Record<Party, SplitMessage | undefined> = { client: undefined, server: undefined };

  /** Exchanges that go on, and the last ones that do not. */
  readonly #exchanges = new Map<string | number, ExchangeState>();
  readonly #over = new Map<string | number, ExchangeState>();
  readonly #sessions = new Map<string, ScopeState>();
  /** All that goes on without a session, by origin; and requests of the modern era. */
  readonly #plain = new Map<string, ScopeState>();
  #modern: ScopeState | undefined;
  /** Scopes of HTTP+SSE by the address that takes their messages. */
  readonly #endpoints = new Map<string, ScopeState>();
  /** Addresses that have carried messages. */
  readonly #addresses = new Set<string>();
  /** The last exchange that was answered by a redirect or a challenge, by what it asked. */
  readonly #turnedAway = new Map<string, ExchangeState>();

  constructor(listener: Listener, { given, assumed, agreed, isWhole = false }: Revisions = {}) {
    this.#listener = listener;
    this.given = given;
    this.isWhole = isWhole;
    this.#assumed = assumed;
    this.#agreed = agreed;
  }

  take(item: Item): void {
    switch (item.kind) {
      case 'line':
        return this.#line(item);
      case 'happening':
        return this.#happening(item);
      case 'request':
        return this.#request(item);
      case 'response':
        return this.#response(item);
      case 'more':
        return this.#more(item);
      case 'closed':
        return this.#closed(item);
      case 'unread':
        return this.#listener.unread(item.place, item.text);
    }
  }

  /** There are no more items: what was begun is taken as it is. */
  finish(): void {
    for (const from of ['client', 'server'] as const) this.#giveUp(from);
    for (const exchange of this.#exchanges.values()) {
      this.#releaseWhole(exchange);
      this.#finishStream(exchange, undefined);
      this.#finishBody(exchange);
    }
  }

  /** Exchanges that nothing ended. */
  get openExchanges(): readonly Exchange[] {
    return [...this.#exchanges.values()].filter(({ closed, answer, stream }) => !closed && (!answer || stream));
  }

  /** Sessions, processes and the rest, as many as are known. */
  get scopes(): readonly Scope[] {
    const found = [
      this.#process,
      this.#modern,
      ...this.#sessions.values(),
      ...this.#plain.values(),
      ...this.#endpoints.values(),
    ];
    return [...new Set(found.filter((scope) => scope !== undefined))];
  }

  // Pipes

  #line({ from, place, atMs }: LineItem): void {
    const scope = (this.#process ??= this.#newScope('stdio'));
    const split = from === 'unknown' ? this.#split.server : this.#split[from];
    const party = from === 'unknown' ? 'server' : from;
    const whole = trimmed(place);
    const { bytes } = place.source;
    const isEmpty = whole.from === whole.to;
    if (split) {
      if (split.isBrokenBy(whole)) this.#giveUp(party);
      else {
        if (split.add(whole)) this.#takeSplit(party, scope, from, atMs);
        return;
      }
    }
    const isJsonLike = !isEmpty && (bytes[whole.from] === 0x7b || bytes[whole.from] === 0x5b);
    const payload = isJsonLike ? this.#read(whole) : undefined;
    if (payload && payload.json !== undefined) {
      const sender = from === 'unknown' ? senderOf(payload.json, scope) : from;
      this.#takeLine(sender, scope, place, place, payload.json, payload.brokenUtf8At, atMs, true);
      return;
    }
    const began = isJsonLike ? SplitMessage.beginsAt(whole) : undefined;
    if (began) {
      this.#split[party] = began;
      return;
    }
    if (from === 'unknown') return this.#listener.unread(place, 'a line that is no JSON');
    this.#listener.line({
      from,
      place,
      lastPlace: place,
      atMs,
      scope,
      is: isEmpty ? 'empty' : 'noise',
      ...this.#judgeLine(scope),
    });
  }

  #takeSplit(party: Party, scope: ScopeState, from: LineItem['from'], atMs: number | undefined): void {
    const split = this.#split[party]!;
    const whole = split.joined();
    const { json, brokenUtf8At } = this.#read(whole);
    if (json === undefined) return this.#giveUp(party);
    this.#split[party] = undefined;
    const sender = from === 'unknown' ? senderOf(json, scope) : from;
    // Without marks, lines are those of whoever wrote the messages down.
    const isWhole = from === 'unknown';
    this.#takeLine(sender, scope, split.first, split.last, json, brokenUtf8At, atMs, isWhole);
  }

  /** What looked like a message over several lines is none. */
  #giveUp(party: Party): void {
    const split = this.#split[party];
    if (!split) return;
    this.#split[party] = undefined;
    const scope = this.#process!;
    this.#listener.line({
      from: party,
      place: split.first,
      lastPlace: split.last,
      atMs: undefined,
      scope,
      is: 'noise',
      ...this.#judgeLine(scope),
    });
  }

  #takeLine(
    from: Party,
    scope: ScopeState,
    place: Place,
    lastPlace: Place,
    json: unknown,
    brokenUtf8At: number | undefined,
    atMs: number | undefined,
    isWhole: boolean,
  ): void {
    const payload = this.#payload(json, brokenUtf8At, {
      from,
      via: 'line',
      place: place === lastPlace ? place : { source: place.source, from: place.from, to: lastPlace.to },
      atMs,
      scope,
      transport: 'stdio',
      exchange: undefined,
      event: undefined,
      headers: undefined,
    });
    const isMessage = payload.messages.length > 0 || Array.isArray(json);
    if (!isMessage || !isWhole) {
      const { revision, because } = payload;
      this.#listener.line({ from, place, lastPlace, atMs, scope, is: isMessage ? 'part' : 'noise', revision, because });
    }
    this.#hand(payload);
  }

  #judgeLine(scope: ScopeState): Judged {
    return judgeExchange(this.#knowing({ negotiated: scope.negotiated, before: scope.judged, transport: 'stdio' }));
  }

  #happening({ place, text, atMs }: HappeningItem): void {
    const { what, by } = happeningOf(text);
    const isNew =
      what === 'process-starts' && (this.#process === undefined || this.#process.number > 0 || this.#hasSpoken());
    const scope = (this.#process ??= this.#newScope('stdio'));
    this.#listener.happening({ what, by, text, place, atMs, scope, ...this.#judgeLine(scope) });
    if (!isNew) return;
    for (const from of ['client', 'server'] as const) this.#giveUp(from);
    this.#process = this.#newScope('stdio');
  }

  #hasSpoken(): boolean {
    return this.#process?.last.client !== undefined || this.#process?.last.server !== undefined;
  }

  // HTTP

  #request(item: RequestItem): void {
    const { exchange: name, verb, target, origin, headers, place, body, atMs } = item;
    const whole = trimmed(body);
    const hasBody = whole.to > whole.from;
    const read = hasBody ? this.#read(whole) : undefined;
    const json = read?.json;
    const sessionId = headerOf(headers, 'mcp-session-id')?.value;
    const address = addressOf(origin, target);
    const scope = this.#scopeFor(json, headers, sessionId, origin ?? '', target);
    const purpose = purposeOf(verb, headers, json, this.#addresses.has(address) || scope.transport === 'http+sse');
    const transport = scope.transport;
    const isHeld =
      verb === 'GET' &&
      (purpose === 'get' || purpose === 'other') &&
      !OUR_HEADERS.some((name) => headerOf(headers, name));
    const exchange: ExchangeState = {
      number: this.#exchangeCount++,
      purpose,
      transport,
      scope,
      sessionId,
      verb,
      target,
      origin,
      requestHeaders: headers,
      place,
      body: whole,
      atMs,
      asked: undefined,
      repeats: undefined,
      answer: undefined,
      stream: undefined,
      closed: undefined,
      reader: undefined,
      isHeld,
      unfinished: undefined,
      events: 0,
      revision: LAST_LEGACY,
      because: '',
    };
    this.#exchanges.set(name, exchange);
    const carries = hasBody && purpose !== 'other' && purpose !== 'preflight';
    if (!carries)
      Object.assign(exchange, judgeExchange(this.#knowing({ negotiated: scope.negotiated, headers, transport })));
    if (purpose === 'post') this.#addresses.add(address);
    if (purpose === 'resume') exchange.stream = scope.eventIds.streamOf(headerOf(headers, 'last-event-id')!.value);
    if (carries) {
      if (this.#turnedAway.size > 0) exchange.repeats = this.#turnedAway.get(keyOf(whole));
      const payload = this.#payload(json, read?.brokenUtf8At, {
        from: 'client',
        via: 'post',
        place: whole,
        atMs,
        scope,
        transport,
        exchange,
        event: undefined,
        headers,
      });
      exchange.asked = payload;
      exchange.revision = payload.revision;
      exchange.because = payload.because;
    }
    if (isHeld) return;
    this.#listener.asked(exchange);
    if (exchange.asked) this.#hand(exchange.asked);
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

  #scopeFor(
    json: unknown,
    headers: Headers,
    sessionId: string | undefined,
    origin: string,
    target: string,
  ): ScopeState {
    const toEndpoint = this.#endpoints.get(target);
    if (toEndpoint) return toEndpoint;
    const first = Array.isArray(json) ? json[0] : json;
    if (memberOf(first, 'method') === 'initialize') return this.#newScope('http', true);
    if (sessionId !== undefined) {
      let session = this.#sessions.get(sessionId);
      if (!session) this.#sessions.set(sessionId, (session = this.#newScope('http', false, sessionId)));
      return session;
    }
    const known = this.#knowing({ headers, transport: 'http' });
    const { revision } = isMembers(first) ? judge(first, known) : judgeExchange(known);
    if (isModern(revision)) return (this.#modern ??= this.#newScope('http', true));
    const plain = this.#plain.get(origin);
    if (plain) return plain;
    const made = this.#newScope('http');
    this.#plain.set(origin, made);
    return made;
  }

  #response({ exchange: name, status, failure, headers, body, place, atMs, isWhole }: ResponseItem): void {
    const exchange = this.#exchangeNamed(name) ?? this.#unseen(name, place);
    const mediaType = mediaTypeOf(headerOf(headers, 'content-type')?.value ?? '');
    const answer: Growing<HttpAnswer> = {
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
      const read = looksLikeJson(answer.body) ? this.#read(answer.body) : NO_READING;
      if (read.json === undefined && !isWhole && goesOn(answer)) return;
      this.#finishBody(exchange, read);
      this.#letGo(name, exchange);
      return;
    }
    exchange.answer = answer;
    exchange.reader = new StreamReader();
    this.#openSession(exchange, headers);
    if (exchange.isHeld && beginsWithEndpoint(body)) this.#becomesListen(exchange);
    if (answer.body.to > answer.body.from) this.#release(exchange);
    const unanswered = exchange.asked?.messages.filter(({ kind }) => kind === 'request').length ?? 0;
    exchange.stream ??= {
      root: exchange,
      messages: 0,
      events: 0,
      lastEventId: undefined,
      retryMs: undefined,
      unanswered,
    };
    if (!exchange.isHeld) this.#listener.answered(exchange);
    this.#readStream(exchange, body, atMs);
  }

  #more({ exchange: name, place, atMs }: MoreItem): void {
    const exchange = this.#exchangeNamed(name) ?? this.#unseen(name, place);
    if (exchange.unfinished) {
      const { pieces } = exchange.unfinished;
      pieces.push(place);
      if (pieces.length > LATE_PIECES) return;
      const read = this.#read(trimmed(joinedPieces(pieces)));
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
    this.#readStream(exchange, place, atMs);
  }

  /** A GET whose stream begins with an endpoint event belongs to HTTP+SSE. */
  #becomesListen(exchange: ExchangeState): void {
    exchange.scope = this.#newScope('http+sse', true);
    exchange.transport = 'http+sse';
    exchange.purpose = 'listen';
    exchange.revision = this.given !== undefined && !isModern(this.given) ? this.given : FIRST_HTTP_SSE;
    exchange.because = 'the stream begins with an endpoint';
  }

  /** An answer whose request is not in the capture. */
  #unseen(name: string | number, place: Place): ExchangeState {
    const scope = this.#plain.get('') ?? this.#newScope('http');
    this.#plain.set('', scope);
    const exchange: ExchangeState = {
      number: this.#exchangeCount++,
      purpose: 'unseen',
      transport: 'http',
      scope,
      sessionId: undefined,
      verb: '',
      target: '',
      origin: undefined,
      requestHeaders: NO_HEADERS,
      place,
      body: { ...place, to: place.from },
      atMs: undefined,
      asked: undefined,
      repeats: undefined,
      answer: undefined,
      stream: undefined,
      closed: undefined,
      reader: undefined,
      isHeld: false,
      unfinished: undefined,
      events: 0,
      ...judgeExchange(this.#knowing({ transport: 'http' })),
    };
    exchange.stream = {
      root: exchange,
      messages: 0,
      events: 0,
      lastEventId: undefined,
      retryMs: undefined,
      unanswered: 0,
    };
    this.#exchanges.set(name, exchange);
    return exchange;
  }

  /** The body of an answer that is no stream is there, or will not come. */
  #finishBody(exchange: ExchangeState, read?: Reading): void {
    const { unfinished } = exchange;
    if (!unfinished) return;
    exchange.unfinished = undefined;
    const answer = unfinished.answer as Growing<HttpAnswer>;
    const whole = trimmed(joinedPieces(unfinished.pieces));
    answer.body = whole;
    exchange.answer = answer;
    this.#openSession(exchange, answer.headers);
    this.#release(exchange);
    const carries = exchange.purpose !== 'other' && exchange.purpose !== 'preflight';
    if (carries && whole.to > whole.from && (answer.mediaType.includes('json') || looksLikeJson(whole))) {
      const { json, brokenUtf8At } = read && read !== NO_READING ? read : this.#read(whole);
      const { scope, transport, requestHeaders: headers } = exchange;
      answer.said = this.#payload(json, brokenUtf8At, {
        from: 'server',
        via: 'answer',
        place: whole,
        atMs: answer.atMs,
        scope,
        transport,
        exchange,
        event: undefined,
        headers,
      });
    }
    this.#turnAway(exchange, answer);
    this.#listener.answered(exchange);
    if (answer.said) this.#hand(answer.said);
  }

  /** HTTP said no, and nothing in the body answers: the client may say the same again. */
  #turnAway(exchange: ExchangeState, { status, said }: HttpAnswer): void {
    if (!exchange.asked || (status >= 200 && status < 300)) return;
    const answered = new Set(said?.messages.filter(({ kind }) => kind === 'response').map(({ id }) => id));
    const { scope } = exchange;
    let isAnswered = false;
    for (const asked of exchange.asked.messages as readonly SaidState[]) {
      if (asked.kind !== 'request') continue;
      if (answered.has(asked.id)) isAnswered = true;
      else if (scope.open.client.get(asked.id) === asked) {
        asked.state = 'refused';
        scope.open.client.delete(asked.id);
        scope.done.client.set(asked.id, 'refused');
      }
    }
    if (isAnswered) return;
    this.#turnedAway.set(keyOf(exchange.body), exchange);
    if (this.#turnedAway.size > TURNED_AWAY)
      for (const key of this.#turnedAway.keys()) return void this.#turnedAway.delete(key);
  }

  #openSession(exchange: ExchangeState, headers: Headers): void {
    const isInitialize = exchange.asked?.messages.some(({ method }) => method === 'initialize') ?? false;
    if (!isInitialize || exchange.transport !== 'http') return;
    const id = headerOf(headers, 'mcp-session-id')?.value;
    if (id === undefined) this.#plain.set(exchange.origin ?? '', exchange.scope);
    else {
      exchange.scope.sessionId = id;
      this.#sessions.set(id, exchange.scope);
    }
  }

  #closed({ exchange: name, by, text, place, atMs }: ClosedItem): void {
    const exchange = this.#exchangeNamed(name);
    if (!exchange || exchange.closed) return;
    this.#releaseWhole(exchange);
    this.#finishBody(exchange);
    this.#finishStream(exchange, atMs);
    exchange.closed = { by, text, place, atMs };
    this.#listener.ended(exchange);
    this.#letGo(name, exchange);
  }

  #exchangeNamed(name: string | number): ExchangeState | undefined {
    return this.#exchanges.get(name) ?? this.#over.get(name);
  }

  /** Lets go of an exchange that is over, though not at once: its end may be told later. */
  #letGo(name: string | number, exchange: ExchangeState): void {
    if (exchange.stream && !exchange.closed) return;
    this.#exchanges.delete(name);
    this.#over.set(name, exchange);
    if (this.#over.size <= REMEMBERED) return;
    for (const oldest of this.#over.keys()) return void this.#over.delete(oldest);
  }

  // Event streams

  #readStream(exchange: ExchangeState, piece: Place, atMs: number | undefined): void {
    const reader = exchange.reader!;
    const then = (event: RawEvent) => this.#event(exchange, event, atMs);
    reader.read(piece, then);
    if (!reader.isInEvent) return;
    const pending = reader.pendingData;
    if (pending && looksLikeJson(pending) && this.#read(pending).json !== undefined) reader.finish(then);
  }

  #finishStream(exchange: ExchangeState, atMs: number | undefined): void {
    exchange.reader?.finish((event) => this.#event(exchange, event, atMs));
  }

  #event(exchange: ExchangeState, raw: RawEvent, atMs: number | undefined): void {
    const stream = exchange.stream!;
    const { scope, transport } = exchange;
    const seenOn = raw.id === undefined ? undefined : scope.eventIds.see(raw.id, stream);
    const { source, from, to } = raw.data;
    const carries = raw.name === undefined || raw.name === '' || raw.name === 'message';
    const whole = trimmed(raw.data);
    const hasText = whole.to > whole.from;
    const read = carries && hasText ? this.#read(whole) : undefined;
    const json = read?.json;
    const event: Growing<StreamEvent> = {
      exchange,
      stream,
      number: raw.isComment ? exchange.events : exchange.events++,
      name: raw.name,
      id: raw.id,
      retryMs: raw.retryMs,
      hasData: hasText,
      data: raw.hasData && json === undefined ? utf8Text(source.bytes, from, to) : undefined,
      isComment: raw.isComment,
      place: raw.place,
      atMs,
      seenOn,
      isUnfinished: raw.isUnfinished,
      revision: exchange.revision,
      because: exchange.because,
    };
    if (raw.name === 'endpoint' && transport === 'http+sse' && event.data !== undefined)
      this.#giveEndpoint(exchange, event.data.trim());
    const payload =
      carries && hasText
        ? this.#payload(json, read?.brokenUtf8At, {
            from: 'server',
            via: 'event',
            place: raw.place,
            atMs,
            scope,
            transport,
            exchange,
            event,
            headers: exchange.requestHeaders,
          })
        : undefined;
    if (payload && payload.messages.length > 0) {
      event.revision = payload.revision;
      event.because = payload.because;
      if (exchange.purpose === 'unseen')
        Object.assign(exchange, { revision: payload.revision, because: payload.because });
    }
    if (!raw.isComment) stream.events++;
    if (raw.id !== undefined) stream.lastEventId = raw.id;
    if (raw.retryMs !== undefined) stream.retryMs = raw.retryMs;
    this.#listener.event(event);
    if (!payload) return;
    stream.messages += payload.messages.length;
    for (const { kind, request } of payload.messages)
      if (kind === 'response' && request?.exchange === stream.root && stream.unanswered > 0) stream.unanswered--;
    this.#hand(payload);
  }

  #giveEndpoint({ scope, origin, target }: ExchangeState, address: string): void {
    const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(address)?.[1] ?? address;
    scope.endpoint = path.startsWith('/') ? path : `${target.replace(/\?.*$/, '').replace(/[^/]*$/, '')}${path}`;
    this.#endpoints.set(scope.endpoint, scope);
    this.#addresses.add(addressOf(origin, scope.endpoint));
  }

  // Messages

  #read({ source, from, to }: Place): Reading {
    const json = jsonValue(source.bytes, from, to, this.#invalidAt);
    const brokenUtf8At = this.#invalidAt[0];
    if (brokenUtf8At !== undefined) this.#invalidAt.length = 0;
    return { json, brokenUtf8At };
  }

  #payload(json: unknown, brokenUtf8At: number | undefined, about: About): Payload {
    const { from, via, place, scope, transport, exchange, event } = about;
    const messages: Said[] = [];
    const payload: Growing<Payload> = {
      from,
      via,
      place,
      transport,
      json,
      brokenUtf8At,
      messages,
      exchange,
      event,
      scope,
      revision: LAST_LEGACY,
      because: '',
    };
    if (Array.isArray(json))
      for (const value of json as readonly unknown[]) this.#addSaid(messages, value, payload, about);
    else this.#addSaid(messages, json, payload, about);
    const { revision, because } = messages[0] ?? judgeExchange(this.#known(about));
    payload.revision = revision;
    payload.because = because;
    return payload;
  }

  #known({ scope, headers, transport, exchange, from }: About): Known {
    const isSeen = exchange !== undefined && exchange.purpose !== 'unseen';
    return this.#knowing({
      negotiated: scope.negotiated,
      before: isSeen ? undefined : scope.judged,
      headers,
      transport,
      exchange: isSeen && from === 'server' ? exchange : undefined,
    });
  }

  #knowing({ transport, negotiated, before, headers, exchange }: Pick<Known, 'transport'> & Partial<Known>): Known {
    return { given: this.given, assumed: this.#assumed, transport, negotiated, before, headers, exchange };
  }

  /** Adds a message with its ties; nothing for a value that is none. */
  #addSaid(messages: Said[], value: unknown, payload: Payload, about: About): void {
    const kind = isMembers(value) ? kindOf(value) : undefined;
    if (!kind) return;
    const { from, via, place, atMs, scope, transport, exchange, event } = about;
    const { id, method } = value as Members;
    const said: SaidState = {
      kind,
      from,
      number: this.#messages++,
      value: value as Members,
      id,
      method: typeof method === 'string' ? method : undefined,
      params: membersAt(value as Members, 'params'),
      meta: undefined,
      result: membersAt(value as Members, 'result'),
      error: membersAt(value as Members, 'error'),
      place,
      via,
      transport,
      atMs,
      scope,
      payload,
      exchange,
      event,
      isRepeat: event?.seenOn !== undefined,
      isResent: (exchange as ExchangeState | undefined)?.repeats !== undefined,
      answers: undefined,
      request: undefined,
      state: 'open',
      revision: LAST_LEGACY,
      because: '',
    };
    const holder = said.params ?? said.result;
    said.meta = holder && membersAt(holder, '_meta');
    if (kind === 'response') this.#match(said);
    const judged = this.#judgeSaid(said, about);
    said.revision = judged.revision;
    said.because = said.request === judged ? 'its request is judged by it' : judged.because;
    messages.push(said);
  }

  #judgeSaid({ request, result, value }: Said, about: About): Judged {
    if (request && request.method !== 'initialize') return request;
    const named = request && revisionNamed(memberOf(result, 'protocolVersion'));
    if (named === undefined || isModern(named)) return judge(value, this.#known(about));
    const isGiven = this.given !== undefined && !isModern(this.given);
    return isGiven
      ? { revision: this.given, because: 'it was given' }
      : { revision: named, because: 'initialize is answered with it' };
  }

  /** Finds the request that a response names: on its own exchange first, then among all that are open. */
  #match(said: SaidState): void {
    const asker = otherParty(said.from);
    const scope = said.scope as ScopeState;
    const { id } = said;
    const open = scope.open[asker];
    const ofExchange = said.from === 'server' ? requestOn(said.exchange, id) : undefined;
    const request = ofExchange ?? open.get(id);
    if (request) {
      said.request = request;
      said.answers = request.state === 'answered' ? 'answered' : request.state === 'cancelled' ? 'cancelled' : 'open';
      return;
    }
    const done = scope.done[asker].get(id);
    const otherType = otherTypeOf(id, open);
    said.answers = done === 'refused' ? 'open' : done ? 'answered' : otherType !== undefined ? 'other-type' : 'unknown';
    if (said.answers === 'other-type') said.request = open.get(otherType);
  }

  /** Tells the listener of a payload and its messages, then takes note of them. */
  #hand(payload: Payload): void {
    this.#listener.payload(payload);
    for (const said of payload.messages as readonly SaidState[]) {
      this.#listener.said(said);
      this.#note(said);
    }
  }

  #note(said: SaidState): void {
    const scope = said.scope as ScopeState;
    const { kind, from, id, method } = said;
    scope.last[from] = said;
    if (scope.transport === 'stdio' || said.exchange?.purpose === 'unseen') scope.judged = said;
    if (kind === 'request') {
      if (id !== null && id !== undefined) scope.open[from].set(id, said);
      if (said.meta) scope.progress[from].take(said);
      if (method === 'initialize') this.#noteInitialize(scope, said);
      else if (isModern(said.revision)) scope.isWhole = true;
    } else if (kind === 'notification') {
      if (method === 'notifications/progress') scope.progress[otherParty(from)].report(said);
      if (method === 'notifications/initialized') scope.isReady = true;
      if (method === 'notifications/cancelled') {
        const cancelled = scope.open[from].get(memberOf(said.params, 'requestId'));
        if (cancelled) cancelled.state = 'cancelled';
      }
    } else this.#noteResponse(scope, said);
  }

  #noteInitialize(scope: ScopeState, said: Said): void {
    scope.isWhole = true;
    // A session begins here: ids of a probe before it do not count.
    scope.done.client.clear();
    scope.initialize = said;
    scope.negotiated = said.revision;
    const capabilities = memberOf(said.params, 'capabilities');
    scope.clientCapabilities = isMembers(capabilities) ? capabilities : undefined;
  }

  #noteResponse(scope: ScopeState, said: SaidState): void {
    const request = said.request as SaidState | undefined;
    if (!request || said.answers === 'other-type') return;
    const asker = otherParty(said.from);
    if (request.state !== 'answered') request.state = 'answered';
    if (request.meta) scope.progress[asker].end(request);
    if (scope.open[asker].get(request.id) === request) scope.open[asker].delete(request.id);
    scope.done[asker].set(request.id, 'answered');
    if (request.method !== 'initialize') return;
    if (said.error && scope.initialize === request) scope.initialize = scope.negotiated = undefined;
    if (said.result === undefined) return;
    scope.initialized = said;
    const named = revisionNamed(memberOf(said.result, 'protocolVersion'));
    if (named !== undefined && !isModern(named)) scope.negotiated = said.revision;
    const capabilities = memberOf(said.result, 'capabilities');
    scope.serverCapabilities = isMembers(capabilities) ? capabilities : undefined;
  }

  #newScope(transport: LintTransport, isWhole = false, sessionId?: string): ScopeState {
    return {
      number: this.#scopes++,
      transport,
      sessionId,
      isWhole: isWhole || this.isWhole,
      initialize: undefined,
      initialized: undefined,
      isReady: false,
      negotiated: this.#agreed,
      clientCapabilities: undefined,
      serverCapabilities: undefined,
      open: { client: new Map(), server: new Map() },
      done: { client: new DoneIds(), server: new DoneIds() },
      progress: { client: new TokensOfParty(), server: new TokensOfParty() },
      last: { client: undefined, server: undefined },
      eventIds: new EventIds(),
      endpoint: undefined,
      judged: undefined,
    };
  }
}

const NO_HEADERS = /* @__PURE__ */ new Headers([]);

/** What a text says; undefined where it is no JSON. */
interface Reading {
  readonly json: unknown;
  readonly brokenUtf8At: number | undefined;
}

/** Of a text that nobody takes for JSON. */
const NO_READING: Reading = { json: undefined, brokenUtf8At: undefined };

/** What a payload is read with. */
interface About {
  readonly from: Party;
  readonly via: Via;
  readonly place: Place;
  readonly atMs: number | undefined;
  readonly scope: ScopeState;
  readonly transport: LintTransport;
  readonly exchange: Exchange | undefined;
  readonly event: StreamEvent | undefined;
  readonly headers: Headers | undefined;
}

const membersAt = (value: Members, name: string): Members | undefined => {
  const member = memberOf(value, name);
  return isMembers(member) ? member : undefined;
};

/** By its members alone. An id does not make a request of a notification. */
function kindOf({ method, jsonrpc, id, result, error }: Members): Said['kind'] | undefined {
  if (method !== undefined) {
    const isNotification = id === undefined || (typeof method === 'string' && method.startsWith('notifications/'));
    return isNotification ? 'notification' : 'request';
  }
  if (jsonrpc === undefined && (id === undefined || (result === undefined && error === undefined))) return undefined;
  return 'response';
}

function requestOn(exchange: Exchange | undefined, id: unknown): SaidState | undefined {
  const asked = exchange && (exchange.stream?.root ?? exchange).asked;
  return asked?.messages.find((said) => said.kind === 'request' && said.id === id) as SaidState | undefined;
}

function otherTypeOf(id: unknown, open: ReadonlyMap<unknown, unknown>): unknown {
  const other =
    typeof id === 'number' ? String(id) : typeof id === 'string' && id.trim() !== '' ? Number(id) : undefined;
  return other !== undefined && open.has(other) ? other : undefined;
}

const SENDER_OF_METHOD: ReadonlyMap<string, Party> = new Map(
  METHODS.filter(({ method, from }) => METHODS.every((row) => row.method !== method || row.from === from)).map(
    ({ method, from }) => [method, from],
  ),
);

/** Who must have sent a message that nobody signed: by its method, or whom it answers. */
function senderOf(json: unknown, scope: ScopeState): Party {
  const first = Array.isArray(json) ? (json as readonly unknown[])[0] : json;
  const method = memberOf(first, 'method');
  if (typeof method === 'string') return SENDER_OF_METHOD.get(method) ?? 'client';
  return scope.open.server.has(memberOf(first, 'id')) && !scope.open.client.has(memberOf(first, 'id'))
    ? 'client'
    : 'server';
}

function purposeOf(verb: string, headers: Headers, json: unknown, isKnown: boolean): Purpose {
  if (verb === 'OPTIONS') return 'preflight';
  const first = Array.isArray(json) ? (json as readonly unknown[])[0] : json;
  if (isMembers(first) && (first['jsonrpc'] !== undefined || first['method'] !== undefined)) return 'post';
  if (verb === 'GET' && headerOf(headers, 'last-event-id')) return 'resume';
  const isOurs = isKnown || OUR_HEADERS.some((name) => headerOf(headers, name));
  if (verb === 'GET') return isOurs || takesStream(headers) ? 'get' : 'other';
  return isOurs ? (verb === 'DELETE' ? 'delete' : 'post') : 'other';
}

/** Headers that only requests of MCP have. */
const OUR_HEADERS: readonly string[] = ['mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'last-event-id'];

const takesStream = (headers: Headers): boolean => /text\/event-stream/i.test(headerOf(headers, 'accept')?.value ?? '');

/** A text, as far as it takes to tell it from others. */
const keyOf = ({ source, from, to }: Place): string => utf8Text(source.bytes, from, Math.min(to, from + 4096));

function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

function addressOf(origin: string | undefined, target: string): string {
  const end = target.search(/[?#]/);
  return (origin ?? '') + (end < 0 ? target : target.slice(0, end));
}

const beginsWithEndpoint = ({ source, from, to }: Place): boolean =>
  /(?:^|[\r\n])event: ?endpoint[\r\n]/.test(utf8Text(source.bytes, from, Math.min(to, from + 500)));

function looksLikeJson({ source, from, to }: Place): boolean {
  let at = from;
  while (at < to && source.bytes[at]! <= 0x20) at++;
  return at < to && (source.bytes[at] === 0x7b || source.bytes[at] === 0x5b);
}

/** Of an answer that is no stream: whether there may be JSON to come. A page says enough with its first bytes. */
function goesOn({ status, headers, mediaType, body }: HttpAnswer): boolean {
  if (body.to > body.from) return looksLikeJson(body);
  if (status === 202 || status === 204 || status === 304) return false;
  const length = headerOf(headers, 'content-length');
  if (length) return Number(length.value) !== 0;
  return mediaType.includes('json') || headerOf(headers, 'transfer-encoding') !== undefined;
}

/** Pieces of one body as one place; a single piece is that place itself. */
function joinedPieces(pieces: readonly Place[]): Place {
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
