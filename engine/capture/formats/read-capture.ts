// Bytes that somebody pasted, as a capture: in the format that is named, or in the one that they look like.
import { InputError } from '../../parameters.ts';
import { utf8Encode } from '../../wire/frame.ts';
import { utf8Text } from '../../wire/utf8.ts';
import { entriesOf, readHar } from './har.ts';
import { isBlockMark, isStartLine, readBareHttp, readHttpText } from './http-text.ts';
import { Input, isBlank, Lines } from './input.ts';
import { isMarked, readBareLines, readPipes } from './ndjson-stdio.ts';
import { CAPTURE_FORMATS, type Capture, type CaptureFormat } from './record.ts';
import { isStreamLine, readStreamText } from './sse-text.ts';

/** So many lines tell what an input is; many a log has a head of its own. */
const LINES_LOOKED_AT = 200;
const LINE_BYTES = 400;

/**
 * Reads a capture.
 * @throws InputError where there is nothing to read, in one line that says why.
 */
export function readCapture(input: Uint8Array | string, format: CaptureFormat | 'auto' = 'auto'): Capture {
  const read = new Input(typeof input === 'string' ? utf8Encode(input) : input);
  const { bytes } = read;
  if (isBlank(bytes, 0, bytes.length)) throw new InputError('the input is empty');
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new InputError('the input is UTF-16; save it as UTF-8');
  const lines = firstLines(read);
  const looksLike = LOOKS.find(({ finds }) => finds(read, lines));
  if (format === 'auto') {
    if (looksLike) return looksLike.read(read);
    const [first = ''] = lines;
    throw new InputError(
      `the input is not recognised: its first line is ${JSON.stringify(first.slice(0, 60))}; formats: ${CAPTURE_FORMATS.join(', ')}`,
    );
  }
  if (looksLike?.format === format) return looksLike.read(read);
  if (format === 'har') return readHar(read);
  const wanted = WANTS[format];
  throw new InputError(`the input is no ${format}: it has no ${wanted}`);
}

/** What an input of a format cannot be without. */
const WANTS: Readonly<Record<Exclude<CaptureFormat, 'har'>, string>> = {
  'ndjson-stdio': 'line that begins with "stdin> " or "stdout> ", and no line of JSON',
  'http-text': 'line such as ">>> c1" and no request line',
  'sse-text': 'line that begins with "data:"',
};

interface Look {
  readonly format: CaptureFormat;
  readonly finds: (input: Input, lines: readonly string[]) => boolean;
  readonly read: (input: Input) => Capture;
}

/** First match. Marks first: what stands after them may look like anything. */
const LOOKS: readonly Look[] = [
  { format: 'http-text', finds: (_, lines) => lines.some(isBlockMark), read: readHttpText },
  { format: 'ndjson-stdio', finds: (_, lines) => lines.some(isMarked), read: readPipes },
  {
    format: 'har',
    finds: (input, [first = '']) => first.startsWith('{') && entriesOf(input) !== undefined,
    read: readHar,
  },
  { format: 'http-text', finds: (_, lines) => lines.some(isStartLine), read: readBareHttp },
  { format: 'sse-text', finds: (_, lines) => lines.some(isStreamLine), read: readStreamText },
  { format: 'ndjson-stdio', finds: (_, lines) => lines.some((line) => /^[[{]/.test(line)), read: readBareLines },
];

/** The first lines that are not blank, without white space before them, each cut at a length. */
function firstLines(input: Input): readonly string[] {
  const found: string[] = [];
  const lines = new Lines(input);
  while (found.length < LINES_LOOKED_AT && lines.advance()) {
    if (isBlank(input.bytes, lines.from, lines.end)) continue;
    found.push(utf8Text(input.bytes, lines.from, Math.min(lines.end, lines.from + LINE_BYTES)).trimStart());
  }
  return found;
}
