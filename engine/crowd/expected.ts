// What a crowd comes to without a simulation: expected successes while nothing happens to the replicas, and what moves
// when their number changes. Knows plans and policies, and not how a run goes.
import { habitRow, type HabitAction } from './habits.ts';
import { crowdPlan, type CrowdPlan } from './plan.ts';
import { policyOf, type Policy } from './policies.ts';

/** One call's chances, by whether the client has a session when it begins. */
interface Chances {
  /** That it is answered. */
  readonly withSession: number;
  readonly without: number;
  /** That the client has a session afterwards. */
  readonly keeps: number;
  readonly gains: number;
}

/**
 * The expected share of calls that are answered, from 0 to 1, while nothing happens to the replicas.
 * Undefined where it depends on how the requests of several clients fall between each other (round robin).
 */
export function expectedSuccessRate(given: Partial<CrowdPlan>): number | undefined {
  const plan = crowdPlan(given);
  const policy = policyOf(plan.policy);
  const { replicas: n, callsPerClient, restarts, clients } = plan;
  if (n === 1 || isAlwaysFound(policy, plan)) return 1;
  const onUnknown = habitRow(plan.habit, `session-${plan.unknownSession}`).does;
  if (isByTurn(policy, plan))
    return clients === 1 ? turnsAnswered(n, callsPerClient, onUnknown) / callsPerClient : undefined;
  const chances =
    policy.routesBy === 'session' ? placedOnce(1 / n, restarts, onUnknown) : placedAnew(1 / n, restarts, onUnknown);
  let hasSession = 0;
  let answered = 0;
  for (let i = 0; i < callsPerClient; i++) {
    answered += hasSession * chances.withSession + (1 - hasSession) * chances.without;
    hasSession = hasSession * chances.keeps + (1 - hasSession) * chances.gains;
  }
  return answered / callsPerClient;
}

/** Whether each request of a session reaches a replica that knows it, as long as all of them stay. */
function isAlwaysFound({ routesBy, sessions }: Policy, { keepsCookies }: CrowdPlan): boolean {
  return (
    sessions !== 'replica' ||
    routesBy === 'address' ||
    routesBy === 'learned' ||
    (routesBy === 'cookie' && keepsCookies)
  );
}

function isByTurn({ routesBy }: Policy, { keepsCookies }: CrowdPlan): boolean {
  return routesBy === 'turn' || (routesBy === 'cookie' && !keepsCookies);
}

/**
 * One client alone, round robin, n > 1: its request i goes to replica i mod n. `initialize` is request 0 and
 * `initialized` request 1, so the handshake never ends where it began. Who restarts is there again each time; who goes
 * on regardless sends its calls as requests 2 to calls + 1, and each n-th of all requests comes home.
 */
function turnsAnswered(n: number, calls: number, onUnknown: HabitAction): number {
  return onUnknown === 'fail' ? Math.floor((calls + 1) / n) : 0;
}

/** Every request goes to a replica by chance: p = 1/n that it is the one that knows the session. */
function placedAnew(p: number, restarts: number, onUnknown: HabitAction): Chances {
  // The session stays where it was opened, whatever is refused.
  if (onUnknown === 'fail') return { withSession: p, without: p, keeps: 1, gains: 1 };
  if (onUnknown === 'initialize-and-send-again') {
    // A new session helps if both `initialized` and the call find it: p². A call that fails leaves no session behind.
    const withSession = p + (1 - p) * (1 - (1 - p * p) ** restarts);
    const without = 1 - (1 - p * p) ** (restarts + 1);
    return { withSession, without, keeps: withSession, gains: without };
  }
  // The call is sent once; what is left of the restarts goes into a session for the next.
  const opened = (tries: number): number => 1 - (1 - p) ** tries;
  const after = (left: number): number => p + (1 - p) * opened(left);
  let gains = 0;
  for (let used = 0; used <= restarts; used++) gains += p * (1 - p) ** used * after(restarts - used);
  return { withSession: p, without: p * opened(restarts + 1), keeps: after(restarts), gains };
}

/** A session id has its replica for good: with p = 1/n it is the one that opened the session, and then always. */
function placedOnce(p: number, restarts: number, onUnknown: HabitAction): Chances {
  // Good or bad luck stays; the mean over all clients is p for each call.
  if (onUnknown === 'fail') return { withSession: p, without: p, keeps: 1, gains: 1 };
  const without = 1 - (1 - p) ** (restarts + 1);
  return { withSession: 1, without, keeps: 1, gains: without };
}

/** What a client that had a session meets in its calls after all replicas have restarted. */
export interface AfterRedeploy {
  /** Which of its calls fail. */
  readonly fails: 'none' | 'the-first' | 'all';
  /** How many new sessions it opens. */
  readonly reinitializations: 0 | 1;
}

/**
 * After all replicas have restarted at once, away for no time, for a client that had no call under way. Undefined where
 * sessions are not always found even while nothing happens.
 */
export function afterRedeploy(given: Partial<CrowdPlan>): AfterRedeploy | undefined {
  const plan = crowdPlan(given);
  const policy = policyOf(plan.policy);
  if (policy.sessions !== 'replica') return { fails: 'none', reinitializations: 0 };
  if (plan.replicas > 1 && !isAlwaysFound(policy, plan)) return undefined;
  const onUnknown = habitRow(plan.habit, `session-${plan.unknownSession}`).does;
  if (onUnknown === 'fail') return { fails: 'all', reinitializations: 0 };
  // Without a restart to spare, or a will to send again, the call that learns of it is lost.
  const isSaved = onUnknown === 'initialize-and-send-again' && plan.restarts > 0;
  return { fails: isSaved ? 'none' : 'the-first', reinitializations: 1 };
}

/**
 * The share of clients whose replica changes when a hash modulo `from` becomes a hash modulo `to`, from 0 to 1:
 * of lcm(from, to) equally likely remainders, min(from, to) are the same in both.
 */
export function movedShare(from: number, to: number): number {
  return 1 - Math.min(from, to) / ((from * to) / gcd(from, to));
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
