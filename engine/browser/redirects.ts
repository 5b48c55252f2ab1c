// What becomes of a request that is redirected: method, body, Authorization, Origin, and whether the browser goes there.
import { isSameOrigin, isTrustworthy, originOf, readAddress } from './origin.ts';
import type { StandardId } from './standards.ts';
import type { Refused } from './cors.ts';
import { originHeaderOf, type WebHeader, type WebRequest } from './web-request.ts';

export interface RedirectRow {
  readonly status: 301 | 302 | 303 | 307 | 308;
  /** Methods that become GET, and lose their body. */
  readonly toGet: 'POST' | 'all-but-head' | 'none';
  readonly rule: StandardId;
}

export const REDIRECTS: readonly RedirectRow[] = [
  { status: 301, toGet: 'POST', rule: 'redirect.post-to-get' },
  { status: 302, toGet: 'POST', rule: 'redirect.post-to-get' },
  { status: 303, toGet: 'all-but-head', rule: 'redirect.post-to-get' },
  { status: 307, toGet: 'none', rule: 'redirect.keeps' },
  { status: 308, toGet: 'none', rule: 'redirect.keeps' },
];

/** A request on its way; the last address it has been to answers with a redirect. */
export interface Redirected {
  readonly request: WebRequest;
  readonly body: 'none' | 'text' | 'stream';
  /** Addresses so far, the request's own first. */
  readonly visited: readonly string[];
}

export interface Followed {
  readonly request: WebRequest;
  readonly body: Redirected['body'];
  readonly visited: readonly string[];
  /** The Origin header of the new request; absent: none. */
  readonly origin?: string;
  /** Headers that script had set and that are gone. */
  readonly dropped: readonly WebHeader[];
  readonly rules: readonly StandardId[];
}

const MOST_REDIRECTS = 20;
const OF_BODY: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
]);

/** The next request, or why there is none. `location` is a whole address, or begins with a slash. */
export function followRedirect(
  { request, body, visited }: Redirected,
  status: RedirectRow['status'],
  location: string,
): Followed | Refused {
  const current = visited.at(-1)!;
  const target = resolve(location, current);
  const address = readAddress(target);
  const row = REDIRECTS.find((redirect) => redirect.status === status)!;
  const page = originOf(request.page);
  if (!address || !/^https?$/.test(address.scheme))
    return { rule: 'redirect.scheme', text: `${location} is no http or https address.` };
  if (visited.length > MOST_REDIRECTS) return { rule: 'redirect.limit', text: 'It is the twenty-first redirect.' };
  const isForeign = [...visited, target].some((url) => !isSameOrigin(originOf(url), page));
  if (isForeign && address.hasCredentials)
    return { rule: 'redirect.credentials', text: 'The address has a user name or password in it.' };
  if (status !== 303 && body === 'stream')
    return { rule: 'redirect.stream-body', text: 'The body was a stream, and cannot be sent a second time.' };
  if (isTrustworthy(page) && !isTrustworthy(originOf(target)))
    return { rule: 'mixed.blocked', text: `The page is secure, and ${target} is not.` };
  const becomesGet =
    row.toGet === 'POST' ? request.method === 'POST' : row.toGet !== 'none' && !/^(GET|HEAD)$/.test(request.method);
  const method = becomesGet ? 'GET' : request.method;
  const leavesOrigin = !isSameOrigin(originOf(current), originOf(target));
  const goes = ({ name }: WebHeader): boolean =>
    (becomesGet && OF_BODY.has(name.toLowerCase())) || (leavesOrigin && name.toLowerCase() === 'authorization');
  const dropped = request.headers.filter(goes);
  const path = [...visited, target];
  const { value, rule } = originHeaderOf({ page: request.page, visited: path, method, mode: 'cors' });
  return {
    request: { ...request, url: target, method, headers: request.headers.filter((header) => !goes(header)) },
    body: becomesGet ? 'none' : body,
    visited: path,
    ...(value !== undefined && { origin: value }),
    dropped,
    rules: [
      row.rule,
      ...(dropped.some(({ name }) => name.toLowerCase() === 'authorization')
        ? (['redirect.authorization'] as const)
        : []),
      rule,
    ],
  };
}

/** Simplified: a path from the root, or a whole address. */
function resolve(location: string, current: string): string {
  return location.startsWith('/') && !location.startsWith('//')
    ? current.replace(/^([^:]+:\/\/[^/?#]*).*$/s, `$1${location}`)
    : location;
}
