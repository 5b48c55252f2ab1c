// Rules of the streams that 2025-03-26 to 2025-11-25 have: GET streams, what goes on which stream, and broken connections.
import { isInitialize, isSuccess, reasonOf, saysSession } from '../answers.ts';
import { type Exchange, type Said, type Scope, type Stream } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';

const streams = { transports: ['http'], since: '2025-03-26', until: '2025-11-25' } as const;

const at = ({ place }: Said, message: string): Hit => ({ place, message });

/** Addresses that have answered messages: a GET to another one asks for something else. */
interface Gets {
  readonly served: Set<string>;
  /** GETs that were answered 404 in a session, until it turns out to be alive. */
  readonly lost: { readonly scope: Scope; readonly hit: Hit }[];
}

/** Statuses that say "no stream here" in other words than 405. */
const NO_STREAM: ReadonlySet<number> = new Set([404, 410, 501]);

function getAnswered(exchange: Exchange, { served, lost }: Gets): readonly Hit[] | undefined {
  const { status, mediaType, place } = exchange.answer!;
  if (exchange.purpose !== 'get') {
    if (exchange.purpose !== 'post' || !isSuccess(status)) return undefined;
    served.add(exchange.address);
    if (lost.length === 0) return undefined;
    const alive = lost.filter(({ scope }) => scope === exchange.scope && !isInitialize(exchange));
    for (const one of alive) lost.splice(lost.indexOf(one), 1);
    return alive.map(({ hit }) => hit);
  }
  if (!served.has(exchange.address) && exchange.sessionId === undefined) return undefined;
  if (isSuccess(status))
    return mediaType === 'text/event-stream'
      ? undefined
      : [
          {
            place,
            message: `The GET is answered ${status} ${mediaType === '' ? 'without a stream' : `with ${mediaType}`}.`,
          },
        ];
  if (!NO_STREAM.has(status) || saysSession(exchange.answer!)) return undefined;
  const hit = { place, message: `The GET is answered ${status}; that there is no stream is said with 405.` };
  // In a session 404 says that it has ended, unless something else is meant.
  const isClear = exchange.sessionId === undefined || status === 501 || NO_ROUTE.test(reasonOf(exchange.answer!));
  if (isClear) return [hit];
  lost.push({ scope: exchange.scope, hit });
  return undefined;
}

/** What frameworks say of a method that an address does not have. */
const NO_ROUTE = /cannot get|method not (?:allowed|supported)|no route|not supported|page not found/i;

/** The number of the exchange that the stream began on, by the id of each message that went out on it. */
type Carried = WeakMap<
  Scope,
  Record<'request' | 'response', Map<unknown, { readonly root: number; readonly request: number | undefined }>>
>;

/** So many messages are remembered: the second copy comes soon after the first. */
const CARRIED = 1000;

function carriedTwice(said: Said, carried: Carried): Hit | undefined {
  const { event, scope, kind, id, exchange } = said;
  if (!exchange || kind === 'notification' || id === undefined || id === null) return undefined;
  if (exchange.purpose === 'unseen') return undefined;
  let known = carried.get(scope);
  if (!known) carried.set(scope, (known = { request: new Map(), response: new Map() }));
  const root = event?.stream.root.number ?? exchange.number;
  const before = known[kind].get(id);
  const request = said.request?.number;
  if (before === undefined || before.request !== request) {
    if (known[kind].size >= CARRIED) known[kind].clear();
    known[kind].set(id, { root, request });
    return undefined;
  }
  if (before.root === root) return undefined;
  return at(said, `The ${saySaid(said)} has gone out on another stream already.`);
}

const requestsOf = ({ root }: Stream): readonly Said[] =>
  root.asked?.messages.filter(({ kind }) => kind === 'request') ?? [];
const isWaiting = (stream: Stream): boolean =>
  stream.unanswered > 0 && requestsOf(stream).some(({ state }) => state === 'open');

/** Streams that the client has closed, until it cancels or comes back. */
interface Left {
  readonly closed: Map<Stream, { readonly hit: Hit; readonly scope: Scope; goesOn: boolean }>;
}

export const STREAMS_LEGACY: readonly Rule[] = [
  {
    ...streams,
    id: 'http.get-sse-or-405',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a GET to the endpoint is answered with an event stream or with 405.',
    fix: 'Answer GET with text/event-stream, or with 405 where the server offers no stream.',
    fact: 'http.get-stream',
    remember: (): Gets => ({ served: new Set(), lost: [] }),
    hooks: { answered: getAnswered },
  },
  {
    ...streams,
    id: 'http.get-response',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether a response comes on a GET stream that resumes nothing.',
    fix: 'Answer on the POST that asked; keep the GET stream for what the server says by itself.',
    fact: 'http.get-no-response',
    follows: ['http.response-content-type', 'http.broadcast'],
    hooks: {
      response: {
        where: 'on-get',
        hear: (said) =>
          said.via === 'event' && !said.isRepeat
            ? at(said, `The ${saySaid(said)} comes on a GET stream, which is for requests and notifications.`)
            : undefined,
      },
    },
  },
  {
    ...streams,
    id: 'http.get-related',
    methods: ['notifications/progress'],
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether progress of a request that is running comes on a GET stream.',
    fix: 'Send what belongs to a request on the stream of its POST.',
    fact: 'http.get-unrelated',
    hooks: {
      notification: {
        where: 'on-get',
        hear: (said) => {
          if (said.via !== 'event' || said.isRepeat) return undefined;
          const token = said.params?.['progressToken'];
          for (const request of said.scope.open.client.values())
            if (token !== undefined && request.meta?.['progressToken'] === token)
              return at(said, `Progress of the ${saySaid(request)} comes on a GET stream.`);
          return undefined;
        },
      },
    },
  },
  {
    ...streams,
    id: 'http.broadcast',
    from: 'server',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the same request or response goes out on two streams.',
    fix: 'Choose one stream for each message, and send it there alone.',
    fact: 'http.one-stream',
    follows: ['resume.cross-stream', 'jsonrpc.id-reuse-session'],
    remember: (): Carried => new WeakMap(),
    hooks: { request: carriedTwice, response: carriedTwice },
  },
  {
    ...streams,
    id: 'http.disconnect-as-cancel',
    severity: 'warning',
    level: 'SHOULD NOT',
    party: 'server',
    checks: 'Whether a request counts as cancelled because its connection was lost.',
    fix: 'Go on with the work when a connection is lost; only notifications/cancelled cancels it.',
    fact: 'http.disconnect-not-cancel',
    remember: (): WeakSet<Stream> => new WeakSet(),
    hooks: {
      ended: {
        where: 'unanswered',
        hear: ({ stream, closed }, broken: WeakSet<Stream>) => {
          if (closed!.by !== 'server' && isWaiting(stream!)) broken.add(stream!);
          return undefined;
        },
      },
      error: (said, broken: WeakSet<Stream>) => {
        const reason = said.error?.['message'];
        return said.event &&
          broken.has(said.event.stream) &&
          said.answers === 'open' &&
          /cancel|abort|disconnect/i.test(String(reason))
          ? at(said, `The request whose connection was lost is answered with the error ${sayJson(reason)}.`)
          : undefined;
      },
    },
  },
  {
    ...streams,
    id: 'http.cancel-explicit',
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether a client that gives up a request says so, or only closes the connection.',
    fix: 'Send notifications/cancelled with the id of the request before the connection is closed.',
    fact: 'http.cancel-by-message',
    remember: (): Left => ({ closed: new Map() }),
    hooks: {
      ended: {
        where: 'unanswered',
        hear: ({ stream, closed, scope }, left: Left) => {
          if (!stream || stream.root.purpose !== 'post' || closed!.by !== 'client' || !isWaiting(stream))
            return undefined;
          const request = requestsOf(stream).find(({ state }) => state === 'open')!;
          const hit = {
            place: closed!.place,
            message: `The client closes the stream of the ${saySaid(request)}, and cancels nothing.`,
          };
          left.closed.set(stream, { hit, scope, goesOn: false });
          return undefined;
        },
      },
      asked: (exchange, { closed }: Left) => {
        if (closed.size === 0) return undefined;
        if (exchange.stream) closed.delete(exchange.stream);
        for (const one of closed.values())
          if (one.scope === exchange.scope && exchange.purpose === 'post' && exchange.asked?.messages.some(isRequest))
            one.goesOn = true;
        return undefined;
      },
      end: ({ closed }: Left) =>
        [...closed].filter(([stream, { goesOn }]) => goesOn && isWaiting(stream)).map(([, { hit }]) => hit),
    },
  },
];

const isRequest = ({ kind }: Said): boolean => kind === 'request';
