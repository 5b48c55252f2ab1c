// Rules of authorization as far as they show on the wire: tokens in requests, and how a server asks for one.
import { isSuccess, reasonOf } from '../answers.ts';
import { headerOf, type Exchange } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { cut, sayJson } from '../say.ts';

const http = { transports: ['http'], since: '2025-03-26' } as const;

const isOurs = ({ purpose }: Exchange): boolean =>
  purpose === 'post' || purpose === 'get' || purpose === 'resume' || purpose === 'delete';
const hasToken = ({ requestHeaders }: Exchange): boolean => requestHeaders.has('authorization');
const challengeOf = ({ answer }: Exchange) => headerOf(answer!.headers, 'www-authenticate');

/** A reason that 401 is there for. */
const BAD_TOKEN =
  /\binvalid[_ ](?:access[_ ]|bearer[_ ])?token\b|\btoken (?:has |is )?(?:expired|invalid|missing|revoked)\b|\b(?:missing|no) (?:access |bearer |authorization )(?:token|header)\b|\bunauthenticated\b|\bauthentication required\b|^\W*unauthorized\W*$/i;

function otherThan401(exchange: Exchange): Hit | undefined {
  const { status, place, mediaType, said } = exchange.answer!;
  if (!isOurs(exchange) || status === 401 || status === 0) return undefined;
  // What a tool says of a token of its own is no refusal.
  const isRefusal = isSuccess(status) ? said?.messages.some(({ error }) => error) : true;
  if (!isRefusal || mediaType === 'text/event-stream') return undefined;
  const header = challengeOf(exchange)?.value ?? '';
  if (/insufficient_scope/i.test(header)) return undefined;
  const reason = reasonOf(exchange.answer!).trim();
  return BAD_TOKEN.test(reason) || /\binvalid_token\b/.test(header)
    ? { place, message: `${cut(JSON.stringify(reason))} is said with ${status}, not 401.` }
    : undefined;
}

export const AUTH: readonly Rule[] = [
  {
    ...http,
    id: 'auth.every-request',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether the token goes with every request to an address that was called with one.',
    fix: 'Send Authorization with each request: POST, GET and DELETE, and each retry.',
    fact: 'auth.every-request',
    follows: ['deployment.redirect'],
    remember: (): Set<string> => new Set(),
    hooks: {
      asked: (exchange, called: Set<string>) =>
        isOurs(exchange) && !hasToken(exchange) && called.has(exchange.address)
          ? {
              place: exchange.place,
              message: `The ${exchange.verb} has no Authorization, though requests before it had.`,
            }
          : undefined,
      answered: (exchange, called: Set<string>) => {
        if (isOurs(exchange) && hasToken(exchange) && isSuccess(exchange.answer!.status)) called.add(exchange.address);
        return undefined;
      },
    },
  },
  {
    ...http,
    id: 'auth.query-token',
    severity: 'error',
    level: 'MUST NOT',
    party: 'client',
    checks: 'Whether the address has an access token in its query.',
    fix: 'Send the token in the Authorization header.',
    fact: 'auth.no-query',
    hooks: {
      asked: (exchange) =>
        isOurs(exchange) &&
        exchange.target.includes('=') &&
        /[?&](?:access_token|bearer_token)=[^&]/i.test(exchange.target)
          ? { place: exchange.place, message: 'The query of the address has an access token.' }
          : undefined,
    },
  },
  {
    ...http,
    id: 'auth.401',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a token that is missing, wrong or expired is answered 401.',
    fix: 'Answer 401 with WWW-Authenticate before anything is read of the message.',
    fact: 'auth.token',
    hooks: { answered: { where: 'failed', hear: otherThan401 } },
  },
  {
    ...http,
    id: 'auth.www-authenticate',
    since: '2025-06-18',
    until: '2025-06-18',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a 401 says in WWW-Authenticate where the metadata of the resource is.',
    fix: 'Send "WWW-Authenticate: Bearer resource_metadata=..." with every 401, and serve that document.',
    fact: 'auth.challenge',
    hooks: {
      answered: {
        where: 'failed',
        hear: (exchange) => {
          const { status, place } = exchange.answer!;
          if (!isOurs(exchange) || status !== 401) return undefined;
          const header = challengeOf(exchange);
          if (header && /\bresource_metadata\s*=/i.test(header.value)) return undefined;
          const what = header
            ? `WWW-Authenticate ${sayJson(header.value)}, without resource_metadata`
            : 'no WWW-Authenticate';
          return { place, message: `The 401 has ${what}.` };
        },
      },
    },
  },
  {
    id: 'auth.no-challenge',
    transports: ['http'],
    since: '2025-11-25',
    severity: 'note',
    level: 'fact',
    party: 'server',
    checks: 'Whether a 401 has WWW-Authenticate; without it a client has to try the well-known addresses.',
    fix: 'Send "WWW-Authenticate: Bearer resource_metadata=..." with every 401.',
    fact: 'auth.token',
    hooks: {
      answered: {
        where: 'failed',
        hear: (exchange) => {
          const { status, place } = exchange.answer!;
          return isOurs(exchange) && status === 401 && !challengeOf(exchange)
            ? { place, message: 'The 401 has no WWW-Authenticate: the metadata has to be at its well-known address.' }
            : undefined;
        },
      },
    },
  },
];
