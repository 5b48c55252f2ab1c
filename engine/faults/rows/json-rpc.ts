// Messages that are no JSON-RPC, or not as MCP has it: ids, results, errors, notifications, batches.
import { mechanic } from '../../protocol/mechanics.ts';
import { kindOf, type Message, type Notification, type Request, type Result } from '../../protocol/messages.ts';
import { errorMessage } from '../../protocol/session.ts';
import { nthTime, type FaultRow, type Saying } from '../fault.ts';
import { nth } from '../row-parameters.ts';

const ANY = ['stdio', 'http+sse', 'streamable-http'] as const;
const NOT_SSE = ['stdio', 'streamable-http'] as const;

const isResult = ({ message }: Saying): boolean => kindOf(message) === 'result';

/** A result of the server's that the client can make nothing of. */
const spoiled = (
  row: Omit<FaultRow, 'make' | 'parameters' | 'transports' | 'party'>,
  spoil: (result: Result) => object,
) =>
  ({
    ...row,
    parameters: [nth],
    transports: ANY,
    party: 'server',
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says(saying, rig) {
          if (saying.from !== 'server' || !isResult(saying) || !isWanted()) return undefined;
          return [rig.unread(spoil(saying.message as Result) as Message)];
        },
      };
    },
  }) satisfies FaultRow;

export const JSON_RPC_FAULTS: readonly FaultRow[] = [
  spoiled(
    {
      slug: 'no-jsonrpc',
      title: 'The version of JSON-RPC is missing',
      about: 'A response does not say that it is JSON-RPC 2.0; the client cannot read it.',
      fires: [{ rule: 'jsonrpc.version' }],
      consequences: ['stdio.stdout-noise', 'http.sse-no-response'],
      pains: [12],
    },
    ({ id, result }) => ({ id, result }),
  ),
  spoiled(
    {
      slug: 'id-type',
      title: 'The id comes back as text',
      about: 'A response names the id 7 as "7": to JSON-RPC that is another id, and the request has no answer.',
      fires: [{ rule: 'jsonrpc.response-id' }],
      consequences: ['http.sse-no-response'],
      pains: [],
    },
    ({ id, ...rest }) => ({
      jsonrpc: rest.jsonrpc,
      id: typeof id === 'number' ? String(id) : `${id}?`,
      result: rest.result,
    }),
  ),
  spoiled(
    {
      slug: 'result-and-error',
      title: 'Both result and error',
      about: 'A response has a result and an error; the client takes neither.',
      fires: [{ rule: 'jsonrpc.result-xor-error' }],
      consequences: ['stdio.stdout-noise', 'http.sse-no-response'],
      pains: [],
    },
    (message) => ({ ...message, error: { code: -32603, message: 'Internal error' } }),
  ),
  spoiled(
    {
      slug: 'error-without-code',
      title: 'An error without a code',
      about: 'The server answers with an error that has a message and no code; the client cannot read it.',
      fires: [{ rule: 'jsonrpc.error-shape' }],
      consequences: ['stdio.stdout-noise', 'http.sse-no-response'],
      pains: [],
    },
    ({ jsonrpc, id }) => ({ jsonrpc, id, error: { message: 'Internal error' } }),
  ),
  {
    slug: 'duplicate-id',
    title: 'The same request id twice',
    about:
      'A request has the id of the one before it; since 2026-07-28 that is wrong only while that one has no answer.',
    parameters: [nth],
    transports: NOT_SSE,
    party: 'client',
    fires: [
      { rule: 'jsonrpc.id-reuse-session', until: '2025-11-25' },
      { rule: 'jsonrpc.id-reuse-inflight', since: '2026-07-28' },
    ],
    consequences: ['jsonrpc.response-id', 'progress.token-dup', 'http.sse-no-response', 'http.reissue'],
    pains: [],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        refusedAs: ['id-taken', 'id-in-flight'],
        says({ from, message }, { sentIds, inFlight, world }) {
          const before = sentIds.at(-1);
          if (from !== 'client' || kindOf(message) !== 'request' || before === undefined) return undefined;
          if (mechanic('idIsTaken', world.revision).value === 'in-flight' && !inFlight.has(before)) return undefined;
          return isWanted() ? [{ ...(message as Request), id: before }] : undefined;
        },
      };
    },
  },
  {
    slug: 'notification-with-id',
    title: 'A notification with an id',
    about: 'A notification carries an id, so that it is a request that the server does not know.',
    parameters: [nth],
    transports: NOT_SSE,
    party: 'client',
    fires: [{ rule: 'jsonrpc.notification-id' }],
    consequences: [
      'init.initialized',
      'jsonrpc.error-id-missing',
      'jsonrpc.notification-answered',
      'jsonrpc.response-id',
      'cancel.message-after',
      'cancel.response-after',
    ],
    pains: [16],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        refusedAs: ['notification-with-id'],
        says({ from, message }) {
          if (from !== 'client' || kindOf(message) !== 'notification' || !isWanted()) return undefined;
          const { jsonrpc, ...rest } = message as Notification;
          return [{ jsonrpc, id: 900, ...rest }];
        },
      };
    },
  },
  {
    slug: 'reply-to-notification',
    title: 'A reply to a notification',
    about: 'The server answers a notification with an error, as if it were a request.',
    parameters: [nth],
    transports: ['stdio'],
    party: 'server',
    fires: [{ rule: 'jsonrpc.notification-answered', since: '2025-03-26' }],
    consequences: ['jsonrpc.response-id', 'jsonrpc.id-null', 'jsonrpc.error-id-missing'],
    pains: [16],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        serves(message, entry, rig) {
          if (kindOf(message) !== 'notification' || !isWanted()) return true;
          rig.says('reply-to-notification', errorMessage(undefined, -32601, 'Method not found'), entry);
          return true;
        },
      };
    },
  },
  {
    slug: 'batch',
    title: 'A batch where there are none',
    about: 'The client sends a request in an array, in a revision that has no batches.',
    parameters: [nth],
    transports: NOT_SSE,
    since: '2025-06-18',
    party: 'client',
    fires: [{ rule: 'jsonrpc.batch-removed' }],
    consequences: [],
    pains: [],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        refusedAs: ['batch-gone'],
        says({ from, message }) {
          return from === 'client' && kindOf(message) === 'request' && isWanted() ? [[message]] : undefined;
        },
      };
    },
  },
];
