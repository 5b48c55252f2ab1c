// Rules of resuming: event ids, replays, and connections that the server closes for the client to come back.
import { type Exchange, type Said, type Scope, type Stream, type StreamEvent } from '../model.ts';
import type { Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';

const resuming = { transports: ['http'], since: '2025-03-26', until: '2025-11-25' } as const;
const polling = { transports: ['http'], since: '2025-11-25', until: '2025-11-25' } as const;

const requestsOf = ({ root }: Stream): readonly Said[] =>
  root.asked?.messages.filter(({ kind }) => kind === 'request') ?? [];
const isWaiting = (stream: Stream): boolean =>
  stream.unanswered > 0 && requestsOf(stream).some(({ state }) => state === 'open');

/** A stream by what opened it. */
function sayStream({ root }: Stream): string {
  const [request] = requestsOf({ root } as Stream);
  return request ? `the stream of the ${saySaid(request)}` : 'a stream that a GET opened';
}

/** Why a message on a resumed stream is one of another, if it can be told. */
function fromAnother(said: Said): string | undefined {
  const { event, exchange, request, scope, method, params } = said;
  if (!event || event.stream.root === exchange) return undefined;
  const { root } = event.stream;
  if (event.seenOn && event.seenOn !== event.stream)
    return `Event ${sayJson(event.id)} is one of ${sayStream(event.seenOn)}, replayed on ${sayStream(event.stream)}.`;
  if (request?.exchange && request.exchange !== root)
    return `The ${saySaid(said)} belongs to another request than ${sayStream(event.stream)}.`;
  if (method !== 'notifications/progress' || root.purpose !== 'post') return undefined;
  const token = params?.['progressToken'];
  const isToken = ({ meta }: Said) => token !== undefined && meta?.['progressToken'] === token;
  const other = requestsOf(event.stream).some(isToken) ? undefined : [...scope.open.client.values()].find(isToken);
  return other && `Progress of the ${saySaid(other)} comes on ${sayStream(event.stream)}.`;
}

/** Since when a stream has had no connection. */
type Closed = WeakMap<Stream, number | undefined>;

/** Clocks and timers are that exact. */
const TOLERANCE_MS = 20;

/** Who waits for a request whose stream broke, though its events have ids. */
type Broken = Map<string, Stream>;

const callKey = ({ id, method, scope }: Said): string => `${scope.number} ${typeof id} ${sayJson(id)} ${method ?? ''}`;

const isOnPost = ({ exchange, stream }: StreamEvent): boolean =>
  exchange.purpose === 'post' && stream.root === exchange;

const closedEarly = ({ stream, closed }: Exchange): boolean =>
  stream !== undefined && closed!.by === 'server' && stream.root.purpose === 'post' && isWaiting(stream);

export const RESUME: readonly Rule[] = [
  {
    ...resuming,
    id: 'resume.event-id-unique',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether an event id is given to two events, on whichever streams of a session.',
    fix: 'Make event ids of the stream and a counter, so that none comes twice in a session.',
    fact: 'sse.event-id-unique',
    hooks: {
      event: {
        where: 'seen-before',
        hear: ({ exchange, place, id }) =>
          exchange.purpose !== 'resume'
            ? { place, message: `The event id ${sayJson(id)} was given to another event before.` }
            : undefined,
      },
    },
  },
  {
    ...resuming,
    id: 'resume.cross-stream',
    from: 'server',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether a resumed stream brings messages of another one.',
    fix: 'Find the stream of Last-Event-ID, and replay only what came after it on that stream.',
    fact: 'sse.replay-one-stream',
    hooks: {
      message: {
        where: 'on-resumed',
        hear: (said) => {
          const message = fromAnother(said);
          return message === undefined ? undefined : { place: said.place, message };
        },
      },
    },
  },
  {
    ...resuming,
    id: 'resume.by-get',
    from: 'client',
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether a client that wants the rest of a broken stream posts its request again.',
    fix: 'Send GET with Last-Event-ID and the last event id of the stream.',
    fact: 'sse.last-event-id',
    follows: ['jsonrpc.id-reuse-session'],
    remember: (): Broken => new Map(),
    hooks: {
      ended: {
        where: 'unanswered',
        hear: ({ stream, closed }, broken: Broken) => {
          if (!stream || closed!.by === 'client' || stream.lastEventId === undefined || !isWaiting(stream))
            return undefined;
          for (const request of requestsOf(stream)) broken.set(callKey(request), stream);
          return undefined;
        },
      },
      request: (said, broken: Broken) => {
        const stream = broken.size === 0 ? undefined : broken.get(callKey(said));
        if (!stream || !isWaiting(stream)) return undefined;
        return {
          place: said.place,
          message: `The ${saySaid(said)} is posted again; event ${sayJson(stream.lastEventId)} is where its stream broke.`,
        };
      },
    },
  },
  {
    ...polling,
    id: 'poll.prime',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether the stream of a request begins with an event that has an id and empty data.',
    fix: 'Begin each stream with "id: <id>" and an empty "data:", so that it can be resumed from the start.',
    fact: 'sse.priming',
    remember: (): Set<Scope> => new Set(),
    hooks: {
      event: {
        where: 'first',
        hear: (event, told: Set<Scope>) => {
          const { exchange, isComment, id, hasData } = event;
          if (isComment || !isOnPost(event)) return undefined;
          if ((id !== undefined && !hasData) || told.has(exchange.scope)) return undefined;
          told.add(exchange.scope);
          const what = id === undefined ? 'has no id' : 'has data';
          return {
            place: exchange.answer!.place,
            message: `The first event of the stream ${what}: until the next one it cannot be resumed.`,
          };
        },
      },
    },
  },
  {
    ...polling,
    id: 'poll.close-without-id',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether the server closes a connection early on which no event had an id.',
    fix: 'Send an event with an id before the connection is closed, or keep it open until the response.',
    fact: 'sse.close-connection',
    follows: ['http.sse-no-response'],
    hooks: {
      ended: {
        where: 'unanswered',
        hear: (exchange) =>
          closedEarly(exchange) && exchange.stream!.lastEventId === undefined
            ? {
                place: exchange.closed!.place,
                message: `The server closes ${sayStream(exchange.stream!)} before the response, and no event had an id to come back with.`,
              }
            : undefined,
      },
    },
  },
  {
    ...polling,
    id: 'poll.retry-missing',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether the server says with retry how long to wait, before it closes a connection early.',
    fix: 'Send an event with "retry: <milliseconds>" before the connection is closed.',
    fact: 'sse.retry',
    follows: ['http.sse-no-response'],
    hooks: {
      ended: {
        where: 'unanswered',
        hear: (exchange) =>
          closedEarly(exchange) && exchange.stream!.lastEventId !== undefined && exchange.stream!.retryMs === undefined
            ? {
                place: exchange.closed!.place,
                message: `The server closes ${sayStream(exchange.stream!)} before the response without a retry.`,
              }
            : undefined,
      },
    },
  },
  {
    ...polling,
    id: 'poll.retry-ignored',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether the client waits as long as retry says before it comes back.',
    fix: 'Wait at least as many milliseconds as the last retry of the stream said.',
    fact: 'sse.retry-wait',
    remember: (): Closed => new WeakMap(),
    hooks: {
      ended: (exchange, closed: Closed) => {
        const { stream } = exchange;
        if (stream?.retryMs !== undefined && exchange.closed!.by !== 'client')
          closed.set(stream, exchange.closed!.atMs);
        return undefined;
      },
      asked: {
        where: 'reads',
        hear: ({ purpose, stream, atMs, place }, closed: Closed) => {
          const since = purpose === 'resume' && stream ? closed.get(stream) : undefined;
          const retryMs = stream?.retryMs;
          if (since === undefined || retryMs === undefined || atMs === undefined) return undefined;
          const waitedMs = atMs - since;
          return waitedMs + TOLERANCE_MS < retryMs
            ? {
                place,
                message: `The client comes back after ${Math.round(waitedMs)} ms, though retry says ${retryMs}.`,
              }
            : undefined;
        },
      },
    },
  },
];
