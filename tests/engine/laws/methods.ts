// Which side may send which method in which revision: the unions of the published schemas, written down once more.
import { type Message, type Revision, type Trace } from '#engine';
import { isRequest, isResponse, methodOf, sentIn, type Law } from './law.ts';

type Direction = 'client request' | 'client notification' | 'server request' | 'server notification';

/** Letters: A 2024-11-05, B 2025-03-26, C 2025-06-18, D 2025-11-25, E 2026-07-28; the tasks extension counts as E. */
const LETTERS: Readonly<Record<Revision, string>> = {
  '2024-11-05': 'A',
  '2025-03-26': 'B',
  '2025-06-18': 'C',
  '2025-11-25': 'D',
  '2026-07-28': 'E',
};

const LEGAL: Readonly<Record<Direction, Readonly<Record<string, string>>>> = {
  'client request': {
    initialize: 'ABCD',
    ping: 'ABCD',
    'resources/list': 'ABCDE',
    'resources/templates/list': 'ABCDE',
    'resources/read': 'ABCDE',
    'resources/subscribe': 'ABCD',
    'resources/unsubscribe': 'ABCD',
    'prompts/list': 'ABCDE',
    'prompts/get': 'ABCDE',
    'tools/list': 'ABCDE',
    'tools/call': 'ABCDE',
    'logging/setLevel': 'ABCD',
    'completion/complete': 'ABCDE',
    'tasks/get': 'DE',
    'tasks/result': 'D',
    'tasks/cancel': 'DE',
    'tasks/list': 'D',
    'tasks/update': 'E',
    'server/discover': 'E',
    'subscriptions/listen': 'E',
  },
  'client notification': {
    'notifications/cancelled': 'ABCDE',
    'notifications/initialized': 'ABCD',
    'notifications/progress': 'ABCD',
    'notifications/roots/list_changed': 'ABCD',
    'notifications/tasks/status': 'D',
  },
  'server request': {
    ping: 'ABCD',
    'sampling/createMessage': 'ABCD',
    'roots/list': 'ABCD',
    'elicitation/create': 'CD',
  },
  'server notification': {
    'notifications/cancelled': 'ABCDE',
    'notifications/progress': 'ABCDE',
    'notifications/resources/list_changed': 'ABCDE',
    'notifications/resources/updated': 'ABCDE',
    'notifications/prompts/list_changed': 'ABCDE',
    'notifications/tools/list_changed': 'ABCDE',
    'notifications/message': 'ABCDE',
    'notifications/tasks/status': 'D',
    'notifications/elicitation/complete': 'D',
    'notifications/subscriptions/acknowledged': 'E',
    'notifications/tasks': 'E',
  },
};

const META = 'io.modelcontextprotocol/';

interface Params {
  readonly protocolVersion?: Revision;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
const paramsOf = (message: Message): Params => ((message as { params?: Params }).params ?? {}) as Params;

/** Each message with the revision that is spoken when it is sent. */
function spokenIn(trace: Trace) {
  let revision: Revision = trace.revision;
  return sentIn(trace).map(({ transfer, message }) => {
    const method = methodOf(message);
    const named = paramsOf(message)._meta?.[`${META}protocolVersion`] as Revision | undefined;
    if (named) revision = named;
    if (method === 'initialize') revision = paramsOf(message).protocolVersion!;
    const answered = (message as { result?: Params }).result?.protocolVersion;
    if (isResponse(message) && answered) revision = answered;
    return { transfer, message, method, revision };
  });
}

export const onlyMethodsOfTheRevision: Law = (trace) =>
  spokenIn(trace).flatMap(({ transfer, message, method, revision }) => {
    const letter = LETTERS[revision];
    if (method === undefined)
      return letter === 'E' && transfer.from === 'client' ? [`the client answers in ${revision}`] : [];
    const direction = `${transfer.from} ${isRequest(message) ? 'request' : 'notification'}` as Direction;
    return LEGAL[direction][method]?.includes(letter) ? [] : [`${direction} ${method} in ${revision}`];
  });

const CACHED = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
const MAY_ASK = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** In 2026-07-28 requests say what they are, results their kind; six results how long they keep, and no others. */
export const selfDescribing: Law = (trace) => {
  const methods = new Map<unknown, string>();
  return spokenIn(trace).flatMap(({ message, method, revision }) => {
    const id = 'id' in message ? message.id : undefined;
    if (method !== undefined && id !== undefined) methods.set(id, method);
    const meta = paramsOf(message)._meta;
    if (revision !== '2026-07-28')
      return meta?.[`${META}protocolVersion`] ? [`${method} names a version in its _meta`] : [];
    if (method !== undefined && id !== undefined) {
      return meta?.[`${META}protocolVersion`] === revision && meta[`${META}clientCapabilities`]
        ? []
        : [`${method} does not describe itself`];
    }
    if (!('result' in message)) return [];
    const { resultType, ttlMs, cacheScope, inputRequests, requestState } = message.result;
    const asked = methods.get(id)!;
    const isCached = CACHED.has(asked) && resultType === 'complete';
    return [
      ...(typeof resultType === 'string' ? [] : [`the result of ${asked} has no type`]),
      ...(isCached === (Number.isInteger(ttlMs) && (cacheScope === 'public' || cacheScope === 'private'))
        ? []
        : [`caching hints of ${asked}`]),
      ...(resultType !== 'input_required' || MAY_ASK.has(asked) ? [] : [`${asked} must not ask`]),
      ...(resultType !== 'input_required' || inputRequests !== undefined || requestState !== undefined
        ? []
        : [`${asked} asks for nothing`]),
    ];
  });
};

/** Arrays of messages exist in one revision; initialize never stands in one. */
export const batchesWhereTheyAre: Law = (trace) =>
  trace.entries.flatMap((e) => {
    if (e.kind !== 'transfer' || !e.batch) return [];
    if (trace.revision !== '2025-03-26') return ['a batch in another revision'];
    return e.batch.length === 0 || e.batch.some((m) => methodOf(m) === 'initialize')
      ? ['a batch that must not be']
      : [];
  });
