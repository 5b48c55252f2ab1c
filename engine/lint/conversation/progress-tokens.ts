// The progress tokens of one side of a connection: which request carries each, and how far it is. Holds no rule.
import { type ProgressToken, type ProgressTokens, type Said } from '../model.ts';

/** So many that have ended are remembered at least; of those before them nothing is said. */
const ENDED = 1000;

type Growing<T> = { -readonly [K in keyof T]: T[K] };
type Token = Growing<ProgressToken>;

export const isProgressToken = (token: unknown): boolean => typeof token === 'string' || Number.isInteger(token);

export class TokensOfParty implements ProgressTokens {
  /** Those that were taken or have ended lately, and those before them, which are forgotten all at once. */
  #recent = new Map<unknown, Token>();
  #older = new Map<unknown, Token>();
  #ended = 0;
  hasForgotten = false;
  /** What was asked for last: all that look at a message ask for the same. */
  #lastValue: unknown;
  #last: Token | undefined;

  get(value: unknown): Token | undefined {
    if (value !== this.#lastValue) {
      this.#lastValue = value;
      this.#last = this.#recent.get(value) ?? this.#older.get(value);
    }
    return this.#last;
  }

  take(request: Said): void {
    const value = request.meta?.['progressToken'];
    if (!isProgressToken(value) || ((request.isRepeat || request.isResent) && this.get(value))) return;
    this.#lastValue = value;
    this.#last = { request, isEnded: false, lastProgress: undefined };
    this.#recent.set(value, this.#last);
  }

  /** The request has its response. A task goes on after the one that only says that it has begun. */
  end(request: Said): void {
    const value = request.meta?.['progressToken'];
    const token = this.get(value);
    if (token?.request !== request) return;
    token.request = undefined;
    token.isEnded = request.params?.['task'] === undefined;
    if (this.#older.get(value) === token) this.#recent.set(value, token);
    if (++this.#ended >= ENDED) this.#forget();
  }

  report(notification: Said): void {
    const token = this.get(notification.params?.['progressToken']);
    const progress = notification.params?.['progress'];
    if (token && typeof progress === 'number' && !notification.isRepeat) token.lastProgress = progress;
  }

  /** Requests that still wait keep their tokens. */
  #forget(): void {
    const forgotten = this.#older;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#ended = 0;
    this.#lastValue = this.#last = undefined;
    if (forgotten.size > 0) this.hasForgotten = true;
    for (const [value, token] of forgotten)
      if (token.request && !this.#older.has(value)) this.#recent.set(value, token);
  }
}
