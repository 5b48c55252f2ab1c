// A payload's bytes as text by the platform's own reader, which every platform has though no standard of the language
// names it. Where there is none, and where bytes are broken, by hand: the same text. Knows no JSON.
import { utf8Text } from '../utf8.ts';

interface TextReader {
  decode(bytes: Uint8Array): string;
}
type Platform = {
  readonly TextDecoder?: new (
    label: 'utf-8',
    options: { readonly fatal: true; readonly ignoreBOM: true },
  ) => TextReader;
};

const { TextDecoder } = globalThis as Platform;
/** Throws where the bytes are no UTF-8. */
const strict = TextDecoder && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text between two places; offsets of what is no UTF-8 are added to `invalidAt`. */
export function payloadText(bytes: Uint8Array, from: number, to: number, invalidAt: number[]): string {
  try {
    if (strict) return strict.decode(bytes.subarray(from, to));
  } catch {
    // Where they are broken is found out by hand.
  }
  return utf8Text(bytes, from, to, invalidAt);
}
