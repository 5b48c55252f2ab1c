// Rules of progress, log messages, cancelling and ping, in all revisions that have them.
import { MODERN_ERROR_CODES } from '../../protocol/lifecycle.ts';
import { holdsIn } from '../../protocol/revisions.ts';
import { memberOf, otherParty, sideOf, type ProgressToken, type Said, type Scope } from '../model.ts';
import { isProgressToken } from '../conversation/progress-tokens.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';
import type { Party } from '../../trace.ts';

const legacy = { until: '2025-11-25' } as const;

const at = ({ place }: Said, message: string, more: Omit<Hit, 'place' | 'message'> = {}): Hit => ({
  place,
  message,
  ...more,
});

// Progress

const tokenOf = ({ meta }: Said): unknown => meta?.['progressToken'];

/** What a report of progress is about. */
const reported = ({ scope, from, params }: Said): ProgressToken | undefined =>
  sideOf(scope.progress, otherParty(from)).get(params?.['progressToken']);

function unknownToken(said: Said): Hit | undefined {
  if (!said.scope.isWhole || said.isRepeat || reported(said)) return undefined;
  const token = said.params?.['progressToken'];
  const tokens = sideOf(said.scope.progress, otherParty(said.from));
  if (tokens.hasForgotten) return undefined;
  const twin = typeof token === 'number' ? String(token) : Number(token);
  if (!tokens.get(twin)) return at(said, `No request has given the progress token ${sayJson(token)}.`);
  return at(
    said,
    `The request has the progress token ${sayJson(twin)}, the report ${sayJson(token)}: another JSON type.`,
  );
}

// Log messages

const LEVELS: ReadonlySet<unknown> = new Set([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);

// Cancelling

/** The last requests that were answered, and when: their cancellation may have been under way. */
interface Recent {
  readonly ids: unknown[];
  readonly atMs: (number | undefined)[];
  next: number;
}
type Answered = WeakMap<Scope, Record<Party, Recent>>;

const RECENT = 64;
/** What comes within this time may have crossed the other on its way. */
const CROSSING_MS = 1000;

function noteAnswer({ request, scope, from, atMs, answers }: Said, all: Answered): void {
  if (!request || answers === 'other-type' || atMs === undefined) return;
  let answered = all.get(scope);
  if (!answered)
    all.set(scope, (answered = { client: { ids: [], atMs: [], next: 0 }, server: { ids: [], atMs: [], next: 0 } }));
  const recent = answered[otherParty(from)];
  recent.ids[recent.next] = request.id;
  recent.atMs[recent.next] = atMs;
  recent.next = (recent.next + 1) % RECENT;
}

/** Whether the answer to a request was there for so long that its sender must have seen it. */
function wasAnsweredLongAgo(id: unknown, atMs: number | undefined, recent: Recent | undefined): boolean {
  if (atMs === undefined || !recent) return false;
  const place = recent.ids.indexOf(id);
  // Not among the last ones: at least as long ago as the oldest of them.
  const answeredMs = recent.atMs[place < 0 ? recent.next % recent.ids.length : place];
  return answeredMs !== undefined && atMs - answeredMs > CROSSING_MS;
}

const CANCELLED: readonly string[] = ['notifications/cancelled'];

function wrongCancel(said: Said, all: Answered): Hit | undefined {
  if (said.isRepeat) return undefined;
  const { scope, from, params, atMs } = said;
  const id = params?.['requestId'];
  if (id === undefined || sideOf(scope.open, from).has(id)) return undefined;
  const became = sideOf(scope.done, from).get(id);
  if (became === undefined) {
    if (!scope.isWhole || isOnItsExchange(said, id)) return undefined;
    const isOther = sideOf(scope.open, otherParty(from)).has(id);
    return at(said, `The ${from} never sent a request with id ${sayJson(id)}${isOther ? '; the other side did' : ''}.`);
  }
  if (became !== 'answered') return undefined;
  return wasAnsweredLongAgo(id, atMs, all.get(scope)?.[from])
    ? at(said, `The request with id ${sayJson(id)} was answered long before.`)
    : undefined;
}

/** The stream of the very request is the one that it comes on. */
const isOnItsExchange = ({ exchange }: Said, id: unknown): boolean =>
  (exchange?.stream?.root ?? exchange)?.asked?.messages.some((one) => one.id === id) ?? false;

const isTask = (request: Said | undefined): boolean => request !== undefined && request.params?.['task'] !== undefined;

/** When requests were cancelled. */
type Cancelled = WeakMap<Said, number>;

const PING_MS = 30_000;

/** A ping without a proper id, or one to a server of the new era, which has none. */
const isRefusedRightly = ({ request, error }: Said): boolean =>
  request!.id === null || MODERN_ERROR_CODES.has(error!['code'] as number);

export const PROGRESS: readonly Rule[] = [
  {
    id: 'progress.token-type',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a progress token is a string or an integer.',
    fix: 'Use a string or an integer as the progress token.',
    fact: 'progress.token-type',
    hooks: {
      request: {
        where: 'meta',
        hear: (said) => {
          const token = tokenOf(said);
          return token === undefined || isProgressToken(token)
            ? undefined
            : at(said, `The progress token of the ${saySaid(said)} is ${sayJson(token)}.`);
        },
      },
    },
  },
  {
    id: 'progress.token-dup',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether two requests that run at the same time have the same progress token.',
    fix: 'Give each request a progress token of its own, for instance its id.',
    fact: 'progress.token-unique',
    follows: ['jsonrpc.id-reuse-session', 'jsonrpc.id-reuse-inflight'],
    hooks: {
      request: {
        where: 'meta',
        hear: (said) => {
          if (said.isRepeat || said.isResent) return undefined;
          const running = sideOf(said.scope.progress, said.from).get(tokenOf(said))?.request;
          return running?.state === 'open' && !running.exchange?.closed
            ? at(
                said,
                `The progress token ${sayJson(tokenOf(said))} belongs to the ${saySaid(running)}, which still runs.`,
              )
            : undefined;
        },
      },
    },
  },
  {
    id: 'progress.unknown-token',
    methods: ['notifications/progress'],
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether progress names a token that a request has given.',
    fix: 'Send progress only for a request that has a token in _meta.progressToken, with that very value.',
    fact: 'progress.known-token',
    hooks: { notification: unknownToken },
  },
  {
    id: 'progress.increasing',
    methods: ['notifications/progress'],
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether each report of progress is higher than the one before.',
    fix: 'Count progress up with every report; leave a report out that has nothing new.',
    fact: 'progress.increases',
    hooks: {
      notification: (said) => {
        const before = !said.isRepeat ? reported(said)?.lastProgress : undefined;
        const progress = said.params?.['progress'];
        return before !== undefined && typeof progress === 'number' && progress <= before
          ? at(said, `Progress ${progress} comes after ${before}.`)
          : undefined;
      },
    },
  },
  {
    id: 'progress.after-end',
    methods: ['notifications/progress'],
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether progress is reported after the response.',
    fix: 'Stop reporting before the response is sent.',
    fact: 'progress.stops',
    hooks: {
      notification: (said) =>
        !said.isRepeat && reported(said)?.isEnded
          ? at(
              said,
              `The request with the progress token ${sayJson(said.params?.['progressToken'])} has had its response.`,
            )
          : undefined,
    },
  },
  {
    ...legacy,
    id: 'log.capability',
    methods: ['notifications/message'],
    from: 'server',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a server that sends log messages has declared logging.',
    fix: 'Declare "logging": {} in the answer to initialize, or send no log messages.',
    fact: 'logging.declared',
    hooks: {
      notification: (said) => {
        const declared = said.scope.serverCapabilities;
        return declared && memberOf(declared, 'logging') === undefined
          ? at(said, `A log message comes, but the server has declared ${sayJson(declared)}.`)
          : undefined;
      },
    },
  },
  {
    ...legacy,
    id: 'log.bad-level',
    methods: ['logging/setLevel'],
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a log level that does not exist is refused.',
    fix: 'Answer logging/setLevel with error -32602 where the level is none of the eight.',
    fact: 'logging.level',
    hooks: {
      response: (said) => {
        const level = said.request?.params?.['level'];
        return said.result && !LEVELS.has(level) ? at(said, `The level ${sayJson(level)} is accepted.`) : undefined;
      },
    },
  },
  {
    ...legacy,
    id: 'cancel.direction',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether the request that is cancelled is one that the same side has sent and that still runs.',
    fix: 'Cancel only requests of your own, by the very id, while no answer is there.',
    fact: 'cancel.own',
    remember: (): Answered => new WeakMap(),
    hooks: {
      response: (said, all: Answered) => void noteAnswer(said, all),
      notification: { of: CANCELLED, hear: wrongCancel },
    },
  },
  {
    ...legacy,
    id: 'cancel.response-after',
    severity: 'warning',
    level: 'SHOULD NOT',
    party: 'sender',
    checks: 'Whether a request is answered long after it was cancelled.',
    fix: 'Drop the answer of a request once its cancellation is there.',
    fact: 'cancel.no-answer',
    remember: (): Cancelled => new WeakMap(),
    hooks: {
      notification: {
        of: CANCELLED,
        hear: ({ scope, from, params, atMs }, cancelled: Cancelled) => {
          if (atMs === undefined) return undefined;
          const request = sideOf(scope.open, from).get(params?.['requestId']);
          if (request && request.method !== 'initialize' && !cancelled.has(request)) cancelled.set(request, atMs);
          return undefined;
        },
      },
      answered: {
        where: 'failed',
        hear: ({ asked, answer, scope }, cancelled: Cancelled) => {
          if (!asked || answer!.status < 400) return undefined;
          // Whoever turned the cancellation away does not know of it.
          for (const { method, params } of asked.messages)
            if (method === 'notifications/cancelled') {
              const request = scope.open.client.get(params?.['requestId']);
              if (request) cancelled.delete(request);
            }
          return undefined;
        },
      },
      response: {
        where: 'cancelled',
        hear: (said, cancelled: Cancelled) => {
          const sinceMs = cancelled.get(said.request!);
          if (sinceMs === undefined || said.atMs === undefined || said.isRepeat) return undefined;
          const afterMs = said.atMs - sinceMs;
          return afterMs > CROSSING_MS
            ? at(said, `The ${saySaid(said)} comes ${Math.round(afterMs)} ms after its request was cancelled.`)
            : undefined;
        },
      },
    },
  },
  {
    id: 'cancel.task',
    since: '2025-11-25',
    until: '2025-11-25',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a request that runs as a task is cancelled with tasks/cancel.',
    fix: 'Send tasks/cancel with the id of the task.',
    fact: 'cancel.task',
    remember: (): { begun: WeakMap<Scope, Set<string>> } => ({ begun: new WeakMap() }),
    hooks: {
      response: {
        where: 'task',
        hear: (said, { begun }: { begun: WeakMap<Scope, Set<string>> }) => {
          if (!isTask(said.request) || said.result?.['task'] === undefined) return undefined;
          let known = begun.get(said.scope);
          if (!known) begun.set(said.scope, (known = new Set()));
          known.add(keyOf(otherParty(said.from), said.request!.id));
          return undefined;
        },
      },
      notification: {
        of: CANCELLED,
        hear: (said, { begun }: { begun: WeakMap<Scope, Set<string>> }) => {
          const id = said.params?.['requestId'];
          const message = `Request ${sayJson(id)} runs as a task, which notifications/cancelled does not end.`;
          if (begun.get(said.scope)?.has(keyOf(said.from, id))) return at(said, message);
          // Without the answer that names the task, there is nothing else to cancel it with.
          return isTask(sideOf(said.scope.open, said.from).get(id))
            ? at(said, message, { severity: 'note' })
            : undefined;
        },
      },
    },
  },
  {
    ...legacy,
    id: 'ping.reply',
    methods: ['ping'],
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a ping is answered with an empty result, and soon.',
    fix: 'Answer ping with "result": {} at once, whatever else is going on.',
    fact: 'lifecycle.ping',
    hooks: {
      response: (said) => {
        if (said.error && isRefusedRightly(said)) return undefined;
        if (said.error) return at(said, `The ping is answered with error ${sayJson(said.error['code'])}.`);
        const more = Object.keys(said.result ?? {}).filter((name) => name !== '_meta');
        return more.length > 0 ? at(said, `The result of ping has ${more.slice(0, 3).join(', ')}.`) : undefined;
      },
      end: (_, { scopes }) =>
        scopes.flatMap((scope) =>
          (['client', 'server'] as const).flatMap((from) =>
            [...sideOf(scope.open, from).values()].flatMap((ping): readonly Hit[] => {
              const last = sideOf(scope.last, otherParty(from));
              const waitedMs = (last?.atMs ?? 0) - (ping.atMs ?? Infinity);
              const isLeft =
                ping.method === 'ping' && ping.state === 'open' && waitedMs > PING_MS && holdsIn(legacy, ping.revision);
              if (!isLeft) return [];
              const seconds = Math.round(waitedMs / 1000);
              return [at(ping, `The ping has no answer after ${seconds} s.`, { party: otherParty(from) })];
            }),
          ),
        ),
    },
  },
];

const keyOf = (from: Party, id: unknown): string => `${from} ${typeof id} ${String(id)}`;
