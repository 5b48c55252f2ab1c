// May a page send a request to another origin, and read the answer: which requests need a preflight, what the answers
// have to say, and which headers script gets to see. Follows the Fetch standard; knows no MCP.
import { isSameOrigin, originOf, originText } from './origin.ts';
import type { StandardId } from './standards.ts';
import { valueOf, type WebAnswer, type WebHeader, type WebRequest } from './web-request.ts';

/** Why something is not allowed, in words. */
export interface Refused {
  readonly rule: StandardId;
  readonly text: string;
}

export interface NeedsLeave {
  readonly method: boolean;
  /** Names in lower case, sorted, each once, with the rule that it breaks. */
  readonly headers: readonly { readonly name: string; readonly rule: StandardId }[];
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const SAFE_TYPES: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);
const MOST_BYTES = 128;
const MOST_BYTES_TOGETHER = 1024;

/** A control character that is no tab, or a delimiter. */
// eslint-disable-next-line no-control-regex -- the standard's unsafe bytes
const UNSAFE = /[\x00-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/;

/** Headers that need no leave, with values that look like this. */
const SAFELIST: Readonly<Record<string, (value: string) => boolean>> = {
  accept: (value) => !UNSAFE.test(value),
  'accept-language': (value) => /^[0-9A-Za-z *,.;=-]*$/.test(value),
  'content-language': (value) => /^[0-9A-Za-z *,.;=-]*$/.test(value),
  'content-type': (value) => !UNSAFE.test(value) && SAFE_TYPES.has(essenceOf(value)),
  range: isSafeRange,
};

/** One range with a beginning: `bytes=0-`, `bytes=0-99`. */
function isSafeRange(value: string): boolean {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(value) ?? [];
  return from !== undefined && (to === '' || Number(from) <= Number(to));
}

/** The type and subtype of a media type, in lower case. */
function essenceOf(value: string): string {
  const [, essence = ''] =
    /^[\t\n\r ]*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[\t\n\r ]*(?:;.*)?$/s.exec(value) ?? [];
  return essence.toLowerCase();
}

function ruleBrokenBy({ name, value }: WebHeader): StandardId | undefined {
  const lower = name.toLowerCase();
  const isSafe = Object.hasOwn(SAFELIST, lower) && value.length <= MOST_BYTES && SAFELIST[lower]!(value);
  if (isSafe) return undefined;
  return lower === 'content-type' ? 'cors.content-type' : 'cors.header';
}

/** What of a request needs the leave of the server. */
export function needsLeave({ method, headers }: Pick<WebRequest, 'method' | 'headers'>): NeedsLeave {
  const broken = new Map<string, StandardId>();
  let safeBytes = 0;
  for (const header of headers) {
    const rule = ruleBrokenBy(header);
    if (rule) broken.set(header.name.toLowerCase(), rule);
    else safeBytes += header.value.length;
  }
  if (safeBytes > MOST_BYTES_TOGETHER)
    for (const { name } of headers)
      if (!broken.has(name.toLowerCase())) broken.set(name.toLowerCase(), 'cors.total-length');
  const sorted = [...broken].sort(([a], [b]) => (a < b ? -1 : 1));
  return { method: !SAFE_METHODS.has(method), headers: sorted.map(([name, rule]) => ({ name, rule })) };
}

export function isCrossOrigin({ page, url }: Pick<WebRequest, 'page' | 'url'>): boolean {
  return !isSameOrigin(originOf(page), originOf(url));
}

/** The preflight of a request, with the headers that matter; undefined if it needs none. */
export function preflightOf(request: WebRequest): WebRequest | undefined {
  const needs = needsLeave(request);
  if (!isCrossOrigin(request) || (!needs.method && needs.headers.length === 0)) return undefined;
  const names = needs.headers.map(({ name }) => name).join(',');
  return {
    page: request.page,
    url: request.url,
    method: 'OPTIONS',
    headers: [
      { name: 'Accept', value: '*/*' },
      { name: 'Origin', value: originText(originOf(request.page)) },
      { name: 'Access-Control-Request-Method', value: request.method },
      ...(names ? [{ name: 'Access-Control-Request-Headers', value: names }] : []),
    ],
    credentials: 'omit',
  };
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The items of a list header; undefined: no such header; false: one that cannot be read. */
function listOf(answer: WebAnswer, name: string): readonly string[] | undefined | false {
  const value = valueOf(answer.headers, name);
  if (value === undefined) return undefined;
  const items = value.split(',').map((item) => item.trim());
  const named = items.filter((item) => item !== '');
  return named.every((item) => TOKEN.test(item)) && named;
}

const sendsCredentials = ({ credentials }: WebRequest): boolean => credentials === 'include';

/** Whether the answer may be shared with the page, the preflight's or the other one. Undefined: it may. */
export function corsCheck(request: WebRequest, answer: WebAnswer): Refused | undefined {
  const origin = originText(originOf(request.page));
  const allowed = valueOf(answer.headers, 'Access-Control-Allow-Origin');
  const rule = 'cors.allow-origin';
  if (allowed === undefined) return { rule, text: 'The answer has no Access-Control-Allow-Origin.' };
  if (allowed === '*' && !sendsCredentials(request)) return undefined;
  if (allowed === '*')
    return { rule, text: 'Access-Control-Allow-Origin is a star, which counts for nothing with credentials.' };
  if (allowed !== origin)
    return { rule, text: `Access-Control-Allow-Origin is ${allowed}; the page is from ${origin}.` };
  if (!sendsCredentials(request)) return undefined;
  return valueOf(answer.headers, 'Access-Control-Allow-Credentials') === 'true'
    ? undefined
    : { rule: 'cors.allow-credentials', text: 'The answer does not say Access-Control-Allow-Credentials: true.' };
}

/** Whether the answer to the preflight lets the request go. Undefined: it does. */
export function preflightCheck(request: WebRequest, answer: WebAnswer): Refused | undefined {
  const refused = corsCheck(request, answer);
  if (refused) return refused;
  const { status } = answer;
  if (status >= 300 && status < 400)
    return { rule: 'redirect.preflight', text: `The preflight is answered ${status}, a redirect.` };
  if (status < 200 || status > 299)
    return { rule: 'cors.preflight-status', text: `The preflight is answered ${status}, not 200 to 299.` };
  const methods = listOf(answer, 'Access-Control-Allow-Methods');
  const names = listOf(answer, 'Access-Control-Allow-Headers');
  if (methods === false) return { rule: 'cors.allow-methods', text: 'Access-Control-Allow-Methods cannot be read.' };
  if (names === false) return { rule: 'cors.allow-headers', text: 'Access-Control-Allow-Headers cannot be read.' };
  const starCounts = !sendsCredentials(request);
  const { method } = request;
  const allowsMethod = methods?.includes(method) || SAFE_METHODS.has(method) || (starCounts && methods?.includes('*'));
  if (!allowsMethod)
    return { rule: 'cors.allow-methods', text: `Access-Control-Allow-Methods does not name ${method}.` };
  const named = new Set(names?.map((name) => name.toLowerCase()));
  const hasStar = starCounts && named.has('*');
  const sets = (name: string): boolean => request.headers.some((header) => header.name.toLowerCase() === name);
  if (sets('authorization') && !named.has('authorization'))
    return {
      rule: hasStar ? 'cors.authorization' : 'cors.allow-headers',
      text: `Access-Control-Allow-Headers does not name authorization${hasStar ? ', and the star does not stand for it' : ''}.`,
    };
  const missing = needsLeave(request).headers.find(({ name }) => !named.has(name) && !hasStar);
  if (!missing) return undefined;
  const star = named.has('*') ? ', and the star counts for nothing with credentials' : '';
  return {
    rule: 'cors.allow-headers',
    text: `Access-Control-Allow-Headers does not name ${missing.name}${star}.`,
  };
}

const READABLE: readonly string[] = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];
const NEVER_READABLE: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2']);

/** The names of the answer's headers that script can read, in lower case, in their order. */
export function readableHeaders(request: WebRequest, answer: WebAnswer): readonly string[] {
  const names = [...new Set(answer.headers.map(({ name }) => name.toLowerCase()))];
  const readable = names.filter((name) => !NEVER_READABLE.has(name));
  if (!isCrossOrigin(request)) return readable;
  const exposed = (listOf(answer, 'Access-Control-Expose-Headers') || []).map((name) => name.toLowerCase());
  if (exposed.includes('*') && !sendsCredentials(request)) return readable;
  return readable.filter((name) => READABLE.includes(name) || exposed.includes(name));
}
