// What a row of the table of situations holds. Knows no row.
import type { ErrorName } from '../protocol/errors.ts';
import type { FactId, SpecRevision } from '../protocol/facts.ts';
import type { LookName } from './looks.ts';
import type { AnsweringTransport } from './strict-server.ts';

/** Answers that carry more than a refusal. */
export type Serving =
  | 'initialize'
  | 'discover'
  | 'listen'
  | 'result'
  | 'tool-error'
  | 'input-required'
  | 'stream'
  | 'replay'
  | 'endpoint'
  | 'deleted';

export interface Situation {
  readonly id: string;
  readonly since?: SpecRevision;
  readonly until?: SpecRevision;
  readonly on: readonly AnsweringTransport[];
  /** `exchange`: looked at once per line or HTTP request. `message`: once per message, of which a batch has several. */
  readonly about: 'exchange' | 'message';
  readonly when: LookName;
  /** `note` adds a reason and goes on; `silence` answers nothing; `accept` is a status without a body. */
  readonly does: 'refuse' | 'note' | 'accept' | 'silence' | 'serve';
  readonly serves?: Serving;
  /** The HTTP status; a refusal of a request that came by HTTP+SSE goes over the event stream instead. */
  readonly status?: number;
  readonly code?: ErrorName;
  readonly headers?: readonly ('Allow' | 'WWW-Authenticate')[];
  readonly fact: FactId;
  /** What the text leaves to the server: the row then holds a choice, mostly what everybody does. */
  readonly open?: 'status' | 'code' | 'all';
}
