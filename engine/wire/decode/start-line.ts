// The first line of an HTTP message: what it must look like, and where one begins inside other bytes.
import { latin1Text } from './latin1.ts';
import { hasSameBytes } from './same-bytes.ts';

const REQUEST_LINE = /^([A-Z]{1,20}) ([!-~]+) HTTP\/1\.[01]$/;
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: .*)?$/s;
const VERB_AT_END = /(?:GET|POST|DELETE|PUT|HEAD|OPTIONS|PATCH)$/;

/** A longer line is something else. */
const LIMIT_BYTES = 65_536;

export type StartLine = { readonly verb: string; readonly target: string } | { readonly status: number };

/** A request line or a status line, whichever is due; nothing if the line is neither. */
export function readStartLine(bytes: Uint8Array, from: number, to: number, isAnswer: boolean): StartLine | undefined {
  const known = (isAnswer ? knownAnswers : knownRequests).find(bytes, from, to);
  if (known) return known;
  const read = to - from > LIMIT_BYTES ? undefined : parse(latin1Text(bytes, from, to), isAnswer);
  // A copy: a view would keep alive all bytes that were read with the line.
  if (read && to - from <= KNOWN_BYTES) (isAnswer ? knownAnswers : knownRequests).add(bytes.slice(from, to), read);
  return read;
}

function parse(text: string, isAnswer: boolean): StartLine | undefined {
  const found = (isAnswer ? STATUS_LINE : REQUEST_LINE).exec(text);
  if (!found) return undefined;
  return isAnswer ? { status: Number(found[1]) } : { verb: found[1]!, target: found[2]! };
}

/** Where in a line a message begins. A body has no line end of its own, so it may stand before. */
export function findStartLine(line: Uint8Array, isAnswer: boolean): number | undefined {
  if (line.length > LIMIT_BYTES) return undefined;
  const text = latin1Text(line);
  const at = isAnswer ? text.search(/HTTP\/1\.[01] [1-9]\d\d(?: |$)/) : requestLineIn(text);
  return at >= 0 && parse(text.slice(at), isAnswer) ? at : undefined;
}

function requestLineIn(text: string): number {
  const versionAt = text.lastIndexOf(' ');
  const targetAt = text.lastIndexOf(' ', versionAt - 1);
  const verb = targetAt < 1 ? undefined : VERB_AT_END.exec(text.slice(Math.max(0, targetAt - 10), targetAt))?.[0];
  return verb === undefined ? -1 : targetAt - verb.length;
}

/** The last few start lines. Traffic has few different ones, so that most need not be read again. */
class KnownLines {
  readonly #lines: Uint8Array[] = [];
  readonly #read: StartLine[] = [];
  #next = 0;

  find(bytes: Uint8Array, from: number, to: number): StartLine | undefined {
    for (let i = 0; i < this.#lines.length; i++) {
      const line = this.#lines[i]!;
      if (line.length === to - from && hasSameBytes(line, 0, bytes, from, line.length)) return this.#read[i];
    }
    return undefined;
  }

  add(line: Uint8Array, read: StartLine): void {
    this.#lines[this.#next] = line;
    this.#read[this.#next] = read;
    this.#next = (this.#next + 1) % KNOWN_LINES;
  }
}

const KNOWN_LINES = 8;
const KNOWN_BYTES = 200;
const knownRequests = new KnownLines();
const knownAnswers = new KnownLines();
