// How a balancer may choose a replica, and where the sessions are: one row for each policy. Knows no request and no time.
import type { FactId } from '../protocol/facts.ts';
import type { Revision } from '../protocol/revisions.ts';

export type PolicyId =
  | 'round-robin'
  | 'random'
  | 'hash-address'
  | 'hash-session'
  | 'sticky-cookie'
  | 'learned-session'
  | 'shared-store'
  | 'stateless';

/** What the balancer goes by. Where a request does not have it, it is the next replica's turn. */
export type RoutesBy = 'turn' | 'chance' | 'address' | 'session' | 'cookie' | 'learned';

export interface Policy {
  readonly id: PolicyId;
  readonly label: string;
  readonly routesBy: RoutesBy;
  /** Where a session lives: in the replica that opened it, in a store that all share, or nowhere. */
  readonly sessions: 'replica' | 'store' | 'none';
  readonly revision: Revision;
  readonly about: string;
  readonly fact: FactId;
}

const legacy = { revision: '2025-11-25', fact: 'http.session-id' } as const;

export const POLICIES: readonly Policy[] = [
  {
    id: 'round-robin',
    label: 'round robin',
    routesBy: 'turn',
    sessions: 'replica',
    ...legacy,
    about: 'Every request goes to the next replica.',
  },
  {
    id: 'random',
    label: 'random',
    routesBy: 'chance',
    sessions: 'replica',
    ...legacy,
    about: 'Every request goes to any replica.',
  },
  {
    id: 'hash-address',
    label: 'hash of the client address',
    routesBy: 'address',
    sessions: 'replica',
    ...legacy,
    about: 'An address has its replica; all who share the address share the replica.',
  },
  {
    id: 'hash-session',
    label: 'hash of Mcp-Session-Id',
    routesBy: 'session',
    sessions: 'replica',
    ...legacy,
    about: 'A session id has its replica, but initialize has no id yet: all of them go where the hash of nothing goes.',
  },
  {
    id: 'sticky-cookie',
    label: 'sticky cookie',
    routesBy: 'cookie',
    sessions: 'replica',
    ...legacy,
    about: 'The balancer hands out a cookie with the replica; it works for clients that send cookies back.',
  },
  {
    id: 'learned-session',
    label: 'session table in the balancer',
    routesBy: 'learned',
    sessions: 'replica',
    ...legacy,
    about: 'The balancer reads Mcp-Session-Id in the answer to initialize, and remembers which replica gave it.',
  },
  {
    id: 'shared-store',
    label: 'shared session store',
    routesBy: 'turn',
    sessions: 'store',
    ...legacy,
    about: 'Every request goes to the next replica, and each knows all sessions.',
  },
  {
    id: 'stateless',
    label: 'no sessions (2026-07-28)',
    routesBy: 'turn',
    sessions: 'none',
    revision: '2026-07-28',
    fact: 'http.session-gone',
    about: 'Every request goes to the next replica, and brings all that it needs.',
  },
];

export function policyOf(id: PolicyId): Policy {
  return POLICIES.find((policy) => policy.id === id)!;
}

/** A hash of two whole numbers, from 0 up to 2³² − 1; every bit of either moves every bit of it. */
export function hashOf(key: number, seed: number): number {
  let hash = Math.imul((key + 1) ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
