// Progress and cancellation: tokens, numbers that have to grow, what comes after the end.
import { kindOf, type JsonObject, type Message, type Notification, type Request } from '../../protocol/messages.ts';
import { notificationMessage } from '../../protocol/session.ts';
import { nthTime, type FaultRow } from '../fault.ts';
import { nth } from '../row-parameters.ts';

const ANY = ['stdio', 'http+sse', 'streamable-http'] as const;
const ONE_STREAM = ['stdio', 'http+sse'] as const;
const common = { parameters: [nth], party: 'server', consequences: [] } as const;

const isProgress = (message: Message): message is Notification =>
  'method' in message && message.method === 'notifications/progress';
const withParams = (message: Notification, params: JsonObject): Notification => ({
  ...message,
  params: { ...message.params, ...params },
});

export const PROGRESS_FAULTS: readonly FaultRow[] = [
  {
    ...common,
    slug: 'made-up-token',
    title: 'A made-up progress token',
    about: 'The server reports progress under a token that no request has given it.',
    transports: ANY,
    fires: [{ rule: 'progress.unknown-token' }],
    pains: [13],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says: ({ message }) =>
          isProgress(message) && isWanted() ? [withParams(message, { progressToken: 'job-4' })] : undefined,
      };
    },
  },
  {
    ...common,
    slug: 'progress-stuck',
    title: 'Progress that does not grow',
    about: 'A report of progress has the number of the one before it.',
    transports: ANY,
    fires: [{ rule: 'progress.increasing' }],
    pains: [13],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      const last = new Map<unknown, number>();
      return {
        says({ message }) {
          if (!isProgress(message)) return undefined;
          const { progressToken, progress } = message.params as { progressToken: unknown; progress: number };
          const before = last.get(progressToken);
          last.set(progressToken, progress);
          return before !== undefined && isWanted() ? [withParams(message, { progress: before })] : undefined;
        },
      };
    },
  },
  {
    ...common,
    slug: 'progress-after-end',
    title: 'Progress after the end',
    about: 'The server reports progress of a request that it has answered.',
    transports: ONE_STREAM,
    fires: [{ rule: 'progress.after-end' }],
    consequences: ['progress.unknown-token'],
    pains: [13],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says({ how, message, request }) {
          const token = (request?.params?.['_meta'] as JsonObject | undefined)?.['progressToken'];
          if (how !== 'respond' || token === undefined || !isWanted()) return undefined;
          const progress = { progressToken: token, progress: 1000, total: 1000 };
          return [message, notificationMessage('notifications/progress', progress)];
        },
      };
    },
  },
  {
    ...common,
    slug: 'response-after-cancel',
    title: 'A response after the cancellation',
    about: 'The server does not stop when the client cancels, and sends what it has found.',
    transports: ANY,
    fires: [
      { rule: 'cancel.response-after', until: '2025-11-25' },
      { rule: 'cancel.message-after', since: '2026-07-28' },
    ],
    consequences: ['progress.after-end', 'progress.unknown-token', 'jsonrpc.response-id'],
    pains: [23],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      let deaf: unknown;
      return {
        serves(message) {
          const isCancel = 'method' in message && message.method === 'notifications/cancelled';
          if (!isCancel || !isWanted()) return true;
          deaf = (message as Notification).params?.['requestId'];
          return false;
        },
        marks: (entry) =>
          deaf !== undefined && entry.kind === 'transfer' && entry.from === 'server' && isAbout(entry.message, deaf),
      };
    },
  },
  {
    ...common,
    slug: 'cancel-unknown',
    title: 'A cancellation of nothing',
    about: 'The client cancels a request that it has never sent.',
    transports: ANY,
    until: '2025-11-25',
    party: 'client',
    fires: [{ rule: 'cancel.direction' }],
    consequences: ['init.early-client', 'session.assign-late'],
    pains: [23],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        says({ from, message }) {
          const isCall = kindOf(message) === 'request' && (message as Request).method !== 'initialize';
          if (from !== 'client' || !isCall || !isWanted()) return undefined;
          return [message, notificationMessage('notifications/cancelled', { requestId: 4711 })];
        },
      };
    },
  },
];

/** Whether a message of the server's belongs to a request: its response, or a report of its progress. */
function isAbout(message: Message | undefined, id: unknown): boolean {
  if (!message) return false;
  return 'method' in message ? message.params?.['progressToken'] === id : message.id === id;
}
