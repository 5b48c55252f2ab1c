// A request that script in a page makes with fetch(), and the headers that the browser alone may write.
import { isSameOrigin, originOf, originText, readAddress, type Origin } from './origin.ts';

export interface WebHeader {
  readonly name: string;
  readonly value: string;
}

export interface WebRequest {
  /** The address of the page. */
  readonly page: string;
  readonly url: string;
  readonly method: string;
  /** What script has set. */
  readonly headers: readonly WebHeader[];
  /** Whether cookies and the like go along; `include`: to other origins too. */
  readonly credentials: 'omit' | 'same-origin' | 'include';
}

/** What a server answers, as far as the browser looks at it. */
export interface WebAnswer {
  readonly status: number;
  readonly headers: readonly WebHeader[];
}

const BROWSERS_OWN: ReadonlySet<string> = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);
const OVERRIDES: ReadonlySet<string> = new Set(['x-http-method', 'x-http-method-override', 'x-method-override']);
const FORBIDDEN_METHOD = /^(connect|trace|track)$/i;

/** Whether script cannot set a header, and what it tries is dropped. */
export function isForbiddenHeader({ name, value }: WebHeader): boolean {
  const lower = name.toLowerCase();
  if (BROWSERS_OWN.has(lower) || /^(proxy-|sec-)/.test(lower)) return true;
  return OVERRIDES.has(lower) && value.split(',').some((method) => FORBIDDEN_METHOD.test(method.trim()));
}

/** All values of a header as one, as HTTP has it; undefined if it is not there. */
export function valueOf(headers: readonly WebHeader[], name: string): string | undefined {
  const values = headers.filter((header) => header.name.toLowerCase() === name.toLowerCase());
  return values.length === 0 ? undefined : values.map(({ value }) => value.trim()).join(', ');
}

/** The value of Host for an address: its host and port, whatever machine the name leads to. Undefined: no address. */
export function hostHeaderOf(url: string): string | undefined {
  const address = readAddress(url);
  return address && `${address.host.text}${address.port === undefined ? '' : `:${address.port}`}`;
}

/** Whether a request was led from one foreign origin to another, by the addresses that it has been to. */
function isTainted(page: Origin, visited: readonly string[]): boolean {
  return visited.slice(1).some((url, i) => {
    const before = originOf(visited[i]!);
    return !isSameOrigin(originOf(url), before) && !isSameOrigin(page, before);
  });
}

export type ReferrerPolicy =
  | 'no-referrer'
  | 'no-referrer-when-downgrade'
  | 'same-origin'
  | 'origin'
  | 'strict-origin'
  | 'origin-when-cross-origin'
  | 'strict-origin-when-cross-origin'
  | 'unsafe-url';

export interface OriginHeaderCase {
  readonly page: string;
  /** The addresses of the request in order: one, or more after redirects. */
  readonly visited: readonly string[];
  readonly method: string;
  /** How the request is made: fetch() without options is `cors`, a link or form `navigate`, an image `no-cors`. */
  readonly mode: 'cors' | 'no-cors' | 'same-origin' | 'navigate';
  readonly referrerPolicy?: ReferrerPolicy;
}

/** The value of the Origin header, and the rule that decides; no value: the header is not sent. */
export function originHeaderOf({ page, visited, method, mode, referrerPolicy }: OriginHeaderCase): {
  readonly value?: string;
  readonly rule: 'origin-header.cors' | 'origin-header.not-get' | 'origin-header.absent' | OriginNullRule;
} {
  const from = originOf(page);
  const url = visited.at(-1)!;
  const isForeign = visited.some((address) => !isSameOrigin(originOf(address), from));
  const tainted = isTainted(from, visited);
  const value = tainted ? 'null' : originText(from);
  if (mode === 'cors' && isForeign) return { value, rule: tainted ? 'origin-header.tainted' : 'origin-header.cors' };
  if (method === 'GET' || method === 'HEAD') return { rule: 'origin-header.absent' };
  const hides =
    mode !== 'cors' && hidesOrigin(referrerPolicy ?? 'strict-origin-when-cross-origin', from, originOf(url));
  if (hides) return { value: 'null', rule: 'origin-header.referrer-policy' };
  return { value, rule: tainted ? 'origin-header.tainted' : 'origin-header.not-get' };
}

type OriginNullRule = 'origin-header.tainted' | 'origin-header.referrer-policy';

function hidesOrigin(policy: ReferrerPolicy, from: Origin, to: Origin): boolean {
  const isSecure = (origin: Origin): boolean => origin.kind === 'tuple' && origin.scheme === 'https';
  switch (policy) {
    case 'no-referrer':
      return true;
    case 'no-referrer-when-downgrade':
    case 'strict-origin':
    case 'strict-origin-when-cross-origin':
      return isSecure(from) && !isSecure(to);
    case 'same-origin':
      return !isSameOrigin(from, to);
    default:
      return false;
  }
}
