// Rules of Streamable HTTP in all its revisions: what a POST says and accepts, how it is answered, where streams end.
import { headerOf, type Exchange, type Said, type Stream } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';

const http = { transports: ['http'], since: '2025-03-26' } as const;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const requestsOf = ({ asked }: Exchange): readonly Said[] =>
  asked?.messages.filter(({ kind }) => kind === 'request') ?? [];

/** What Accept leaves out, by its value: clients send the same one each time. */
type Missing = Map<string, readonly string[]>;
const VALUES_KEPT = 64;

function missingIn(value: string, types: readonly string[], known: Missing): readonly string[] {
  const before = known.get(value);
  if (before) return before;
  const listed = value.split(',').map((range) => range.split(';')[0]!.trim().toLowerCase());
  const missing = types.filter((type) => !listed.includes(type));
  if (known.size < VALUES_KEPT) known.set(value, missing);
  return missing;
}

function accept({ requestHeaders, place, verb }: Exchange, types: readonly string[], known: Missing): Hit | undefined {
  const header = headerOf(requestHeaders, 'accept');
  if (!header) return { place, message: `The ${verb} has no Accept header.` };
  const missing = missingIn(header.value, types, known);
  if (missing.length === 0) return undefined;
  return { place: header.place, message: `Accept is ${sayJson(header.value)}, without ${missing.join(' and ')}.` };
}

/** Hosts that only programs on the same machine reach. */
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const hostOf = (address: string): string => address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#].*$/, '');

/** A page from elsewhere that speaks to a server on this machine. */
function isForeign({ origin, requestHeaders }: Exchange): string | undefined {
  const page = requestHeaders.textOf('origin');
  if (page === undefined || LOCAL.test(hostOf(page))) return undefined;
  const server = origin ?? requestHeaders.textOf('host') ?? '';
  return LOCAL.test(hostOf(server)) ? page : undefined;
}

function foreignAccepted(exchange: Exchange): Hit | undefined {
  const page = isForeign(exchange);
  const { status, headers, place } = exchange.answer!;
  if (page === undefined || !isSuccess(status)) return undefined;
  // A server that names the page has looked at it.
  if (headers.textOf('access-control-allow-origin') === page) return undefined;
  return {
    place,
    message: `A request with Origin ${sayJson(page)} to a server on this machine is answered ${status}.`,
  };
}

const CHANGES: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
]);

/** Notifications of which can be told what they belong to. */
const RELATED: readonly string[] = ['notifications/progress', ...CHANGES];

const isListen = ({ stream }: Exchange): boolean =>
  requestsOf(stream!.root).some(({ method }) => method === 'subscriptions/listen');

/** Why a message on the stream of a request has nothing to do with that request, if it can be told. */
function unrelated(said: Said): string | undefined {
  const { exchange, method, event, scope, params, isRepeat } = said;
  if (!exchange || said.via !== 'event' || event!.stream.root.purpose !== 'post' || isRepeat || method === undefined)
    return undefined;
  const own = requestsOf(event!.stream.root);
  if (method === 'notifications/progress') {
    const token = params?.['progressToken'];
    const isToken = ({ meta }: Said) => token !== undefined && meta?.['progressToken'] === token;
    const other = own.some(isToken) ? undefined : [...scope.open.client.values()].find(isToken);
    return (
      other &&
      `The progress token ${sayJson(token)} is that of request ${sayJson(other.id)}, on the stream of request ${sayJson(own[0]?.id)}.`
    );
  }
  if (isListen(exchange)) return undefined;
  return `${method} comes on the stream of request ${sayJson(own[0]?.id)} (${own[0]?.method ?? 'no method'}).`;
}

/** The response after which the stream of a POST has to end. */
const lastResponseOn = (stream: Stream): Said | undefined =>
  stream.root.purpose === 'post' ? stream.lastResponse : undefined;

const LEFT_OPEN_MS = 1000;

export const HTTP: readonly Rule[] = [
  {
    ...http,
    id: 'http.post-only',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether a client sends a message with another verb than POST.',
    fix: 'Send every message as the body of a POST.',
    fact: 'http.own-post',
    hooks: {
      asked: ({ verb, asked, place }) =>
        asked && asked.messages.length > 0 && verb !== 'POST'
          ? { place, message: `The ${saySaid(asked.messages[0]!)} comes with ${verb}.` }
          : undefined,
    },
  },
  {
    ...http,
    id: 'http.accept-both',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether Accept on a POST lists both application/json and text/event-stream.',
    fix: 'Send "Accept: application/json, text/event-stream" with every POST, whatever headers a user adds.',
    fact: 'http.accept',
    remember: (): Missing => new Map(),
    hooks: {
      asked: (exchange, known: Missing) =>
        exchange.purpose === 'post' && exchange.verb === 'POST'
          ? accept(exchange, ['application/json', 'text/event-stream'], known)
          : undefined,
    },
  },
  {
    ...http,
    id: 'http.accept-get',
    until: '2025-11-25',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether Accept on a GET lists text/event-stream.',
    fix: 'Send "Accept: text/event-stream" with the GET.',
    fact: 'http.accept-get',
    remember: (): Missing => new Map(),
    hooks: {
      asked: {
        where: 'reads',
        hear: (exchange, known: Missing) =>
          exchange.purpose === 'listen' ? undefined : accept(exchange, ['text/event-stream'], known),
      },
    },
  },
  {
    ...http,
    id: 'http.notification-202',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a POST of notifications or responses that is accepted is answered 202 without a body.',
    fix: 'Answer accepted notifications and responses with 202 and an empty body, without a content type.',
    fact: 'http.accepted-202',
    hooks: {
      answered: {
        where: 'asks-nothing',
        hear: (exchange) => {
          const { status, body, place, said, mediaType } = exchange.answer!;
          if (!isSuccess(status) || said?.messages.some(({ error }) => error)) return undefined;
          const hasBody = body.to > body.from || mediaType === 'text/event-stream';
          if (status === 202 && !hasBody) return undefined;
          const what = saySaid(exchange.asked!.messages[0]!);
          return { place, message: `The ${what} is answered ${status} ${hasBody ? 'with a body' : 'and not 202'}.` };
        },
      },
    },
  },
  {
    ...http,
    id: 'http.notification-rejected',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a notification or response that is refused gets an error status.',
    fix: 'Refuse with an HTTP error status such as 400; the body may be an error without an id.',
    fact: 'http.notification-refused',
    hooks: {
      answered: {
        where: 'asks-nothing',
        hear: (exchange) => {
          const { status, place, said } = exchange.answer!;
          const error = isSuccess(status) ? said?.messages.find((one) => one.error) : undefined;
          return (
            error && {
              place,
              message: `The ${saySaid(exchange.asked!.messages[0]!)} is refused with error ${sayJson(error.error!['code'])}, but status ${status}.`,
            }
          );
        },
      },
    },
  },
  {
    ...http,
    id: 'http.response-content-type',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a request that is accepted is answered with JSON or with an event stream.',
    fix: 'Answer the POST that asks with the result as application/json, or with a text/event-stream that carries it.',
    fact: 'http.reply',
    hooks: {
      answered: (exchange) => {
        const { status, mediaType, place, headers } = exchange.answer!;
        if (!isSuccess(status) || mediaType === 'application/json' || mediaType === 'text/event-stream')
          return undefined;
        const [request] = requestsOf(exchange);
        if (!request) return undefined;
        const header = headerOf(headers, 'content-type');
        const what = header ? `as ${sayJson(header.value)}` : 'without a content type';
        return { place: header?.place ?? place, message: `The ${saySaid(request)} is answered ${status} ${what}.` };
      },
    },
  },
  {
    ...http,
    id: 'http.sse-no-response',
    since: '2025-11-25',
    until: '2025-11-25',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether the stream of a request ends for good without its response.',
    fix: 'Send the response before the stream ends; where the connection closes early, keep the events for the client to come back.',
    fact: 'sse.end',
    remember: (): Set<Exchange> => new Set(),
    hooks: {
      ended: {
        where: 'unanswered',
        hear: (exchange, left: Set<Exchange>) => {
          if (exchange.closed!.by === 'server' && isUnanswered(exchange)) left.add(exchange);
          return undefined;
        },
      },
      end: (left: Set<Exchange>) => {
        const byStream = new Map([...left].map((exchange) => [exchange.stream!, exchange]));
        return [...byStream.values()].filter(isUnanswered).map((exchange) => ({
          place: exchange.closed!.place,
          message: `The stream of request ${sayJson(requestsOf(exchange.stream!.root)[0]!.id)} ends without its response, and nothing resumes it.`,
        }));
      },
    },
  },
  {
    ...http,
    id: 'http.sse-closed-early',
    until: '2025-06-18',
    severity: 'warning',
    level: 'SHOULD NOT',
    party: 'server',
    checks: 'Whether the server closes the stream of a request before the response.',
    fix: 'Keep the stream open until the response is sent.',
    fact: 'sse.not-closed-early',
    hooks: {
      ended: {
        where: 'unanswered',
        hear: (exchange) =>
          exchange.closed!.by === 'server' && isUnanswered(exchange)
            ? {
                place: exchange.closed!.place,
                message: `The server closes the stream of request ${sayJson(requestsOf(exchange.stream!.root)[0]!.id)} before its response.`,
              }
            : undefined,
      },
    },
  },
  {
    ...http,
    id: 'http.sse-left-open',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether the stream of a request stays open after its response.',
    fix: 'End the stream after the response.',
    fact: 'sse.end',
    hooks: {
      event: ({ stream, place, hasData }) =>
        hasData && lastResponseOn(stream)
          ? { place, message: 'More comes on the stream after the response.' }
          : undefined,
      ended: ({ stream, closed }) => {
        const since = stream && closed!.by === 'client' ? lastResponseOn(stream)?.atMs : undefined;
        if (since === undefined || closed!.atMs === undefined) return undefined;
        const afterMs = closed!.atMs - since;
        return afterMs > LEFT_OPEN_MS
          ? {
              place: closed!.place,
              message: `The stream was still open ${Math.round(afterMs)} ms after its response, when the client closed it.`,
            }
          : undefined;
      },
      end: (_, { isWhole, openExchanges }) =>
        (isWhole ? openExchanges : []).flatMap((exchange): readonly Hit[] => {
          const last = exchange.stream && lastResponseOn(exchange.stream);
          return last?.exchange === exchange
            ? [{ place: last.place, message: 'The stream stays open after this response.' }]
            : [];
        }),
    },
  },
  {
    ...http,
    id: 'http.sse-related',
    methods: RELATED,
    until: '2025-11-25',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether messages on the stream of a request have to do with that request.',
    fix: 'Send what belongs to another request on its stream, and the rest on a stream that the client opened with GET.',
    fact: 'sse.related',
    hooks: {
      notification: (said) => {
        const message = unrelated(said);
        // A call may be what changes a list.
        return message === undefined
          ? undefined
          : { place: said.place, message, ...(CHANGES.has(said.method!) && { severity: 'note' as const }) };
      },
    },
  },
  {
    ...http,
    id: 'http.sse-related-must',
    methods: RELATED,
    since: '2026-07-28',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether notifications on the stream of a request have to do with that request.',
    fix: 'Send changes on the stream of a subscription, and everything else on the stream of its request.',
    fact: 'sse.related-only',
    hooks: {
      notification: (said) => {
        const message = unrelated(said);
        return message === undefined ? undefined : { place: said.place, message };
      },
    },
  },
  {
    ...http,
    id: 'http.origin-403',
    since: '2025-11-25',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a request from a page that cannot be meant is refused, and with 403.',
    fix: 'Compare Origin with the list of pages that are allowed, and answer others 403.',
    fact: 'http.origin-403',
    hooks: {
      answered: {
        where: 'page',
        hear: (exchange) => {
          const accepted = foreignAccepted(exchange);
          if (accepted) return accepted;
          const page = isForeign(exchange);
          const { status, place, said } = exchange.answer!;
          const reason = said?.messages[0]?.error?.['message'];
          const isAboutOrigin = typeof reason === 'string' && /\borigin\b/i.test(reason);
          return page !== undefined && status >= 400 && status !== 403 && isAboutOrigin
            ? { place, message: `Origin ${sayJson(page)} is refused with ${status}, not 403.` }
            : undefined;
        },
      },
    },
  },
  {
    ...http,
    id: 'http.origin-unvalidated',
    until: '2025-06-18',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a request from a page that cannot be meant is accepted.',
    fix: 'Compare Origin with the list of pages that are allowed, and refuse others.',
    fact: 'http.origin',
    hooks: { answered: { where: 'page', hear: foreignAccepted } },
  },
];

/** A request of the stream waits, and was not cancelled. */
function isUnanswered({ stream }: Exchange): boolean {
  const { root, unanswered } = stream!;
  return unanswered > 0 && requestsOf(root).some(({ state }) => state === 'open');
}
