// What a server may write to its standard output, whole and spoilt: each sample is one lesson.
import { utf8Encode } from '#engine';

const PROGRESS = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}';
const result = (text: string): string =>
  `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"${text}"}]}}`;
const RESULT = result('3 hits');
const PRETTY = JSON.stringify(JSON.parse('{"jsonrpc":"2.0","id":7,"result":{}}'), null, 2);

interface Sample {
  readonly value: string;
  readonly label: string;
  readonly text: string;
  /** What the text cannot say. */
  readonly spoil?: (bytes: Uint8Array) => Uint8Array;
}

export const SAMPLES: readonly Sample[] = [
  { value: 'clean', label: 'two messages', text: `${PROGRESS}\n${RESULT}\n` },
  { value: 'print', label: 'a stray print', text: `${PROGRESS}\nSearching 3 archives ...\n${RESULT}\n` },
  { value: 'glued', label: 'a print without newline', text: `${PROGRESS}\nSearching ... ${RESULT}\n` },
  { value: 'pretty', label: 'pretty-printed', text: `${PROGRESS}\n${PRETTY}\n` },
  { value: 'bom', label: 'BOM', text: `\uFEFF${PROGRESS}\n${RESULT}\n` },
  { value: 'nul', label: 'NUL', text: `${PROGRESS}\n\0${RESULT}\n` },
  { value: 'characters', label: 'long characters', text: `${PROGRESS}\n${result('naïve: 3 €, ½ Ω')}\n` },
  {
    value: 'latin-1',
    label: 'not UTF-8',
    text: `${PROGRESS}\n${result('naïve')}\n`,
    // The two bytes of ï become the one that Latin-1 has for it.
    spoil: (bytes) => bytes.filter((byte) => byte !== 0xc3).map((byte) => (byte === 0xaf ? 0xef : byte)),
  },
  { value: 'batch', label: 'a batch', text: `[${PROGRESS},${RESULT}]\n` },
  { value: 'cut', label: 'no newline at the end', text: `${PROGRESS}\n${RESULT}` },
];

export function sampleOf(value: unknown): Sample | undefined {
  return SAMPLES.find((sample) => sample.value === value);
}

/** The bytes of a text with line ends of one kind. */
export function bytesWith(text: string, ends: unknown, sample: Sample | undefined): Uint8Array {
  const bytes = utf8Encode(ends === 'crlf' ? text.replace(/\r?\n/g, '\r\n') : text);
  return sample?.spoil?.(bytes) ?? bytes;
}
