// The text of a carrier (a line, a body, an event) as JSON and as messages, each tied to its request and judged.
// Knows neither pipes nor HTTP.
import type { Place } from '../../capture/formats/record.ts';
import type { Party } from '../../trace.ts';
import { jsonValue } from '../../wire/decode/json-value.ts';
import { LAST_LEGACY } from '../eras.ts';
import {
  isMembers,
  memberOf,
  type Exchange,
  type Members,
  type Payload,
  type Said,
  type StreamEvent,
  type Via,
} from '../model.ts';
import type { Judge } from './judge.ts';
import type { Listener } from './listener.ts';
import type { ExchangeState, PayloadState, SaidState, ScopeState } from './state.ts';
import { note, tieToRequest } from './ties.ts';

/** What a text says; undefined where it is no JSON. */
export interface Reading {
  readonly json: unknown;
  readonly brokenUtf8At: number | undefined;
}

/** What carries a text, and where. */
export interface Carrier {
  readonly from: Party;
  readonly via: Via;
  readonly place: Place;
  readonly atMs: number | undefined;
  readonly scope: ScopeState;
  readonly exchange: Exchange | undefined;
  readonly event: StreamEvent | undefined;
}

export class Messages {
  readonly #judge: Judge;
  readonly #listener: Listener;
  readonly #invalidAt: number[] = [];
  #count = 0;

  constructor(judge: Judge, listener: Listener) {
    this.#judge = judge;
    this.#listener = listener;
  }

  read({ source, from, to }: Place): Reading {
    const json = jsonValue(source.bytes, from, to, this.#invalidAt);
    const brokenUtf8At = this.#invalidAt[0];
    if (brokenUtf8At !== undefined) this.#invalidAt.length = 0;
    return { json, brokenUtf8At };
  }

  payload({ json, brokenUtf8At }: Reading, carrier: Carrier): Payload {
    const { from, via, place, scope, exchange, event } = carrier;
    const messages: Said[] = [];
    const payload: PayloadState = {
      from,
      via,
      place,
      transport: scope.transport,
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
      for (const value of json as readonly unknown[]) this.#add(messages, value, payload, carrier);
    else this.#add(messages, json, payload, carrier);
    const { revision, because } = messages[0] ?? this.#judge.text(carrier);
    payload.revision = revision;
    payload.because = because;
    return payload;
  }

  /** Tells the listener of a payload and its messages, and takes note of them. */
  hand(payload: Payload): void {
    this.#listener.payload(payload);
    for (const said of payload.messages as readonly SaidState[]) {
      this.#listener.said(said);
      note(said);
    }
  }

  /** Adds a message with its ties; nothing for a value that is none. */
  #add(messages: Said[], value: unknown, payload: Payload, carrier: Carrier): void {
    const kind = isMembers(value) ? kindOf(value) : undefined;
    if (!kind) return;
    const { from, via, place, atMs, scope, exchange, event } = carrier;
    const { id, method } = value as Members;
    const said: SaidState = {
      kind,
      from,
      number: this.#count++,
      value: value as Members,
      id,
      method: typeof method === 'string' ? method : undefined,
      params: membersAt(value as Members, 'params'),
      meta: undefined,
      result: membersAt(value as Members, 'result'),
      error: membersAt(value as Members, 'error'),
      place,
      via,
      transport: scope.transport,
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
    if (kind === 'response') tieToRequest(said);
    const judged = this.#judge.message(said, carrier);
    said.revision = judged.revision;
    said.because = said.request === judged ? 'its request is judged by it' : judged.because;
    messages.push(said);
  }
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
