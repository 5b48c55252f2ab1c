// Event streams: which stream a message goes on, how it ends, event ids and replays, what stands in `data`.
import type { Message } from '../../protocol/messages.ts';
import { notificationMessage } from '../../protocol/session.ts';
import { frameOf } from '../../wire/frame.ts';
import { chunkPieces } from '../../wire/http.ts';
import { nthTime, type FaultRow } from '../fault.ts';
import { withEvent, withField } from '../frames.ts';
import { nth, time } from '../row-parameters.ts';

const LEGACY = { since: '2025-03-26', until: '2025-11-25' } as const;
const common = { transports: ['streamable-http'], party: 'server', consequences: [] } as const;
const isResponse = (message: Message): boolean => !('method' in message);

export const STREAM_FAULTS: readonly FaultRow[] = [
  {
    ...common,
    ...LEGACY,
    slug: 'event-id-reused',
    title: 'An event id is used twice',
    about: 'An event has the id of the one before it, so that a client that comes back names two places.',
    parameters: [nth],
    fires: [{ rule: 'resume.event-id-unique' }],
    consequences: ['resume.cross-stream'],
    pains: [11],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer, { exchanges }) {
          const before = exchanges.transfers.findLast(
            (t) => t.eventId !== undefined && t.exchange === transfer.exchange,
          );
          const { eventId } = transfer;
          if (eventId === undefined || !before || transfer.replayed) return undefined;
          const frame = withEvent(transfer.frame, (pieces) => withField(pieces, 'id', before.eventId!));
          if (!frame || !isWanted()) return undefined;
          transfer.frame = frame;
          transfer.eventId = before.eventId!;
          return 'touched';
        },
      };
    },
  },
  {
    ...common,
    ...LEGACY,
    slug: 'foreign-replay',
    title: 'A replay from another stream',
    about: 'To a client that resumes one stream the server also sends an event that belonged to another.',
    parameters: [],
    fires: [{ rule: 'resume.cross-stream' }],
    consequences: ['http.broadcast', 'resume.event-id-unique', 'jsonrpc.response-id'],
    pains: [11],
    make: () => {
      let isDone = false;
      return {
        writes(transfer, rig) {
          const resumed = (t: { readonly exchange?: number | undefined }) =>
            rig.exchanges.transfers.some((r) => r.exchange === t.exchange && r.lastEventId !== undefined);
          if (isDone || !transfer.replayed || !resumed(transfer)) return undefined;
          const streamOf = (t: { readonly eventId?: string | undefined }) => t.eventId?.split('-')[0];
          const foreign = rig.exchanges.transfers.find(
            (t) => t.eventId !== undefined && t.message && streamOf(t) !== streamOf(transfer) && !t.http,
          );
          if (!foreign) return undefined;
          isDone = true;
          const { frame, message, eventId } = foreign;
          rig.inject(transfer, 'foreign-replay', { frame, message: message!, eventId: eventId!, replayed: true });
          return undefined;
        },
      };
    },
  },
  {
    ...common,
    since: '2025-11-25',
    until: '2025-11-25',
    slug: 'retry-ignored',
    title: 'A client that does not wait',
    about: 'The server has said how long to wait before coming back; the client comes sooner.',
    parameters: [time('afterMs', { label: 'comes back after', default: 1, about: 'When it comes back.' })],
    party: 'client',
    fires: [{ rule: 'poll.retry-ignored' }],
    pains: [6],
    make: ({ afterMs }) => {
      let isEarly = false;
      return {
        returnsAfterMs(retryMs) {
          isEarly ||= Number(afterMs) < retryMs;
          return Math.min(Number(afterMs), retryMs);
        },
        marks(entry) {
          if (!isEarly || entry.kind !== 'transfer' || entry.lastEventId === undefined) return false;
          isEarly = false;
          return true;
        },
      };
    },
  },
  {
    ...common,
    ...LEGACY,
    slug: 'answer-on-get',
    title: 'A response on the GET stream',
    about:
      'The server sends a response on the stream for what it says unasked; the stream of the request ends without it.',
    parameters: [nth],
    fires: [{ rule: 'http.get-response' }],
    consequences: ['http.sse-no-response', 'http.sse-closed-early'],
    pains: [25],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says({ how, message, reply, cause }, rig) {
          if (how !== 'respond' || !isResponse(message) || !rig.exchanges.isListening() || !isWanted())
            return undefined;
          rig.push(message);
          reply!.end(cause!);
          return [];
        },
      };
    },
  },
  {
    ...common,
    ...LEGACY,
    slug: 'broadcast',
    title: 'A response on two streams',
    about: 'The server sends a response on the stream of its request, and once more on that of the GET.',
    parameters: [nth],
    fires: [{ rule: 'http.broadcast' }],
    consequences: ['http.get-response', 'jsonrpc.response-id'],
    pains: [11, 25],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says({ how, message, request }, rig) {
          if (how !== 'respond' || !isResponse(message) || !rig.exchanges.isListening()) return undefined;
          if (!rig.exchanges.isUp(request!.id) || !isWanted()) return undefined;
          rig.push({ ...message });
          return undefined;
        },
      };
    },
  },
  {
    ...common,
    slug: 'stream-left-open',
    title: 'A stream without an end',
    about: 'The server sends the response and does not end the stream.',
    parameters: [nth],
    fires: [{ rule: 'http.sse-left-open' }],
    pains: [14],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says({ how, message, request, reply, cause }, rig) {
          if (how !== 'respond' || !isResponse(message) || !rig.exchanges.isStreaming(request!.id) || !isWanted())
            return undefined;
          reply!.send(message, cause!);
          return [];
        },
      };
    },
  },
  {
    ...common,
    slug: 'closed-early',
    title: 'A stream that ends too early',
    about: 'The server ends the stream of a request without its response.',
    parameters: [nth],
    fires: [{ rule: 'http.sse-closed-early', since: '2025-03-26', until: '2025-06-18' }],
    consequences: ['http.sse-no-response', 'poll.close-without-id', 'poll.retry-missing', 'sub.graceful-end'],
    pains: [11],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says({ how, message, request, cause, reply }, rig) {
          if (how !== 'respond' || !isResponse(message) || !rig.exchanges.isStreaming(request!.id) || !isWanted())
            return undefined;
          reply!.end(cause!);
          return [];
        },
      };
    },
  },
  {
    ...common,
    slug: 'json-heartbeat',
    title: 'A heartbeat in data',
    about: 'To keep a stream alive the server sends an event with JSON that is no message, where a comment would do.',
    parameters: [nth],
    transports: ['streamable-http', 'http+sse'],
    fires: [{ rule: 'jsonrpc.version' }],
    consequences: ['sse.message-event'],
    pains: [12],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer, rig) {
          const isEvent = transfer.carrier === 'event' && transfer.message && !transfer.http;
          if (isEvent && isWanted()) rig.inject(transfer, 'json-heartbeat', { frame: HEARTBEAT });
          return undefined;
        },
      };
    },
  },
  {
    ...common,
    ...LEGACY,
    slug: 'disconnect-cancels',
    title: 'A break taken for a cancellation',
    about: 'The server stops working because the connection broke, though nobody has cancelled the request.',
    parameters: [],
    // That a server works no more shows only in what never comes.
    fires: [],
    consequences: ['http.sse-no-response'],
    pains: [23],
    make: () => {
      let stopped = false;
      return {
        left(requestId, entry, rig) {
          const known = rig.replies.get(requestId);
          if (!known) return;
          rig.server.receive(notificationMessage('notifications/cancelled', { requestId }), known.reply, entry);
        },
        marks(entry) {
          if (stopped || entry.kind !== 'happening' || entry.what !== 'noticed' || entry.party !== 'server')
            return false;
          return (stopped = true);
        },
      };
    },
  },
];

const HEARTBEAT = frameOf(
  chunkPieces([
    { layer: 'sse', name: 'field name', text: 'data: ' },
    { layer: 'other', name: 'unread', text: '{"type":"heartbeat"}' },
    { layer: 'sse', name: 'field end', text: '\n' },
    { layer: 'sse', name: 'event end', text: '\n' },
  ]),
);
