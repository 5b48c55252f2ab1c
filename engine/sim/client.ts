// The client of a run: opens as its kind does, works through a script, answers what the server asks. Knows no transport.
import {
  clientStep,
  isModernError,
  mayBeOlder,
  type ClientEra,
  type ClientEvent,
  type ClientRow,
  type ClientState,
} from '../protocol/lifecycle.ts';
import { mechanic } from '../protocol/mechanics.ts';
import {
  kindOf,
  type JsonObject,
  type Message,
  type Notification,
  type Request,
  type RequestId,
  type Result,
} from '../protocol/messages.ts';
import { EXAMPLE, handshake, notificationMessage, requestMessage } from '../protocol/session.ts';
import { REVISIONS, type Revision } from '../protocol/revisions.ts';
import type { Act, RequestAct } from '../scenarios/scenario.ts';
import type { Happening, What } from '../trace.ts';
import type { Shared } from './shared.ts';
import type { ClientPeer, Refusal, Wire, World } from './world.ts';

export interface ClientPlan {
  readonly acts: readonly Act[];
  readonly firstId: number;
  readonly reconnectMs: number;
  readonly probeTimeoutMs: number;
  readonly authorizationMs: number;
  readonly restartMs: number;
  readonly era: ClientEra;
  /** The revision of each kind that this client speaks, and the oldest with a handshake. */
  readonly legacyRevision: Revision;
  readonly modernRevision: Revision;
  readonly oldestRevision: Revision;
}

interface Pending {
  readonly act: RequestAct;
  readonly id: RequestId;
  readonly message: Request;
  readonly isInitialize: boolean;
  readonly isProbe: boolean;
  /** Grows with each sign of life, so that an earlier time-out knows that it is void. */
  signs: number;
}

export class Client implements ClientPeer {
  wire!: Wire;
  state: ClientState = 'new';
  readonly #world: World;
  readonly #plan: ClientPlan;
  readonly #shared: Shared;
  readonly #pending = new Map<RequestId, Pending>();
  #next = 0;
  #nextId: number;
  /** What goes on once the opening is over, in order. */
  #opened: ((cause?: number) => void)[] = [];
  /** The script waits for this many answers. */
  #awaited = 0;
  #isJoining = false;
  /** Requests of the server that the client is thinking about. */
  readonly #asked = new Set<RequestId>();
  /** What the session was asked for and still does. */
  readonly #lasting: RequestAct[] = [];

  constructor(world: World, plan: ClientPlan, shared: Shared) {
    this.#world = world;
    this.#plan = plan;
    this.#shared = shared;
    this.#nextId = plan.firstId;
    // A script that begins in the middle of a session has no opening.
    if (!plan.acts.some((act) => act.act === 'open')) this.state = 'ready';
  }

  start(): void {
    this.wire.connect((cause) => this.#proceed(cause));
  }

  /** Does the acts that come next, until one has to be waited for. */
  #proceed(cause?: number): void {
    for (let act = this.#plan.acts[this.#next++]; act; act = this.#plan.acts[this.#next++]) {
      if (this.#do(act, cause)) return;
    }
  }

  /** Does one act; says whether the script has to wait. */
  #do(act: Act, cause?: number): boolean {
    switch (act.act) {
      case 'request':
        if (!act.inBackground) this.#awaited++;
        this.#request(act, cause);
        return !act.inBackground;
      case 'notification':
        this.wire.send(notificationMessage(act.method, act.params), cause);
        return false;
      case 'batch':
        this.#awaited += act.requests.length;
        this.wire.send(
          act.requests.map((request) => this.#message(request)),
          cause,
        );
        return true;
      case 'open':
        this.#opened.push((entry) => this.#proceed(entry));
        this.#step('start', cause);
        return true;
      case 'open-stream':
        if (mechanic('push', this.#world.revision, this.#world.transport).value === 'get-stream')
          this.wire.openStream(cause);
        return false;
      case 'push':
        if (act.asks) this.#shared.rememberAsk(act.asks.id, act.asks);
        this.wire.push({ ...notificationMessage(act.method, act.params), ...(act.asks && { id: act.asks.id }) });
        return false;
      case 'keep-alive':
        this.wire.keepAlive();
        return false;
      case 'pause':
        this.#world.clock.at(this.#world.clock.nowMs + act.ms, () => this.#proceed(cause));
        return true;
      case 'join':
        this.#isJoining = this.#pending.size > 0;
        return this.#isJoining;
      case 'leave':
        this.#step('end', cause);
        this.wire.leave(cause);
        return false;
    }
  }

  /** Takes the transition that the table has for an event, and does what it says. */
  #step(on: ClientEvent, cause?: number): void {
    const row = clientStep(this.#plan.era, this.state, on);
    if (!row) return;
    this.state = row.to;
    if (row.speak) this.#world.revision = this.#revisionOf(row.speak);
    if (row.opens) this.wire.fallBack!(cause!, (entry) => this.#step('endpoint', entry));
    if (row.send === 'initialize')
      this.#request(
        { act: 'request', method: 'initialize', params: handshake(this.#world.revision).params, result: {} },
        cause,
      );
    if (row.send === 'notifications/initialized') this.wire.send(notificationMessage(row.send), cause);
    if (row.send === 'server/discover')
      this.#request(
        { act: 'request', method: 'server/discover', result: {}, timeoutMs: this.#plan.probeTimeoutMs },
        cause,
      );
    if (row.to === 'closed' && on !== 'end') this.wire.leave(cause);
    if (row.to === 'ready') for (const goOn of this.#opened.splice(0)) goOn(cause);
  }

  #revisionOf(kind: NonNullable<ClientRow['speak']>): Revision {
    const { legacyRevision, modernRevision } = this.#plan;
    return { legacy: legacyRevision, modern: modernRevision, first: REVISIONS[0] }[kind];
  }

  receive(message: Message, entry: number): void {
    switch (kindOf(message)) {
      case 'request':
        return this.#answer(message as Request, entry);
      case 'notification':
        return this.#hear(message as Notification, entry);
      default:
        return this.#settle(message as Result, entry);
    }
  }

  #hear({ method, params }: Notification, entry: number): void {
    if (method === 'notifications/cancelled') this.#asked.delete(params?.['requestId'] as RequestId);
    if (method !== 'notifications/progress') return;
    const pending = this.#pending.get(params?.['progressToken'] as RequestId);
    if (pending) this.#watch(pending, entry);
  }

  /** A response came: an earlier request is done, or has to be sent again with what the server asked for. */
  #settle(message: Result, entry: number): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    if (pending.isInitialize)
      return this.#step('error' in message ? 'refused' : this.#takeVersion(message.result), entry);
    if (pending.isProbe) return this.#step('error' in message ? probeVerdict(message) : 'discovered', entry);
    const inputs = message.result?.['resultType'] === 'input_required' ? message.result : undefined;
    if (inputs) return this.#bringInputs(pending, inputs, entry);
    if (pending.act.lasts && 'result' in message && !this.#lasting.some((act) => act.params === pending.act.params))
      this.#lasting.push(pending.act);
    this.#finish(pending, entry, 'error' in message ? 'refused' : 'finished');
  }

  /** Speaks what the server answered from here on, if it can. */
  #takeVersion({ protocolVersion }: JsonObject): ClientEvent {
    const version = protocolVersion as Revision;
    if (version < this.#plan.oldestRevision) return 'unknown-version';
    this.#world.revision = version;
    return 'initialized';
  }

  /** A request is over. `what` says how, unless that was said already. */
  #finish({ act, id }: Pending, entry: number, what?: 'finished' | 'refused'): void {
    if (what) this.#note(what, { cause: entry, requestId: id });
    if (!act.inBackground) this.#awaited--;
    const isJoined = this.#isJoining && this.#pending.size === 0;
    if (isJoined) this.#isJoining = false;
    if (isJoined || (!act.inBackground && this.#awaited === 0 && !this.#isJoining)) this.#proceed(entry);
  }

  refused(requestId: RequestId | undefined, refusal: Refusal, entry: number): void {
    const { status, message, sessionId } = refusal;
    const pending = requestId === undefined ? undefined : this.#pending.get(requestId);
    if (status === 401) return this.#authorize(pending, entry);
    if (pending) this.#pending.delete(pending.id);
    // The session is gone: open a new one, then ask again.
    if (status === 404 && sessionId !== undefined) return this.#startOver(pending ? [pending] : [], sessionId, entry);
    if (!pending) return this.state === 'falling-back' ? this.#step('refused', entry) : undefined;
    if (pending.isInitialize) return this.#step(this.#fallsBack(refusal) ? 'maybe-older' : 'refused', entry);
    if (pending.isProbe) return this.#step(probeVerdict(message, status), entry);
    this.#finish(pending, entry, 'refused');
  }

  /** Whether the client goes on to look for the older transport: it speaks the revision of that, and the answer allows it. */
  #fallsBack({ status, message }: Refusal): boolean {
    const { era, legacyRevision, modernRevision, oldestRevision } = this.#plan;
    const newest = era === 'legacy' ? legacyRevision : modernRevision;
    const code = message && 'error' in message ? message.error.code : undefined;
    return this.wire.fallBack !== undefined && oldestRevision === REVISIONS[0] && mayBeOlder(newest, status, code);
  }

  /** Gets a token, then sends the same request again: the server has not read it. */
  #authorize(pending: Pending | undefined, entry: number): void {
    const { clock } = this.#world;
    if (!pending) return;
    const untilMs = clock.nowMs + this.#plan.authorizationMs;
    const waiting = this.#note('waiting', { untilMs, cause: entry, requestId: pending.id });
    clock.at(untilMs, () => {
      this.#world.token = EXAMPLE.token;
      this.wire.send(
        pending.message,
        this.#note('authorized', { cause: waiting, requestId: pending.id }),
        pending.act.headers,
      );
    });
  }

  #startOver(lost: readonly Pending[], sessionId: string, entry: number): void {
    this.#opened.push(
      ...lost.map(
        ({ act }) =>
          (cause?: number) =>
            this.#request(act, cause),
      ),
    );
    if (this.#world.sessionId === sessionId) {
      this.#world.sessionId = undefined;
      this.#askAgain();
      this.#step('session-gone', entry);
    } else if (this.state === 'ready') for (const goOn of this.#opened.splice(0)) goOn(entry);
  }

  /** Asks a new session for what the old one was asked for; nobody waits for the answer. */
  #askAgain(): void {
    this.#opened.push(
      ...this.#lasting.map((act) => (cause?: number) => this.#request({ ...act, inBackground: true }, cause)),
    );
  }

  serverGone(entry: number): void {
    const { clock } = this.#world;
    const noticed = this.#note('noticed', { cause: entry });
    const untilMs = clock.nowMs + this.#plan.restartMs;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    this.#asked.clear();
    const waiting = this.#note('waiting', { untilMs, cause: noticed });
    clock.at(untilMs, () => {
      const restarted = this.#note('restarted', { cause: waiting });
      const again = lost.filter((pending) => !pending.isInitialize && !pending.isProbe);
      this.#askAgain();
      this.#opened.push(
        ...again.map(
          ({ act }) =>
            (cause?: number) =>
              this.#request(act, cause),
        ),
      );
      if (this.state !== 'ready') this.state = 'ready';
      this.#step('server-gone', restarted);
    });
  }

  streamBroken(requestId: RequestId, lastEventId: string | undefined, entry: number, retryMs?: number): void {
    const { clock, link, revision } = this.#world;
    const pending = this.#pending.get(requestId);
    if (!pending) return;
    // The reconnect time ends with the first byte of the new answer, so the request leaves two latencies before.
    const untilMs = clock.nowMs + (retryMs ?? this.#plan.reconnectMs - 2 * link.latencyMs);
    const waiting = this.#note('waiting', { untilMs, cause: entry, requestId });
    const mayResume = mechanic('brokenStream', revision).value === 'resume' && lastEventId !== undefined;
    clock.at(untilMs, () => {
      if (this.#pending.get(requestId) !== pending) return;
      if (mayResume) return this.wire.resume(requestId, lastEventId, waiting);
      this.#pending.delete(requestId);
      this.#request(pending.act, waiting);
    });
  }

  /** The server asks: think, then answer with a message of its own, unless the question is withdrawn meanwhile. */
  #answer(request: Request, entry: number): void {
    const ask = this.#shared.askOf(request.id);
    if (!ask) return;
    const { clock } = this.#world;
    this.#asked.add(request.id);
    clock.at(clock.nowMs + ask.answerAfterMs, () => {
      if (!this.#asked.delete(request.id)) return;
      this.wire.send({ jsonrpc: '2.0', id: request.id, result: ask.answer }, entry);
    });
  }

  /** The result asks for something: think, then send the whole request again under a new id, with the answers. */
  #bringInputs(pending: Pending, { inputRequests, requestState }: JsonObject, entry: number): void {
    const { clock } = this.#world;
    const { state, ...act } = pending.act;
    const { inputResponses: _answered, requestState: _state, ...params } = act.params ?? {};
    const keys = Object.keys((inputRequests as JsonObject | undefined) ?? {});
    const asks = this.#shared.asksIn(pending.act).filter((ask) => keys.includes(ask.key));
    const afterMs = asks.reduce((longest, ask) => Math.max(longest, ask.answerAfterMs), 0);
    const inputResponses = Object.fromEntries(asks.map(({ key, answer }) => [key, answer]));
    const brought = {
      ...params,
      ...(asks.length > 0 && { inputResponses }),
      ...(requestState !== undefined &&
        state !== 'left-out' && { requestState: state ? `${requestState}x` : requestState }),
    };
    // Who gives up while the user thinks has nothing to take back: the call is simply not sent again.
    const { cancelAtMs = Infinity } = act;
    clock.at(Math.min(clock.nowMs + afterMs, cancelAtMs), () => {
      if (clock.nowMs < cancelAtMs) this.#request({ ...act, params: brought }, entry);
      else this.#finish(pending, this.#note('cancelled', { requestId: pending.id }));
    });
  }

  #request(act: RequestAct, cause?: number): void {
    this.wire.send(this.#message(act), cause, act.headers);
  }

  /** The message of a request that is now waited for. */
  #message(given: RequestAct): Request {
    const { clock, revision } = this.#world;
    // The time to give up counts from the first sending, however often the call has to be sent.
    const act =
      given.cancelAfterMs === undefined || given.cancelAtMs !== undefined
        ? given
        : { ...given, cancelAtMs: clock.nowMs + given.cancelAfterMs };
    const id = act.id ?? this.#nextId++;
    const message = requestMessage(act, id, revision);
    const pending: Pending = {
      act,
      id,
      message,
      isInitialize: this.state === 'initializing' && act.method === 'initialize',
      isProbe: this.state === 'probing',
      signs: 0,
    };
    this.#pending.set(id, pending);
    this.#shared.remember(id, act);
    this.#watch(pending);
    if (act.cancelAtMs !== undefined)
      clock.at(act.cancelAtMs, () => this.#giveUp(pending, 'cancelled', act.cancelReason));
    return message;
  }

  /** Starts the wait of a request anew. */
  #watch(pending: Pending, cause?: number): void {
    const { timeoutMs } = pending.act;
    const signs = ++pending.signs;
    if (timeoutMs === undefined) return;
    const { clock } = this.#world;
    clock.at(clock.nowMs + timeoutMs, () => {
      if (pending.signs === signs) this.#giveUp(pending, 'timed-out', undefined, cause);
    });
  }

  #giveUp(pending: Pending, what: 'cancelled' | 'timed-out', reason?: string, cause?: number): void {
    if (this.#pending.get(pending.id) !== pending) return;
    this.#pending.delete(pending.id);
    const { revision, transport } = this.#world;
    const index = this.#note(what, { requestId: pending.id, cause });
    if (pending.isProbe) return this.#step('silence', index);
    if (mechanic('cancel', revision, transport).value === 'close') this.wire.close(pending.id, index);
    else
      this.wire.send(
        notificationMessage('notifications/cancelled', {
          requestId: pending.id,
          ...(reason !== undefined && { reason }),
        }),
        index,
      );
    this.#finish(pending, index);
  }

  #note(
    what: What,
    {
      cause,
      requestId,
      untilMs,
    }: { readonly cause?: number | undefined; readonly requestId?: RequestId; readonly untilMs?: number },
  ): number {
    const { index } = this.#world.record<Happening>({
      kind: 'happening',
      what,
      party: 'client',
      atMs: this.#world.clock.nowMs,
      ...(untilMs !== undefined && { untilMs }),
      ...(cause !== undefined && { cause }),
      ...(requestId !== undefined && { requestId }),
    });
    return index;
  }
}

/** What the answer to a probe tells about the server. */
function probeVerdict(message: Message | undefined, status?: number): ClientEvent {
  const code = message && 'error' in message ? message.error.code : undefined;
  return isModernError(code, status) ? 'modern-error' : 'other-error';
}
