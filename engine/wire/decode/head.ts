// The head of an HTTP message, line by line: what it is, and how long it says the body is. Reads no body.
import { utf8Encode } from '../frame.ts';
import { latin1Text } from './latin1.ts';
import { NO_FAULTS, type Fault } from './problem.ts';
import type { StartLine } from './start-line.ts';

/** 1 for each byte that may stand in a header's name. */
const IN_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[!#$%&'*+.^_`|~\w-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);
const [COLON, SPACE, TAB] = [0x3a, 0x20, 0x09];

/** As bytes, since a text gives out its characters more slowly. */
const CONTENT_TYPE = utf8Encode('content-type');
const CONTENT_LENGTH = utf8Encode('content-length');
const CONTENT_ENCODING = utf8Encode('content-encoding');
const TRANSFER_ENCODING = utf8Encode('transfer-encoding');

const [EVENT_STREAM, CHUNKED] = ['text/event-stream', 'chunked'];
/** Values that come again and again, so that they need not be made each time. */
const KNOWN = ['application/json', EVENT_STREAM, CHUNKED].map((text) => ({ text, bytes: utf8Encode(text) }));

/** Where the name of a header ends that begins at `from`. */
export function nameEnd(bytes: Uint8Array, from: number): number {
  const to = bytes.length;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    if (IN_NAME[bytes[at]!] !== 1) return at;
    if (IN_NAME[bytes[at + 1]!] !== 1) return at + 1;
    if (IN_NAME[bytes[at + 2]!] !== 1) return at + 2;
    if (IN_NAME[bytes[at + 3]!] !== 1) return at + 3;
  }
  while (at < to && IN_NAME[bytes[at]!] === 1) at++;
  return at;
}

/** How the end of a body is known. `lost`: not at all. */
export type BodyLength = number | 'chunked' | 'close' | 'lost';

export class Head {
  readonly start: StartLine;
  readonly verb: string | undefined;
  readonly status: number | undefined;
  contentType = '';
  /** The coding of the body; empty where it has none. */
  contentEncoding = '';
  #faults: Fault[] | undefined;
  #transferEncoding = '';
  #contentLength: number | undefined;
  #hasBadLength = false;

  constructor(start: StartLine) {
    this.start = start;
    this.verb = 'verb' in start ? start.verb : undefined;
    this.status = 'status' in start ? start.status : undefined;
  }

  /**
   * Takes the header line from `from` to `end`, its line end left out; its name is over at `colon`, if it has one. `at`
   * is where the line stands in the head.
   */
  line(bytes: Uint8Array, from: number, colon: number, end: number, at: number): void {
    if (colon === from || colon >= end || bytes[colon] !== COLON) return this.#badLine(bytes, from, end, at);
    switch (colon - from) {
      case 12:
        if (isWord(bytes, from, CONTENT_TYPE)) this.contentType = valueOf(bytes, colon + 1, end);
        break;
      case 14:
        if (isWord(bytes, from, CONTENT_LENGTH)) this.#length(bytes, colon + 1, end, at);
        break;
      case 16:
        if (isWord(bytes, from, CONTENT_ENCODING))
          this.contentEncoding = valueOf(bytes, colon + 1, end).replace(/^identity$/, '');
        break;
      case 17:
        if (isWord(bytes, from, TRANSFER_ENCODING)) this.#transferEncoding = valueOf(bytes, colon + 1, end);
    }
  }

  #badLine(bytes: Uint8Array, from: number, end: number, at: number): void {
    const hasColon = bytes.subarray(from, end).includes(COLON);
    const text = hasColon ? 'a header name with characters that no name has' : 'a header line without a colon';
    this.#fault('bad-header', text, at);
  }

  #length(bytes: Uint8Array, from: number, to: number, at: number): void {
    const length = numberIn(bytes, from, to);
    if (Number.isNaN(length)) {
      this.#fault('bad-length', `a Content-Length of ${JSON.stringify(latin1Text(bytes, from, to).slice(0, 40))}`, at);
    } else if (this.#contentLength !== undefined && this.#contentLength !== length) {
      this.#fault('bad-length', 'two lengths that differ', at);
    }
    if ((this.#contentLength ?? length) !== length) this.#hasBadLength = true;
    this.#contentLength = length;
  }

  #fault(what: Fault['what'], text: string, at: number): void {
    (this.#faults ??= []).push({ what, text, at });
  }

  get faults(): readonly Fault[] {
    return this.#faults ?? NO_FAULTS;
  }

  get isEventStream(): boolean {
    if (this.status === undefined) return false;
    return this.contentType === EVENT_STREAM || /^text\/event-stream *(?:;|$)/.test(this.contentType);
  }

  /** An answer that another one to the same request follows. */
  get isInterim(): boolean {
    return this.status !== undefined && this.status < 200 && this.status !== 101;
  }

  /** How long the body is. For an answer it matters which verb it answers. */
  bodyLength(answeredVerb: string | undefined): BodyLength {
    const { status } = this;
    if (status === 101) return 'lost';
    if (status !== undefined && (status < 200 || status === 204 || status === 304 || answeredVerb === 'HEAD')) return 0;
    if (this.#transferEncoding !== '') {
      if (this.#transferEncoding === CHUNKED || /(?:^|,)\s*chunked$/.test(this.#transferEncoding)) return 'chunked';
      return status === undefined ? 'lost' : 'close';
    }
    if (this.#hasBadLength) return 'lost';
    return this.#contentLength ?? (status === undefined ? 0 : 'close');
  }
}

/** A whole number of at most 15 digits, with spaces around it; NaN if it is none. */
function numberIn(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && isSpace(bytes[from]!)) from++;
  while (to > from && isSpace(bytes[to - 1]!)) to--;
  let number = to === from || to - from > 15 ? NaN : 0;
  for (let i = from; i < to; i++) {
    const digit = bytes[i]! - 0x30;
    number = digit >= 0 && digit <= 9 ? 10 * number + digit : NaN;
  }
  return number;
}

const isSpace = (byte: number): boolean => byte === SPACE || byte === TAB;

/** A value in small letters, without the spaces around it. */
function valueOf(bytes: Uint8Array, from: number, to: number): string {
  let end = to;
  while (from < end && isSpace(bytes[from]!)) from++;
  while (end > from && isSpace(bytes[end - 1]!)) end--;
  for (const known of KNOWN)
    if (known.bytes.length === end - from && isWord(bytes, from, known.bytes)) return known.text;
  return latin1Text(bytes, from, end).toLowerCase();
}

/** Whether a word of letters, hyphens and slashes stands there, in large or small letters. */
function isWord(bytes: Uint8Array, from: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if ((bytes[from + i]! | 0x20) !== word[i]) return false;
  return true;
}
