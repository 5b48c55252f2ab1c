// Requests that HTTP turned away without an answer: the client may send the very same again. Remembers the last ones.
import type { Place } from '../../capture/formats/record.ts';
import { utf8Text } from '../../wire/utf8.ts';
import type { HttpAnswer } from '../model.ts';
import type { ExchangeState, SaidState } from './state.ts';

const REMEMBERED = 200;

export class TurnedAway {
  /** The last exchange that was turned away, by what it asked. */
  readonly #byBody = new Map<string, ExchangeState>();

  /** The exchange that a body repeats. */
  repeatedBy(body: Place): ExchangeState | undefined {
    return this.#byBody.size > 0 ? this.#byBody.get(keyOf(body)) : undefined;
  }

  /** Takes note of an answer: a request is refused where HTTP said no, and nothing in the body answers it. */
  note(exchange: ExchangeState, { status, said }: HttpAnswer): void {
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
    this.#byBody.set(keyOf(exchange.body), exchange);
    if (this.#byBody.size > REMEMBERED) for (const key of this.#byBody.keys()) return void this.#byBody.delete(key);
  }
}

/** A text, as far as it takes to tell it from others. */
const keyOf = ({ source, from, to }: Place): string => utf8Text(source.bytes, from, Math.min(to, from + 4096));
