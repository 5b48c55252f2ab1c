// What a crowd is: so many clients with one habit, so many replicas behind one balancer, and what happens to these.
// Data and its limits; nothing here runs.
import { InputError } from '../parameters.ts';
import type { HabitId } from './habits.ts';
import type { PolicyId } from './policies.ts';

/** What happens to the replicas, each at its moment, ms. */
export type CrowdEvent =
  /** Each replica restarts, one every so many ms (0: all at once), and is away for a while. What it held in memory is gone. */
  | { readonly kind: 'redeploy'; readonly atMs: number; readonly everyMs: number; readonly downMs: number }
  /** A replica ends and does not come back. */
  | { readonly kind: 'kill'; readonly atMs: number; readonly replica: number }
  /** From now on there are so many: new ones are empty, those with the highest numbers go. */
  | { readonly kind: 'scale'; readonly atMs: number; readonly replicas: number };

export interface CrowdPlan {
  readonly policy: PolicyId;
  readonly replicas: number;
  readonly clients: number;
  /** Calls that each client makes, one after the other. */
  readonly callsPerClient: number;
  readonly habit: HabitId;
  /** How a replica answers a request that names a session it does not know. */
  readonly unknownSession: 404 | 400 | 503;
  /** How often a client may open a new session for the sake of one call. */
  readonly restarts: number;
  /** Addresses that the clients come from: client c has address c mod addresses. */
  readonly addresses: number;
  readonly keepsCookies: boolean;
  /** From an answer to the next call, ms: the mean of an exponential distribution. */
  readonly thinkMs: number;
  /** What a call takes in the replica, ms. Simplified: a replica works for any number of clients at once. */
  readonly workMs: number;
  /** One way, ms. */
  readonly latencyMs: number;
  /** What a replica holds for one session, bytes. */
  readonly sessionBytes: number;
  readonly events: readonly CrowdEvent[];
  /** For all that is left to chance: think times, random choices, hashes. */
  readonly seed: number;
  /** How many calls, in the order in which they begin, leave entries behind. */
  readonly recordedCalls: number;
}

export const DEFAULT_CROWD: CrowdPlan = {
  policy: 'round-robin',
  replicas: 3,
  clients: 50,
  callsPerClient: 20,
  habit: 'by-the-specification',
  unknownSession: 404,
  restarts: 1,
  addresses: 50,
  keepsCookies: false,
  thinkMs: 1000,
  workMs: 200,
  latencyMs: 20,
  sessionBytes: 50_000,
  events: [],
  seed: 1,
  recordedCalls: 0,
};

const WHOLE = [
  ['replicas', 1, 1000],
  ['clients', 1, 1_000_000],
  ['callsPerClient', 1, 1_000_000],
  ['restarts', 0, 100],
  ['addresses', 1, 1_000_000],
] as const;
const MOST_CALLS = 1_000_000;

/**
 * A plan with defaults where nothing is given.
 * @throws InputError if a number is out of range, in one line that says what is allowed.
 */
export function crowdPlan(given: Partial<CrowdPlan>): CrowdPlan {
  const plan = { addresses: given.clients ?? DEFAULT_CROWD.addresses, ...given };
  const whole = { ...DEFAULT_CROWD, ...plan };
  for (const [name, min, max] of WHOLE) {
    if (!Number.isInteger(whole[name]) || whole[name] < min || whole[name] > max)
      throw new InputError(`${name} is "${whole[name]}"; allowed: whole numbers from ${min} to ${max}`);
  }
  for (const name of ['thinkMs', 'workMs', 'latencyMs', 'sessionBytes'] as const) {
    if (!(whole[name] >= 0 && Number.isFinite(whole[name])))
      throw new InputError(`${name} is "${whole[name]}"; allowed: numbers from 0`);
  }
  if (whole.clients * whole.callsPerClient > MOST_CALLS)
    throw new InputError(`clients × callsPerClient is more than ${MOST_CALLS}`);
  for (const event of whole.events) {
    if (!(event.atMs >= 0)) throw new InputError(`an event's atMs is "${event.atMs}"; allowed: numbers from 0`);
    if (event.kind === 'scale' && !(Number.isInteger(event.replicas) && event.replicas >= 1))
      throw new InputError(`scale to "${event.replicas}"; allowed: whole numbers from 1`);
  }
  return whole;
}
