// The error codes of JSON-RPC and MCP, one row each: what a code means, and in which revisions it may be sent.
// Knows neither transports nor status codes.
import type { FactId, SpecRevision } from './facts.ts';

export interface ErrorCode {
  readonly code: number;
  /** The words that the schemas and the official SDKs use for it. */
  readonly name: string;
  readonly since?: SpecRevision;
  readonly until?: SpecRevision;
  readonly fact: FactId;
}

// prettier-ignore
export const ERROR_CODES = {
  'parse': { code: -32700, name: 'Parse error', fact: 'jsonrpc.parse-error' },
  'invalid-request': { code: -32600, name: 'Invalid request', fact: 'jsonrpc.invalid-request' },
  'method-not-found': { code: -32601, name: 'Method not found', fact: 'jsonrpc.method-not-found' },
  'invalid-params': { code: -32602, name: 'Invalid params', fact: 'jsonrpc.invalid-params' },
  'resource-not-found': { code: -32002, name: 'Resource not found', until: '2025-11-25', fact: 'resources.unknown-should' },
  'header-mismatch': { code: -32020, name: 'Header mismatch', since: '2026-07-28', fact: 'http.header-mismatch' },
  'missing-capability': { code: -32021, name: 'Missing required client capability', since: '2026-07-28', fact: 'meta.missing-capability' },
  'unsupported-version': { code: -32022, name: 'Unsupported protocol version', since: '2026-07-28', fact: 'lifecycle.unsupported-version' },
} as const satisfies Readonly<Record<string, ErrorCode>>;

export type ErrorName = keyof typeof ERROR_CODES;
