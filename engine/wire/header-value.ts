// Text as the value of a header, both ways: as it is where HTTP allows that, otherwise the Base64 of its UTF-8 between
// markers. Knows no header by name.
import { base64Decode, base64Encode } from './base64.ts';
import { utf8Encode } from './frame.ts';
import { utf8Decode } from './utf8.ts';

/** Visible ASCII and inner spaces, and nothing that could be taken for the markers. */
const PLAIN = /^(?! )(?!=\?base64\?.*\?=$)[ -~]*(?<! )$/;
/** What may stand in a header value as it is; a tab inside is let through, though no encoder here writes one. */
const RAW = /^[\t -~]*$/;
const MARKED = /^=\?base64\?(.*)\?=$/s;

export function headerValueOf(text: string): string {
  return PLAIN.test(text) ? text : `=?base64?${base64Encode(utf8Encode(text))}?=`;
}

export type HeaderText = { readonly text: string } | { readonly problem: 'not-ascii' | 'not-base64' | 'not-utf8' };

/** The text that a header value stands for. Markers in other letters, or only one of them, are literal text. */
export function textOfHeaderValue(value: string): HeaderText {
  if (!RAW.test(value)) return { problem: 'not-ascii' };
  const marked = MARKED.exec(value)?.[1];
  if (marked === undefined) return { text: value };
  const bytes = base64Decode(marked);
  if (!bytes) return { problem: 'not-base64' };
  const { text, brokenAt } = utf8Decode(bytes);
  return brokenAt === undefined ? { text } : { problem: 'not-utf8' };
}
