// What the head of an HTTP request or answer says: what the request is for, and where it goes. Keeps nothing.
import type { Headers, Place } from '../../capture/formats/record.ts';
import { looksLikeJson } from '../../wire/decode/json-value.ts';
import { firstOf, headerOf, isMembers, type HttpAnswer, type Purpose } from '../model.ts';

/** Headers that only requests of MCP have. */
const OUR_HEADERS: readonly string[] = ['mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'last-event-id'];

export const hasOurHeader = (headers: Headers): boolean => OUR_HEADERS.some((name) => headers.has(name));

const takesStream = (headers: Headers): boolean => /text\/event-stream/i.test(headers.textOf('accept') ?? '');

/** `isKnown`: the address has carried messages. */
export function purposeOf(verb: string, headers: Headers, json: unknown, isKnown: boolean): Purpose {
  if (verb === 'OPTIONS') return 'preflight';
  const first = firstOf(json);
  if (isMembers(first) && (first['jsonrpc'] !== undefined || first['method'] !== undefined)) return 'post';
  if (verb === 'GET' && headers.has('last-event-id')) return 'resume';
  const isOurs = isKnown || hasOurHeader(headers);
  if (verb === 'GET') return isOurs || takesStream(headers) ? 'get' : 'other';
  return isOurs ? (verb === 'DELETE' ? 'delete' : 'post') : 'other';
}

/** The media type of each answer, without parameters; nearly all are among the few before. */
export class MediaTypes {
  readonly #known = new Map<string, string>();

  of(headers: Headers): string {
    const value = headers.textOf('content-type') ?? '';
    return this.#known.get(value) ?? this.#add(value);
  }

  #add(value: string): string {
    const end = value.indexOf(';');
    const type = (end < 0 ? value : value.slice(0, end)).trim().toLowerCase();
    if (this.#known.size < VALUES_KEPT) this.#known.set(value, type);
    return type;
  }
}

const VALUES_KEPT = 64;

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
  return mediaType.includes('json') || headers.has('transfer-encoding');
}
