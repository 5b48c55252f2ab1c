// Runs a crowd to its end: clients call, a balancer chooses, replicas know the session or do not, redeploys forget it.
// Counts; makes no bytes.
import { Clock } from '../sim/clock.ts';
import { seededRandom } from '../sim/random.ts';
import { habitRow, type HabitAction } from './habits.ts';
import { crowdPlan, type CrowdEvent, type CrowdPlan } from './plan.ts';
import { hashOf, policyOf, type Policy } from './policies.ts';

/** `refused`: an answer, but no result. `lost`: the connection ended under it. `unavailable`: no replica was up. */
export type CallOutcome = 'answered' | 'refused' | 'lost' | 'unavailable';

export interface CrowdCall {
  /** In the order in which calls begin, from 0. */
  readonly index: number;
  readonly client: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly outcome: CallOutcome;
  /** How often the call itself was sent. */
  readonly sends: number;
  /** Work that was cut off and is done again, ms. */
  readonly repeatedMs: number;
  /** Work that was cut off and is not done again, ms. */
  readonly lostMs: number;
}

export interface ReplicaState {
  readonly isUp: boolean;
  /** Calls that it has finished. */
  readonly served: number;
  /** Sessions that it holds at the end, whether or not anyone still has their id. */
  readonly sessions: number;
  readonly peakSessions: number;
  readonly peakBytes: number;
}

/** A request of a recorded call, or something that happens to a replica. */
export type CrowdEntry =
  | {
      readonly kind: 'request';
      readonly atMs: number;
      /** When the answer is back, or the client learns that there is none. */
      readonly untilMs: number;
      readonly call: number;
      readonly client: number;
      readonly message: 'initialize' | 'notifications/initialized' | 'tools/call';
      /** The session that the request names, from 1; 0: none. */
      readonly session: number;
      /** Absent: none was up. */
      readonly replica?: number;
      /** Absent: the connection ended before there was one. */
      readonly status?: number;
    }
  | {
      readonly kind: 'replica';
      readonly atMs: number;
      readonly replica: number;
      readonly what: 'down' | 'up' | 'killed' | 'added';
    };

export interface CrowdResult {
  readonly plan: CrowdPlan;
  readonly calls: readonly CrowdCall[];
  readonly answered: number;
  /** answered / calls, from 0 to 1. */
  readonly successRate: number;
  /** HTTP requests of all kinds. */
  readonly requests: number;
  /** Requests that named a session which the replica did not know. */
  readonly refusals: number;
  readonly initializations: number;
  /** Those beyond the first of each client. */
  readonly reinitializations: number;
  readonly repeatedMs: number;
  readonly lostMs: number;
  readonly replicas: readonly ReplicaState[];
  /** Sessions in the shared store at the end. */
  readonly storedSessions: number;
  /** What is held for sessions at the end, in replicas and store, bytes. */
  readonly heldBytes: number;
  readonly untilMs: number;
  /** How many moments the run consisted of. */
  readonly moments: number;
  readonly entries: readonly CrowdEntry[];
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };

interface Replica {
  readonly index: number;
  isUp: boolean;
  served: number;
  readonly sessions: Set<number>;
  peakSessions: number;
}

interface Client {
  readonly index: number;
  /** The session whose id it sends, from 1; 0: none. */
  session: number;
  /** Where that session was opened. */
  home: Replica | undefined;
  /** What its cookie says. */
  cookie: Replica | undefined;
  hasInitialized: boolean;
  callsLeft: number;
  restartsLeft: number;
  call: Draft<CrowdCall>;
  /** The replica that works for it now, since when, and until when. */
  worker: Replica | undefined;
  workSinceMs: number;
  workUntilMs: number;
  /** When the request left that it waits for. */
  sentAtMs: number;
  /** Counts the calls that were sent, so that an answer to one that was cut off is known. */
  turn: number;
}

/**
 * Runs a crowd. What is not given has its default.
 * @throws InputError if a number of the plan is out of range.
 */
export function runCrowd(given: Partial<CrowdPlan> = {}): CrowdResult {
  return new Crowd(crowdPlan(given)).run();
}

class Crowd {
  readonly #plan: CrowdPlan;
  readonly #policy: Policy;
  readonly #clock = new Clock();
  readonly #random: () => number;
  readonly #onUnknown: HabitAction;
  readonly #onLost: HabitAction;
  readonly #replicas: Replica[] = [];
  /** Replicas that a scaling has taken away; what they served counts. */
  readonly #gone: Replica[] = [];
  readonly #store = new Set<number>();
  readonly #clients: Client[] = [];
  readonly #calls: CrowdCall[] = [];
  readonly #entries: CrowdEntry[] = [];
  #turn = 0;
  #sessions = 0;
  #moments = 0;
  #requests = 0;
  #refusals = 0;
  #initializations = 0;
  #reinitializations = 0;

  constructor(plan: CrowdPlan) {
    this.#plan = plan;
    this.#policy = policyOf(plan.policy);
    this.#random = seededRandom(hashOf(plan.seed, 7));
    this.#onUnknown = habitRow(plan.habit, `session-${plan.unknownSession}`).does;
    this.#onLost = habitRow(plan.habit, 'connection-lost').does;
  }

  run(): CrowdResult {
    const { clients, replicas, callsPerClient, events } = this.#plan;
    for (let i = 0; i < replicas; i++) this.#add();
    for (const event of events) this.#at(event.atMs, () => this.#happen(event));
    for (let index = 0; index < clients; index++) {
      const client: Client = {
        index,
        session: 0,
        home: undefined,
        cookie: undefined,
        hasInitialized: false,
        callsLeft: callsPerClient,
        restartsLeft: 0,
        call: newCall(0, index, 0),
        worker: undefined,
        workSinceMs: 0,
        workUntilMs: 0,
        sentAtMs: 0,
        turn: 0,
      };
      this.#clients.push(client);
      this.#think(client);
    }
    this.#clock.run();
    return this.#result();
  }

  #at(atMs: number, action: () => void): void {
    this.#moments++;
    this.#clock.at(atMs, action);
  }

  /** The same from now. */
  #in(ms: number, action: () => void): void {
    this.#at(this.#clock.nowMs + ms, action);
  }

  #think(client: Client): void {
    this.#in(-this.#plan.thinkMs * Math.log(1 - this.#random()), () => this.#begin(client));
  }

  #begin(client: Client): void {
    client.callsLeft--;
    client.restartsLeft = this.#plan.restarts;
    client.call = newCall(this.#calls.length, client.index, this.#clock.nowMs);
    this.#calls.push(client.call);
    if (this.#policy.sessions !== 'none' && client.session === 0) this.#initialize(client);
    else this.#send(client);
  }

  #end(client: Client, outcome: CallOutcome): void {
    client.call.outcome = outcome;
    client.call.endedAtMs = this.#clock.nowMs;
    this.#rest(client);
  }

  #rest(client: Client): void {
    if (client.callsLeft > 0) this.#think(client);
  }

  #initialize(client: Client): void {
    const { latencyMs } = this.#plan;
    this.#initializations++;
    if (client.hasInitialized) this.#reinitializations++;
    client.hasInitialized = true;
    client.session = 0;
    this.#leave(client);
    this.#in(latencyMs, () => {
      const replica = this.#pick(client);
      if (!replica) return this.#unavailable(client, 'initialize');
      const session = ++this.#sessions;
      if (this.#policy.sessions === 'store') this.#store.add(session);
      else {
        replica.sessions.add(session);
        replica.peakSessions = Math.max(replica.peakSessions, replica.sessions.size);
      }
      this.#in(latencyMs, () => {
        this.#record(client, 'initialize', replica, 200);
        client.session = session;
        client.home = replica;
        client.cookie = replica;
        this.#confirm(client);
      });
    });
  }

  /** `notifications/initialized`: the first request that has to find its session again. */
  #confirm(client: Client): void {
    const { latencyMs } = this.#plan;
    this.#leave(client);
    this.#in(latencyMs, () => {
      const replica = this.#pick(client);
      if (!replica) return this.#unavailable(client, 'notifications/initialized');
      const isKnown = this.#knows(replica, client.session);
      this.#in(latencyMs, () => {
        const status = isKnown ? 202 : this.#plan.unknownSession;
        this.#record(client, 'notifications/initialized', replica, status);
        if (isKnown) return this.#goOn(client);
        this.#refusals++;
        // Who makes nothing of a refusal goes on with the id that it was given.
        if (this.#onUnknown === 'fail') return this.#goOn(client);
        this.#restart(client, 'refused');
      });
    });
  }

  /** After a handshake: asks what it was opened for, unless that has been given up. */
  #goOn(client: Client): void {
    if (client.call.sends === 0 || this.#onUnknown === 'initialize-and-send-again') this.#send(client);
    else this.#rest(client);
  }

  #restart(client: Client, outcome: CallOutcome): void {
    client.session = 0;
    const isOver = client.call.endedAtMs >= 0;
    if (client.restartsLeft > 0) {
      client.restartsLeft--;
      return this.#initialize(client);
    }
    if (isOver) this.#rest(client);
    else this.#end(client, outcome);
  }

  #send(client: Client): void {
    const { latencyMs, workMs } = this.#plan;
    client.call.sends++;
    const turn = ++client.turn;
    this.#leave(client);
    this.#in(latencyMs, () => {
      const replica = this.#pick(client);
      if (!replica) return this.#unavailable(client, 'tools/call');
      if (!this.#knows(replica, client.session)) return this.#in(latencyMs, () => this.#refused(client, replica));
      client.worker = replica;
      client.workSinceMs = this.#clock.nowMs;
      client.workUntilMs = this.#clock.nowMs + workMs;
      this.#in(workMs + latencyMs, () => {
        if (client.turn !== turn) return;
        client.worker = undefined;
        client.cookie = replica;
        replica.served++;
        this.#record(client, 'tools/call', replica, 200);
        this.#end(client, 'answered');
      });
    });
  }

  #refused(client: Client, replica: Replica): void {
    this.#refusals++;
    this.#record(client, 'tools/call', replica, this.#plan.unknownSession);
    if (this.#onUnknown === 'fail') return this.#end(client, 'refused');
    if (this.#onUnknown === 'initialize') {
      client.call.outcome = 'refused';
      client.call.endedAtMs = this.#clock.nowMs;
    }
    this.#restart(client, 'refused');
  }

  #unavailable(client: Client, message: 'initialize' | 'notifications/initialized' | 'tools/call'): void {
    this.#in(this.#plan.latencyMs, () => {
      this.#record(client, message, undefined, 503);
      if (client.call.endedAtMs >= 0) this.#rest(client);
      else this.#end(client, 'unavailable');
    });
  }

  /** A replica is gone, and with it the connections to it. */
  #cut(replica: Replica): void {
    const { nowMs } = this.#clock;
    replica.sessions.clear();
    for (const client of this.#clients) {
      if (client.worker !== replica || nowMs >= client.workUntilMs) continue;
      const { call } = client;
      const doneMs = nowMs - client.workSinceMs;
      const isSentAgain = this.#onLost === 'send-again';
      client.worker = undefined;
      client.turn++;
      if (isSentAgain) call.repeatedMs += doneMs;
      else call.lostMs += doneMs;
      this.#in(this.#plan.latencyMs, () => {
        this.#record(client, 'tools/call', replica, undefined);
        if (isSentAgain) this.#send(client);
        else this.#end(client, 'lost');
      });
    }
  }

  #happen(event: CrowdEvent): void {
    switch (event.kind) {
      case 'redeploy':
        for (const replica of [...this.#replicas]) {
          if (event.everyMs === 0) this.#takeDown(replica, event.downMs);
          else this.#in(replica.index * event.everyMs, () => this.#takeDown(replica, event.downMs));
        }
        return;
      case 'kill': {
        const replica = this.#replicas[event.replica];
        if (!replica?.isUp) return;
        replica.isUp = false;
        this.#note(replica, 'killed');
        return this.#cut(replica);
      }
      case 'scale':
        while (this.#replicas.length < event.replicas) this.#note(this.#add(), 'added');
        while (this.#replicas.length > event.replicas) {
          const replica = this.#replicas.pop()!;
          replica.isUp = false;
          this.#gone.push(replica);
          this.#note(replica, 'killed');
          this.#cut(replica);
        }
    }
  }

  #takeDown(replica: Replica, downMs: number): void {
    // One that was killed or taken away meanwhile has nothing to restart.
    if (!replica.isUp) return;
    replica.isUp = false;
    this.#note(replica, 'down');
    this.#cut(replica);
    if (downMs === 0) return this.#bringUp(replica);
    this.#in(downMs, () => this.#bringUp(replica));
  }

  #bringUp(replica: Replica): void {
    if (this.#gone.includes(replica)) return;
    replica.isUp = true;
    this.#note(replica, 'up');
  }

  #add(): Replica {
    const replica: Replica = {
      index: this.#replicas.length,
      isUp: true,
      served: 0,
      sessions: new Set(),
      peakSessions: 0,
    };
    this.#replicas.push(replica);
    return replica;
  }

  #knows(replica: Replica, session: number): boolean {
    switch (this.#policy.sessions) {
      case 'none':
        return true;
      case 'store':
        return this.#store.has(session);
      case 'replica':
        return replica.sessions.has(session);
    }
  }

  /** The balancer's choice: what the policy says or, if that one is away, the next that is up. */
  #pick(client: Client): Replica | undefined {
    const count = this.#replicas.length;
    const wanted = this.#wanted(client);
    const first = wanted ?? this.#turn % count;
    for (let i = 0; i < count; i++) {
      const replica = this.#replicas[(first + i) % count]!;
      if (!replica.isUp) continue;
      if (wanted === undefined) this.#turn = replica.index + 1;
      return replica;
    }
    return undefined;
  }

  /** The number of the replica that the policy wants; absent: whose turn it is. */
  #wanted(client: Client): number | undefined {
    const { seed, addresses, keepsCookies } = this.#plan;
    const count = this.#replicas.length;
    switch (this.#policy.routesBy) {
      case 'turn':
        return undefined;
      case 'chance':
        return Math.floor(this.#random() * count);
      case 'address':
        return hashOf(client.index % addresses, seed) % count;
      case 'session':
        return hashOf(client.session, seed) % count;
      case 'cookie':
        return keepsCookies && client.cookie?.isUp ? client.cookie.index : undefined;
      case 'learned':
        return client.session !== 0 && client.home?.isUp ? client.home.index : undefined;
    }
  }

  #leave(client: Client): void {
    this.#requests++;
    client.sentAtMs = this.#clock.nowMs;
  }

  #record(
    client: Client,
    message: 'initialize' | 'notifications/initialized' | 'tools/call',
    replica: Replica | undefined,
    status: number | undefined,
  ): void {
    const { call, session, sentAtMs } = client;
    if (call.index >= this.#plan.recordedCalls) return;
    this.#entries.push({
      kind: 'request',
      atMs: sentAtMs,
      untilMs: this.#clock.nowMs,
      call: call.index,
      client: client.index,
      message,
      session: message === 'initialize' ? 0 : session,
      ...(replica && { replica: replica.index }),
      ...(status !== undefined && { status }),
    });
  }

  #note({ index }: Replica, what: Extract<CrowdEntry, { kind: 'replica' }>['what']): void {
    if (this.#plan.recordedCalls === 0) return;
    this.#entries.push({ kind: 'replica', atMs: this.#clock.nowMs, replica: index, what });
  }

  #result(): CrowdResult {
    const { sessionBytes } = this.#plan;
    const calls = this.#calls;
    const answered = calls.filter((call) => call.outcome === 'answered').length;
    const held = this.#replicas.reduce((sum, { sessions }) => sum + sessions.size, 0);
    return {
      plan: this.#plan,
      calls,
      answered,
      successRate: answered / calls.length,
      requests: this.#requests,
      refusals: this.#refusals,
      initializations: this.#initializations,
      reinitializations: this.#reinitializations,
      repeatedMs: calls.reduce((sum, call) => sum + call.repeatedMs, 0),
      lostMs: calls.reduce((sum, call) => sum + call.lostMs, 0),
      replicas: [...this.#replicas, ...this.#gone].map(({ isUp, served, sessions, peakSessions }) => ({
        isUp,
        served,
        sessions: sessions.size,
        peakSessions,
        peakBytes: peakSessions * sessionBytes,
      })),
      storedSessions: this.#store.size,
      heldBytes: (held + this.#store.size) * sessionBytes,
      untilMs: this.#clock.nowMs,
      moments: this.#moments,
      entries: this.#entries.toSorted((a, b) => a.atMs - b.atMs),
    };
  }
}

function newCall(index: number, client: number, startedAtMs: number): Draft<CrowdCall> {
  // endedAtMs below 0: not over yet.
  return { index, client, startedAtMs, endedAtMs: -1, outcome: 'refused', sends: 0, repeatedMs: 0, lostMs: 0 };
}
