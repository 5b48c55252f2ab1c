// Statuses, heads and bodies of a server's answers over HTTP.
import { kindOf } from '../../protocol/messages.ts';
import { errorMessage } from '../../protocol/session.ts';
import type { Draft } from '../../sim/world.ts';
import type { Transfer } from '../../trace.ts';
import type { Piece } from '../../wire/frame.ts';
import { nthTime, type FaultRow } from '../fault.ts';
import { answerFrame, hasHeader, withHeaderValue, withMoreHeaders, withoutHeader, withReason } from '../frames.ts';
import { nth, oneOf } from '../row-parameters.ts';

const LEGACY = { since: '2025-03-26', until: '2025-11-25' } as const;
const common = { transports: ['streamable-http'], party: 'server', consequences: [] } as const;

const body = (text: string): readonly Piece[] => (text === '' ? [] : [{ layer: 'other', name: 'body', text }]);
const statusOf = ({ http }: Draft<Transfer>): number | undefined =>
  http && 'status' in http ? http.status : undefined;
const hasMessage = ({ message }: Draft<Transfer>): boolean => message !== undefined;

export const ANSWER_FAULTS: readonly FaultRow[] = [
  {
    ...common,
    slug: 'notification-200',
    title: 'A notification is answered 200',
    about: 'The server answers a notification with 200 instead of 202.',
    parameters: [nth, oneOf('body', 'body', ['null', 'empty'], 'What the answer holds.')],
    fires: [{ rule: 'http.notification-202' }],
    pains: [16],
    make: ({ nth: wanted, body: holds }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer) {
          if (statusOf(transfer) !== 202 || !isWanted()) return undefined;
          transfer.http = { status: 200 };
          const isNull = holds === 'null';
          transfer.frame = answerFrame(200, body(isNull ? 'null' : ''), isNull ? 'application/json' : undefined);
          return 'touched';
        },
      };
    },
  },
  {
    ...common,
    ...LEGACY,
    slug: 'get-answer',
    title: 'GET is answered wrongly',
    about: 'The server has no stream for a GET, and says so with another status than 405.',
    parameters: [oneOf('status', 'status', ['200', '404', '500'], '200 comes with JSON.')],
    fires: [{ rule: 'http.get-sse-or-405' }],
    pains: [6],
    make: ({ status }) => {
      const refused = new Set<number>();
      return {
        objects(request, refusal) {
          const isGet = request.http && 'verb' in request.http && request.http.verb === 'GET';
          if (refusal || !isGet || request.lastEventId !== undefined) return refusal;
          refused.add(request.exchange!);
          return { status: Number(status) };
        },
        writes(transfer) {
          if (transfer.from === 'client' || !refused.has(transfer.exchange!)) return undefined;
          transfer.frame =
            status === '200'
              ? answerFrame(200, body('{"name":"acme-search"}'), 'application/json')
              : withReason(transfer.frame);
          return 'touched';
        },
      };
    },
  },
  {
    ...common,
    slug: 'no-challenge',
    title: '401 without a challenge',
    about: 'The server refuses with 401 and does not say where a token can be had; the client gives up.',
    parameters: [],
    since: '2025-03-26',
    fires: [{ rule: 'auth.www-authenticate', since: '2025-06-18', until: '2025-06-18' }],
    pains: [17],
    make: () => ({
      writes(transfer) {
        const without = statusOf(transfer) === 401 && withoutHeader(transfer.frame, 'WWW-Authenticate');
        if (!without) return undefined;
        transfer.frame = without;
        return 'touched';
      },
      // What a client makes of 401 it can do nothing about is what it makes of any refusal.
      refused: (refusal) => (refusal.status === 401 ? { status: 403 } : refusal),
    }),
  },
  {
    ...common,
    slug: 'wrong-content-type',
    title: 'An answer of another type',
    about: 'The server labels its JSON as text; the client does not look into it.',
    parameters: [nth],
    fires: [{ rule: 'http.response-content-type' }],
    pains: [22],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer) {
          const isAnswer = transfer.carrier === 'answer' && statusOf(transfer) === 200 && hasMessage(transfer);
          if (!isAnswer || !isWanted()) return undefined;
          transfer.frame = withHeaderValue(transfer.frame, 'Content-Type', 'text/plain')!;
          return 'unread';
        },
      };
    },
  },
  {
    ...common,
    ...LEGACY,
    slug: 'session-id-characters',
    title: 'A session id with a space',
    about: 'The server gives out a session id with a character that such an id may not have.',
    parameters: [],
    fires: [{ rule: 'session.id-charset' }],
    pains: [1],
    make: () => {
      let given: string | undefined;
      const isFirst = nthTime(1);
      return {
        names: (sessionId) => (given = `acme ${sessionId}`),
        marks: (entry) =>
          entry.kind === 'transfer' &&
          entry.from === 'server' &&
          given !== undefined &&
          entry.frame.pieces.some((p) => p.name === 'header value' && p.text === given) &&
          isFirst(),
      };
    },
  },
  {
    ...common,
    since: '2026-07-28',
    slug: 'session-id-given',
    title: 'A session where there are none',
    about: 'The server gives out a session id, in a revision that has no sessions.',
    parameters: [],
    fires: [{ rule: 'session.modern' }],
    pains: [1, 4],
    make: () => {
      const isFirst = nthTime(1);
      return {
        writes(transfer) {
          if (transfer.from === 'client' || statusOf(transfer) !== 200 || !isFirst()) return undefined;
          transfer.frame = withMoreHeaders(transfer.frame, [
            { name: 'Mcp-Session-Id', value: 'q3Vb0R7mX2tLw9KpZs5yUA' },
          ]);
          return 'touched';
        },
      };
    },
  },
  {
    ...common,
    since: '2026-07-28',
    slug: 'no-accel-buffering',
    title: 'Nothing asks proxies not to buffer',
    about: 'The head of an event stream lacks X-Accel-Buffering: no.',
    parameters: [],
    fires: [{ rule: 'http.accel-buffering' }],
    pains: [7],
    make: () => ({
      writes(transfer) {
        if (transfer.carrier !== 'head' || !hasHeader(transfer.frame, 'X-Accel-Buffering')) return undefined;
        transfer.frame = withoutHeader(transfer.frame, 'X-Accel-Buffering')!;
        return 'touched';
      },
    }),
  },
  {
    ...common,
    slug: 'error-as-200',
    title: 'A notification is rejected with 200',
    about: 'The server rejects a notification with an error in the body, under the status of success.',
    parameters: [nth],
    fires: [{ rule: 'http.notification-rejected' }],
    consequences: ['http.notification-202', 'jsonrpc.notification-answered', 'cancel.response-after'],
    pains: [16],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      let rejected: number | undefined;
      return {
        serves(message, _entry, rig) {
          if (kindOf(message) !== 'notification' || !isWanted()) return true;
          rejected = rig.landing!.exchange;
          return false;
        },
        writes(transfer) {
          if (rejected === undefined || transfer.exchange !== rejected || transfer.from === 'client') return undefined;
          rejected = undefined;
          transfer.http = { status: 200 };
          transfer.message = errorMessage(undefined, -32601, 'Method not found');
          const text = JSON.stringify(transfer.message);
          transfer.frame = answerFrame(200, [{ layer: 'json', name: 'json', text }], 'application/json');
          return 'touched';
        },
      };
    },
  },
];
