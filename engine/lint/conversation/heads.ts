// What the head of an HTTP request or answer says: what the request is for, and where it goes. Keeps nothing.
import type { Headers, Place } from '../../capture/formats/record.ts';
import { looksLikeJson } from '../../wire/decode/json-value.ts';
import { firstOf, headerOf, isMembers, type HttpAnswer, type Purpose } from '../model.ts';

/** Headers that only requests of MCP have. */
const OUR_HEADERS: readonly string[] = ['mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'last-event-id'];

export const hasOurHeader = (headers: Headers): boolean => OUR_HEADERS.some((name) => headerOf(headers, name));

const takesStream = (headers: Headers): boolean => /text\/event-stream/i.test(headerOf(headers, 'accept')?.value ?? '');

/** `isKnown`: the address has carried messages. */
export function purposeOf(verb: string, headers: Headers, json: unknown, isKnown: boolean): Purpose {
  if (verb === 'OPTIONS') return 'preflight';
  const first = firstOf(json);
  if (isMembers(first) && (first['jsonrpc'] !== undefined || first['method'] !== undefined)) return 'post';
  if (verb === 'GET' && headerOf(headers, 'last-event-id')) return 'resume';
  const isOurs = isKnown || hasOurHeader(headers);
  if (verb === 'GET') return isOurs || takesStream(headers) ? 'get' : 'other';
  return isOurs ? (verb === 'DELETE' ? 'delete' : 'post') : 'other';
}

export function mediaTypeOf(headers: Headers): string {
  const value = headerOf(headers, 'content-type')?.value ?? '';
  const end = value.indexOf(';');
  return (end < 0 ? value : value.slice(0, end)).trim().toLowerCase();
}

/** Without the query. */
export function addressOf(origin: string | undefined, target: string): string {
  const end = target.search(/[?#]/);
  return (origin ?? '') + (end < 0 ? target : target.slice(0, end));
}

/** The address of each request; nearly all are those of the one before. */
export class Addresses {
  #origin: string | undefined;
  #target: string | undefined;
  #address = '';

  of(origin: string | undefined, target: string): string {
    if (origin !== this.#origin || target !== this.#target) {
      this.#origin = origin;
      this.#target = target;
      this.#address = addressOf(origin, target);
    }
    return this.#address;
  }
}

export const isJsonLike = ({ source, from, to }: Place): boolean => looksLikeJson(source.bytes, from, to);

/** Of an answer that is no stream: whether there may be JSON to come. A page says enough with its first bytes. */
export function goesOn({ status, headers, mediaType, body }: HttpAnswer): boolean {
  if (body.to > body.from) return isJsonLike(body);
  if (status === 202 || status === 204 || status === 304) return false;
  const length = headerOf(headers, 'content-length');
  if (length) return Number(length.value) !== 0;
  return mediaType.includes('json') || headerOf(headers, 'transfer-encoding') !== undefined;
}
