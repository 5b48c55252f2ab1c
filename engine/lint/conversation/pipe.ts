// The lines of a pipe: messages, messages that go on over several lines, what is none, and processes that come and go.
// Knows no HTTP.
import type { HappeningItem, LineItem, Place } from '../../capture/formats/record.ts';
import { trimmed } from '../../capture/formats/input.ts';
import { METHODS } from '../../protocol/methods.ts';
import type { Party } from '../../trace.ts';
import { firstOf, memberOf } from '../model.ts';
import { happeningOf } from './happenings.ts';
import type { Judge } from './judge.ts';
import type { Listener } from './listener.ts';
import type { Messages, Reading } from './messages.ts';
import { SplitMessage } from './split-message.ts';
import type { Scopes, ScopeState } from './state.ts';

export class Pipe {
  readonly #listener: Listener;
  readonly #messages: Messages;
  readonly #judge: Judge;
  readonly #scopes: Scopes;
  #process: ScopeState | undefined;
  readonly #split: Record<Party, SplitMessage | undefined> = { client: undefined, server: undefined };

  constructor(listener: Listener, messages: Messages, judge: Judge, scopes: Scopes) {
    this.#listener = listener;
    this.#messages = messages;
    this.#judge = judge;
    this.#scopes = scopes;
  }

  /** The process that runs; none before the first line. */
  get process(): ScopeState | undefined {
    return this.#process;
  }

  line({ from, place, atMs }: LineItem): void {
    const scope = (this.#process ??= this.#scopes.make('stdio'));
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
    const read = isJsonLike ? this.#messages.read(whole) : undefined;
    if (read && read.json !== undefined) {
      const sender = from === 'unknown' ? senderOf(read.json, scope) : from;
      this.#take(sender, scope, place, place, read, atMs, true);
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
      ...this.#judge.line(scope),
    });
  }

  happening({ place, text, atMs }: HappeningItem): void {
    const { what, by } = happeningOf(text);
    const isNew =
      what === 'process-starts' && (this.#process === undefined || this.#process.number > 0 || this.#hasSpoken());
    const scope = (this.#process ??= this.#scopes.make('stdio'));
    this.#listener.happening({ what, by, text, place, atMs, scope, ...this.#judge.line(scope) });
    if (!isNew) return;
    this.finish();
    this.#process = this.#scopes.make('stdio');
  }

  /** Nothing comes after what was begun. */
  finish(): void {
    this.#giveUp('client');
    this.#giveUp('server');
  }

  #hasSpoken(): boolean {
    return this.#process?.last.client !== undefined || this.#process?.last.server !== undefined;
  }

  #takeSplit(party: Party, scope: ScopeState, from: LineItem['from'], atMs: number | undefined): void {
    const split = this.#split[party]!;
    const read = this.#messages.read(split.joined());
    if (read.json === undefined) return this.#giveUp(party);
    this.#split[party] = undefined;
    const sender = from === 'unknown' ? senderOf(read.json, scope) : from;
    // Without marks, lines are those of whoever wrote the messages down.
    this.#take(sender, scope, split.first, split.last, read, atMs, from === 'unknown');
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
      ...this.#judge.line(scope),
    });
  }

  #take(
    from: Party,
    scope: ScopeState,
    first: Place,
    lastPlace: Place,
    read: Reading,
    atMs: number | undefined,
    isWhole: boolean,
  ): void {
    const place = first === lastPlace ? first : { source: first.source, from: first.from, to: lastPlace.to };
    const payload = this.#messages.payload(read, {
      from,
      via: 'line',
      place,
      atMs,
      scope,
      exchange: undefined,
      event: undefined,
    });
    const isMessage = payload.messages.length > 0 || Array.isArray(read.json);
    if (!isMessage || !isWhole) {
      const { revision, because } = payload;
      const is = isMessage ? 'part' : 'noise';
      this.#listener.line({ from, place: first, lastPlace, atMs, scope, is, revision, because });
    }
    this.#messages.hand(payload);
  }
}

/** Methods that only one side sends. */
const SENDER_OF_METHOD: ReadonlyMap<string, Party> = new Map(
  METHODS.filter(({ method, from }) => METHODS.every((row) => row.method !== method || row.from === from)).map(
    ({ method, from }) => [method, from],
  ),
);

/** Who must have sent a message that nobody signed: by its method, or whom it answers. */
function senderOf(json: unknown, scope: ScopeState): Party {
  const first = firstOf(json);
  const method = memberOf(first, 'method');
  if (typeof method === 'string') return SENDER_OF_METHOD.get(method) ?? 'client';
  return scope.open.server.has(memberOf(first, 'id')) && !scope.open.client.has(memberOf(first, 'id'))
    ? 'client'
    : 'server';
}
