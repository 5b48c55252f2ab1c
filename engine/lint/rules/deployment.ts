// What balancers, proxies and redirects do to the exchanges of a server that is in order by itself.
import { isInitialize, isPage, isSuccess, reasonOf, saysSession, saysSessionIsUnknown } from '../answers.ts';
import { headerOf, type Exchange } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { cut, sayJson } from '../say.ts';

const http = { transports: ['http', 'http+sse'] } as const;

const isOurs = ({ purpose }: Exchange): boolean =>
  purpose === 'post' || purpose === 'get' || purpose === 'resume' || purpose === 'delete' || purpose === 'listen';

// Replicas

/** Sessions that were refused, until the next request in them is served. */
interface Sessions {
  readonly given: Set<string>;
  readonly deleted: Set<string>;
  readonly refused: Map<string, { readonly hit: Hit; readonly by: string | undefined; readonly number: number }[]>;
}

/** Who answered, where a balancer says so. */
const SERVED_BY = [
  'x-served-by',
  'x-instance',
  'x-instance-id',
  'x-pod',
  'x-pod-name',
  'x-backend',
  'x-upstream',
  'x-server',
  'x-replica',
  'fly-machine-id',
];
function servedBy({ answer }: Exchange): string | undefined {
  for (const name of SERVED_BY) {
    const header = headerOf(answer!.headers, name);
    if (header) return header.value;
  }
  return undefined;
}

function replicas(exchange: Exchange, { given, deleted, refused }: Sessions): readonly Hit[] | undefined {
  const { status, place, headers } = exchange.answer!;
  if (isInitialize(exchange)) {
    const id = isSuccess(status) ? headers.textOf('mcp-session-id') : undefined;
    if (id) given.add(id);
    return undefined;
  }
  const id = exchange.sessionId;
  if (id === undefined || !isOurs(exchange)) return undefined;
  if (isSuccess(status)) {
    // What was asked before the refusal was served by whoever knew the session then.
    const wrong = refused.get(id)?.filter(({ number }) => number < exchange.number);
    if (exchange.purpose === 'delete') deleted.add(id);
    given.add(id);
    if (!wrong || wrong.length === 0) return undefined;
    refused.delete(id);
    const by = servedBy(exchange);
    return wrong.map(({ hit, by: refusedBy }) => ({
      ...hit,
      message: `${hit.message}${by !== undefined && refusedBy !== undefined && by !== refusedBy ? ` ${refusedBy} refused, ${by} served.` : ''}`,
    }));
  }
  if (deleted.has(id) || !isLost(exchange, given.has(id))) return undefined;
  const hit = {
    place,
    message: `Session ${sayJson(id)} is answered ${status} here, and goes on afterwards: not every replica knows it.`,
  };
  refused.set(id, [...(refused.get(id) ?? []), { hit, by: servedBy(exchange), number: exchange.number }]);
  return undefined;
}

/** The answer says that the session is not there. */
function isLost(exchange: Exchange, wasGiven: boolean): boolean {
  const answer = exchange.answer!;
  if (saysSessionIsUnknown(answer, wasGiven)) return true;
  if (answer.status !== 404) return false;
  if (exchange.purpose !== 'post') return saysSession(answer);
  // 404 of a request that was understood is about the request.
  return !answer.said?.messages.some(({ error }) => error?.['code'] === -32601);
}

// Redirects

const LOSE_METHOD: ReadonlySet<number> = new Set([301, 302, 303]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** POSTs that a redirect may have turned into GETs, until the client has posted again. */
type Turned = Map<Exchange, Hit>;

function originOf(address: string): string | undefined {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(address) ?? [];
  return scheme === undefined
    ? undefined
    : `${scheme}://${host}`.toLowerCase().replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2');
}

function redirected(exchange: Exchange, turned: Turned): Hit | undefined {
  const { status, headers } = exchange.answer!;
  const location = isOurs(exchange) && REDIRECTS.has(status) ? headerOf(headers, 'location') : undefined;
  if (!location) return undefined;
  const { place } = exchange.answer!;
  const [from, to] = [exchange.origin?.toLowerCase(), originOf(location.value)];
  const message = `${status} to ${cut(JSON.stringify(location.value))}`;
  if (from !== undefined && to !== undefined && from !== to) {
    const hasToken = headerOf(exchange.requestHeaders, 'authorization') !== undefined;
    const isDowngrade = from.startsWith('https:') && to.startsWith('http:');
    const why = isDowngrade ? 'the way goes on without encryption' : 'that is another origin';
    if (hasToken) return { place, message: `${message}: ${why}, so that the client drops Authorization.` };
    if (!LOSE_METHOD.has(status) || exchange.verb !== 'POST')
      return { place, message: `${message}: ${why}.`, severity: isDowngrade ? 'warning' : 'note' };
  }
  if (exchange.verb === 'POST' && LOSE_METHOD.has(status))
    turned.set(exchange, { place, message: `${message}: the POST becomes a GET, and its message is lost.` });
  return undefined;
}

// Pages

/** Statuses of whoever stands before a server. */
const OF_PROXIES: ReadonlySet<number> = new Set([
  403, 407, 408, 413, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530,
]);

function paged(exchange: Exchange): Hit | undefined {
  const answer = exchange.answer!;
  const { status, place } = answer;
  if (status < 400 || status === 401 || exchange.purpose !== 'post' || !isPage(answer)) return undefined;
  if (!exchange.asked?.messages.some(({ kind }) => kind === 'request')) return undefined;
  // A server may refuse a page of another origin in any words.
  const isProxy = OF_PROXIES.has(status) && !(status === 403 && headerOf(exchange.requestHeaders, 'origin'));
  return {
    place,
    message: `A request is answered ${status} with a page in HTML${isProxy ? ', which is not from the server' : ''}.`,
    ...(!isProxy && { party: 'server' as const }),
    // How a client finds out that nobody takes messages here.
    ...(!isProxy && status < 500 && { severity: 'note' as const }),
  };
}

const FOREIGN_HOST =
  /\b(?:invalid|unknown|bad|disallowed|unrecognized) host\b|\bhost(?:name| header)?(?: \S+)? (?:is )?(?:not allowed|not permitted|invalid)\b|\bmisdirected\b/i;

export const DEPLOYMENT: readonly Rule[] = [
  {
    ...http,
    id: 'deployment.replicas',
    transports: ['http'],
    since: '2025-03-26',
    until: '2025-11-25',
    severity: 'error',
    level: 'MUST',
    party: 'deployment',
    checks: 'Whether a session that goes on was reported as unknown in between.',
    fix: 'Share the state of sessions between replicas, route by the session header, or run the server without sessions.',
    fact: 'http.session-ended',
    remember: (): Sessions => ({ given: new Set(), deleted: new Set(), refused: new Map() }),
    hooks: { answered: replicas },
  },
  {
    ...http,
    id: 'deployment.redirect',
    severity: 'error',
    level: 'practice',
    party: 'deployment',
    checks: 'Whether a redirect loses the token or the message.',
    fix: 'Serve the endpoint at the address that clients have, without a redirect, and let the server trust the scheme that the proxy forwards.',
    fact: 'http.redirect',
    remember: (): Turned => new Map(),
    hooks: {
      asked: { where: 'repeats', hear: ({ repeats }, turned: Turned) => void turned.delete(repeats!) },
      answered: { where: 'failed', hear: redirected },
      end: (turned: Turned) => [...turned.values()],
    },
  },
  {
    ...http,
    id: 'deployment.page',
    severity: 'warning',
    level: 'practice',
    party: 'deployment',
    checks: 'Whether a request is refused with a page for people.',
    fix: 'Let the proxy pass on what the server says; where it refuses by itself, look there for the reason: a timeout, a limit, a route.',
    fact: 'http.gateway',
    follows: ['deployment.replicas', 'sse.endpoint-address'],
    hooks: { answered: { where: 'failed', hear: paged } },
  },
  {
    ...http,
    id: 'deployment.host',
    severity: 'warning',
    level: 'practice',
    party: 'deployment',
    checks: 'Whether a request is refused because of the host that it is meant for.',
    fix: 'Add the public host to the hosts that the server allows, or let the proxy pass on the Host that the server knows.',
    fact: 'http.gateway',
    hooks: {
      answered: {
        where: 'failed',
        hear: (exchange) => {
          const { status, place } = exchange.answer!;
          const isRefusal =
            status === 421 || ((status === 403 || status === 400) && FOREIGN_HOST.test(reasonOf(exchange.answer!)));
          if (!isOurs(exchange) || !isRefusal) return undefined;
          const host = exchange.requestHeaders.textOf('host') ?? exchange.origin;
          const message = `The host ${sayJson(host)} is refused with ${status}.`;
          // Another one than the client has called is refused for good reason.
          const isAsCalled = exchange.origin === undefined || host === undefined || exchange.origin.endsWith(host);
          return isAsCalled ? { place, message } : { place, message, severity: 'note' };
        },
      },
    },
  },
];
