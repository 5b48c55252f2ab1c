// What only 2026-07-28 knows: results with a type, cache hints, `_meta` on every request, subscriptions, questions in
// results, and what it has taken away.
import {
  kindOf,
  type JsonObject,
  type Message,
  type Notification,
  type Request,
  type Result,
} from '../../protocol/messages.ts';
import type { SituationId } from '../../answer/situations.ts';
import { errorMessage } from '../../protocol/session.ts';
import { task } from '../../scenarios/tasks.ts';
import { nthTime, type FaultRow, type Firing, type Saying } from '../fault.ts';
import type { Rig } from '../rig.ts';
import { nth } from '../row-parameters.ts';

const MODERN = { since: '2026-07-28' } as const;
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const VERSION = 'io.modelcontextprotocol/protocolVersion';

type Words = Pick<FaultRow, 'slug' | 'title' | 'about'> & {
  readonly rule: string | readonly Firing[];
  readonly consequences?: readonly string[];
  readonly pains?: readonly number[];
  readonly party: FaultRow['party'];
  readonly refusedAs?: readonly SituationId[];
};

/** A row that sends something else instead of the n-th message that it can hit; `change` says no with nothing. */
function saysElse(
  { rule, consequences = [], pains = [], refusedAs, ...words }: Words,
  change: (saying: Saying, rig: Rig) => readonly Message[] | undefined,
): FaultRow {
  return {
    ...words,
    ...MODERN,
    parameters: [nth],
    transports: ['stdio', 'streamable-http'],
    fires: typeof rule === 'string' ? [{ rule }] : rule,
    consequences,
    pains,
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        ...(refusedAs && { refusedAs }),
        says(saying, rig) {
          const changed = change(saying, rig);
          return changed && isWanted() ? changed : undefined;
        },
      };
    },
  };
}

const resultOf = ({ from, message }: Saying): JsonObject | undefined =>
  from === 'server' && kindOf(message) === 'result' ? (message as Result).result : undefined;
const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
/** Lists and what is read may be kept; the time of a task is another. */
const mayBeKept = (result: JsonObject | undefined): result is JsonObject => result?.['cacheScope'] !== undefined;
const withResult = ({ message }: Saying, result: JsonObject): readonly Message[] => [
  { ...(message as Result), result },
];

const subscriptionOf = ({ from, message }: Saying): JsonObject | undefined => {
  if (from !== 'server' || kindOf(message) !== 'notification') return undefined;
  const meta = (message as Notification).params?.['_meta'] as JsonObject | undefined;
  return meta?.[SUBSCRIPTION] === undefined ? undefined : meta;
};
const withMeta = ({ message }: Saying, meta: JsonObject): readonly Message[] => {
  const { params = {}, ...rest } = message as Notification;
  const { _meta: _left, ...others } = params;
  return [{ ...rest, params: Object.keys(meta).length > 0 ? { ...params, _meta: meta } : others }];
};
const isAcknowledgement = (message: Message): boolean =>
  'method' in message && message.method === 'notifications/subscriptions/acknowledged';
/** A call that brings back what an earlier result has handed out. */
const isRetry = ({ from, message }: Saying): boolean =>
  from === 'client' && kindOf(message) === 'request' && (message as Request).params?.['requestState'] !== undefined;

const server = { party: 'server' } as const;
const client = { party: 'client' } as const;

export const MODERN_FAULTS: readonly FaultRow[] = [
  saysElse(
    {
      ...server,
      slug: 'no-result-type',
      title: 'A result without a type',
      about: 'A result does not say whether it is complete.',
      rule: 'result.type',
      pains: [20],
    },
    (saying) => {
      const result = resultOf(saying);
      return result?.['resultType'] === 'complete' ? withResult(saying, without(result, 'resultType')) : undefined;
    },
  ),
  saysElse(
    {
      ...server,
      slug: 'unknown-result-type',
      title: 'A result of an unknown type',
      about: 'A result has a type that neither the protocol nor a declared extension knows.',
      rule: 'result.type-unknown',
      consequences: ['task2.result-type'],
      pains: [20],
    },
    (saying) => {
      const result = resultOf(saying);
      return result?.['resultType'] === 'complete'
        ? withResult(saying, { ...result, resultType: 'partial' })
        : undefined;
    },
  ),
  saysElse(
    {
      ...server,
      slug: 'task-unasked',
      title: 'A task for a client that knows none',
      about: 'The server answers a call with a task, though the request did not declare the extension.',
      rule: 'task2.undeclared',
      consequences: ['result.type-unknown'],
      pains: [21],
    },
    (saying) => {
      const meta = saying.request?.params?.['_meta'] as JsonObject | undefined;
      const declared = (meta?.[CAPABILITIES] as JsonObject | undefined)?.['extensions'];
      if (saying.request?.method !== 'tools/call' || declared !== undefined || !resultOf(saying)) return undefined;
      return withResult(saying, { resultType: 'task', ...task('working', 0), _meta: resultOf(saying)!['_meta']! });
    },
  ),
  saysElse(
    {
      ...server,
      slug: 'no-cache-hints',
      title: 'A list without cache hints',
      about: 'A result that may be kept does not say for how long and for whom.',
      rule: 'cache.hints',
    },
    (saying) => {
      const result = resultOf(saying);
      return mayBeKept(result) ? withResult(saying, without(result, 'ttlMs', 'cacheScope')) : undefined;
    },
  ),
  saysElse(
    {
      ...server,
      slug: 'negative-ttl',
      title: 'A negative time to live',
      about: 'A result may be kept for less than no time.',
      rule: 'cache.ttl',
    },
    (saying) => {
      const result = resultOf(saying);
      return mayBeKept(result) ? withResult(saying, { ...result, ttlMs: -1 }) : undefined;
    },
  ),
  saysElse(
    {
      ...client,
      slug: 'no-meta',
      title: 'A request that does not describe itself',
      about: 'A request lacks the version in its _meta.',
      rule: 'meta.required',
      consequences: ['version.header-body'],
      pains: [5],
      refusedAs: ['meta-incomplete'],
    },
    ({ from, message }) => {
      const { params, ...rest } = message as Request;
      const meta = params?.['_meta'] as JsonObject | undefined;
      if (from !== 'client' || kindOf(message) !== 'request' || meta?.[VERSION] === undefined) return undefined;
      return [{ ...rest, params: { ...params, _meta: without(meta, VERSION) } }];
    },
  ),
  saysElse(
    {
      ...server,
      slug: 'server-request',
      title: 'A request of the server',
      about: 'The server asks with a request of its own, which it may not any more.',
      rule: [
        { rule: 'stdio.server-request', transport: 'stdio' },
        { rule: 'http.server-request', transport: 'streamable-http' },
      ],
      pains: [20],
    },
    ({ how, message }) =>
      how === 'respond' ? [{ jsonrpc: '2.0', id: 900, method: 'roots/list' }, message] : undefined,
  ),
  saysElse(
    {
      ...client,
      slug: 'client-response',
      title: 'A response of the client',
      about: 'The client answers with a response, as if the server could still ask; answers travel in a new request.',
      rule: [
        { rule: 'stdio.client-response', transport: 'stdio' },
        { rule: 'http.client-response', transport: 'streamable-http' },
      ],
      refusedAs: ['response-on-stdin', 'response-posted'],
      consequences: ['jsonrpc.response-id'],
      pains: [20],
    },
    ({ from, message }) =>
      from === 'client' && kindOf(message) === 'request'
        ? [message, { jsonrpc: '2.0', id: 900, result: {} }]
        : undefined,
  ),
  saysElse(
    {
      ...client,
      slug: 'removed-method',
      title: 'A method that is gone',
      about: 'The client pings, and there is no ping any more.',
      rule: 'removed.method',
      refusedAs: ['method-unknown-404'],
    },
    ({ from, message }) => {
      const meta = ((message as Request).params?.['_meta'] ?? {}) as JsonObject;
      if (from !== 'client' || kindOf(message) !== 'request' || meta[VERSION] === undefined) return undefined;
      const { progressToken: _token, ...others } = meta;
      return [message, { jsonrpc: '2.0', id: 900, method: 'ping', params: { _meta: others } }];
    },
  ),
  {
    ...MODERN,
    ...server,
    slug: 'late-acknowledgement',
    title: 'A notification before the acknowledgement',
    about: 'The first thing on the stream of a subscription is not its acknowledgement.',
    parameters: [],
    transports: ['stdio', 'streamable-http'],
    fires: [{ rule: 'sub.ack-first' }],
    consequences: [],
    pains: [19],
    make: () => {
      let held: Message | undefined;
      return {
        says(saying) {
          const { from, message, how } = saying;
          if (from !== 'server') return undefined;
          if (isAcknowledgement(message) && !held) {
            held = message;
            return [];
          }
          if (!held || how !== 'send' || subscriptionOf(saying) === undefined) return undefined;
          const late = held;
          held = undefined;
          return [{ ...message }, late];
        },
      };
    },
  },
  saysElse(
    {
      ...server,
      slug: 'wrong-subscription-id',
      title: 'The name of another subscription',
      about: 'A notification names another subscription than the one on whose stream it comes.',
      rule: 'sub.id-value',
      pains: [19],
    },
    (saying) => {
      const meta = subscriptionOf(saying);
      return meta && !isAcknowledgement(saying.message)
        ? withMeta(saying, { ...meta, [SUBSCRIPTION]: 4711 })
        : undefined;
    },
  ),
  saysElse(
    {
      ...server,
      slug: 'no-subscription-id',
      title: 'A notification without its subscription',
      about: 'A notification does not say which subscription it belongs to.',
      rule: 'sub.id-missing',
      pains: [19],
    },
    (saying) => {
      const meta = subscriptionOf(saying);
      return meta && !isAcknowledgement(saying.message) ? withMeta(saying, without(meta, SUBSCRIPTION)) : undefined;
    },
  ),
  saysElse(
    {
      ...client,
      slug: 'same-id-again',
      title: 'The same id on the second call',
      about: 'The call that brings the answers has the id of the call that was asked.',
      rule: 'mrtr.same-id',
      consequences: ['progress.after-end'],
      pains: [20],
    },
    (saying, { sentIds }) =>
      isRetry(saying) && sentIds.length > 0 ? [{ ...(saying.message as Request), id: sentIds.at(-1)! }] : undefined,
  ),
  {
    ...MODERN,
    ...client,
    slug: 'state-changed',
    title: 'requestState comes back changed',
    about: 'The client does not bring the state back as it was; the server does not trust it.',
    parameters: [nth],
    transports: ['stdio', 'streamable-http'],
    fires: [{ rule: 'mrtr.state-echo' }],
    consequences: [],
    pains: [20],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      const changed = new Set<unknown>();
      return {
        says(saying) {
          if (!isRetry(saying) || !isWanted()) return undefined;
          const request = saying.message as Request;
          const requestState = `${String(request.params!['requestState'])} `;
          changed.add(requestState);
          return [{ ...request, params: { ...request.params, requestState } }];
        },
        serves(message, entry, rig) {
          const { id, params } = message as Request;
          if (kindOf(message) !== 'request' || !changed.has(params?.['requestState'])) return true;
          const error = errorMessage(id, -32602, 'requestState is not what the server has given out');
          rig.replies.get(id)!.reply.respond(error, entry);
          return false;
        },
      };
    },
  },
];
