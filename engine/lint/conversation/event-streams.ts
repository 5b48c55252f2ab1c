// The events of streams, in the order of the wire, with the messages that they carry. Knows no heads.
import type { Place } from '../../capture/formats/record.ts';
import { trimmed } from '../../capture/formats/input.ts';
import { utf8Text } from '../../wire/utf8.ts';
import { isJsonLike } from './heads.ts';
import type { HttpScopes } from './http-scopes.ts';
import type { Listener } from './listener.ts';
import type { Messages } from './messages.ts';
import type { EventState, ExchangeState } from './state.ts';
import type { RawEvent } from './stream-events.ts';

export class EventStreams {
  readonly #listener: Listener;
  readonly #messages: Messages;
  readonly #scopes: HttpScopes;

  constructor(listener: Listener, messages: Messages, scopes: HttpScopes) {
    this.#listener = listener;
    this.#messages = messages;
    this.#scopes = scopes;
  }

  /** A piece of the stream of an exchange. */
  read(exchange: ExchangeState, piece: Place, atMs: number | undefined): void {
    const reader = exchange.reader!;
    const then = (event: RawEvent) => this.#event(exchange, event, atMs);
    reader.read(piece, then);
    if (!reader.isInEvent) return;
    const pending = reader.pendingData;
    if (pending && isJsonLike(pending) && this.#messages.read(pending).json !== undefined) reader.finish(then);
  }

  /** No more comes. */
  finish(exchange: ExchangeState, atMs: number | undefined): void {
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
    const read = carries && hasText ? this.#messages.read(whole) : undefined;
    const event: EventState = {
      exchange,
      stream,
      number: raw.isComment ? exchange.events : exchange.events++,
      name: raw.name,
      id: raw.id,
      retryMs: raw.retryMs,
      hasData: hasText,
      data: raw.hasData && read?.json === undefined ? utf8Text(source.bytes, from, to) : undefined,
      isComment: raw.isComment,
      place: raw.place,
      atMs,
      seenOn,
      isUnfinished: raw.isUnfinished,
      revision: exchange.revision,
      because: exchange.because,
    };
    if (raw.name === 'endpoint' && transport === 'http+sse' && event.data !== undefined)
      this.#scopes.giveEndpoint(exchange, event.data.trim());
    const payload =
      read &&
      this.#messages.payload(read, { from: 'server', via: 'event', place: raw.place, atMs, scope, exchange, event });
    if (payload && payload.messages.length > 0) {
      const { revision, because } = payload;
      event.revision = revision;
      event.because = because;
      if (exchange.purpose === 'unseen') Object.assign(exchange, { revision, because });
    }
    if (!raw.isComment) stream.events++;
    if (raw.id !== undefined) stream.lastEventId = raw.id;
    if (raw.retryMs !== undefined) stream.retryMs = raw.retryMs;
    this.#listener.event(event);
    if (!payload) return;
    stream.messages += payload.messages.length;
    for (const said of payload.messages) {
      if (said.kind !== 'response' || said.request?.exchange !== stream.root) continue;
      if (stream.unanswered > 0) stream.unanswered--;
      if (stream.unanswered === 0) stream.lastResponse = said;
    }
    this.#messages.hand(payload);
  }
}
