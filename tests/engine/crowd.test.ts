// Crowds: what clients make a habit of, and replicas behind a balancer. Simulation and closed form agree: exactly where
// nothing is left to chance, else within the sampling error that Hoeffding's bound gives for independent clients.
import {
  afterRedeploy,
  crowdPlan,
  describeCrowd,
  expectedSuccessRate,
  FACTS,
  HABIT_ROWS,
  habitRow,
  HABITS,
  movedShare,
  POLICIES,
  policyOf,
  runCrowd,
  type CrowdPlan,
  type CrowdResult,
  type HabitEvent,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chance, runsOf } from './chance.ts';

const policyIds = POLICIES.map(({ id }) => id);
const habitIds = HABITS.map(({ id }) => id);
const events = [...new Set(HABIT_ROWS.map(({ on }) => on))];

/**
 * A mean over so many independent values from 0 to 1 is further than this from its expectation in one of `odds` cases:
 * 2·exp(−2·N·ε²) = 1/odds.
 */
const samplingError = (independent: number, odds: number): number => Math.sqrt(Math.log(2 * odds) / (2 * independent));
const odds = 1e9;

describe('habits', () => {
  test.each(habitIds)('%s: has an answer to everything', (habit) => {
    for (const on of events) expect(habitRow(habit, on), on).toBeDefined();
  });

  it('every row can be reached, and differs from what everybody does', () => {
    const reached = new Set(habitIds.flatMap((habit) => events.map((on) => habitRow(habit, on))));
    expect(HABIT_ROWS.filter((row) => !reached.has(row))).toEqual([]);
    for (const { habit, on, does } of HABIT_ROWS)
      if (habit) expect(does, on).not.toBe(habitRow('by-the-specification', on).does);
  });

  it('every habit but the first is one', () => {
    const own = new Set(HABIT_ROWS.flatMap(({ habit }) => habit ?? []));
    expect([...own].sort()).toEqual(habitIds.slice(1).sort());
  });

  it('facts exist', () => {
    for (const { fact } of [...HABIT_ROWS, ...POLICIES]) if (fact) expect(FACTS).toHaveProperty([fact]);
  });

  it('only 404 lets anyone come back', () => {
    const comesBack = (on: HabitEvent) => habitIds.filter((habit) => habitRow(habit, on).does !== 'fail');
    expect(comesBack('session-404')).toEqual(habitIds.filter((id) => id !== 'ignores-404'));
    expect(comesBack('session-400')).toEqual([]);
    expect(comesBack('session-503')).toEqual([]);
  });
});

const crowds: fc.Arbitrary<Partial<CrowdPlan>> = fc.record({
  policy: fc.constantFrom(...policyIds),
  habit: fc.constantFrom(...habitIds),
  replicas: fc.integer({ min: 1, max: 9 }),
  clients: fc.integer({ min: 1, max: 40 }),
  callsPerClient: fc.integer({ min: 1, max: 12 }),
  unknownSession: fc.constantFrom(404 as const, 400 as const, 503 as const),
  restarts: fc.integer({ min: 0, max: 3 }),
  addresses: fc.integer({ min: 1, max: 40 }),
  keepsCookies: fc.boolean(),
  thinkMs: fc.constantFrom(0, 50, 1000),
  workMs: fc.constantFrom(0, 200),
  latencyMs: fc.constantFrom(0, 20),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  recordedCalls: fc.constantFrom(0, 5, 1000),
});

const anyEvents = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('redeploy' as const),
      atMs: fc.integer({ min: 0, max: 8000 }),
      everyMs: fc.constantFrom(0, 300),
      downMs: fc.constantFrom(0, 100, 2000),
    }),
    fc.record({
      kind: fc.constant('kill' as const),
      atMs: fc.integer({ min: 0, max: 8000 }),
      replica: fc.integer({ min: 0, max: 9 }),
    }),
    fc.record({
      kind: fc.constant('scale' as const),
      atMs: fc.integer({ min: 0, max: 8000 }),
      replicas: fc.integer({ min: 1, max: 12 }),
    }),
  ),
  { maxLength: 4 },
);
const crowdsWithEvents = fc.tuple(crowds, anyEvents).map(([plan, happen]) => ({ ...plan, events: happen }));

const always = (
  check: (plan: Partial<CrowdPlan>) => void,
  plans = crowdsWithEvents as fc.Arbitrary<Partial<CrowdPlan>>,
) => fc.assert(fc.property(plans, check), chance);

describe('any crowd', () => {
  it(`ends, and makes every call once, in order, whatever happens ${runsOf()}`, () => {
    always((plan) => {
      const { calls, plan: whole, answered, replicas } = runCrowd(plan);
      expect(calls).toHaveLength(whole.clients * whole.callsPerClient);
      for (const call of calls) expect(call.endedAtMs).toBeGreaterThanOrEqual(call.startedAtMs);
      expect(answered).toBe(calls.filter((call) => call.outcome === 'answered').length);
      expect(replicas.reduce((sum, replica) => sum + replica.served, 0)).toBe(answered);
    });
  });

  it(`the same plan gives the same run ${runsOf()}`, () => {
    always((plan) => {
      expect(runCrowd(plan)).toEqual(runCrowd(plan));
    });
  });

  it(`every request is recorded once, and counted once ${runsOf()}`, () => {
    always((plan) => {
      const { entries, requests, refusals, initializations } = runCrowd({ ...plan, recordedCalls: 1000 });
      const sent = entries.filter((entry) => entry.kind === 'request');
      expect(sent).toHaveLength(requests);
      expect(sent.filter((entry) => entry.status === 404 || entry.status === 400).length).toBeLessThanOrEqual(refusals);
      expect(sent.filter((entry) => entry.message === 'initialize')).toHaveLength(initializations);
      for (const entry of sent) expect(entry.untilMs).toBeGreaterThanOrEqual(entry.atMs);
    });
  });

  it(`every entry is said in a sentence ${runsOf()}`, () => {
    always((plan) => {
      for (const entry of runCrowd({ ...plan, recordedCalls: 5 }).entries)
        expect(describeCrowd(entry)).toMatch(/^(Client|Replica) \d.*\.$/);
    });
  });

  it(`recording changes nothing ${runsOf()}`, () => {
    always((plan) => {
      const bare = ({ answered, requests, untilMs, moments }: CrowdResult) => ({
        answered,
        requests,
        untilMs,
        moments,
      });
      expect(bare(runCrowd({ ...plan, recordedCalls: 0 }))).toEqual(bare(runCrowd({ ...plan, recordedCalls: 1000 })));
    });
  });

  it(`without events: no work is lost, and sessions held are sessions opened ${runsOf()}`, () => {
    always((plan) => {
      const { replicas, storedSessions, initializations, repeatedMs, lostMs } = runCrowd(plan);
      expect(replicas.reduce((sum, { sessions }) => sum + sessions, storedSessions)).toBe(initializations);
      expect([repeatedMs, lostMs]).toEqual([0, 0]);
    }, crowds);
  });

  it('says what is allowed', () => {
    expect(() => crowdPlan({ replicas: 0 })).toThrow('replicas is "0"; allowed: whole numbers from 1 to 1000');
    expect(() => crowdPlan({ thinkMs: NaN })).toThrow('thinkMs');
    expect(() => crowdPlan({ clients: 1e6, callsPerClient: 1e6 })).toThrow('1000000');
    expect(() => crowdPlan({ events: [{ kind: 'scale', atMs: 0, replicas: 0 }] })).toThrow('scale');
  });
});

describe('closed forms, while nothing happens', () => {
  it(`exact: one client alone, and wherever every session is found ${runsOf()}`, () => {
    always((plan) => {
      const alone = { ...plan, clients: 1 };
      const { routesBy } = policyOf(plan.policy!);
      if (routesBy === 'chance' || routesBy === 'session') return;
      expect(runCrowd(alone).successRate).toBe(expectedSuccessRate(alone));
      const expected = expectedSuccessRate(plan);
      if (expected === 1) expect(runCrowd(plan).successRate).toBe(1);
    }, crowds);
  });

  const clients = 4000;
  const byChance = policyIds.filter((id) => ['chance', 'session'].includes(policyOf(id).routesBy));
  const cases = byChance.flatMap((policy) =>
    habitIds.flatMap((habit) =>
      [
        { replicas: 2, restarts: 1, callsPerClient: 5 },
        { replicas: 3, restarts: 0, callsPerClient: 6 },
        { replicas: 5, restarts: 3, callsPerClient: 4 },
      ].map((numbers) => ({ policy, habit, ...numbers })),
    ),
  );
  test.each(cases)(
    `$policy, $habit, $replicas replicas, $restarts restarts: within the sampling error of ${clients} clients`,
    (plan) => {
      const { successRate } = runCrowd({ ...plan, clients, seed: chance.seed });
      expect(Math.abs(successRate - expectedSuccessRate(plan)!)).toBeLessThan(samplingError(clients, odds));
    },
  );

  it('numbers that one can do by hand', () => {
    const expected = (plan: Partial<CrowdPlan>) => expectedSuccessRate({ restarts: 0, ...plan });
    // Two replicas, chance, no restarts: the first call needs `initialized` and the call to find the session: ¼.
    expect(expected({ policy: 'random', replicas: 2, callsPerClient: 1 })).toBe(1 / 4);
    // The second: ½ if the first was answered, ¼ if not.
    expect(expected({ policy: 'random', replicas: 2, callsPerClient: 2 })).toBe((1 / 4 + (1 / 4 / 2 + 3 / 4 / 4)) / 2);
    // Who keeps the id is home once in n requests.
    expect(expected({ policy: 'random', replicas: 4, habit: 'ignores-404' })).toBe(1 / 4);
    expect(expected({ policy: 'hash-session', replicas: 4, callsPerClient: 2 })).toBe((1 / 4 + 1 - (3 / 4) ** 2) / 2);
    // Requests 0 to 21; calls are 2 to 21; 3, 6, ..., 21 come home.
    expect(expected({ policy: 'round-robin', replicas: 3, clients: 1, habit: 'ignores-404', callsPerClient: 20 })).toBe(
      7 / 20,
    );
    expect(expected({ policy: 'round-robin', replicas: 3, clients: 1 })).toBe(0);
    expect(expected({ policy: 'round-robin', replicas: 3, clients: 2 })).toBeUndefined();
    expect(expected({ policy: 'stateless', replicas: 3, clients: 2 })).toBe(1);
  });
});

describe('a redeploy of all replicas at once', () => {
  const base: Partial<CrowdPlan> = {
    clients: 60,
    callsPerClient: 30,
    replicas: 5,
    keepsCookies: true,
    events: [{ kind: 'redeploy', atMs: 15_000, everyMs: 0, downMs: 0 }],
  };
  const findsAlways = policyIds.filter((id) => expectedSuccessRate({ ...base, policy: id }) === 1);
  const inMemory = findsAlways.filter((id) => policyOf(id).sessions === 'replica');

  it(`what it does to a client is what the closed form says ${runsOf()}`, () => {
    let compared = 0;
    always((some) => {
      // With no time for work or the way nothing is under way when it happens.
      const happens = [{ kind: 'redeploy', atMs: 3000, everyMs: 0, downMs: 0 }] as const;
      const plan = { ...some, workMs: 0, latencyMs: 0, thinkMs: 1000, events: happens };
      const expected = afterRedeploy(plan);
      if (!expected) return;
      const { calls, reinitializations, plan: whole } = runCrowd(plan);
      let hit = 0;
      for (let client = 0; client < whole.clients; client++) {
        const own = calls.filter((call) => call.client === client);
        const late = own.filter((call) => call.startedAtMs > 3000);
        if (late.length === 0 || late.length === own.length) continue;
        hit++;
        const fails = late.map((_, i) => expected.fails === 'all' || (expected.fails === 'the-first' && i === 0));
        expect(late.map((call) => call.outcome !== 'answered')).toEqual(fails);
        expect(own.slice(0, -late.length).every((call) => call.outcome === 'answered')).toBe(true);
      }
      expect(reinitializations).toBe(hit * expected.reinitializations);
      compared += hit;
    }, crowds);
    expect(compared).toBeGreaterThan(1000);
  });

  test.each(inMemory)(
    '%s, 404: by the specification every client opens one more session, and no call fails',
    (policy) => {
      const { successRate, initializations, reinitializations, calls } = runCrowd({ ...base, policy });
      const hit = new Set(calls.filter((call) => call.endedAtMs > 15_000).map((call) => call.client)).size;
      expect(hit).toBe(60);
      expect({ successRate, initializations, reinitializations }).toEqual({
        successRate: 1,
        initializations: 120,
        reinitializations: 60,
      });
    },
  );

  test.each(inMemory.flatMap((policy) => ([400, 503] as const).map((unknownSession) => ({ policy, unknownSession }))))(
    '$policy, $unknownSession: no client ever comes back',
    (plan) => {
      const { calls, reinitializations } = runCrowd({ ...base, ...plan });
      for (const { endedAtMs, outcome, sends } of calls) {
        // Sent again: it was under way when its replica went.
        if (endedAtMs > 15_000 + 20 && !(outcome === 'answered' && sends === 1)) expect(outcome).toBe('refused');
      }
      const late = calls.filter((call) => call.startedAtMs > 15_000);
      expect(late.filter((call) => call.outcome === 'answered')).toEqual([]);
      expect(reinitializations).toBe(0);
    },
  );

  test.each(inMemory)('%s: who ignores 404 fails from then on', (policy) => {
    const { calls } = runCrowd({ ...base, policy, habit: 'ignores-404' });
    const late = calls.filter((call) => call.startedAtMs > 15_000);
    expect(new Set(late.map((call) => call.outcome))).toEqual(new Set(['refused']));
  });

  test.each(findsAlways.filter((id) => !inMemory.includes(id)))(
    '%s: nobody notices but those whose call was cut',
    (policy) => {
      const { successRate, reinitializations, refusals, calls, repeatedMs } = runCrowd({ ...base, policy });
      expect({ successRate, reinitializations, refusals }).toEqual({
        successRate: 1,
        reinitializations: 0,
        refusals: 0,
      });
      const cut = calls.filter((call) => call.sends > 1);
      expect(cut.length).toBeGreaterThan(0);
      expect(repeatedMs).toBeGreaterThan(0);
      expect(repeatedMs).toBeLessThan(cut.length * 200);
    },
  );

  test.each(findsAlways)('%s: who never sends again loses one call, if it was under way', (policy) => {
    const { calls, lostMs, repeatedMs } = runCrowd({ ...base, policy, habit: 'never-sends-again' });
    for (let client = 0; client < 60; client++) {
      const failed = calls.filter((call) => call.client === client && call.outcome !== 'answered');
      // The one that was cut, and where sessions are in memory the one that finds this out.
      expect(failed.length).toBeLessThanOrEqual(inMemory.includes(policy) ? 2 : 1);
    }
    expect(lostMs).toBeGreaterThan(0);
    expect(repeatedMs).toBe(0);
  });
});

describe('other events', () => {
  it('rolling: one replica is down at a time, so no call finds none', () => {
    const { calls, reinitializations } = runCrowd({
      policy: 'learned-session',
      replicas: 4,
      clients: 40,
      callsPerClient: 30,
      events: [{ kind: 'redeploy', atMs: 10_000, everyMs: 2000, downMs: 1000 }],
    });
    expect(new Set(calls.map((call) => call.outcome))).toEqual(new Set(['answered']));
    // Each client has its session on one replica when that goes; where it flees to may go after it.
    expect(reinitializations).toBeGreaterThanOrEqual(40);
  });

  it('none up: unavailable, and afterwards as before', () => {
    const { calls } = runCrowd({
      policy: 'stateless',
      events: [{ kind: 'redeploy', atMs: 5000, everyMs: 0, downMs: 1000 }],
    });
    const failed = calls.filter((call) => call.outcome !== 'answered');
    expect(failed.length).toBeGreaterThan(0);
    for (const call of failed) {
      expect(call.outcome).toBe('unavailable');
      expect(call.endedAtMs).toBeGreaterThan(5000);
      expect(call.startedAtMs).toBeLessThan(6000);
    }
  });

  it('a killed replica takes its own clients with it and nobody else', () => {
    const plan = { policy: 'hash-address', replicas: 4, clients: 400, addresses: 400, callsPerClient: 20 } as const;
    const before = runCrowd({ ...plan, recordedCalls: Infinity });
    const homes = new Map(
      before.entries.flatMap((entry) => (entry.kind === 'request' ? [[entry.client, entry.replica]] : [])) as [
        number,
        number,
      ][],
    );
    const hit = [...homes.values()].filter((replica) => replica === 2).length;
    const { reinitializations, successRate } = runCrowd({
      ...plan,
      events: [{ kind: 'kill', atMs: 10_000, replica: 2 }],
    });
    expect({ reinitializations, successRate }).toEqual({ reinitializations: hit, successRate: 1 });
  });

  test.each([
    [2, 3],
    [4, 5],
    [2, 4],
    [6, 4],
  ])('from %i to %i replicas: so many hashes move', (from, to) => {
    const clients = 2000;
    // Long before and after the event each client calls: fewer than one in 10,000 has not begun by then, or is done.
    const { reinitializations } = runCrowd({
      policy: 'hash-address',
      replicas: from,
      clients,
      callsPerClient: 30,
      events: [{ kind: 'scale', atMs: 15_000, replicas: to }],
    });
    const error = Math.abs(reinitializations / clients - movedShare(from, to));
    expect(error).toBeLessThan(samplingError(clients, odds));
  });

  it('movedShare by counting', () => {
    for (let from = 1; from <= 12; from++)
      for (let to = 1; to <= 12; to++) {
        let moved = 0;
        for (let hash = 0; hash < from * to; hash++) moved += hash % from === hash % to ? 0 : 1;
        expect(movedShare(from, to)).toBeCloseTo(moved / (from * to), 12);
      }
  });

  it("clients behind one address are one replica's work", () => {
    const { replicas } = runCrowd({ policy: 'hash-address', addresses: 1, clients: 50, replicas: 4 });
    expect(replicas.filter((replica) => replica.served > 0)).toHaveLength(1);
  });

  it('memory: sessions that nobody comes back to stay', () => {
    const { heldBytes, replicas } = runCrowd({
      policy: 'random',
      replicas: 2,
      clients: 1,
      callsPerClient: 50,
      sessionBytes: 1000,
      seed: 3,
    });
    const held = replicas.reduce((sum, { sessions }) => sum + sessions, 0);
    expect(held).toBeGreaterThan(1);
    expect(heldBytes).toBe(1000 * held);
  });
});
