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
export function payloadText(bytes: Uint8Array, from: number, to: number, invalidAt?: number[]): string {
  const text = bytes.length > AHEAD_BYTES ? textAhead(bytes, from, to) : undefined;
  return text ?? strictText(bytes, from, to) ?? utf8Text(bytes, from, to, invalidAt);
}

function strictText(bytes: Uint8Array, from: number, to: number): string | undefined {
  try {
    return strict?.decode(bytes.subarray(from, to));
  } catch {
    // Where they are broken is found out by hand.
    return undefined;
  }
}

/** So much is read at once of a long input, whose payloads follow each other: to ask the platform for each takes longer. */
const AHEAD_BYTES = 65_536;

interface Ahead {
  readonly of: WeakRef<Uint8Array>;
  readonly from: number;
  readonly to: number;
  /** Absent where not all of it is ASCII: a character stands at another place than its bytes then. */
  readonly text: string | undefined;
}

let ahead: Ahead | undefined;
/** Where the payload before has ended. Only what comes soon after it is worth reading ahead. */
let lastTo = 0;

function textAhead(bytes: Uint8Array, from: number, to: number): string | undefined {
  const follows = from >= lastTo && to - lastTo < AHEAD_BYTES / 4;
  lastTo = to;
  if (!ahead || from < ahead.from || to > ahead.to || ahead.of.deref() !== bytes) {
    if (!follows) return undefined;
    const end = Math.min(from + AHEAD_BYTES, bytes.length);
    const text = strictText(bytes, from, end);
    ahead = { of: new WeakRef(bytes), from, to: end, text: text?.length === end - from ? text : undefined };
  }
  return ahead.text?.substring(from - ahead.from, to - ahead.from);
}
