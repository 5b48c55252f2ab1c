// The two sides of a run: a client that works through a script, a server that answers from it. Know no transport.
import { mechanic } from '../protocol/mechanics.ts';
import type { JsonObject, Message, Request, RequestId } from '../protocol/messages.ts';
import { notificationMessage, progressMessage, requestMessage, resultMessage } from '../protocol/session.ts';
import type { Act, RequestAct } from '../scenarios/scenario.ts';
import type { Happening, Work } from '../trace.ts';
import type { ClientPeer, Draft, Reply, ServerPeer, Wire, World } from './world.ts';

/** Sends the acts of a script one after the other, each when the one before is answered. */
export class Client implements ClientPeer {
  wire!: Wire;
  readonly #world: World;
  readonly #acts: readonly Act[];
  readonly #reconnectMs: number;
  #next = 0;
  #nextId: number;
  #pending: { readonly act: RequestAct; readonly id: RequestId } | undefined;
  readonly #onRequest: (id: RequestId, act: RequestAct) => void;

  constructor(
    world: World,
    script: { readonly acts: readonly Act[]; readonly firstId: number; readonly reconnectMs: number },
    onRequest: (id: RequestId, act: RequestAct) => void,
  ) {
    this.#world = world;
    this.#acts = script.acts;
    this.#nextId = script.firstId;
    this.#reconnectMs = script.reconnectMs;
    this.#onRequest = onRequest;
  }

  /** Sends the next act, and every one after it that needs no answer. */
  proceed(cause?: number): void {
    for (let act = this.#acts[this.#next++]; act; act = this.#acts[this.#next++]) {
      if (act.act === 'request') return this.#request(act, cause);
      this.wire.send(notificationMessage(act.method), cause);
    }
  }

  receive(message: Message, entry: number): void {
    if (!('id' in message) || message.id !== this.#pending?.id) return;
    this.#pending = undefined;
    this.#world.record<Happening>({
      kind: 'happening',
      what: 'finished',
      party: 'client',
      atMs: this.#world.clock.nowMs,
      cause: entry,
      requestId: message.id!,
    });
    this.proceed(entry);
  }

  streamBroken(requestId: RequestId, lastEventId: string | undefined, entry: number): void {
    const { clock, link, revision } = this.#world;
    const pending = this.#pending;
    if (pending?.id !== requestId) return;
    // The reconnect time ends with the first byte of the new answer, so the request leaves two latencies before.
    const untilMs = clock.nowMs + this.#reconnectMs - 2 * link.latencyMs;
    const waiting = this.#world.record<Happening>({
      kind: 'happening',
      what: 'waiting',
      party: 'client',
      atMs: clock.nowMs,
      untilMs,
      cause: entry,
      requestId,
    });
    const mayResume = mechanic('brokenStream', revision).value === 'resume' && lastEventId !== undefined;
    clock.at(untilMs, () => {
      if (mayResume) this.wire.resume(requestId, lastEventId, waiting.index);
      else this.#request(pending.act, waiting.index);
    });
  }

  #request(act: RequestAct, cause?: number): void {
    const id = this.#nextId++;
    this.#pending = { act, id };
    this.#onRequest(id, act);
    this.wire.send(requestMessage(act, id, this.#world.revision), cause);
  }
}

interface Job {
  readonly reply: Reply;
  readonly act: RequestAct;
  current: Draft<Work> | undefined;
  isStopped: boolean;
}

/** Answers requests: at once, or step by step with progress. */
export class Server implements ServerPeer {
  readonly #world: World;
  readonly #actOf: (id: RequestId) => RequestAct;
  readonly #jobs = new Map<RequestId, Job>();
  /** Steps of each act that were ever finished. */
  readonly #finished = new Map<RequestAct, number>();

  constructor(world: World, actOf: (id: RequestId) => RequestAct) {
    this.#world = world;
    this.#actOf = actOf;
  }

  receive(message: Message, reply: Reply, entry: number): void {
    if (!('method' in message) || !('id' in message)) return;
    const act = this.#actOf(message.id);
    if (!act.work) return reply.respond(this.#result(message, act.result), entry);
    const job: Job = { reply, act, current: undefined, isStopped: false };
    this.#jobs.set(message.id, job);
    reply.open(entry);
    this.#step(message, job, 1, this.#world.clock.nowMs, entry);
  }

  disconnected(requestId: RequestId, entry: number): void {
    const job = this.#jobs.get(requestId);
    if (!job || job.isStopped) return;
    const { clock, revision } = this.#world;
    this.#world.record<Happening>({
      kind: 'happening',
      what: 'noticed',
      party: 'server',
      atMs: clock.nowMs,
      cause: entry,
      requestId,
    });
    if (mechanic('disconnect', revision).value !== 'cancels') return;
    job.isStopped = true;
    if (!job.current) return;
    job.current.untilMs = clock.nowMs;
    job.current.outcome = 'stopped';
  }

  #step(request: Request, job: Job, step: number, startMs: number, cause: number): void {
    const { count, stepMs } = job.act.work!;
    const { clock } = this.#world;
    const finished = this.#finished.get(job.act) ?? 0;
    const untilMs = startMs + step * stepMs;
    const work = this.#world.record<Work>({
      kind: 'work',
      party: 'server',
      atMs: clock.nowMs,
      untilMs,
      cause,
      requestId: request.id,
      step,
      again: step <= finished,
      outcome: 'done',
    });
    job.current = work;
    clock.at(untilMs, () => {
      if (job.isStopped) return;
      this.#finished.set(job.act, Math.max(finished, step));
      job.reply.notify(progressMessage(request, step, count), work.index);
      if (step < count) return this.#step(request, job, step + 1, startMs, work.index);
      job.isStopped = true;
      job.reply.respond(this.#result(request, job.act.result), work.index);
    });
  }

  #result(request: Request, content: JsonObject): Message {
    return resultMessage(request, content, this.#world.revision);
  }
}
