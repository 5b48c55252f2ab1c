// A capture of pipes: one line of a stream per line, with a mark that says which; or bare lines of JSON.
import { utf8Text } from '../../wire/utf8.ts';
import { isBlank, Lines, type Input } from './input.ts';
import type { Capture, Item, LineItem } from './record.ts';

/** The marks, and the time in seconds that may follow one. */
const MARK = /^\s*(stdin|stdout|stderr|event|client|server)\s*(?:\[\s*([^\]]*?)\s*\])?\s*>( ?)/i;
/** No mark is longer. */
const MARK_BYTES = 64;

const SENDERS: Readonly<Record<string, LineItem['from']>> = {
  stdin: 'client',
  client: 'client',
  stdout: 'server',
  server: 'server',
};

export const isMarked = (line: string): boolean => MARK.test(line);

export function readPipes(input: Input): Capture {
  return { format: 'ndjson-stdio', transport: 'stdio', items: () => markedLines(input) };
}

/** Lines without marks: who wrote a message must be told from the message. */
export function readBareLines(input: Input): Capture {
  return { format: 'ndjson-stdio', transport: 'stdio', items: () => bareLines(input) };
}

function* markedLines(input: Input): Iterable<Item> {
  const { bytes } = input;
  const lines = new Lines(input);
  while (lines.advance()) {
    const { from, end } = lines;
    const mark = quickMark(bytes, from, end) ?? markOf(bytes, from, end);
    if (!mark) {
      if (isBlank(bytes, from, end)) continue;
      yield { kind: 'unread', place: input.place(from, end), text: 'a line without a mark such as "stdout> "' };
      continue;
    }
    const { sender, textFrom, atMs } = mark;
    const place = input.place(textFrom, end);
    if (sender === 'event') yield { kind: 'happening', text: utf8Text(bytes, textFrom, end), place, atMs };
    else if (sender) yield { kind: 'line', from: sender, place, atMs };
  }
}

interface Mark {
  /** Nobody: a line of standard error. */
  readonly sender: LineItem['from'] | 'event' | undefined;
  readonly textFrom: number;
  readonly atMs: number | undefined;
}

const CLIENT: LineItem['from'] = 'client';
const [ANGLE, SPACE] = [0x3e, 0x20];

/** The two marks that nearly all lines have, without a time: told by their bytes. */
function quickMark(bytes: Uint8Array, from: number, end: number): Mark | undefined {
  if (bytes[from] !== 0x73 || bytes[from + 1] !== 0x74 || bytes[from + 2] !== 0x64) return undefined;
  const isIn = bytes[from + 3] === 0x69 && bytes[from + 4] === 0x6e && bytes[from + 5] === ANGLE;
  const isOut =
    bytes[from + 3] === 0x6f && bytes[from + 4] === 0x75 && bytes[from + 5] === 0x74 && bytes[from + 6] === ANGLE;
  if (!isIn && !isOut) return undefined;
  const mark = from + (isIn ? 6 : 7);
  const textFrom = mark < end && bytes[mark] === SPACE ? mark + 1 : mark;
  return { sender: isIn ? CLIENT : 'server', textFrom, atMs: undefined };
}

function markOf(bytes: Uint8Array, from: number, end: number): Mark | undefined {
  const text = utf8Text(bytes, from, Math.min(from + MARK_BYTES, end));
  const [all, word = '', seconds = ''] = MARK.exec(text) ?? [];
  if (all === undefined) return undefined;
  const name = word.toLowerCase();
  const atMs = seconds === '' ? NaN : 1000 * Number(seconds);
  return {
    sender: name === 'event' ? 'event' : SENDERS[name],
    textFrom: from + all.length,
    atMs: Number.isNaN(atMs) ? undefined : atMs,
  };
}

function* bareLines(input: Input): Iterable<Item> {
  const lines = new Lines(input);
  while (lines.advance()) {
    const { from, end } = lines;
    if (!isBlank(input.bytes, from, end)) yield { kind: 'line', from: 'unknown', place: input.place(from, end) };
  }
}
