// All faults, by slug: what the shell, the links and the tests list.
import { InputError, requireValues, type Values } from '../parameters.ts';
import { holdsIn, type Revision, type Transport } from '../protocol/revisions.ts';
import type { Fault, FaultRow } from './fault.ts';
import { ANSWER_FAULTS } from './rows/answers.ts';
import { DEPLOYMENT_FAULTS } from './rows/deployment.ts';
import { HTTP_SSE_FAULTS } from './rows/http-sse.ts';
import { JSON_RPC_FAULTS } from './rows/json-rpc.ts';
import { LINE_FAULTS } from './rows/line.ts';
import { MODERN_FAULTS } from './rows/modern.ts';
import { OPENING_FAULTS } from './rows/opening.ts';
import { PROGRESS_FAULTS } from './rows/progress.ts';
import { REQUEST_HEAD_FAULTS } from './rows/request-heads.ts';
import { STDIO_FAULTS } from './rows/stdio.ts';
import { STREAM_FAULTS } from './rows/streams.ts';

export const FAULTS: readonly FaultRow[] = [
  ...LINE_FAULTS,
  ...DEPLOYMENT_FAULTS,
  ...STDIO_FAULTS,
  ...JSON_RPC_FAULTS,
  ...OPENING_FAULTS,
  ...PROGRESS_FAULTS,
  ...REQUEST_HEAD_FAULTS,
  ...ANSWER_FAULTS,
  ...STREAM_FAULTS,
  ...HTTP_SSE_FAULTS,
  ...MODERN_FAULTS,
];

/** @throws InputError for a fault that does not exist, with those that do. */
export function faultOf(slug: string): FaultRow {
  const row = FAULTS.find((f) => f.slug === slug);
  if (!row) throw new InputError(`no fault "${slug}"; allowed: ${FAULTS.map((f) => f.slug).join(', ')}`);
  return row;
}

/**
 * All values of a chosen fault.
 * @throws InputError for a parameter that it does not have, or a value out of range.
 */
export function valuesOf({ fault, values = {} }: Fault): Values {
  const { parameters } = faultOf(fault);
  const [name] = Object.keys(values);
  if (parameters.length === 0 && name !== undefined)
    throw new InputError(`${fault}: no parameter "${name}"; it has none`);
  try {
    return requireValues(parameters, values);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${fault}: ${error.message}`) : error;
  }
}

/** The rule that a fault breaks in a revision on a transport, if it breaks one there. */
export function firedBy({ fires }: FaultRow, revision: Revision, transport: Transport): string | undefined {
  return fires.find((row) => holdsIn(row, revision) && (row.transport ?? transport) === transport)?.rule;
}

/** Whether there is such a fault in a revision on a transport, whatever the scenario. */
export function isFaultIn(row: FaultRow, revision: Revision, transport: Transport): boolean {
  return row.transports.includes(transport) && holdsIn(row, revision);
}

/** "since 2025-06-18 over stdio, streamable-http" */
export function whereText({ since, until, transports }: FaultRow): string {
  const when = [since && `since ${since}`, until && `until ${until}`].filter(Boolean);
  return [...when, `over ${transports.join(', ')}`].join(' ');
}
