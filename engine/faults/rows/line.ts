// What goes wrong on the way and with processes: cuts, losses, ends, lost sessions. Nobody's message is wrong.
import { kindOf, type Request } from '../../protocol/messages.ts';
import { nthTime, isTransfer, type FaultRow } from '../fault.ts';
import { count, nth, oneOf } from '../row-parameters.ts';

const LEGACY = { since: '2025-03-26', until: '2025-11-25' } as const;
const before = (about: string) => count('before', { label: 'before message', default: 2, max: 50, about });

export const LINE_FAULTS: readonly FaultRow[] = [
  {
    slug: 'cut',
    title: 'The line drops',
    about: 'The connection under an event stream drops right after the client has seen event k of it.',
    parameters: [
      count('after', {
        label: 'after event',
        default: 1,
        min: 0,
        about: 'The last event with a message that the client sees; 0: none.',
      }),
      nth,
    ],
    transports: ['streamable-http'],
    party: 'deployment',
    fires: [],
    consequences: ['http.sse-no-response', 'http.sse-closed-early', 'http.disconnect-cancels'],
    pains: [11, 23],
    make: ({ after, nth: wanted }) => {
      const seen = new Map<number, number>();
      const isWanted = nthTime(wanted);
      let dropped = false;
      return {
        arrived({ carrier, exchange, index, message }, rig) {
          if (dropped || exchange === undefined || (carrier !== 'event' && carrier !== 'head')) return;
          const events = (seen.get(exchange) ?? 0) + (message ? 1 : 0);
          seen.set(exchange, events);
          if (events !== Number(after) || (carrier === 'event' && !message) || !isWanted()) return;
          dropped = true;
          rig.drop(exchange, index, 'cut');
        },
      };
    },
  },
  {
    slug: 'lose',
    title: 'A message is lost',
    about: 'One message never reaches the other side, and nobody is told.',
    parameters: [count('message', { label: 'message', default: 2, max: 100, about: 'Which message, counted from 1.' })],
    transports: ['stdio', 'http+sse', 'streamable-http'],
    party: 'deployment',
    fires: [],
    consequences: [
      'http.sse-no-response',
      'init.initialized',
      'sub.ack-first',
      'jsonrpc.response-id',
      'cancel.message-after',
      'cancel.response-after',
    ],
    pains: [15],
    make: ({ message }) => {
      const isWanted = nthTime(message);
      return {
        carries(transfer) {
          if (!(transfer.message ?? transfer.batch) || !isWanted()) return false;
          transfer.outcome = 'lost';
          return true;
        },
      };
    },
  },
  {
    slug: 'restart',
    title: 'The server restarts',
    about: 'The server starts anew before it reads a message: sessions, streams and calls are forgotten.',
    parameters: [before("The client's message that finds the new process, counted from 1.")],
    ...LEGACY,
    transports: ['streamable-http'],
    party: 'deployment',
    fires: [],
    consequences: ['http.sse-no-response', 'http.sse-closed-early', 'session.terminated-404', 'session.reinit'],
    pains: [1, 4],
    make: ({ before: wanted }) => {
      const isWanted = nthTime(wanted);
      const isFirst = nthTime(1);
      return {
        mishaps: [{ kind: 'forget-sessions', beforeMessage: Number(wanted) }],
        objects(request, refusal, rig) {
          if (!request.message && !request.batch) return refusal;
          if (isWanted()) rig.restart(request.index, request.exchange!, 'restart');
          return refusal;
        },
        marks: (entry) => isTransfer(entry) && isStatus(entry, 404) && isFirst(),
      };
    },
  },
  {
    slug: 'kill',
    title: 'The process ends',
    about: 'The server process ends by itself right after it has written so many lines.',
    parameters: [
      count('afterLines', { label: 'after line', default: 1, max: 50, about: 'Lines that it has written before.' }),
    ],
    transports: ['stdio'],
    party: 'server',
    fires: [],
    consequences: ['stdio.relisten'],
    pains: [15],
    make: ({ afterLines }) => {
      const lines = { written: 0 };
      return {
        mishaps: [{ kind: 'exit', afterLines: Number(afterLines) }],
        marks(entry) {
          if (isTransfer(entry) && entry.from === 'server' && (entry.message ?? entry.batch)) lines.written++;
          return entry.kind === 'happening' && entry.what === 'exited' && lines.written === Number(afterLines);
        },
      };
    },
  },
  {
    slug: 'expire-session',
    title: 'The session expires',
    about: 'The server forgets its sessions before it reads a message, and says so with 404.',
    parameters: [before("The client's message that finds no session any more, counted from 1.")],
    transports: ['streamable-http'],
    ...LEGACY,
    party: 'deployment',
    fires: [],
    consequences: ['session.assign-late'],
    pains: [1],
    make: ({ before: wanted }) => {
      const isFirst = nthTime(1);
      return {
        mishaps: [{ kind: 'forget-sessions', beforeMessage: Number(wanted) }],
        marks: (entry) => isTransfer(entry) && isStatus(entry, 404) && isFirst(),
      };
    },
  },
  {
    slug: 'used-after-delete',
    title: 'A session is used after its end',
    about: 'The client has ended its session with DELETE, and sends one more request in it.',
    parameters: [],
    transports: ['streamable-http'],
    ...LEGACY,
    party: 'client',
    // No sentence forbids the request itself; the 404 is what it gets.
    fires: [],
    consequences: ['session.reinit'],
    pains: [1],
    make: () => {
      const late: Request = { jsonrpc: '2.0', id: 900, method: 'ping' };
      return {
        arrived({ http, from, index }, rig) {
          if (from === 'client' || !rig.exchanges.isAnswerTo('DELETE', index) || !isStatus({ http }, 200)) return;
          rig.asks('used-after-delete', late, index);
        },
        objects: ({ message }, refusal, { world: { sessionId } }) =>
          message === late ? { status: 404, ...(sessionId !== undefined && { sessionId }) } : refusal,
      };
    },
  },
  {
    slug: 'gone-session',
    title: 'A gone session is answered 400',
    about: 'The server has forgotten its sessions, and answers who names one with another status than 404.',
    parameters: [
      before("The client's message that finds no session any more, counted from 1."),
      oneOf('status', 'status', ['400', '503'], 'What the server answers instead of 404.'),
    ],
    transports: ['streamable-http'],
    ...LEGACY,
    party: 'server',
    fires: [{ rule: 'session.terminated-404' }],
    consequences: ['jsonrpc.batch-refused', 'ping.reply'],
    pains: [1, 4],
    make: ({ before: wanted, status }) => ({
      mishaps: [{ kind: 'forget-sessions', beforeMessage: Number(wanted) }],
      objects: (request, refusal) => {
        if (refusal?.status !== 404 || refusal.sessionId === undefined) return refusal;
        const id = request.message && kindOf(request.message) === 'request' ? { id: idOf(request.message) } : {};
        const error = { code: -32000, message: 'Bad Request: Server not initialized' };
        return { status: Number(status), message: { jsonrpc: '2.0', ...id, error } };
      },
      marks: (entry) => isTransfer(entry) && isStatus(entry, Number(status)) && entry.from === 'server',
    }),
  },
];

const isStatus = ({ http }: { readonly http?: object | undefined }, status: number): boolean =>
  http !== undefined && 'status' in http && http.status === status;

const idOf = (message: object): string | number => (message as { readonly id: string | number }).id;
