// What a browser needs to let a page speak to a server of another origin: CORS, which no revision speaks of.
import { foreignPage, isInitialize, isSuccess } from '../answers.ts';
import { headerOf, type Exchange } from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { cut, sayJson } from '../say.ts';

const cors = {
  transports: ['http', 'http+sse'],
  severity: 'warning',
  level: 'practice',
  party: 'server',
} as const;

const valueOf = (exchange: Exchange, name: string): string | undefined => exchange.answer!.headers.textOf(name);

const listed = (value: string | undefined): readonly string[] =>
  (value ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().toLowerCase()]));

/** `*` stands for itself only where the browser sends credentials. */
const isCredentialed = (exchange: Exchange): boolean =>
  valueOf(exchange, 'access-control-allow-credentials') === 'true';

function hides(exchange: Exchange, name: string): boolean {
  const exposed = listed(valueOf(exchange, 'access-control-expose-headers'));
  const sendsCookies = isCredentialed(exchange) && exchange.requestHeaders.has('cookie');
  return !exposed.includes(name) && !(exposed.includes('*') && !sendsCookies);
}

/** A browser recorded it, or says so in the request; others may name an origin too, and read everything. */
function isBrowser({ requestHeaders, place, answer }: Exchange): boolean {
  const { entry } = place.source.at(place.from, place.to);
  return (
    entry !== undefined ||
    answer?.status === 0 ||
    requestHeaders.textOf('sec-fetch-mode') === 'cors' ||
    /^mozilla\//i.test(requestHeaders.textOf('user-agent') ?? '')
  );
}

/** Why the page may not read the answer. */
function unreadable(exchange: Exchange, page: string): string | undefined {
  const allowed = valueOf(exchange, 'access-control-allow-origin');
  if (allowed === undefined) return 'has no Access-Control-Allow-Origin';
  if (allowed === '*')
    return isCredentialed(exchange) && headerOf(exchange.requestHeaders, 'cookie')
      ? 'allows any origin, which a browser does not take together with credentials'
      : undefined;
  return allowed.toLowerCase() === page.toLowerCase() ? undefined : `allows ${sayJson(allowed)} only`;
}

/** Methods and headers that need no leave. */
const SIMPLE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const SIMPLE_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language', 'range']);

/** What a preflight does not allow, in words. */
function refusals(exchange: Exchange, page: string): readonly string[] {
  const { status } = exchange.answer!;
  if (!isSuccess(status)) return [`is answered ${status}`];
  const origin = unreadable(exchange, page);
  const allowed = listed(valueOf(exchange, 'access-control-allow-headers'));
  const wanted = listed(exchange.requestHeaders.textOf('access-control-request-headers'));
  const isAny = allowed.includes('*') && !isCredentialed(exchange);
  const refused = wanted.filter(
    (name) => !SIMPLE_HEADERS.has(name) && !allowed.includes(name) && !(isAny && name !== 'authorization'),
  );
  const method = exchange.requestHeaders.textOf('access-control-request-method') ?? 'GET';
  const methods = listed(valueOf(exchange, 'access-control-allow-methods'));
  const isMethod = SIMPLE_METHODS.has(method) || methods.includes(method.toLowerCase()) || methods.includes('*');
  return [
    ...(origin === undefined ? [] : [origin]),
    ...(refused.length === 0 ? [] : [`does not allow the header ${refused.join(', ')}`]),
    ...(isMethod ? [] : [`does not allow ${method}`]),
  ];
}

/** Addresses whose preflight was refused: what comes after it never reaches the server. */
type Refused = Set<string>;
const addressOf = ({ origin, target }: Exchange): string => `${origin ?? ''}${target}`;

export const BROWSER: readonly Rule[] = [
  {
    ...cors,
    id: 'cors.preflight',
    checks: 'Whether a preflight allows the headers and the method that the request needs.',
    fix: 'Answer OPTIONS with 204, Access-Control-Allow-Origin and Access-Control-Allow-Headers with every header that clients send: Content-Type, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Last-Event-ID, Mcp-Method, Mcp-Name; and DELETE among the methods.',
    fact: 'browser.preflight',
    hooks: {
      answered: {
        where: 'page',
        hear: (exchange) => {
          const page = foreignPage(exchange);
          if (exchange.purpose !== 'preflight' || page === undefined) return undefined;
          if (!headerOf(exchange.requestHeaders, 'access-control-request-method')) return undefined;
          const what = refusals(exchange, page);
          return what.length === 0
            ? undefined
            : { place: exchange.answer!.place, message: `The preflight for ${cut(page)} ${what.join(', and ')}.` };
        },
      },
    },
  },
  {
    ...cors,
    id: 'cors.origin',
    checks: 'Whether an answer to a page of another origin may be read by that page.',
    fix: 'Send Access-Control-Allow-Origin with the origin of the page on every answer, errors too.',
    fact: 'browser.cors',
    follows: ['cors.preflight'],
    remember: (): Refused => new Set(),
    hooks: {
      answered: {
        where: 'page',
        hear: (exchange, refused: Refused) => {
          const page = foreignPage(exchange);
          if (page === undefined || exchange.purpose === 'other') return undefined;
          if (exchange.purpose === 'preflight') {
            if (refusals(exchange, page).length > 0) refused.add(addressOf(exchange));
            return undefined;
          }
          const { status, place, failure } = exchange.answer!;
          if (status === 0) {
            const isCors =
              !refused.has(addressOf(exchange)) && /cors|access-control|blocked|ERR_FAILED/i.test(failure ?? '');
            return isCors
              ? { place, message: `The browser blocks the answer for ${cut(page)}: ${cut(failure!)}.` }
              : undefined;
          }
          // A page that is refused has to be.
          const what = status === 403 ? undefined : unreadable(exchange, page);
          if (what === undefined) return undefined;
          const message = `The answer for ${cut(page)} ${what}.`;
          return isBrowser(exchange) ? { place, message } : { place, message, severity: 'note' };
        },
      },
    },
  },
  {
    ...cors,
    id: 'cors.expose',
    checks: 'Whether a page of another origin can read the session id, or the challenge of a 401.',
    fix: 'Send "Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate" with every answer to another origin.',
    fact: 'browser.cors',
    hooks: {
      answered: {
        where: 'page',
        hear: (exchange) => {
          const page = foreignPage(exchange);
          if (page === undefined || exchange.purpose === 'preflight' || unreadable(exchange, page) !== undefined)
            return undefined;
          const names = [
            ...(isInitialize(exchange) ? ['Mcp-Session-Id'] : []),
            ...(exchange.answer!.status === 401 ? ['WWW-Authenticate'] : []),
          ];
          return names.flatMap((name): readonly Hit[] => {
            const header = headerOf(exchange.answer!.headers, name.toLowerCase());
            return header && hides(exchange, name.toLowerCase())
              ? [
                  {
                    place: header.place,
                    message: `${name} is sent, but the page at ${cut(page)} cannot read it: it is not exposed.`,
                  },
                ]
              : [];
          });
        },
      },
    },
  },
];
