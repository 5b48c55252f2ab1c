// The server of a run: serves or refuses as its kind does, works through handlers, asks the client. Knows no transport.
import { serverStep, type ServerEra, type ServerEvent, type ServerState } from '../protocol/lifecycle.ts';
import { mechanic } from '../protocol/mechanics.ts';
import { kindOf, type JsonObject, type Message, type Request, type RequestId } from '../protocol/messages.ts';
import type { Revision, Transport } from '../protocol/revisions.ts';
import {
  challengeIn,
  discovered,
  errorMessage,
  EXAMPLE,
  handshake,
  notificationMessage,
  progressReports,
  resultMessage,
  subscriptionMeta,
} from '../protocol/session.ts';
import type { HandlerStep, RequestAct } from '../scenarios/scenario.ts';
import type { Happening, Work } from '../trace.ts';
import type { Ask, Shared } from './shared.ts';
import type { Draft, Mishap, Refusal, Reply, ServerPeer, World } from './world.ts';

export interface ServerPlan {
  readonly era: ServerEra;
  /** What it speaks; a client that comes with something else is told so. */
  readonly transport: Transport;
  readonly firstId: number;
  readonly legacyRevision: Revision;
  readonly modernRevision: Revision;
  readonly hasSessions: boolean;
  /** What it declares besides what the example's server always does. */
  readonly capabilities: JsonObject;
  /** The newest revision with a handshake that it speaks. */
  readonly newestRevision: Revision;
  /** It serves nobody without a token. */
  readonly wantsToken: boolean;
  readonly mishaps: readonly Mishap[];
}

interface Job {
  readonly request: Request;
  readonly reply: Reply;
  readonly act: RequestAct;
  readonly steps: readonly HandlerStep[];
  /** The place in `steps`. */
  at: number;
  current: Draft<Work> | undefined;
  reports?: (step: number) => Message;
  /** The question that is out, if one is. */
  asking: RequestId | undefined;
  isOver: boolean;
}

export class Server implements ServerPeer {
  state: ServerState = 'new';
  readonly #world: World;
  readonly #plan: ServerPlan;
  readonly #shared: Shared;
  readonly #jobs = new Map<RequestId, Job>();
  /** Jobs that wait for an answer to a question, by the question's id. */
  readonly #asking = new Map<RequestId, Job>();
  /** Steps of each call that were ever finished, whatever id it had: a call that is sent again has the same handler. */
  readonly #finished = new Map<readonly HandlerStep[], number>();
  readonly #sessions = new Set<string>();
  #nextId: number;
  #messages = 0;
  #opened = 0;

  constructor(world: World, plan: ServerPlan, shared: Shared) {
    this.#world = world;
    this.#plan = plan;
    this.#shared = shared;
    this.#nextId = plan.firstId;
    if (world.sessionId !== undefined) this.newSession();
  }

  objection({ sessionId, token, isMessage }: Parameters<ServerPeer['objection']>[0]): Refusal | undefined {
    if (this.#world.transport !== this.#plan.transport)
      return { status: 405, allow: this.#plan.transport === 'http+sse' ? 'GET' : 'POST' };
    if (isMessage) this.#messages++;
    if (this.#plan.mishaps.some((m) => m.kind === 'forget-sessions' && m.beforeMessage === this.#messages))
      this.#sessions.clear();
    if (this.#plan.wantsToken && token === undefined)
      return { status: 401, challenge: challengeIn(this.#world.revision) };
    if (sessionId !== undefined && !this.#sessions.has(sessionId)) return { status: 404, sessionId };
    return undefined;
  }

  newSession(): string | undefined {
    if (!this.#plan.hasSessions) return undefined;
    const known = [EXAMPLE.sessionId, EXAMPLE.nextSessionId][this.#opened++];
    const sessionId = known ?? `${EXAMPLE.nextSessionId}${this.#opened}`;
    this.#sessions.add(sessionId);
    return sessionId;
  }

  exit(): void {
    for (const job of this.#jobs.values()) this.#halt(job);
    this.#jobs.clear();
    this.#asking.clear();
    this.state = 'new';
  }

  receive(received: Message | readonly Message[], reply: Reply, entry: number): void {
    for (const message of Array.isArray(received) ? (received as readonly Message[]) : [received as Message]) {
      switch (kindOf(message)) {
        case 'request':
          this.#serve(message as Request, reply, entry);
          break;
        case 'notification':
          this.#hear(message, entry);
          break;
        default:
          this.#take(message, entry);
      }
    }
  }

  #hear(message: Message, entry: number): void {
    const { method, params } = message as { readonly method: string; readonly params?: JsonObject };
    if (method === 'notifications/initialized')
      this.state = serverStep(this.#plan.era, this.state, method)?.to ?? this.state;
    if (method === 'notifications/cancelled') this.#stop(params?.['requestId'] as RequestId, entry);
  }

  /** An answer to one of the server's questions. */
  #take(message: Message, entry: number): void {
    const id = 'id' in message ? message.id! : undefined;
    const job = id === undefined ? undefined : this.#asking.get(id);
    if (!job) return;
    this.#asking.delete(id!);
    job.asking = undefined;
    this.#go(job, entry);
  }

  #serve(request: Request, reply: Reply, entry: number): void {
    const row = serverStep(this.#plan.era, this.state, eventOf(request));
    this.state = row?.to ?? this.state;
    switch (row?.does ?? 'refuse-modern') {
      case 'nothing':
        // Over HTTP even a server that has nothing to say answers: the version header is one it does not know.
        if (this.#world.transport !== 'stdio') reply.refuse({ status: 400 }, entry);
        return;
      case 'refuse-modern':
        // A legacy server over HTTP does not get as far as the method: the version header is one it does not know.
        if (this.#world.transport !== 'stdio')
          return reply.refuse(
            { status: 400, message: errorMessage(undefined, -32000, 'Bad Request: unsupported protocol version') },
            entry,
          );
        if (request.method === 'server/discover')
          return reply.refuse({ status: 400, message: errorMessage(request.id, -32601, 'Method not found') }, entry);
        return reply.refuse(
          { status: 400, message: errorMessage(request.id, -32602, 'Received a request before initialization') },
          entry,
        );
      case 'refuse-legacy':
        // Over HTTP the headers are looked at first, and initialize has none of those that are required.
        if (this.#world.transport !== 'stdio')
          return reply.refuse(
            {
              status: 400,
              message: errorMessage(request.id, -32020, 'Header mismatch: MCP-Protocol-Version is missing'),
            },
            entry,
          );
        return this.#refuseVersion(request, reply, entry);
      case 'refuse-version':
        return this.#refuseVersion(request, reply, entry);
      case 'serve':
        return this.#begin(request, reply, entry);
    }
  }

  #refuseVersion(request: Request, reply: Reply, entry: number): void {
    const data = { supported: [this.#plan.modernRevision], requested: this.#plan.legacyRevision };
    reply.refuse(
      { status: 400, message: errorMessage(request.id, -32022, 'Unsupported protocol version', data) },
      entry,
    );
  }

  #begin(request: Request, reply: Reply, entry: number): void {
    if (request.method === 'server/discover')
      return reply.respond(resultMessage(request, discovered(this.#plan.capabilities), this.#world.revision), entry);
    const act = this.#shared.actOf(request.id)!;
    // A script that writes its own handshake says what is answered.
    if (request.method === 'initialize' && Object.keys(act.result).length === 0)
      return reply.respond(this.#welcome(request), entry);
    const { requestState = STATE_SEAL } = request.params ?? {};
    if (!String(requestState).endsWith(STATE_SEAL))
      return reply.respond(errorMessage(request.id, -32602, 'requestState is not one that this server gave'), entry);
    const steps = act.handler ?? [];
    if (steps.length === 0) return reply.respond(this.#result(request, act), entry);
    const job: Job = {
      request,
      reply,
      act,
      steps,
      at: placeOf(request),
      current: undefined,
      asking: undefined,
      isOver: false,
    };
    this.#jobs.set(request.id, job);
    if (speaksBeforeTheEnd(job, this.#world.revision)) reply.open(entry);
    this.#go(job, entry);
  }

  /** Answers initialize: with the version that was asked for, or with the newest that this server speaks. */
  #welcome(request: Request): Message {
    const asked = request.params?.['protocolVersion'] as Revision;
    const spoken = asked <= this.#plan.newestRevision ? asked : this.#plan.newestRevision;
    return resultMessage(request, handshake(spoken, this.#plan.capabilities).result, this.#world.revision);
  }

  /** Does the next step of a job, or answers. */
  #go(job: Job, cause: number): void {
    if (job.isOver) return;
    const { clock, revision } = this.#world;
    const step = job.steps[job.at++];
    if (!step) {
      job.isOver = true;
      return job.reply.respond(this.#result(job.request, job.act), cause);
    }
    switch (step.do) {
      case 'work':
        return this.#work(job, step, cause);
      case 'wait':
        return clock.at(clock.nowMs + step.ms, () => this.#go(job, cause));
      case 'notify':
        return clock.at(clock.nowMs + (step.afterMs ?? 0), () => {
          if (job.isOver) return;
          job.reply.send(notificationMessage(step.method, this.#paramsFor(job, step.params)), cause);
          this.#go(job, cause);
        });
      case 'keep-alive':
        return clock.at(clock.nowMs + step.afterMs, () => {
          if (job.isOver) return;
          job.reply.keepAlive(cause);
          this.#go(job, cause);
        });
      case 'hang-up':
        job.reply.hangUp(step.retryMs, cause);
        return this.#go(job, cause);
      case 'ask':
        if (mechanic('serverAsks', revision).value === 'request') return this.#ask(job, step, cause);
        job.isOver = true;
        return job.reply.respond(inputRequired(job, revision, step), cause);
      case 'put-off':
        if (mechanic('serverAsks', revision).value === 'request') return this.#go(job, cause);
        job.isOver = true;
        return job.reply.respond(inputRequired(job, revision), cause);
    }
  }

  /** Notifications of a subscription name it. */
  #paramsFor({ request }: Job, params: JsonObject | undefined): JsonObject | undefined {
    if (request.method !== 'subscriptions/listen') return params;
    return { ...params, ...subscriptionMeta(request.id) };
  }

  #work(job: Job, { ms, step, of }: Extract<HandlerStep, { do: 'work' }>, cause: number): void {
    const { clock, revision } = this.#world;
    const finished = this.#finished.get(job.steps) ?? 0;
    const untilMs = clock.nowMs + ms;
    const work = this.#world.record<Work>({
      kind: 'work',
      party: 'server',
      atMs: clock.nowMs,
      untilMs,
      cause,
      requestId: job.request.id,
      step,
      again: step <= finished,
      outcome: 'done',
    });
    job.current = work;
    clock.at(untilMs, () => {
      if (job.isOver) return;
      job.current = undefined;
      this.#finished.set(job.steps, Math.max(finished, step));
      if (job.act.wantsProgress) {
        job.reports ??= progressReports(job.request, of, revision);
        job.reply.send(job.reports(step), work.index);
      }
      this.#go(job, work.index);
    });
  }

  /** Asks with a request of the server's own; the answer comes as a message of the client's. */
  #ask(job: Job, ask: Ask, cause: number): void {
    const id = this.#nextId++;
    this.#shared.rememberAsk(id, ask);
    this.#asking.set(id, job);
    job.asking = id;
    job.reply.send({ jsonrpc: '2.0', id, method: ask.method, params: ask.params }, cause);
  }

  disconnected(requestId: RequestId, entry: number): void {
    const job = this.#jobs.get(requestId);
    if (!job || job.isOver) return;
    const { clock, revision } = this.#world;
    this.#world.record<Happening>({
      kind: 'happening',
      what: 'noticed',
      party: 'server',
      atMs: clock.nowMs,
      cause: entry,
      requestId,
    });
    if (mechanic('disconnect', revision).value === 'cancels') this.#stop(requestId, entry);
  }

  /** Stops a job; what it has asked the client is withdrawn with it. */
  #stop(requestId: RequestId, entry: number): void {
    const job = this.#jobs.get(requestId);
    if (!job || job.isOver) return;
    this.#halt(job);
    const { revision } = this.#world;
    if (mechanic('disconnect', revision).value === 'cancels' && this.#world.transport !== 'stdio') return;
    if (job.asking !== undefined) {
      this.#asking.delete(job.asking);
      job.reply.send(
        notificationMessage('notifications/cancelled', {
          requestId: job.asking,
          reason: `request ${requestId} was cancelled`,
        }),
        entry,
      );
    }
    job.reply.end(entry);
  }

  #halt(job: Job): void {
    job.isOver = true;
    if (!job.current) return;
    job.current.untilMs = this.#world.clock.nowMs;
    job.current.outcome = 'stopped';
    job.current = undefined;
  }

  #result(request: Request, act: RequestAct): Message {
    const result =
      request.method === 'subscriptions/listen' ? { ...act.result, ...subscriptionMeta(request.id) } : act.result;
    return resultMessage(request, result, this.#world.revision, act.resultType);
  }
}

function eventOf({ method, params }: Request): ServerEvent {
  if (method === 'initialize') return 'initialize';
  const meta = params?.['_meta'] as JsonObject | undefined;
  return meta?.['io.modelcontextprotocol/protocolVersion'] === undefined ? 'legacy-request' : 'modern-request';
}

/** Whether something goes out before the result, so that a stream has to be there; else one body will do. */
function speaksBeforeTheEnd({ steps, at, act }: Job, revision: Revision): boolean {
  const asksByRequest = mechanic('serverAsks', revision).value === 'request';
  for (const step of steps.slice(at)) {
    // Where the server may not ask, a question is a result, and the end.
    if (step.do === 'ask' || step.do === 'put-off') {
      if (!asksByRequest) return false;
      if (step.do === 'ask') return true;
    }
    if (step.do === 'work' ? act.wantsProgress : step.do !== 'wait' && step.do !== 'put-off') return true;
  }
  return false;
}

/** The state that the server hands out, to find its place again when the call comes back. Opaque to the client. */
const STATE_PREFIX = 'eyJhdCI6';

/** What tells the server that a state is its own: it trusts none that it has not sealed. */
const STATE_SEAL = '.Zk3vQ9';

/** A result that asks for something, or for nothing but another call. */
function inputRequired({ request, at }: Job, revision: Revision, ask?: Ask): Message {
  const inputRequests = ask && { [ask.key]: { method: ask.method, params: ask.params } };
  const content = { ...(inputRequests && { inputRequests }), requestState: `${STATE_PREFIX}${at}${STATE_SEAL}` };
  return resultMessage(request, content, revision, 'input_required');
}

function placeOf({ params }: Request): number {
  const state = params?.['requestState'];
  return typeof state === 'string' && state.startsWith(STATE_PREFIX)
    ? Number.parseInt(state.slice(STATE_PREFIX.length), 10)
    : 0;
}
