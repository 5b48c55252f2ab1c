// Rules of results in 2026-07-28: of which kind they are, and how long they keep.
import { TASKS_EXTENSION } from '../../protocol/methods.ts';
import { isMembers, memberOf, type Said } from '../model.ts';
import { capabilitiesOf } from '../request-meta.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson } from '../say.ts';
import { ofModernServers, serverOf } from '../server-era.ts';

const modern = { since: '2026-07-28', severity: 'error', level: 'MUST', party: 'server' } as const;

const CORE: ReadonlySet<unknown> = new Set(['complete', 'input_required']);
/** That of the tasks extension has rules of its own. */
const TASK = 'task';

const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
const SCOPES: ReadonlySet<unknown> = new Set(['public', 'private']);

/** The request declares an extension that may have kinds of its own. */
function mayExtend(request: Said): boolean {
  const extensions = memberOf(capabilitiesOf(request), 'extensions');
  return isMembers(extensions) && Object.keys(extensions).some((name) => name !== TASKS_EXTENSION);
}

const isComplete = ({ result }: Said): boolean => result?.['resultType'] === 'complete';
const isCacheable = (said: Said): boolean => isComplete(said) && CACHEABLE.has(said.request?.method ?? '');

function hints(said: Said): Hit | undefined {
  if (!isCacheable(said)) return undefined;
  const result = said.result!;
  const missing = ['ttlMs', 'cacheScope'].filter((name) => !Object.hasOwn(result, name));
  const { place } = said;
  if (missing.length > 0)
    return { place, message: `The result of ${said.request!.method!} has no ${missing.join(' and no ')}.` };
  return SCOPES.has(result['cacheScope'])
    ? undefined
    : { place, message: `cacheScope is ${sayJson(result['cacheScope'])}, neither public nor private.` };
}

function ttl(said: Said): Hit | undefined {
  const value = isCacheable(said) && Object.hasOwn(said.result!, 'ttlMs') ? said.result!['ttlMs'] : 0;
  return Number.isInteger(value) && (value as number) >= 0
    ? undefined
    : { place: said.place, message: `ttlMs is ${sayJson(value)}.` };
}

/** The scope of the page that a cursor comes from, by server, method and cursor. */
type Pages = Map<unknown, Map<string, unknown>>;
/** So many cursors of one server are remembered. */
const REMEMBERED = 1000;

const pageKey = (method: string, cursor: string): string => `${method} ${cursor}`;

function pages(said: Said, known: Pages): Hit | undefined {
  const { request, result } = said;
  if (!isCacheable(said) || !SCOPES.has(result!['cacheScope'])) return undefined;
  const server = serverOf(said);
  const cursors = known.get(server) ?? new Map<string, unknown>();
  known.set(server, cursors);
  const cursor = request!.params?.['cursor'];
  const next = result!['nextCursor'];
  const scope = result!['cacheScope'];
  const before = typeof cursor === 'string' ? cursors.get(pageKey(request!.method!, cursor)) : undefined;
  if (typeof next === 'string' && cursors.size < REMEMBERED) cursors.set(pageKey(request!.method!, next), scope);
  return before === undefined || before === scope
    ? undefined
    : { place: said.place, message: `This page is ${sayJson(scope)}, the page before it ${sayJson(before)}.` };
}

export const RESULTS: readonly Rule[] = [
  {
    ...modern,
    id: 'result.type',
    checks: 'Whether each result says of which kind it is.',
    fix: 'Put resultType into every result, "complete" where nothing else holds.',
    fact: 'result.type',
    ...ofModernServers(({ result, request, place, via }) => {
      if (!result || !request || request.method === 'initialize' || Object.hasOwn(result, 'resultType'))
        return undefined;
      // Over HTTP the version in the header had to be refused; over a pipe an older server takes no notice of it.
      const need = via === 'line' ? 'shown' : 'likely';
      return { place, message: `The result of ${request.method ?? 'the request'} has no resultType.`, need };
    }),
  },
  {
    ...modern,
    id: 'result.type-unknown',
    checks: 'Whether the kind of a result is one that the client can know.',
    fix: 'Use complete or input_required, or the kind of an extension that the request declares.',
    fact: 'result.type-known',
    hooks: {
      response: ({ result, request, place }) => {
        const type = result?.['resultType'];
        if (!result || !request || !Object.hasOwn(result, 'resultType') || CORE.has(type) || type === TASK)
          return undefined;
        return typeof type === 'string' && mayExtend(request)
          ? undefined
          : { place, message: `resultType is ${sayJson(type)}.` };
      },
    },
  },
  {
    ...modern,
    id: 'cache.hints',
    checks: 'Whether lists, resource contents and server/discover say how long they keep and for whom.',
    fix: 'Put ttlMs, 0 if need be, and cacheScope, public or private, into the result.',
    fact: 'result.cache-hints',
    hooks: { response: hints },
  },
  {
    ...modern,
    id: 'cache.ttl',
    checks: 'Whether ttlMs is a whole number of milliseconds, and not negative.',
    fix: 'Send whole milliseconds; 0 means that nothing is kept.',
    fact: 'result.ttl',
    hooks: { response: ttl },
  },
  {
    ...modern,
    id: 'cache.scope-pages',
    checks: 'Whether the pages of one list have the same cacheScope.',
    fix: 'Decide the scope for the list, not for the page.',
    fact: 'result.scope-pages',
    remember: (): Pages => new Map(),
    hooks: { response: pages },
  },
];
