// What a real server does for a request, step by step, as the scenario's script has it. Knows no SDK: those that do hand in
// how to tell, ask and hang up.
import type { HandlerStep, JsonObject, RequestAct, Revision } from '#engine';
import { requestsOf, type Played } from './played.ts';

export interface Doing {
  readonly progressToken?: string | number | undefined;
  readonly isStopped: () => boolean;
  readonly notify: (method: string, params: JsonObject) => Promise<void>;
  /** Asks the client; absent where a result has to ask. */
  readonly ask?: ((method: string, params: JsonObject) => Promise<unknown>) | undefined;
  readonly hangUp?: (() => void) | undefined;
  /** What the client has brought since the last time, where a result asks. */
  readonly brought?: { readonly inputResponses?: unknown; readonly requestState?: string | undefined };
}

/** The end of a handler: a result, or a question that is one. */
export type Outcome =
  | { readonly result: JsonObject; readonly resultType: string }
  | { readonly asks: JsonObject | undefined; readonly requestState: string };

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

export class Handlers {
  readonly #acts: readonly RequestAct[];
  readonly #revision: Revision;
  readonly #isDeaf: boolean;
  readonly #used = new Set<RequestAct>();
  /** Work that went on or was given up, in steps; for the tests to look at. */
  readonly done: number[] = [];

  /** `isDeaf`: goes on when it is told to stop. */
  constructor({ script, revision }: Played, isDeaf = false) {
    this.#isDeaf = isDeaf;
    this.#acts = requestsOf(script);
    this.#revision = revision;
  }

  /** The act that a request belongs to: the first of its kind that was not asked for yet, or one that is asked for again. */
  actFor(method: string, params: JsonObject = {}): RequestAct {
    const { name, uri, arguments: given } = params;
    const mates = this.#acts.filter(
      (act) =>
        act.method === method &&
        same(act.params?.['name'], name) &&
        same(act.params?.['uri'], uri) &&
        same(act.params?.['arguments'], given),
    );
    const act = mates.find((mate) => !this.#used.has(mate)) ?? mates.at(-1);
    if (!act) throw new Error(`the script has no ${method} ${JSON.stringify(params)}`);
    this.#used.add(act);
    return act;
  }

  async handle(method: string, params: JsonObject | undefined, doing: Doing): Promise<Outcome> {
    const act = this.actFor(method, params);
    const steps = act.handler ?? [];
    const from = Number(doing.brought?.requestState ?? 0);
    for (const [i, step] of steps.entries()) {
      if (i < from) continue;
      if (!this.#isDeaf && doing.isStopped()) break;
      const asks = await this.#do(step, act, doing);
      if (asks) return { ...asks, requestState: String(i + 1) };
    }
    return { result: act.result, resultType: act.resultType ?? 'complete' };
  }

  async #do(step: HandlerStep, act: RequestAct, doing: Doing): Promise<{ asks: JsonObject | undefined } | undefined> {
    switch (step.do) {
      case 'work':
        await pause(step.ms);
        this.done.push(step.step);
        if (act.wantsProgress && doing.progressToken !== undefined && (this.#isDeaf || !doing.isStopped())) {
          const message = this.#revision >= '2025-03-26' && { message: `archive ${step.step} of ${step.of}` };
          await doing.notify('notifications/progress', {
            progressToken: doing.progressToken,
            progress: step.step,
            total: step.of,
            ...message,
          });
        }
        return undefined;
      case 'notify':
        await pause(step.afterMs ?? 0);
        await doing.notify(step.method, step.params ?? {});
        return undefined;
      case 'ask':
        if (!doing.ask) return { asks: { [step.key]: { method: step.method, params: step.params } } };
        await doing.ask(step.method, step.params);
        return undefined;
      case 'put-off':
        return doing.ask ? undefined : { asks: undefined };
      case 'hang-up':
        doing.hangUp?.();
        return undefined;
      case 'wait':
      case 'keep-alive':
        await pause(step.do === 'wait' ? step.ms : step.afterMs);
        return undefined;
    }
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
