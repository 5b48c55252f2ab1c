// What both sides of a run know of the script: which act a request belongs to, and what a question will be answered.
import type { RequestId } from '../protocol/messages.ts';
import type { HandlerStep, RequestAct } from '../scenarios/scenario.ts';

export type Ask = Extract<HandlerStep, { readonly do: 'ask' }>;

/** What the client has to know of a question. */
type Answering = Pick<Ask, 'answer' | 'answerAfterMs'>;

export class Shared {
  readonly #acts = new Map<RequestId, RequestAct>();
  readonly #asks = new Map<RequestId, Answering>();

  remember(id: RequestId, act: RequestAct): void {
    this.#acts.set(id, act);
  }

  actOf(id: RequestId): RequestAct | undefined {
    return this.#acts.get(id);
  }

  rememberAsk(id: RequestId, ask: Answering): void {
    this.#asks.set(id, ask);
  }

  askOf(id: RequestId): Answering | undefined {
    return this.#asks.get(id);
  }

  asksIn(act: RequestAct): readonly Ask[] {
    return (act.handler ?? []).filter((step): step is Ask => step.do === 'ask');
  }
}
