// A request line or a status line, and the header lines below it, out of text. Forgives what people do to text.
import { utf8Text } from '../../wire/utf8.ts';
import type { Input, Lines } from './input.ts';
import type { HeaderLine, Headers } from './record.ts';

const REQUEST_LINE = /^([A-Za-z]+)\s+(\S+)(?:\s+HTTP\/\S+)?\s*$/;
const STATUS_LINE = /^(?:HTTP\/\S+\s+)?(\d{3})\b/;

export const requestLineOf = (text: string): { readonly verb: string; readonly target: string } | undefined => {
  const [, verb, target] = REQUEST_LINE.exec(text) ?? [];
  return verb === undefined || target === undefined ? undefined : { verb: verb.toUpperCase(), target };
};

export const statusOf = (text: string): number | undefined => {
  const [, status] = STATUS_LINE.exec(text) ?? [];
  return status === undefined ? undefined : Number(status);
};

const COLON = 0x3a;

/** The header that stands between two places; a line without a colon is a header without a value. */
export function headerLine(input: Input, from: number, end: number): HeaderLine {
  const { bytes } = input;
  let colon = from;
  while (colon < end && bytes[colon] !== COLON) colon++;
  return {
    name: utf8Text(bytes, from, colon).trim(),
    value: utf8Text(bytes, Math.min(colon + 1, end), end).trim(),
    place: input.place(from, end),
  };
}

/** Reads header lines up to a blank line, or up to a line that `isOver` knows; the reader stands on that line then. */
export function headerLines(input: Input, lines: Lines, isOver: () => boolean): Headers {
  const headers: HeaderLine[] = [];
  while (lines.advance()) {
    if (lines.end === lines.from || isOver()) break;
    if (lines.end === lines.from + 1 && input.bytes[lines.from] === 0x0d) break;
    headers.push(headerLine(input, lines.from, lines.end));
  }
  return headers;
}
