// Rules of streams in 2026-07-28: no requests from the server, no sessions, nothing to resume, closing is cancelling.
import { headerOf, type Exchange, type Said, type Stream } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';
import { Blames, serverOf } from '../server-era.ts';

const http = { since: '2026-07-28', transports: ['http'] } as const;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** So soon after a posted cancellation a client may close the stream as well. */
const CLOSES_MS = 1000;

interface Posted {
  readonly said: Said;
  readonly request: Said;
}

const isRunning = ({ exchange, state }: Said): boolean =>
  exchange !== undefined &&
  !exchange.closed &&
  state !== 'answered' &&
  (exchange.stream !== undefined || !exchange.answer);

/** Statuses by which something else than the endpoint speaks, or speaks of something else. */
const NOT_ABOUT_THE_VERB: ReadonlySet<number> = new Set([0, 401, 403, 407, 429, 502, 503, 504]);

export const STREAMS_MODERN: readonly Rule[] = [
  {
    ...http,
    id: 'http.server-request',
    from: 'server',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether the server sends a request of its own.',
    fix: 'Put the question into a result with resultType input_required.',
    fact: 'http.no-server-requests',
    hooks: {
      request: (said) => ({ place: said.place, message: `The server sends the ${saySaid(said)}.` }),
    },
  },
  {
    ...http,
    id: 'http.client-response',
    from: 'client',
    severity: 'error',
    level: 'MUST NOT',
    party: 'client',
    checks: 'Whether the client posts a response.',
    fix: 'Send the answer as inputResponses of a new request.',
    fact: 'http.no-client-responses',
    follows: ['http.server-request'],
    hooks: {
      response: (said) => ({ place: said.place, message: `The client posts a ${saySaid(said)}.` }),
    },
  },
  {
    ...http,
    id: 'http.disconnect-cancels',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether more is sent on a stream that the client has closed.',
    fix: 'Take a closed stream for a cancellation: stop, and send nothing more.',
    fact: 'http.cancel-silence',
    hooks: {
      event: ({ exchange, hasData, place }) =>
        hasData && exchange.closed?.by === 'client'
          ? { place, message: 'More comes on the stream after the client has closed it.' }
          : undefined,
    },
  },
  {
    ...http,
    id: 'http.cancelled-post',
    methods: ['notifications/cancelled'],
    from: 'client',
    severity: 'warning',
    level: 'practice',
    party: 'client',
    checks: 'Whether a cancellation is posted while the stream of its request stays open.',
    fix: 'Close the response stream of the request; notifications/cancelled is for pipes and for older revisions.',
    fact: 'http.cancel-by-close',
    remember: (): Posted[] => [],
    hooks: {
      notification: (said, posted: Posted[]) => {
        const request = said.scope.open.client.get(said.params?.['requestId']);
        if (request && isRunning(request)) posted.push({ said, request });
        return undefined;
      },
      end: (posted: Posted[]) =>
        posted
          .filter(({ said, request }) => {
            const closed = request.exchange?.closed;
            if (!closed || closed.by !== 'client') return true;
            return closed.atMs !== undefined && said.atMs !== undefined && closed.atMs - said.atMs > CLOSES_MS;
          })
          .map(({ said, request }) => ({
            place: said.place,
            message: `The client posts notifications/cancelled for request ${sayJson(request.id)} and leaves its stream open, so the work goes on.`,
          })),
    },
  },
  {
    ...http,
    id: 'http.reissue',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether a client comes back for a stream that broke, by GET or with the same id.',
    fix: 'Send the request again as a new one with a new id.',
    fact: 'http.reissue-new-id',
    remember: (): { broken: boolean } => ({ broken: false }),
    hooks: {
      ended: ({ stream, purpose }, state: { broken: boolean }) => {
        if (purpose === 'post' && stream && stream.unanswered > 0) state.broken = true;
        return undefined;
      },
      asked: ({ purpose, place }, { broken }: { broken: boolean }) =>
        broken && purpose === 'resume'
          ? { place, message: 'The client asks for the rest of a broken stream; nothing is kept of it.' }
          : undefined,
      request: (said) => {
        const before = said.from === 'client' && !said.isResent ? said.scope.open.client.get(said.id) : undefined;
        const exchange = before?.exchange;
        return exchange?.closed && exchange.stream && before!.method === said.method
          ? {
              place: said.place,
              message: `The ${saySaid(said)} is sent again under the id of the one whose stream broke.`,
            }
          : undefined;
      },
    },
  },
  {
    ...http,
    id: 'http.sse-id',
    severity: 'note',
    level: 'fact',
    party: 'server',
    checks: 'Whether events have ids or a retry time, which nothing can use.',
    fix: 'Leave id and retry out.',
    fact: 'sse.resume-gone',
    remember: (): WeakSet<Stream> => new WeakSet(),
    hooks: {
      event: ({ stream, id, retryMs, place }, told: WeakSet<Stream>) => {
        if ((id === undefined && retryMs === undefined) || told.has(stream)) return undefined;
        told.add(stream);
        return { place, message: `The event has ${id === undefined ? 'a retry time' : `the id ${sayJson(id)}`}.` };
      },
    },
  },
  {
    ...http,
    id: 'http.last-event-id',
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether a stream is asked for by Last-Event-ID, or given because of it.',
    fix: 'Leave the header out, and ignore it where it comes.',
    fact: 'http.last-event-id-gone',
    hooks: {
      asked: ({ requestHeaders }) => {
        const header = headerOf(requestHeaders, 'last-event-id');
        return header && { place: header.place, message: `Last-Event-ID ${sayJson(header.value)} has no effect.` };
      },
      answered: ({ purpose, answer }) =>
        purpose === 'resume' && isSuccess(answer!.status)
          ? {
              place: answer!.place,
              message: `Last-Event-ID is answered ${answer!.status} with a stream.`,
              party: 'server',
            }
          : undefined,
    },
  },
  {
    ...http,
    id: 'http.get-delete-405',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether GET and DELETE at the endpoint are answered 405.',
    fix: 'Answer GET and DELETE with 405 and "Allow: POST".',
    fact: 'http.get-gone',
    remember: (share) => new Blames(share),
    hooks: {
      answered: (exchange, blames: Blames) => {
        const { verb, revision, answer, purpose } = exchange;
        const isVerb = purpose === 'get' || purpose === 'resume' || purpose === 'delete';
        if (!isVerb || revision < '2026-07-28' || answer!.status === 405 || NOT_ABOUT_THE_VERB.has(answer!.status))
          return undefined;
        return blames.blame(serverOf({ exchange, scope: exchange.scope }), 'likely', {
          place: answer!.place,
          message: `${verb} is answered ${answer!.status}, not 405.`,
        });
      },
      end: (blames: Blames, { given }) => blames.hits(given),
    },
  },
  {
    ...http,
    id: 'http.accel-buffering',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a stream asks proxies not to hold it back.',
    fix: 'Send "X-Accel-Buffering: no" with every event stream.',
    fact: 'sse.no-buffering',
    hooks: { answered: notAsked },
  },
  {
    ...http,
    id: 'session.modern',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a server gives or repeats a session id.',
    fix: 'Leave Mcp-Session-Id out of answers, and ignore it in requests.',
    fact: 'http.session-gone',
    remember: (share) => new Blames(share),
    hooks: {
      answered: (exchange, blames: Blames) => {
        const header = headerOf(exchange.answer!.headers, 'mcp-session-id');
        if (!header || exchange.revision < '2026-07-28' || exchange.purpose === 'unseen') return undefined;
        return blames.blame(serverOf({ exchange, scope: exchange.scope }), 'likely', {
          place: header.place,
          message: `The answer has Mcp-Session-Id ${sayJson(header.value)}; there are no sessions any more.`,
        });
      },
      end: (blames: Blames, { given }) => blames.hits(given),
    },
  },
];

function notAsked({ answer, purpose, stream }: Exchange): Hit | undefined {
  if (!stream || purpose !== 'post') return undefined;
  const header = headerOf(answer!.headers, 'x-accel-buffering');
  if (header?.value.toLowerCase() === 'no') return undefined;
  return header
    ? { place: header.place, message: `X-Accel-Buffering is ${sayJson(header.value)}.` }
    : { place: answer!.place, message: 'The stream comes without X-Accel-Buffering.' };
}
