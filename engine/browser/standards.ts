// The rules of the web that decide whether a page may talk to a server: one row each, with the section that has it.
// Own words. Steps of an algorithm bind as MUST does. Knows no request.
import type { Level } from '../protocol/facts.ts';

export interface Standard {
  readonly level: Level;
  /** One sentence. */
  readonly text: string;
  readonly url: string;
  /** A draft that some browsers ship. */
  readonly isDraft?: true;
  /** Which browser was seen to do otherwise. */
  readonly departure?: string;
}

const FETCH = 'https://fetch.spec.whatwg.org/#';
const HTML = 'https://html.spec.whatwg.org/multipage/browsers.html#';
const URLS = 'https://url.spec.whatwg.org/#';
const LNA = 'https://wicg.github.io/local-network-access/#';
const HTTP = 'https://www.rfc-editor.org/rfc/rfc9110.html#';
const WEB_ORIGIN = 'https://www.rfc-editor.org/rfc/rfc6454.html#';

// prettier-ignore
export const STANDARDS = {
  // Origins
  'origin.tuple': {
    level: 'MUST', url: `${URLS}concept-url-origin`,
    text: 'The origin of an http, https, ws, wss or ftp address is its scheme, host and port.',
  },
  'origin.opaque': {
    level: 'MUST', url: `${URLS}concept-url-origin`,
    text: 'The origin of any other address is opaque: equal to nothing but itself.',
  },
  'origin.null': {
    level: 'MUST', url: `${HTML}ascii-serialisation-of-an-origin`,
    text: 'An opaque origin is written null; all of them alike.',
  },
  'origin.same': {
    level: 'MUST', url: `${HTML}same-origin`,
    text: 'Two origins are the same if scheme, host and port are.',
  },
  'origin.same-site': {
    level: 'MUST', url: `${HTML}same-site`,
    text: 'Two origins are of one site if their schemes and registrable domains are the same; ports do not count.',
  },
  'origin.older': {
    level: 'MUST', url: `${WEB_ORIGIN}section-6.2`,
    text: 'Written out, an origin is scheme, host and, unless it is the default, port; with no slash at the end.',
  },
  // Headers that the browser writes
  'host.sent': {
    level: 'MUST', url: `${HTTP}section-7.2`,
    text: 'Host names the host and port of the address that is asked for, whatever address the name resolves to.',
  },
  'headers.forbidden': {
    level: 'MUST', url: `${FETCH}forbidden-request-header`,
    text: 'Script cannot set Host, Origin, Cookie, Content-Length and other headers that are the browser’s own.',
  },
  'origin-header.cors': {
    level: 'MUST', url: `${FETCH}append-a-request-origin-header`,
    text: 'A request to another origin whose answer script may come to read names the origin of its page.',
  },
  'origin-header.not-get': {
    level: 'MUST', url: `${FETCH}append-a-request-origin-header`,
    text: 'Any other request names it unless its method is GET or HEAD.',
  },
  'origin-header.absent': {
    level: 'MUST', url: `${FETCH}append-a-request-origin-header`,
    text: 'A GET to the page’s own origin has no Origin, and neither has a navigation by GET.',
  },
  'origin-header.tainted': {
    level: 'MUST', url: `${FETCH}concept-request-tainted-origin`,
    text: 'Once a request was redirected from one foreign origin to another, its Origin is null.',
  },
  'origin-header.referrer-policy': {
    level: 'MUST', url: `${FETCH}append-a-request-origin-header`,
    text: 'Where script asked for no answer, the referrer policy may turn Origin into null.',
  },
  // CORS
  'cors.method': {
    level: 'MUST', url: `${FETCH}cors-safelisted-method`,
    text: 'GET, HEAD and POST alone need no preflight.',
  },
  'cors.header': {
    level: 'MUST', url: `${FETCH}cors-safelisted-request-header`,
    text: 'Accept, Accept-Language, Content-Language, Content-Type and Range need none, within limits of value and length.',
  },
  'cors.content-type': {
    level: 'MUST', url: `${FETCH}cors-safelisted-request-header`,
    text: 'Content-Type needs none if it is a form, multipart or text/plain; application/json needs one.',
  },
  'cors.total-length': {
    level: 'MUST', url: `${FETCH}cors-unsafe-request-header-names`,
    text: 'Safelisted headers of more than 1,024 bytes together need one.',
  },
  'cors.preflight': {
    level: 'MUST', url: `${FETCH}cors-preflight-fetch`,
    text: 'The preflight is an OPTIONS with the method, and the names of the headers that need leave, sorted in lower case.',
  },
  'cors.preflight-status': {
    level: 'MUST', url: `${FETCH}cors-preflight-fetch`,
    text: 'The answer to a preflight has a status from 200 to 299.',
  },
  'cors.allow-methods': {
    level: 'MUST', url: `${FETCH}cors-preflight-fetch`,
    text: 'A method that needs leave is in Access-Control-Allow-Methods, by case, or a star is, without credentials.',
  },
  'cors.allow-headers': {
    level: 'MUST', url: `${FETCH}cors-preflight-fetch`,
    text: 'Each header that needs leave is in Access-Control-Allow-Headers by its whole name, or a star is, without credentials.',
  },
  'cors.authorization': {
    level: 'MUST', url: `${FETCH}cors-non-wildcard-request-header-name`,
    text: 'The star never stands for Authorization.',
    departure: 'Chromium 156 lets the star stand for it.',
  },
  'cors.allow-origin': {
    level: 'MUST', url: `${FETCH}cors-check`,
    text: 'Access-Control-Allow-Origin is the origin of the page, byte for byte, or a star, without credentials.',
  },
  'cors.allow-credentials': {
    level: 'MUST', url: `${FETCH}cors-check`,
    text: 'With credentials the answer says Access-Control-Allow-Credentials: true.',
  },
  'cors.expose-safelist': {
    level: 'MUST', url: `${FETCH}cors-safelisted-response-header-name`,
    text: 'Script reads seven headers of an answer from another origin, Content-Type among them.',
  },
  'cors.expose-headers': {
    level: 'MUST', url: `${FETCH}concept-main-fetch`,
    text: 'It reads others if Access-Control-Expose-Headers names them, or a star does, without credentials.',
  },
  // Redirects
  'redirect.post-to-get': {
    level: 'MUST', url: `${FETCH}http-redirect-fetch`,
    text: 'After 301 or 302 a POST becomes a GET without a body, after 303 every method but HEAD does.',
  },
  'redirect.keeps': {
    level: 'MUST', url: `${FETCH}http-redirect-fetch`,
    text: 'After 307 and 308 method and body stay as they are.',
  },
  'redirect.307': {
    level: 'MUST NOT', url: `${HTTP}section-15.4.8`,
    text: 'HTTP: who follows a 307 by itself does not change the method.',
  },
  'redirect.authorization': {
    level: 'MUST', url: `${FETCH}http-redirect-fetch`,
    text: 'Authorization is dropped as soon as a redirect leaves the origin, be it only from http to https.',
  },
  'redirect.limit': {
    level: 'MUST', url: `${FETCH}http-redirect-fetch`,
    text: 'The twenty-first redirect in a row is an error.',
  },
  'redirect.scheme': {
    level: 'MUST', url: `${FETCH}http-redirect-fetch`,
    text: 'A redirect leads to http or https, or nowhere.',
  },
  'redirect.credentials': {
    level: 'MUST', url: `${FETCH}http-redirect-fetch`,
    text: 'A request to another origin is not redirected to an address with a user name or password.',
  },
  'redirect.stream-body': {
    level: 'MUST', url: `${FETCH}http-redirect-fetch`,
    text: 'A body that was a stream cannot be sent again; only 303 lets it go.',
  },
  'redirect.preflight': {
    level: 'MUST', url: `${FETCH}cors-preflight-fetch`,
    text: 'The answer to a preflight is no redirect.',
  },
  // Secure and local
  'mixed.blocked': {
    level: 'MUST', url: 'https://w3c.github.io/webappsec-mixed-content/#should-block-fetch',
    text: 'A secure page fetches nothing from an address that is not potentially trustworthy.',
  },
  'secure.trustworthy': {
    level: 'MUST', url: 'https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy',
    text: 'Trustworthy are https and wss, and of the others 127.0.0.0/8, [::1] and localhost.',
  },
  'local.spaces': {
    level: 'MUST', url: `${LNA}ip-address-space-section`, isDraft: true,
    text: 'An address is loopback, local or public; each is less public than the next.',
  },
  'local.secure-context': {
    level: 'MUST', url: `${LNA}secure-context-restriction`, isDraft: true,
    text: 'A page that is not secure reaches no address that is less public than its own.',
  },
  'local.permission': {
    level: 'MUST', url: `${LNA}permission-prompt`, isDraft: true,
    text: 'A secure page reaches one if its user allows it.',
  },
  'local.same-origin': {
    level: 'MUST', url: `${LNA}fetching`, isDraft: true,
    text: 'Nobody is asked if a trustworthy page asks its own origin.',
  },
} as const satisfies Readonly<Record<string, Standard>>;

export type StandardId = keyof typeof STANDARDS;
