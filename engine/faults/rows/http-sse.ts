// HTTP+SSE of 2024-11-05: the endpoint event, the address in it, the names of events.
import type { Draft } from '../../sim/world.ts';
import type { Transfer } from '../../trace.ts';
import type { Piece } from '../../wire/frame.ts';
import { nthTime, type FaultRow } from '../fault.ts';
import { answerFrame, withEvent, withField, withStartLine } from '../frames.ts';
import { nth } from '../row-parameters.ts';

const common = { transports: ['http+sse'], party: 'server', consequences: [] } as const;
const isEndpoint = ({ carrier, message, frame }: Draft<Transfer>): boolean =>
  carrier === 'event' && !message && frame.pieces.some((p) => p.text === 'endpoint');

/** Where the server is mounted, and what it does not know of. */
const PREFIX = '/tools';

export const HTTP_SSE_FAULTS: readonly FaultRow[] = [
  {
    ...common,
    slug: 'no-endpoint',
    title: 'No endpoint event',
    about: 'The first event has another name than "endpoint"; the client never learns where to post.',
    parameters: [],
    fires: [{ rule: 'sse.endpoint-event' }],
    pains: [22],
    make: () => ({
      writes(transfer) {
        if (!isEndpoint(transfer)) return undefined;
        transfer.frame = withEvent(transfer.frame, (pieces) => withField(pieces, 'event', 'welcome'))!;
        return 'unread';
      },
    }),
  },
  {
    ...common,
    slug: 'endpoint-prefix',
    title: 'The endpoint loses its prefix',
    about:
      'The server is mounted under a prefix that it does not put into the address of the endpoint event; every POST goes astray.',
    parameters: [],
    fires: [{ rule: 'sse.endpoint-address' }],
    consequences: ['sse.post-target'],
    pains: [22],
    make: () => ({
      writes(transfer) {
        if (transfer.carrier === 'request' && !transfer.message) {
          transfer.frame = withStartLine(transfer.frame, (line) => line.replace(' /', ` ${PREFIX}/`));
          return undefined;
        }
        if (isEndpoint(transfer)) return 'touched';
        if (transfer.carrier !== 'answer') return undefined;
        transfer.http = { status: 404 };
        transfer.frame = answerFrame(404, []);
        return 'touched';
      },
      serves: () => false,
    }),
  },
  {
    ...common,
    slug: 'event-name',
    title: 'Another event name',
    about: 'The server sends a message under another event name than "message"; the client does not listen to it.',
    parameters: [nth],
    fires: [{ rule: 'sse.message-event' }],
    pains: [22],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer) {
          if (transfer.carrier !== 'event' || !transfer.message || !isWanted()) return undefined;
          transfer.frame = withEvent(transfer.frame, renamed)!;
          return 'unread';
        },
      };
    },
  },
];

/** An event without a name is called "message". */
function renamed(pieces: readonly Piece[]): readonly Piece[] {
  const changed = withField(pieces, 'event', 'response');
  if (changed !== pieces) return changed;
  return [
    { layer: 'sse', name: 'field name', text: 'event: ' },
    { layer: 'sse', name: 'field value', text: 'response' },
    { layer: 'sse', name: 'field end', text: '\n' },
    ...pieces,
  ];
}
