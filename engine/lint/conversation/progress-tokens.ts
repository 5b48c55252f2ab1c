// The progress tokens of one side of a connection: which request carries each, and how far it is. Holds no rule.
import { memberOf, type ProgressToken, type ProgressTokens, type Said } from '../model.ts';

/** So many that have ended are remembered; of those before them nothing is said. */
const ENDED = 1000;

type Growing<T> = { -readonly [K in keyof T]: T[K] };

export const isProgressToken = (token: unknown): boolean => typeof token === 'string' || Number.isInteger(token);

export class TokensOfParty implements ProgressTokens {
  readonly byValue = new Map<unknown, Growing<ProgressToken>>();
  hasForgotten = false;
  readonly #ended: unknown[] = [];

  take(request: Said): void {
    const token = memberOf(request.meta, 'progressToken');
    if (!isProgressToken(token) || ((request.isRepeat || request.isResent) && this.byValue.has(token))) return;
    this.byValue.set(token, { request, isEnded: false, lastProgress: undefined });
  }

  /** The request has its response. A task goes on after the one that only says that it has begun. */
  end(request: Said): void {
    const value = memberOf(request.meta, 'progressToken');
    const token = value === undefined ? undefined : this.byValue.get(value);
    if (token?.request !== request) return;
    token.request = undefined;
    token.isEnded = memberOf(request.params, 'task') === undefined;
    this.#ended.push(value);
    if (this.#ended.length < 2 * ENDED) return;
    for (const old of this.#ended.splice(0, ENDED)) if (!this.byValue.get(old)?.request) this.byValue.delete(old);
    this.hasForgotten = true;
  }

  report(notification: Said): void {
    const token = this.byValue.get(memberOf(notification.params, 'progressToken'));
    const progress = memberOf(notification.params, 'progress');
    if (token && typeof progress === 'number' && !notification.isRepeat) token.lastProgress = progress;
  }
}
