// The text of a carrier (a line, a body, an event) as JSON and as messages, each tied to its request and judged.
// Knows neither pipes nor HTTP.
import type { Place } from '../../capture/formats/record.ts';
import type { Party } from '../../trace.ts';
import { jsonValue } from '../../wire/decode/json-value.ts';
import { LAST_LEGACY, type Parts } from '../eras.ts';
import {
  isMembers,
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
    const json = jsonValue(source.bytes, from, to, this.#invalidAt, source.ahead?.between(from, to));
    const brokenUtf8At = this.#invalidAt[0];
    if (brokenUtf8At !== undefined) this.#invalidAt.length = 0;
    return { json, brokenUtf8At };
  }

  payload({ json, brokenUtf8At }: Reading, carrier: Carrier): Payload {
    const { from, via, place, scope, exchange, event } = carrier;
    const payload: PayloadState = {
      from,
      via,
      place,
      transport: scope.transport,
      json,
      brokenUtf8At,
      messages: NONE,
      exchange,
      event,
      scope,
      revision: LAST_LEGACY,
      because: '',
    };
    payload.messages = Array.isArray(json)
      ? (json as readonly unknown[]).flatMap((value) => this.#messageIn(value, payload, carrier) ?? NONE)
      : listOf(this.#messageIn(json, payload, carrier));
    const { revision, because } = payload.messages[0] ?? this.#judge.text(carrier);
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

  /** A message with its ties; nothing for a value that is none. */
  #messageIn(value: unknown, payload: Payload, carrier: Carrier): Said | undefined {
    if (!isMembers(value)) return undefined;
    const { id, method } = value;
    const kind = kindOf(value, id, method);
    if (!kind) return undefined;
    const params = membersIn(value['params']);
    const result = membersIn(value['result']);
    const { from, via, place, atMs, scope, exchange, event } = carrier;
    const said: SaidState = {
      kind,
      from,
      number: this.#count++,
      value,
      id,
      method: typeof method === 'string' ? method : undefined,
      params,
      meta: membersIn((params ?? result)?.['_meta']),
      result,
      error: membersIn(value['error']),
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
    if (kind === 'response') tieToRequest(said);
    const judged = this.#judge.message(said, carrier);
    said.revision = judged.revision;
    said.because = said.request === judged ? 'its request is judged by it' : judged.because;
    return said;
  }
}

const NONE: readonly Said[] = [];
const listOf = (said: Said | undefined): readonly Said[] => (said ? [said] : NONE);

const membersIn = (value: unknown): Members | undefined => (isMembers(value) ? value : undefined);

/** What a message says of itself, where it is one. */
export function partsOf(value: unknown): Parts | undefined {
  if (!isMembers(value)) return undefined;
  const { method } = value;
  const [params, result] = [membersIn(value['params']), membersIn(value['result'])];
  return {
    method: typeof method === 'string' ? method : undefined,
    params,
    meta: membersIn((params ?? result)?.['_meta']),
    result,
  };
}

/** By its members alone. An id does not make a request of a notification. */
function kindOf(value: Members, id: unknown, method: unknown): Said['kind'] | undefined {
  if (method !== undefined) {
    const isNotification = id === undefined || (typeof method === 'string' && method.startsWith('notifications/'));
    return isNotification ? 'notification' : 'request';
  }
  if (value['jsonrpc'] !== undefined) return 'response';
  const isAnswer = value['result'] !== undefined || value['error'] !== undefined;
  return isAnswer && id !== undefined ? 'response' : undefined;
}
