// Rules of HTTP+SSE, the transport of 2024-11-05: the endpoint event, the address in it, and what comes on the stream.
import { isSuccess } from '../answers.ts';
import { isMembers, type Exchange, type StreamEvent } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { cut, sayJson } from '../say.ts';

const older = { until: '2025-11-25' } as const;
const sse = { ...older, transports: ['http+sse'] } as const;

const has = ({ requestHeaders }: Exchange, names: RegExp): boolean =>
  [...requestHeaders].some(({ name }) => names.test(name));

/** GETs that look like the stream of HTTP+SSE and did not begin with an endpoint event; and where clients posted to. */
interface Candidates {
  readonly streams: Map<Exchange, { hit: Hit; hasEvent: boolean }>;
  readonly posts: Set<string>;
  /** Origins where somebody opened a session of the oldest revision. */
  readonly oldest: Set<string | undefined>;
}

function begin(exchange: Exchange, { streams }: Candidates): void {
  if (exchange.purpose !== 'get' || !exchange.stream || has(exchange, /^(?:mcp-|last-event-id)/i)) return;
  const message = 'The stream brings no endpoint event, so that nobody knows where to post.';
  streams.set(exchange, { hit: { place: exchange.answer!.place, message }, hasEvent: false });
}

function posted(exchange: Exchange, { posts, oldest }: Candidates): void {
  // Only where somebody listens at an address without a session does it matter.
  if (exchange.purpose !== 'post' || exchange.sessionId !== undefined) return;
  posts.add(exchange.address);
  const [first] = exchange.asked?.messages ?? [];
  if (first?.params?.['protocolVersion'] === '2024-11-05') oldest.add(exchange.origin);
}

function firstEvent({ exchange, isComment, name, place }: StreamEvent, { streams }: Candidates): void {
  const candidate = streams.size === 0 ? undefined : streams.get(exchange);
  if (!candidate || candidate.hasEvent || isComment) return;
  candidate.hasEvent = true;
  const what = name === undefined ? 'a message' : sayJson(name);
  candidate.hit = { place, message: `The first event is ${what}, not the endpoint.` };
}

/** Streams at an address that takes no messages: the name of the address, or the revision asked for, tells what is meant. */
function withoutEndpoint({ streams, posts, oldest }: Candidates): readonly Hit[] {
  return [...streams].flatMap(([exchange, { hit, hasEvent }]) => {
    if (posts.has(exchange.address)) return [];
    const isMeant = oldest.has(exchange.origin) || (/\/sse\/?(?:\?|$)/i.test(exchange.target) && hasEvent);
    return isMeant ? [hit] : [];
  });
}

/** An address that can be posted to: a path, or a whole one. */
const isAddress = (data: string): boolean => /^[^\s<>{}"]+$/.test(data);

/** What an address adds up to beside the stream that gave it. */
function elsewhere(data: string, origin: string | undefined): string | undefined {
  const given =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(data) ?? (data.startsWith('//') ? /^()\/\/([^/?#]*)/.exec(data) : null);
  const own = origin === undefined ? null : /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(origin);
  if (!given || !own) return undefined;
  const [, scheme = '', host = ''] = given;
  const [, ownScheme = '', ownHost = ''] = own;
  if (hostOf(host, scheme || ownScheme) !== hostOf(ownHost, ownScheme)) return 'another origin';
  return scheme !== '' && scheme.toLowerCase() !== ownScheme.toLowerCase()
    ? `${scheme} in place of ${ownScheme}`
    : undefined;
}

/** Without the port that the scheme has anyway; http and https of one host are told apart by the scheme alone. */
const hostOf = (host: string, scheme: string): string =>
  host.toLowerCase().replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '');

/** Addresses that were given, until a POST has shown that they lead somewhere. */
type Given = Map<unknown, { readonly event: StreamEvent; isProven: boolean }>;

const NOWHERE: ReadonlySet<number> = new Set([404, 405, 410, 421]);

export const HTTP_SSE: readonly Rule[] = [
  {
    ...older,
    id: 'sse.endpoint-event',
    transports: ['http', 'http+sse'],
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the stream of HTTP+SSE begins with an endpoint event that has an address.',
    fix: 'Begin the stream with "event: endpoint" and the address for messages as its data.',
    fact: 'http-sse.endpoint',
    remember: (): Candidates => ({ streams: new Map(), posts: new Set(), oldest: new Set() }),
    hooks: {
      asked: (exchange, candidates: Candidates) => void posted(exchange, candidates),
      answered: { where: 'reads', hear: (exchange, candidates: Candidates) => void begin(exchange, candidates) },
      event: {
        where: 'on-read',
        hear: (event, candidates: Candidates) => {
          firstEvent(event, candidates);
          const { exchange, name, data = '', place } = event;
          if (exchange.purpose !== 'listen' || name !== 'endpoint' || isAddress(data.trim())) return undefined;
          return { place, message: `The endpoint event has ${cut(JSON.stringify(data))}, which is no address.` };
        },
      },
      end: withoutEndpoint,
    },
  },
  {
    ...sse,
    id: 'sse.endpoint-address',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the address in the endpoint event leads to the server.',
    fix: 'Build the address from the public one: with the scheme and host that the client used, and the prefix that the server is mounted under.',
    fact: 'http-sse.endpoint',
    remember: (): Given => new Map(),
    hooks: {
      event: (event, given: Given) => {
        const { exchange, name, data = '', place } = event;
        if (name !== 'endpoint') return undefined;
        const wrong = elsewhere(data.trim(), exchange.origin);
        if (wrong !== undefined)
          return {
            place,
            message: `The stream comes from ${exchange.origin}, but the endpoint is ${cut(JSON.stringify(data.trim()))}: ${wrong}.`,
          };
        given.set(exchange.scope, { event, isProven: false });
        return undefined;
      },
      answered: (exchange, given: Given) => {
        const known = given.get(exchange.scope);
        if (!known || known.isProven || exchange.purpose !== 'post') return undefined;
        known.isProven = true;
        const { status } = exchange.answer!;
        const { place, exchange: stream } = known.event;
        return NOWHERE.has(status)
          ? {
              place,
              message: `The endpoint ${cut(exchange.target)}, given on ${cut(stream.target)}, is answered ${status}.`,
            }
          : undefined;
      },
    },
  },
  {
    ...older,
    id: 'sse.post-target',
    transports: ['http', 'http+sse'],
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether messages are posted to the address that the endpoint event gave.',
    fix: 'Resolve the address of the endpoint event against that of the stream, with its query, and post there.',
    fact: 'http-sse.post-target',
    follows: ['sse.endpoint-address'],
    remember: (): Map<string, StreamEvent> => new Map(),
    hooks: {
      event: {
        where: 'on-read',
        hear: (event, given: Map<string, StreamEvent>) => {
          const { exchange, name, data = '' } = event;
          if (exchange.purpose !== 'listen' || name !== 'endpoint') return undefined;
          if (elsewhere(data.trim(), exchange.origin) === undefined) given.set(exchange.origin ?? '', event);
          return undefined;
        },
      },
      asked: (exchange, given: Map<string, StreamEvent>) => {
        const event = given.size > 0 ? given.get(exchange.origin ?? '') : undefined;
        if (!event || exchange.purpose !== 'post' || exchange.transport === 'http+sse') return undefined;
        const listens = event.exchange.scope;
        // Somebody else may speak Streamable HTTP to the same server.
        if (listens.last.client || event.exchange.closed || has(exchange, /^mcp-/i)) return undefined;
        return {
          place: exchange.place,
          message: `The endpoint event gave ${cut(JSON.stringify(event.data?.trim() ?? ''))}, but the client posts to ${cut(exchange.target)}.`,
        };
      },
    },
  },
  {
    ...sse,
    id: 'sse.message-event',
    severity: 'warning',
    level: 'fact',
    party: 'server',
    checks: 'Whether messages of the server come as events named message.',
    fix: 'Send each message as "event: message" with the message as its data.',
    fact: 'http-sse.message',
    hooks: {
      event: ({ exchange, name, data, place }) => {
        if (exchange.purpose !== 'listen' || name === undefined || ['', 'message', 'endpoint'].includes(name))
          return undefined;
        return isMessage(data)
          ? { place, message: `A message comes as an event named ${sayJson(name)}, which clients do not listen to.` }
          : undefined;
      },
    },
  },
  {
    ...sse,
    id: 'sse.accepted',
    severity: 'note',
    level: 'fact',
    party: 'server',
    checks: 'Whether the answer to a POST says anything, where all that the server says comes on the stream.',
    fix: 'Answer the POST with 202 and send the response on the stream.',
    fact: 'http-sse.message',
    hooks: {
      answered: ({ purpose, answer }) =>
        purpose === 'post' &&
        isSuccess(answer!.status) &&
        answer!.said?.messages.some(({ kind }) => kind === 'response')
          ? { place: answer!.place, message: 'The POST is answered with the response itself.' }
          : undefined,
    },
  },
];

function isMessage(data: string | undefined): boolean {
  if (data === undefined) return false;
  try {
    const value: unknown = JSON.parse(data);
    return isMembers(value) && Object.hasOwn(value, 'jsonrpc');
  } catch {
    return false;
  }
}
