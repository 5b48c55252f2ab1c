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
    const mark = MARK.exec(utf8Text(bytes, from, Math.min(from + MARK_BYTES, end)));
    if (!mark) {
      if (isBlank(bytes, from, end)) continue;
      yield { kind: 'unread', place: input.place(from, end), text: 'a line without a mark such as "stdout> "' };
      continue;
    }
    const [all, word = '', seconds] = mark;
    const name = word.toLowerCase();
    const place = input.place(from + all.length, end);
    const atMs = seconds === undefined || seconds === '' ? NaN : 1000 * Number(seconds);
    const moment = Number.isNaN(atMs) ? { place } : { place, atMs };
    const sender = SENDERS[name];
    if (sender) yield { kind: 'line', from: sender, ...moment };
    else if (name === 'event') yield { kind: 'happening', text: utf8Text(bytes, place.from, end), ...moment };
  }
}

function* bareLines(input: Input): Iterable<Item> {
  const lines = new Lines(input);
  while (lines.advance()) {
    const { from, end } = lines;
    if (!isBlank(input.bytes, from, end)) yield { kind: 'line', from: 'unknown', place: input.place(from, end) };
  }
}
