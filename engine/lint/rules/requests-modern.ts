// Rules of what belongs to one request of 2026-07-28: its log, and its cancellation.
import { memberOf, type Said, type Scope } from '../model.ts';
import { META_LOG_LEVEL } from '../request-meta.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson } from '../say.ts';

const modern = { since: '2026-07-28', severity: 'error', party: 'server' } as const;

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
const weightOf = (level: unknown): number => (LEVELS as readonly unknown[]).indexOf(level);

const levelOf = ({ meta }: Said): unknown => memberOf(meta, META_LOG_LEVEL);
/** The requests that a log message can belong to: that of its stream, else all that wait. */
function owners({ event, scope }: Said): readonly Said[] {
  const root = event?.stream.root;
  if (root) return root.asked?.messages.filter(({ kind }) => kind === 'request') ?? [];
  return [...scope.open.client.values()];
}

const isOnSubscription = (said: Said): boolean =>
  said.event !== undefined && owners(said).some(({ method }) => method === 'subscriptions/listen');

function log(said: Said): 'not-requested' | 'wrong-stream' | 'below-level' | undefined {
  if (said.isRepeat || isOnSubscription(said) || said.event?.stream.root.purpose === 'unseen') return undefined;
  if (!said.scope.isWhole) return undefined;
  const asking = owners(said).filter((request) => levelOf(request) !== undefined);
  if (asking.length === 0) {
    const isForOther = [...said.scope.open.client.values()].some((request) => levelOf(request) !== undefined);
    return said.event && isForOther ? 'wrong-stream' : 'not-requested';
  }
  if (said.event && asking.every(({ state }) => state === 'answered')) return 'wrong-stream';
  const weight = weightOf(said.params?.['level']);
  const asked = Math.min(...asking.map((request) => weightOf(levelOf(request))));
  return weight >= 0 && asked >= 0 && weight < asked ? 'below-level' : undefined;
}

/** Longer than a message is under way. */
const CROSSES_MS = 1000;

interface Cancelled {
  readonly cancel: Said;
  /** The server has answered something that was sent after the cancellation, so it has read that. */
  isRead: boolean;
}
type Cancellations = Map<Scope, Map<unknown, Cancelled>>;
const REMEMBERED = 1000;

function cancelledBy(said: Said, cancelled: Cancellations): Hit | undefined {
  const { scope, from, params, kind, method, request } = said;
  if (from === 'client') {
    if (kind !== 'notification' || method !== 'notifications/cancelled') return undefined;
    const id = params?.['requestId'];
    const of = cancelled.get(scope) ?? new Map<unknown, Cancelled>();
    cancelled.set(scope, of);
    if (scope.open.client.has(id) && of.size < REMEMBERED) of.set(id, { cancel: said, isRead: false });
    return undefined;
  }
  const of = cancelled.get(scope);
  if (!of || of.size === 0) return undefined;
  if (kind === 'response' && request) {
    const own = of.get(request.id);
    if (own) {
      of.delete(request.id);
      return request.method === 'subscriptions/listen' ? undefined : late(said, own);
    }
    for (const one of of.values()) if (request.number > one.cancel.number) one.isRead = true;
    return undefined;
  }
  if (method !== 'notifications/progress') return undefined;
  const token = params?.['progressToken'];
  const owner = [...of.keys()].find((id) => memberOf(scope.open.client.get(id)?.meta, 'progressToken') === token);
  return token === undefined || owner === undefined ? undefined : late(said, of.get(owner)!);
}

function late({ place, atMs, kind }: Said, { cancel, isRead }: Cancelled): Hit {
  const afterMs = atMs === undefined || cancel.atMs === undefined ? undefined : atMs - cancel.atMs;
  const what = kind === 'response' ? 'The response' : 'Progress';
  const id = sayJson(cancel.params?.['requestId']);
  if (isRead)
    return {
      place,
      message: `${what} comes for request ${id}, though the server has read on beyond its cancellation.`,
    };
  if (afterMs !== undefined && afterMs > CROSSES_MS)
    return { place, message: `${what} comes for request ${id}, ${Math.round(afterMs)} ms after its cancellation.` };
  return { place, message: `${what} for request ${id} has crossed its cancellation.`, severity: 'note' };
}

function badCancel(said: Said): Hit | undefined {
  const { params, scope, place, atMs } = said;
  if (!scope.isWhole) return undefined;
  const id = params?.['requestId'];
  if (scope.open.client.has(id)) return undefined;
  if (scope.done.client.get(id) === undefined)
    return { place, message: `The client cancels request ${sayJson(id)}, which it has not sent.` };
  const last = scope.last.server;
  const isLong = last?.atMs !== undefined && atMs !== undefined && atMs - last.atMs > CROSSES_MS;
  return {
    place,
    message: `The client cancels request ${sayJson(id)}, which has had its answer.`,
    ...(!isLong && { severity: 'note' as const }),
  };
}

export const REQUESTS_MODERN: readonly Rule[] = [
  {
    ...modern,
    id: 'log.not-requested',
    methods: ['notifications/message'],
    from: 'server',
    level: 'MUST NOT',
    checks: 'Whether log messages come though no request asks for them.',
    fix: 'Send log messages only for a request with io.modelcontextprotocol/logLevel in its _meta.',
    fact: 'logging.opt-in',
    hooks: {
      notification: (said) =>
        log(said) === 'not-requested'
          ? {
              place: said.place,
              message: `A log message of level ${sayJson(said.params?.['level'])} comes, and no request asks for any.`,
            }
          : undefined,
    },
  },
  {
    ...modern,
    id: 'log.wrong-stream',
    methods: ['notifications/message'],
    from: 'server',
    transports: ['http'],
    level: 'MUST',
    checks: 'Whether log messages come on the stream of the request that asks for them, before its response.',
    fix: 'Send them on that stream, before the response.',
    fact: 'logging.own-stream',
    hooks: {
      notification: (said) =>
        log(said) === 'wrong-stream'
          ? {
              place: said.place,
              message: 'A log message comes on the stream of another request, or after the response.',
            }
          : undefined,
    },
  },
  {
    ...modern,
    id: 'log.below-level',
    methods: ['notifications/message'],
    from: 'server',
    severity: 'warning',
    level: 'fact',
    checks: 'Whether log messages are less severe than the request asks for.',
    fix: 'Drop messages below the level of the request.',
    fact: 'logging.at-level',
    hooks: {
      notification: (said) =>
        log(said) === 'below-level'
          ? {
              place: said.place,
              message: `A log message has the level ${sayJson(said.params?.['level'])}, below the one that was asked for.`,
            }
          : undefined,
    },
  },
  {
    ...modern,
    id: 'cancel.message-after',
    transports: ['stdio'],
    level: 'MUST NOT',
    checks: 'Whether something is still sent for a request long after it was cancelled.',
    fix: 'Drop the answer of a request that was cancelled.',
    fact: 'cancel.silence',
    remember: (): Cancellations => new Map(),
    hooks: { message: cancelledBy },
  },
  {
    ...modern,
    id: 'cancel.client-unknown',
    methods: ['notifications/cancelled'],
    from: 'client',
    transports: ['stdio'],
    party: 'client',
    level: 'MUST',
    checks: 'Whether a client cancels something else than a request of its own that is running.',
    fix: 'Name the id of a request that waits for its answer, as the JSON value that was sent.',
    fact: 'cancel.running',
    follows: ['task2.cancel'],
    hooks: { notification: badCancel },
  },
];
