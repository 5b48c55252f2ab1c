// What differs between revisions, one row each: whoever acts asks here instead of comparing dates.
import type { FactId } from './facts.ts';
import { holdsIn, type Profile, type Revision, type Transport, type Validity } from './revisions.ts';

interface Row<T> extends Validity {
  readonly value: T;
  readonly fact: FactId;
  /** Only on this transport, where it matters. */
  readonly transport?: Transport;
}

const MECHANICS = {
  /** Whether a session opens with initialize and initialized. */
  handshake: [
    { until: '2025-11-25', value: true, fact: 'lifecycle.initialize' },
    { since: '2026-07-28', value: false, fact: 'lifecycle.no-handshake' },
  ],
  /** Whether every request carries version, client and capabilities in `_meta`, and every result its type. */
  selfDescribing: [
    { until: '2025-11-25', value: false, fact: 'lifecycle.initialize' },
    { since: '2026-07-28', value: true, fact: 'meta.protocol-version' },
  ],
  /** Whether a body or a line may hold an array of messages. */
  batches: [
    { until: '2024-11-05', value: false, fact: 'batch.undefined' },
    { since: '2025-03-26', until: '2025-03-26', value: true, fact: 'batch.receive' },
    { since: '2025-06-18', value: false, fact: 'batch.gone' },
  ],
  /** Whether the server may ask for something with a request of its own, or must put it into a result. */
  serverAsks: [
    { until: '2025-11-25', value: 'request', fact: 'http.server-requests' },
    { since: '2026-07-28', value: 'result', fact: 'http.no-server-requests' },
  ],
  /** What a client does when the stream of a request breaks. */
  brokenStream: [
    { until: '2024-11-05', value: 'send-again', fact: 'http-sse.no-resume' },
    { since: '2025-03-26', until: '2025-11-25', value: 'resume', fact: 'sse.last-event-id' },
    { since: '2026-07-28', value: 'send-again', fact: 'http.reissue-new-id' },
  ],
  /** Whether a server may give its events ids, so that a client can come back for the rest. */
  eventIds: [
    { until: '2024-11-05', value: false, fact: 'http-sse.no-resume' },
    { since: '2025-03-26', until: '2025-11-25', value: true, fact: 'sse.event-id' },
    { since: '2026-07-28', value: false, fact: 'sse.resume-gone' },
  ],
  /** Whether a server that keeps its events opens each stream with an id and empty data. */
  priming: [
    { until: '2025-06-18', value: false, fact: 'sse.event-id' },
    { since: '2025-11-25', until: '2025-11-25', value: true, fact: 'sse.priming' },
    { since: '2026-07-28', value: false, fact: 'sse.resume-gone' },
  ],
  /** What a server makes of a client that is gone. */
  disconnect: [
    { until: '2025-11-25', value: 'goes-on', fact: 'http.disconnect-not-cancel' },
    { since: '2026-07-28', value: 'cancels', fact: 'http.close-is-cancel' },
  ],
  /** How a client cancels. */
  cancel: [
    { until: '2025-11-25', value: 'message', fact: 'http.cancel-by-message' },
    { since: '2026-07-28', transport: 'streamable-http', value: 'close', fact: 'http.close-is-cancel' },
    { since: '2026-07-28', value: 'message', fact: 'stdio.cancel' },
  ],
  /** Which statuses of a refused initialize let a client look for HTTP+SSE at the same address, and whether an error that only this revision has says otherwise. */
  olderTransport: [
    { until: '2024-11-05', value: { statuses: [], modernErrorsCount: false }, fact: 'http-sse.endpoint' },
    {
      since: '2025-03-26',
      until: '2025-06-18',
      value: { statuses: '4xx', modernErrorsCount: false },
      fact: 'http-sse.probe-any',
    },
    {
      since: '2025-11-25',
      until: '2025-11-25',
      value: { statuses: [400, 404, 405], modernErrorsCount: false },
      fact: 'http-sse.probe-three',
    },
    {
      since: '2026-07-28',
      value: { statuses: [400, 404, 405], modernErrorsCount: true },
      fact: 'http-sse.probe-body',
    },
  ],
  /** Whether a notification may be answered with a message. */
  notificationReply: [
    { until: '2024-11-05', value: 'not-expected', fact: 'jsonrpc.one-way' },
    { since: '2025-03-26', value: 'forbidden', fact: 'jsonrpc.no-reply' },
  ],
  /** How long the id of a request may not be used again by the same side. */
  idIsTaken: [
    { until: '2025-11-25', value: 'in-session', fact: 'jsonrpc.id-unique-session' },
    { since: '2026-07-28', value: 'in-flight', fact: 'jsonrpc.id-unique-in-flight' },
  ],
  /** How a server reaches a client that has asked for nothing: unasked, on a stream the client opened with GET, or on a subscription. */
  push: [
    { until: '2025-11-25', transport: 'stdio', value: 'unasked', fact: 'stdio.newline' },
    { until: '2024-11-05', value: 'unasked', fact: 'http-sse.message' },
    { since: '2025-03-26', until: '2025-11-25', value: 'get-stream', fact: 'http.get-stream' },
    { since: '2026-07-28', value: 'subscription', fact: 'listen.acknowledge' },
  ],
} as const satisfies Record<string, readonly Row<unknown>[]>;

export type Mechanic = keyof typeof MECHANICS;
type ValueOf<M extends Mechanic> = (typeof MECHANICS)[M][number]['value'];

/** What holds in a revision, with the fact that says so. */
export function mechanic<M extends Mechanic>(
  name: M,
  revision: Revision,
  transport: Transport = 'streamable-http',
): { readonly value: ValueOf<M>; readonly fact: FactId } {
  const rows = MECHANICS[name] as readonly Row<ValueOf<M>>[];
  return rows.find((row) => holdsIn(row, revision) && (row.transport === undefined || row.transport === transport))!;
}

/** How a server carries the answer to a request over HTTP when nothing comes before the result. */
export type PlainAnswer = 'json' | 'json-chunked' | 'stream' | 'stream-short';

interface AnswerRow extends Validity {
  readonly profile: Profile;
  readonly methods?: readonly string[];
  readonly keepsEvents?: boolean;
  readonly value: PlainAnswer;
}

/** First match. The SDK's choice is recorded (tools are answered a tick later, so their length is not known in time). */
const PLAIN_ANSWERS: readonly AnswerRow[] = [
  { profile: 'minimal', value: 'json' },
  { profile: 'measured', since: '2026-07-28', value: 'json-chunked' },
  // Where streams are primed, the result is the second event.
  { profile: 'measured', since: '2025-11-25', keepsEvents: true, value: 'stream' },
  { profile: 'measured', methods: ['tools/call'], value: 'stream' },
  { profile: 'measured', value: 'stream-short' },
];

export function plainAnswer(method: string, profile: Profile, revision: Revision, keepsEvents: boolean): PlainAnswer {
  return PLAIN_ANSWERS.find(
    (row) =>
      row.profile === profile &&
      holdsIn(row, revision) &&
      (row.methods?.includes(method) ?? true) &&
      (row.keepsEvents === undefined || row.keepsEvents === keepsEvents),
  )!.value;
}

/** The name that a profile gives to SSE events; none is the default and needs no bytes. */
export function eventNameOf(profile: Profile): string | undefined {
  return profile === 'measured' ? 'message' : undefined;
}
