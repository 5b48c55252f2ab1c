// Rules of sessions over Streamable HTTP, as 2025-03-26 to 2025-11-25 have them: ids, their end, and what comes after it.
import { isInitialize, isSuccess, isUnauthorized, saysSessionIsUnknown, saysSession } from '../answers.ts';
import { headerOf, type Exchange } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson } from '../say.ts';

const session = { transports: ['http'], since: '2025-03-26', until: '2025-11-25' } as const;

const HEADER = 'mcp-session-id';
const issuedIn = ({ answer }: Exchange) => headerOf(answer!.headers, HEADER);
const isOfSession = ({ purpose }: Exchange): boolean =>
  purpose === 'post' || purpose === 'get' || purpose === 'resume' || purpose === 'delete';

/** A page of another origin cannot read the id, so that it cannot send it either. */
function isUnreadable({ requestHeaders, origin, answer }: Exchange): boolean {
  const page = requestHeaders.textOf('origin');
  if (page === undefined || page === origin) return false;
  const exposed = answer!.headers.textOf('access-control-expose-headers') ?? '';
  return !/(?:^|,)\s*(?:mcp-session-id|\*)\s*(?:,|$)/i.test(exposed);
}

/** The session that goes on at each address. */
type Current = Map<string, { readonly id: string; readonly isUnreadable: boolean }>;

function noteSession(exchange: Exchange, current: Current): void {
  if (!isSuccess(exchange.answer!.status)) {
    if (exchange.answer!.status === 404 && exchange.sessionId !== undefined) leave(exchange, current);
    return;
  }
  if (exchange.purpose === 'delete') return leave(exchange, current);
  if (!isInitialize(exchange)) return;
  const id = issuedIn(exchange)?.value;
  if (id) current.set(exchange.address, { id, isUnreadable: isUnreadable(exchange) });
  else current.delete(exchange.address);
}

function leave(exchange: Exchange, current: Current): void {
  if (current.get(exchange.address)?.id === exchange.sessionId) current.delete(exchange.address);
}

/** A request that goes without the id of the session that its address is in. */
const lacksId = (exchange: Exchange, current: Current): string | undefined => {
  if (!isOfSession(exchange) || isInitialize(exchange) || exchange.sessionId !== undefined) return undefined;
  const known = current.get(exchange.address);
  return known && !known.isUnreadable ? known.id : undefined;
};

interface Life {
  /** Given by the server in this capture, or taken by it. */
  isIssued: boolean;
  isDeleted: boolean;
  isGone: boolean;
  /** Told to be unknown, in another way than 404; while it may still turn out to be alive. */
  readonly refused: Hit[];
}
type Lives = Map<string, Life>;

function lifeOf(id: string, lives: Lives): Life {
  let life = lives.get(id);
  if (!life) lives.set(id, (life = { isIssued: false, isDeleted: false, isGone: false, refused: [] }));
  return life;
}

/** What an answer says of the session that its request names. */
function liveOn(exchange: Exchange, lives: Lives): Hit | undefined {
  const { status, place } = exchange.answer!;
  if (isInitialize(exchange)) {
    const id = isSuccess(status) ? issuedIn(exchange)?.value : undefined;
    if (id) lifeOf(id, lives).isIssued = true;
    return undefined;
  }
  const id = exchange.sessionId;
  if (id === undefined) return undefined;
  const life = lifeOf(id, lives);
  if (isSuccess(status)) {
    // It was alive all the time: whoever refused it did not know it.
    if (life.refused.length > 0) life.refused.length = 0;
    life.isIssued = true;
    if (life.isDeleted && exchange.purpose !== 'delete')
      return {
        place,
        message: `Session ${sayJson(id)} was ended with DELETE, but a request in it is answered ${status}.`,
      };
    if (exchange.purpose === 'delete') life.isDeleted = true;
    return undefined;
  }
  if (status === 404) life.isGone = true;
  if (status === 404 || isUnauthorized(status) || status === 0) return undefined;
  const isRefusedAgain = (life.isDeleted || life.isGone) && status === 400;
  if (isRefusedAgain || saysSessionIsUnknown(exchange.answer!, life.isIssued))
    life.refused.push({
      place,
      message: `Session ${sayJson(id)} is not known any more, but the answer is ${status}, not 404.`,
    });
  return undefined;
}

/** Sessions that a 404 has ended, and what the client still sends in them. */
interface Restart {
  readonly gone: Set<string>;
  readonly late: Map<Exchange, Hit>;
}

function restart(exchange: Exchange, { gone, late }: Restart): Hit | undefined {
  const id = exchange.sessionId;
  if (id === undefined || !gone.has(id) || exchange.purpose === 'delete') return undefined;
  if (isInitialize(exchange)) {
    const header = headerOf(exchange.requestHeaders, HEADER)!;
    return { place: header.place, message: `initialize still carries the session id ${sayJson(id)}, which has ended.` };
  }
  const { place, verb } = exchange;
  late.set(exchange, { place, message: `The ${verb} still names session ${sayJson(id)}, which a 404 has ended.` });
  return undefined;
}

/** Ids as whole numbers, if they are: a counter or a clock. */
const asNumber = (id: string): number | undefined => (/^\d{1,15}$/.test(id) ? Number(id) : undefined);

export const SESSION: readonly Rule[] = [
  {
    ...session,
    id: 'session.id-charset',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a session id has visible ASCII characters only.',
    fix: 'Make session ids of letters, digits and hyphens, for instance a UUID.',
    fact: 'http.session-ascii',
    hooks: {
      answered: {
        where: 'initialize',
        hear: (exchange) => {
          const header = issuedIn(exchange);
          return header && /[^\x21-\x7e]/.test(header.value)
            ? {
                place: header.place,
                message: `The session id ${sayJson(header.value)} has a character that is none of 0x21 to 0x7E.`,
              }
            : undefined;
        },
      },
    },
  },
  {
    ...session,
    id: 'session.id-guessable',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a session id is a plain number, as a counter or a clock gives it.',
    fix: 'Take session ids from a secure source of random numbers, for instance a UUID.',
    fact: 'http.session-unguessable',
    hooks: {
      answered: {
        where: 'initialize',
        hear: (exchange) => {
          const header = isSuccess(exchange.answer!.status) ? issuedIn(exchange) : undefined;
          return header && asNumber(header.value) !== undefined
            ? {
                place: header.place,
                message: `The session id ${sayJson(header.value)} is a number that others can guess.`,
              }
            : undefined;
        },
      },
    },
  },
  {
    ...session,
    id: 'session.id-missing',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether every request after initialize names the session, POST, GET and DELETE alike.',
    fix: 'Read Mcp-Session-Id from the answer to initialize and send it with every later request.',
    fact: 'http.session-id',
    follows: ['cors.expose'],
    remember: (): Current => new Map(),
    hooks: {
      asked: (exchange, current: Current) => {
        const id = lacksId(exchange, current);
        return id === undefined
          ? undefined
          : {
              place: exchange.place,
              message: `The ${exchange.verb} has no Mcp-Session-Id, though the server gave ${sayJson(id)}.`,
            };
      },
      answered: (exchange, current: Current) => void noteSession(exchange, current),
    },
  },
  {
    ...session,
    id: 'session.require-400',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a request that lacks the session id is refused with 400, where it is refused.',
    fix: 'Answer 400 where the session id is missing; keep 404 for one that has ended.',
    fact: 'http.session-required',
    follows: ['session.id-missing'],
    remember: (): Current => new Map(),
    hooks: {
      answered: (exchange, current: Current) => {
        noteSession(exchange, current);
        const { status, place } = exchange.answer!;
        if (!isOfSession(exchange) || isInitialize(exchange) || exchange.sessionId !== undefined) return undefined;
        if (status < 400 || status === 400 || isUnauthorized(status) || !saysSession(exchange.answer!))
          return undefined;
        return { place, message: `A request without a session id is answered ${status}, not 400.` };
      },
    },
  },
  {
    ...session,
    id: 'session.terminated-404',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a request in a session that has ended, or that the server does not know, is answered 404.',
    fix: 'Answer 404 where the session header names an unknown or ended session; keep 400 for a request without it.',
    fact: 'http.session-ended',
    remember: (): Lives => new Map(),
    hooks: {
      answered: liveOn,
      end: (lives: Lives) => [...lives.values()].flatMap(({ refused }) => refused),
    },
  },
  {
    ...session,
    id: 'session.reinit',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether a client that gets 404 in a session opens a new one, with an initialize that names no session.',
    fix: 'After 404 forget the session id and send initialize without it.',
    fact: 'http.session-restart',
    follows: ['deployment.replicas', 'http.get-sse-or-405'],
    remember: (): Restart => ({ gone: new Set(), late: new Map() }),
    hooks: {
      asked: restart,
      answered: (exchange, { gone, late }: Restart) => {
        const { status } = exchange.answer!;
        const id = exchange.sessionId;
        const hit = late.get(exchange);
        late.delete(exchange);
        if (id === undefined || isInitialize(exchange)) return undefined;
        // The session was alive: the 404 was wrong, and the client right.
        if (isSuccess(status)) gone.delete(id);
        if (status === 404) gone.add(id);
        return isSuccess(status) ? undefined : hit;
      },
      end: ({ late }: Restart) => [...late.values()],
    },
  },
  {
    ...session,
    id: 'session.assign-late',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a session id is given anywhere but on the answer to initialize.',
    fix: 'Give the session id with the result of initialize, and leave it as it is from then on.',
    fact: 'http.session-start',
    hooks: {
      answered: (exchange) => {
        const header = isOfSession(exchange) && !isInitialize(exchange) ? issuedIn(exchange) : undefined;
        if (!header?.value || header.value === exchange.sessionId || !isSuccess(exchange.answer!.status))
          return undefined;
        const before = exchange.sessionId === undefined ? 'no session' : `session ${sayJson(exchange.sessionId)}`;
        return {
          place: header.place,
          message: `A request in ${before} is answered with session ${sayJson(header.value)}.`,
        };
      },
    },
  },
];
