// Which stream may carry which message over HTTP: one row for each kind of message and span of revisions, with the fact
// that says so. The streams are those of one client in the middle of a call. Knows no run and no bytes.
import type { FactId } from './facts.ts';
import { holdsIn, type Revision, type Validity } from './revisions.ts';
import { STREAMS, type Stream } from './streams.ts';

/** `allowed`: only a SHOULD speaks against it. */
export type Fit = 'right' | 'allowed' | 'wrong';

interface Says {
  readonly fit: Fit;
  readonly fact: FactId;
}

type Kind = 'response' | 'log' | 'related' | 'question' | 'unrelated' | 'ping' | 'acknowledgement' | 'client-answer';

export interface RoutedMessage extends Validity {
  readonly key: string;
  readonly from: 'client' | 'server';
  /** What it is, as it stands on the wire. */
  readonly name: string;
  /** What it is about. */
  readonly about: string;
  readonly kind: Kind;
}

const legacy = { until: '2025-11-25' } as const;

/** The messages of one moment: call id 3 runs, another one, id 4, too. */
export const ROUTED_MESSAGES: readonly RoutedMessage[] = [
  { key: 'result', from: 'server', name: 'result, id 3', about: 'the call is done', kind: 'response' },
  { key: 'error', from: 'server', name: 'error, id 3', about: 'the call has failed', kind: 'response' },
  { key: 'progress', from: 'server', name: 'notifications/progress', about: 'token of call 3', kind: 'related' },
  { key: 'log', from: 'server', name: 'notifications/message', about: 'a log line of call 3', kind: 'log' },
  {
    key: 'question',
    from: 'server',
    name: 'sampling/createMessage, id 42',
    about: 'call 3 wants to know',
    kind: 'question',
  },
  { key: 'answer', from: 'client', name: 'result, id 42', about: 'the client answers that', kind: 'client-answer' },
  { key: 'tools', from: 'server', name: 'notifications/tools/list_changed', about: 'no call asked', kind: 'unrelated' },
  {
    key: 'resource',
    from: 'server',
    name: 'notifications/resources/updated',
    about: 'no call asked',
    kind: 'unrelated',
  },
  { key: 'ping', from: 'server', name: 'ping, id 43', about: 'is the client there?', kind: 'ping', ...legacy },
  {
    key: 'acknowledged',
    from: 'server',
    name: 'notifications/subscriptions/acknowledged',
    about: 'what the subscription gets',
    kind: 'acknowledgement',
    since: '2026-07-28',
  },
];

interface RouteRow extends Validity {
  readonly kinds: readonly Kind[];
  readonly streams: Readonly<Partial<Record<Stream, Says>>>;
  /** One sentence: where it goes, and why. */
  readonly why: string;
}

const right = (fact: FactId): Says => ({ fit: 'right', fact });
const allowed = (fact: FactId): Says => ({ fit: 'allowed', fact });
const wrong = (fact: FactId): Says => ({ fit: 'wrong', fact });

const onlyA = { until: '2024-11-05' } as const;
const BtoD = { since: '2025-03-26', until: '2025-11-25' } as const;
const E = { since: '2026-07-28' } as const;

/** Streams that a row does not name do not exist in its revisions, but for `none`, which is then wrong. */
const ROUTES: readonly RouteRow[] = [
  {
    ...onlyA,
    kinds: ['response', 'log', 'related', 'question', 'unrelated', 'ping'],
    streams: { get: right('http-sse.message') },
    why: 'There is one event stream, opened with a GET, and all that the server says comes on it.',
  },
  {
    ...onlyA,
    kinds: ['client-answer'],
    streams: { get: wrong('http-sse.post-target'), none: right('http-sse.post-target') },
    why: 'What the client says goes out in a POST of its own, to the address that the first event gave.',
  },
  {
    ...BtoD,
    kinds: ['response'],
    streams: { own: right('http.reply'), other: wrong('http.reply'), get: wrong('http.get-no-response') },
    why: 'A response goes where its request came in. On a GET it may come only if that GET resumes the broken stream of the request.',
  },
  {
    ...BtoD,
    kinds: ['related', 'log'],
    streams: { own: right('sse.notifications'), other: allowed('sse.related'), get: allowed('http.get-unrelated') },
    why: 'It has to do with call 3 and belongs on the stream of call 3. The text says SHOULD: a client must cope with another stream.',
  },
  {
    ...BtoD,
    kinds: ['question'],
    streams: { own: right('http.server-requests'), other: allowed('sse.related'), get: allowed('http.get-unrelated') },
    why: 'The call asks, so the question comes on the stream of the call, before its result.',
  },
  {
    ...BtoD,
    kinds: ['unrelated', 'ping'],
    streams: { own: allowed('sse.related'), other: allowed('sse.related'), get: right('http.get-unrelated') },
    why: 'No running call has to do with it: this is what the GET stream is for. It takes one stream, and never several.',
  },
  {
    ...BtoD,
    kinds: ['client-answer'],
    streams: {
      own: wrong('http.own-post'),
      other: wrong('http.own-post'),
      get: wrong('http.own-post'),
      none: right('http.own-post'),
    },
    why: 'Streams run from server to client. The answer is the body of a new POST, and 202 is all that comes back.',
  },
  {
    ...E,
    kinds: ['response'],
    streams: { own: right('http.reply'), other: wrong('http.reply'), listen: wrong('listen.only-asked') },
    why: 'A response goes where its request came in, and nowhere else: a broken stream is not resumed.',
  },
  {
    ...E,
    kinds: ['related'],
    streams: { own: right('sse.notifications'), other: wrong('sse.related-only'), listen: wrong('listen.only-asked') },
    why: 'What was a SHOULD is a MUST now: progress stays on the stream of its request.',
  },
  {
    ...E,
    kinds: ['log'],
    streams: {
      own: right('logging.own-stream'),
      other: wrong('sse.related-only'),
      listen: wrong('logging.own-stream'),
    },
    why: 'Log lines come if the request asked for them with a level, on its own stream.',
  },
  {
    ...E,
    kinds: ['question'],
    streams: {
      own: wrong('http.no-server-requests'),
      other: wrong('http.no-server-requests'),
      listen: wrong('http.no-server-requests'),
      none: right('http.no-server-requests'),
    },
    why: 'No stream carries a request of the server. The question stands in the result of the call, which ends it.',
  },
  {
    ...E,
    kinds: ['client-answer'],
    streams: {
      own: wrong('http.no-client-responses'),
      other: wrong('http.no-client-responses'),
      listen: wrong('http.no-client-responses'),
      none: right('http.no-client-responses'),
    },
    why: 'There is no such message: what the user said travels in the call, which is made again.',
  },
  {
    ...E,
    kinds: ['unrelated'],
    streams: { own: wrong('sse.related-only'), other: wrong('sse.related-only'), listen: right('listen.only-asked') },
    why: 'Changes come on the subscription that asked for them. Without one they do not come.',
  },
  {
    ...E,
    kinds: ['acknowledgement'],
    streams: { own: wrong('sse.related-only'), other: wrong('sse.related-only'), listen: right('listen.acknowledge') },
    why: 'It is the first message of the subscription: which of the wishes are granted.',
  },
];

export interface Route {
  readonly message: RoutedMessage;
  /** What is said of each stream; absent where the revision has no such stream. */
  readonly streams: Readonly<Partial<Record<Stream, Says>>>;
  readonly why: string;
}

/** Every message of a revision, with what is said of each stream. */
export function routesIn(revision: Revision): readonly Route[] {
  return ROUTED_MESSAGES.filter((message) => holdsIn(message, revision)).map((message) => {
    const row = ROUTES.find((r) => r.kinds.includes(message.kind) && holdsIn(r, revision))!;
    const none = Object.values(row.streams).find(({ fit }) => fit === 'right')!;
    return { message, streams: { none: wrong(none.fact), ...row.streams }, why: row.why };
  });
}

/** Which streams a revision has at all, `none` included. */
export function streamsIn(revision: Revision): readonly Stream[] {
  const named = routesIn(revision).flatMap(({ streams }) => Object.keys(streams));
  return STREAMS.filter((stream) => named.includes(stream));
}
