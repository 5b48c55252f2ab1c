// The protocol's revisions and transports, which of them go together, and comparisons between them. Dates sort as text.

/** Every published revision. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

export const TRANSPORTS = ['stdio', 'http+sse', 'streamable-http'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** `minimal`: only what the revision and HTTP/1.1 need. `measured`: what the official TypeScript SDK on Node sends. */
export const PROFILES = ['minimal', 'measured'] as const;
export type Profile = (typeof PROFILES)[number];

export const TRANSPORT_NAMES: Readonly<Record<Transport, string>> = {
  stdio: 'stdio',
  'http+sse': 'HTTP+SSE',
  'streamable-http': 'Streamable HTTP',
};

/** The part of a row that says in which revisions it holds; both ends included, open where absent. */
export interface Validity {
  readonly since?: Revision;
  readonly until?: Revision;
}

/** Whether a row holds in a revision. */
export function holdsIn(row: Validity, revision: Revision): boolean {
  return (row.since === undefined || revision >= row.since) && (row.until === undefined || revision <= row.until);
}

/** In which revisions a transport is defined. */
const DEFINED: Readonly<Record<Transport, Validity>> = {
  stdio: {},
  'http+sse': { until: '2024-11-05' },
  'streamable-http': { since: '2025-03-26' },
};

/** The transports that a revision defines. */
export function transportsIn(revision: Revision): readonly Transport[] {
  return TRANSPORTS.filter((transport) => holdsIn(DEFINED[transport], revision));
}
