// One HTTP/1.1 request out of bytes: request line, headers, body. What is broken is said, not thrown.
// Knows no header but those that say how long the body is.
import { latin1Text } from '../wire/decode/latin1.ts';

/** Something that is not as it has to be, and where. */
export interface Problem {
  readonly at: string;
  readonly text: string;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Uint8Array;
  readonly headProblem?: Problem;
  readonly bodyProblem?: Problem & { readonly kind: 'unannounced' | 'broken' };
  /** Bytes after the end of the body, which belong to the next request. */
  readonly surplusBytes: number;
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([!-~]+) HTTP\/1\.[01]$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/s;
const NO_BYTES = new Uint8Array(0);

export function readHttpRequest(bytes: Uint8Array): HttpRequest {
  const { head, bodyFrom } = splitHead(bytes);
  const lines = head.split(/\r?\n/);
  const request = REQUEST_LINE.exec(lines[0]!);
  const [, method = '', target = ''] = request ?? [];
  const [path = '', query = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 2);
  const headers: { name: string; value: string }[] = [];
  let headProblem: Problem | undefined = request
    ? undefined
    : { at: 'line 1', text: `The first line has to be a method, a target and HTTP/1.1; it is ${quote(lines[0]!)}.` };
  lines.slice(1).forEach((line, i) => {
    const [, name, value = ''] = HEADER_LINE.exec(line) ?? [];
    if (name !== undefined && !value.includes('\r') && !value.includes('\0'))
      headers.push({ name, value: trim(value) });
    else
      headProblem ??= {
        at: `line ${i + 2}`,
        text: `A header is a name, a colon and a value; this line is ${quote(line)}.`,
      };
  });
  if (bodyFrom === undefined) headProblem ??= { at: `line ${lines.length}`, text: 'No empty line ends the head.' };
  const body = readBody(headers, bytes.subarray(bodyFrom ?? bytes.length));
  return { method, path, query, headers, ...body, ...(headProblem && { headProblem }) };
}

/** The values of a header, whatever the case of its name; several lines make one value, as HTTP has it. */
export function headerOf(request: HttpRequest, name: string): string | undefined {
  const values = request.headers.filter((h) => h.name.toLowerCase() === name.toLowerCase()).map((h) => h.value);
  return values.length > 0 ? values.join(', ') : undefined;
}

/** At most forty characters of a text, in quotation marks. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}

/** A JSON value in a sentence: what is long or nested by its kind only. */
export function sayJson(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The head without the empty line that ends it; empty lines before it do not count. */
function splitHead(bytes: Uint8Array): { readonly head: string; readonly bodyFrom: number | undefined } {
  let from = 0;
  while (bytes[from] === 10 || (bytes[from] === 13 && bytes[from + 1] === 10)) from++;
  let lineFrom = from;
  for (let i = from; i < bytes.length; i++) {
    if (bytes[i] !== 10) continue;
    const lineTo = bytes[i - 1] === 13 ? i - 1 : i;
    if (lineTo <= lineFrom && i > from)
      return { head: latin1Text(bytes.subarray(from, lineFrom)).replace(/\r?\n$/, ''), bodyFrom: i + 1 };
    lineFrom = i + 1;
  }
  return { head: latin1Text(bytes.subarray(from)).replace(/\r?\n$/, ''), bodyFrom: undefined };
}

type Body = Pick<HttpRequest, 'body' | 'bodyProblem' | 'surplusBytes'>;

function readBody(headers: HttpRequest['headers'], rest: Uint8Array): Body {
  const valuesOf = (name: string) => headers.filter((h) => h.name.toLowerCase() === name).map((h) => h.value);
  const lengths = valuesOf('content-length');
  const codings = valuesOf('transfer-encoding').join(', ');
  if (codings !== '') {
    if (lengths.length > 0)
      return broken('Content-Length', 'Content-Length and Transfer-Encoding contradict each other.');
    if (codings.toLowerCase() !== 'chunked')
      return broken('Transfer-Encoding', `The coding ${quote(codings)} is not known here.`);
    return readChunks(rest);
  }
  if (lengths.length === 0) {
    if (rest.length === 0) return { body: NO_BYTES, surplusBytes: 0 };
    const text = `${count(rest.length)} follow the head, which announces none: no Content-Length, no Transfer-Encoding.`;
    return { body: NO_BYTES, surplusBytes: 0, bodyProblem: { kind: 'unannounced', at: 'Content-Length', text } };
  }
  const length = Number(lengths[0]);
  if (new Set(lengths).size > 1 || !/^\d{1,15}$/.test(lengths[0]!)) {
    return broken('Content-Length', `Content-Length is ${quote(lengths.join(', '))}, which is no number of bytes.`);
  }
  if (rest.length < length) {
    return broken('Content-Length', `Content-Length announces ${count(length)}, the body has ${rest.length}.`);
  }
  return { body: rest.subarray(0, length), surplusBytes: rest.length - length };
}

function readChunks(rest: Uint8Array): Body {
  const chunks: Uint8Array[] = [];
  for (let at = 0, number = 1; ; number++) {
    const lineEnd = rest.indexOf(10, at);
    const line = lineEnd < 0 ? '' : latin1Text(rest.subarray(at, lineEnd)).trim();
    const size = /^([0-9a-f]{1,8})(?:[ \t]*;.*)?$/i.exec(line)?.[1];
    if (size === undefined) return broken(`chunk ${number}`, `Chunk ${number} does not begin with its length in hex.`);
    const from = lineEnd + 1;
    const to = from + Number.parseInt(size, 16);
    if (to === from) {
      const end = trailerEnd(rest, from);
      if (end === undefined) return broken(`chunk ${number}`, 'No empty line ends the last chunk.');
      return { body: joined(chunks), surplusBytes: rest.length - end };
    }
    const lineFeed = rest[to] === 13 ? to + 1 : to;
    if (rest[lineFeed] !== 10) return broken(`chunk ${number}`, `Chunk ${number} does not end where its length says.`);
    chunks.push(rest.subarray(from, to));
    at = lineFeed + 1;
  }
}

/** Where the lines after the last chunk end: the empty one included. */
function trailerEnd(rest: Uint8Array, from: number): number | undefined {
  for (let lineFrom = from; ;) {
    const lineFeed = rest.indexOf(10, lineFrom);
    if (lineFeed < 0) return undefined;
    const isEmpty = lineFeed === lineFrom || (lineFeed === lineFrom + 1 && rest[lineFrom] === 13);
    if (isEmpty) return lineFeed + 1;
    lineFrom = lineFeed + 1;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const body = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

function broken(at: string, text: string): Body {
  return { body: NO_BYTES, surplusBytes: 0, bodyProblem: { kind: 'broken', at, text } };
}

const count = (bytes: number): string => (bytes === 1 ? '1 byte' : `${bytes} bytes`);
const trim = (value: string): string => value.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
