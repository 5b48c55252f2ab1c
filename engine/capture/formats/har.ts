// HAR 1.2, as browsers and proxies save it: one entry per HTTP exchange. Entries are found in the bytes and read one by
// one, so that the text is never held as one value.
import { isMembers, type Members } from '../../wire/decode/json-value.ts';
import { payloadText } from '../../wire/decode/payload-text.ts';
import { InputError } from '../../parameters.ts';
import { base64Decode } from '../../wire/base64.ts';
import { msOfIsoDate } from './iso-date.ts';
import type { Input } from './input.ts';
import { itemsAt, membersAt, skipSpace } from './json-span.ts';
import { Texts } from './texts.ts';
import {
  Headers,
  type At,
  type Capture,
  type ClosedItem,
  type HeaderLine,
  type Item,
  type Place,
  type Source,
} from './record.ts';

/** No more exchanges are held open at once; of more, the first one to end is taken for ended. */
const OVERLAPPING = 500;

/** Where `log.entries` begins, if the input is a HAR; -1 where the text ends before. */
export function entriesOf({ bytes }: Input): number | undefined {
  const start = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  for (const log of membersAt(bytes, start)) {
    if (log.name !== 'log') continue;
    for (const member of membersAt(bytes, log.from)) if (member.name === 'entries') return member.from;
    return -1;
  }
  return undefined;
}

/** @throws InputError where it has no entries, or where its text is cut off, at once or while its items are walked over. */
export function readHar(input: Input): Capture {
  const from = entriesOf(input);
  if (from === undefined) throw new InputError('not a HAR: it has no "log"');
  if (from < 0) throw new InputError(`${cutOff(input)}, before its entries`);
  return { format: 'har', transport: 'http', items: () => inOrderOfTime(input, from) };
}

function cutOff(input: Input): string {
  return `the HAR ends in the middle: ${input.bytes.length} bytes, line ${input.lineOf(input.bytes.length)}`;
}

const membersOf = (value: unknown, name: string): Members => {
  const member = isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isMembers(member) ? member : {};
};
const listOf = (value: Members, name: string): readonly unknown[] => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
};
const textOf = (value: Members, name: string): string | undefined => {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
};

/** The strings of an entry are full of escapes, which the platform undoes sooner than anybody else. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Pending {
  readonly endsAtMs: number;
  readonly items: readonly Item[];
}

/**
 * Requests when they began, answers when they ended. What came on an event stream has no times; it is taken for as late
 * as it can be, unless the server asks something on it, which the client answers in a later entry.
 */
function* inOrderOfTime(input: Input, from: number): Iterable<Item> {
  const pending: Pending[] = [];
  const texts = new Texts();
  let entry = 0;
  for (const [itemFrom, itemTo] of itemsAt(input.bytes, from)) {
    if (itemTo < 0) throw new InputError(`${cutOff(input)}, in entry ${entry} of "log.entries"`);
    const value = parse(payloadText(input.bytes, itemFrom, itemTo));
    const reader = new EntryReader(input, texts, entry++, itemFrom, itemTo, value);
    if (!reader.isReadable) {
      yield { kind: 'unread', place: reader.place([]), text: 'an entry without a request' };
      continue;
    }
    const startedAtMs = reader.startedAtMs;
    while (pending.length > 0 && (pending.length > OVERLAPPING || !(pending[0]!.endsAtMs > startedAtMs)))
      yield* pending.shift()!.items;
    yield reader.request();
    const items = reader.answer();
    if (Number.isNaN(startedAtMs) || reader.asksClient) {
      yield* items;
      continue;
    }
    const at = pending.findIndex(({ endsAtMs }) => endsAtMs > reader.endedAtMs);
    pending.splice(at < 0 ? pending.length : at, 0, { endsAtMs: reader.endedAtMs, items });
  }
  for (const { items } of pending) yield* items;
}

const ASKS_CLIENT = /"method"\s*:\s*"(?:sampling\/createMessage|elicitation\/create|roots\/list|ping)"/;

type Path = readonly (string | number)[];

const NOTHING = new Uint8Array(0);

class EntryReader {
  readonly #input: Input;
  readonly #texts: Texts;
  readonly #entry: number;
  readonly #from: number;
  readonly #to: number;
  readonly #value: Members;
  readonly #request: Members;
  readonly #response: Members;
  readonly startedAtMs: number;

  constructor(input: Input, texts: Texts, entry: number, from: number, to: number, value: unknown) {
    this.#input = input;
    this.#texts = texts;
    this.#entry = entry;
    this.#from = from;
    this.#to = to;
    this.#value = isMembers(value) ? value : {};
    this.startedAtMs = msOfIsoDate(textOf(this.#value, 'startedDateTime') ?? '');
    this.#request = membersOf(value, 'request');
    this.#response = membersOf(value, 'response');
  }

  get isReadable(): boolean {
    return textOf(this.#request, 'method') !== undefined && textOf(this.#request, 'url') !== undefined;
  }

  get endedAtMs(): number {
    const took = this.#value['time'];
    return this.startedAtMs + (typeof took === 'number' && took > 0 ? took : 0);
  }

  /** The server asks the client something on the stream of this entry. */
  get asksClient(): boolean {
    const text = textOf(membersOf(this.#response, 'content'), 'text') ?? '';
    return text.includes('data:') && ASKS_CLIENT.test(text);
  }

  request(): Item {
    const url = textOf(this.#request, 'url')!;
    const [, origin, path] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^#]*)/i.exec(url) ?? [];
    return {
      kind: 'request',
      exchange: this.#entry,
      place: this.place(['request', 'url']),
      ...this.#moment(this.startedAtMs),
      verb: textOf(this.#request, 'method')!.toUpperCase(),
      target: origin === undefined ? url : path || '/',
      ...(origin !== undefined && { origin }),
      headers: this.#headers('request', this.#request),
      body: this.place(['request', 'postData', 'text'], textOf(membersOf(this.#request, 'postData'), 'text')),
    };
  }

  /** The answer, and that the exchange is over; a status of 0 is a request that got none. */
  answer(): readonly Item[] {
    const moment = this.#moment(this.endedAtMs);
    const { status: given } = this.#response;
    const status = typeof given === 'number' ? given : 0;
    const failure = textOf(this.#response, '_error') ?? textOf(this.#response, 'statusText') ?? '';
    const closed: ClosedItem = {
      kind: 'closed',
      exchange: this.#entry,
      place: this.place(['response']),
      ...moment,
      text: 'the entry ends',
    };
    return [
      {
        kind: 'response',
        isWhole: true,
        exchange: this.#entry,
        place: this.place(['response', 'status']),
        ...moment,
        status,
        ...(status === 0 && { failure }),
        headers: this.#headers('response', this.#response),
        body: this.#body(),
      },
      closed,
    ];
  }

  #moment(atMs: number): { readonly atMs?: number } {
    return Number.isNaN(atMs) ? {} : { atMs };
  }

  #body(): Place {
    const content = membersOf(this.#response, 'content');
    const text = textOf(content, 'text') ?? '';
    const path = ['response', 'content', 'text'];
    if (textOf(content, 'encoding') !== 'base64') return this.place(path, text);
    const bytes = base64Decode(text.replace(/\s+/g, ''));
    return bytes ? this.#part(path, bytes, 0, bytes.length) : this.place(path, text);
  }

  /** HTTP/2 gives the request line as headers whose names begin with a colon. */
  #headers(side: 'request' | 'response', holder: Members): Headers {
    const headers: HeaderLine[] = [];
    for (const [i, header] of listOf(holder, 'headers').entries()) {
      if (!isMembers(header)) continue;
      const name = textOf(header, 'name');
      if (name === undefined || name.startsWith(':')) continue;
      headers.push({
        name,
        key: name.toLowerCase(),
        value: textOf(header, 'value') ?? '',
        place: this.place([side, 'headers', i]),
      });
    }
    return new Headers(headers);
  }

  place(path: Path, text = ''): Place {
    if (text === '') return this.#part(path, NOTHING, 0, 0);
    const { bytes, from, to } = this.#texts.bytesOf(text);
    return this.#part(path, bytes, from, to);
  }

  #part(path: Path, bytes: Uint8Array, from: number, to: number): Place {
    const source = new EntryPart(this.#input, this.#entry, this.#from, this.#to, path, bytes);
    return { source, from, to };
  }
}

/** A value of an entry. Where it stands is found when somebody asks. */
class EntryPart implements Source {
  readonly bytes: Uint8Array;
  readonly #input: Input;
  readonly #entry: number;
  readonly #from: number;
  readonly #to: number;
  readonly #path: Path;

  constructor(input: Input, entry: number, from: number, to: number, path: Path, bytes: Uint8Array) {
    this.bytes = bytes;
    this.#input = input;
    this.#entry = entry;
    this.#from = from;
    this.#to = to;
    this.#path = path;
  }

  at(): At {
    const [from, to] = this.#locate();
    return { line: this.#input.lineOf(from), entry: this.#entry, bytes: [from, to] };
  }

  /** As far down the path as the entry goes. */
  #locate(): readonly [number, number] {
    const { bytes } = this.#input;
    let place: readonly [number, number] = [this.#from, this.#to];
    for (const step of this.#path) {
      const found: readonly [number, number] | undefined =
        typeof step === 'string' ? memberPlace(bytes, place[0], step) : itemPlace(bytes, place[0], step);
      if (!found) return place;
      place = found;
    }
    return place;
  }
}

function memberPlace(bytes: Uint8Array, at: number, name: string): readonly [number, number] | undefined {
  for (const member of membersAt(bytes, at)) if (member.name === name) return [member.from, member.to];
  return undefined;
}

function itemPlace(bytes: Uint8Array, at: number, index: number): readonly [number, number] | undefined {
  let i = 0;
  for (const item of itemsAt(bytes, at)) if (i++ === index) return item;
  return undefined;
}
