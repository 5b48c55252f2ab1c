// The items of a capture, one after the other, as a conversation: who said what on which exchange, in which session, by
// which revision. Holds no rule; what it makes of an item it hands on at once, and keeps only what is still open.
import type { Item } from '../../capture/formats/record.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { Exchange, Scope } from '../model.ts';
import { Exchanges } from './exchanges.ts';
import { Judge } from './judge.ts';
import type { Listener } from './listener.ts';
import { Messages } from './messages.ts';
import { Pipe } from './pipe.ts';
import { Scopes } from './state.ts';

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
  readonly #listener: Listener;
  readonly #pipe: Pipe;
  readonly #http: Exchanges;

  constructor(listener: Listener, { given, assumed, agreed, isWhole = false }: Revisions = {}) {
    this.given = given;
    this.isWhole = isWhole;
    this.#listener = listener;
    const judge = new Judge(given, assumed);
    const messages = new Messages(judge, listener);
    const scopes = new Scopes(agreed, isWhole);
    this.#pipe = new Pipe(listener, messages, judge, scopes);
    this.#http = new Exchanges(listener, messages, judge, scopes);
  }

  take(item: Item): void {
    switch (item.kind) {
      case 'line':
        return this.#pipe.line(item);
      case 'happening':
        return this.#pipe.happening(item);
      case 'request':
        return this.#http.request(item);
      case 'response':
        return this.#http.response(item);
      case 'more':
        return this.#http.more(item);
      case 'closed':
        return this.#http.closed(item);
      case 'unread':
        return this.#listener.unread(item.place, item.text);
    }
  }

  /** There are no more items: what was begun is taken as it is. */
  finish(): void {
    this.#pipe.finish();
    this.#http.finish();
  }

  /** Exchanges that nothing ended. */
  get openExchanges(): readonly Exchange[] {
    return this.#http.open;
  }

  /** Sessions, processes and the rest, as many as are known. */
  get scopes(): readonly Scope[] {
    const { process } = this.#pipe;
    return [...new Set([...(process ? [process] : []), ...this.#http.scopes])];
  }
}
