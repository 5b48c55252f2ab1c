// Bytes of a pipe read in slow motion, as a client reads its server: piece by piece into a buffer, and at each newline a
// line that is a message or is none. Never throws. Says what the reader of a line then does; does nothing itself.
import { nameMessage } from '../describe.ts';
import { kindOf, type Message } from '../protocol/messages.ts';
import type { FactId } from '../protocol/facts.ts';
import type { Decoded } from '../wire/decode/decoded.ts';
import { LineDecoder } from '../wire/decode/lines.ts';
import type { WireProblemKind } from '../wire/decode/problem.ts';
import { factNote, type FactNote } from './fact-note.ts';

export type LineVerdict = 'message' | 'changed' | 'batch' | 'not-json' | 'not-a-message' | 'empty' | 'unfinished';

/** One line, with the newline that ends it. Offsets count bytes from the first one, from 0. */
export interface SlowLine {
  readonly number: number;
  readonly from: number;
  /** Behind its newline. */
  readonly to: number;
  readonly end: 'newline' | 'return-newline' | 'none';
  readonly verdict: LineVerdict;
  /** What the line is, in a few words. */
  readonly name: string;
  /** What is wrong with it, and at which byte. */
  readonly problem?: { readonly text: string; readonly byte: number; readonly byteOfLine: number };
  /** What the client that reads it then does. */
  readonly then: string;
  readonly fact: FactNote;
}

export type SlowStep =
  /** Bytes from and to are put into the buffer. */
  | { readonly kind: 'read'; readonly from: number; readonly to: number; readonly cut?: CutCharacter }
  /** A newline was found: the line leaves the buffer. */
  | { readonly kind: 'line'; readonly index: number }
  /** No more bytes come. */
  | { readonly kind: 'end' };

/** A character whose last bytes have not come yet. */
export interface CutCharacter {
  readonly hasBytes: number;
  readonly ofBytes: number;
}

export interface SlowLines {
  readonly byteLength: number;
  readonly lines: readonly SlowLine[];
  /** Lines that are not listed. */
  readonly moreLines: number;
  /** Bytes that one read takes: more than was asked for, where there would be too many reads. */
  readonly readBytes: number;
  readonly steps: readonly SlowStep[];
}

const LISTED_LINES = 200;
const MOST_READS = 400;

/** `readBytes`: how many bytes the pipe hands over at once, at least 1. */
export function readSlowly(bytes: Uint8Array, readBytes: number): SlowLines {
  const decoder = new LineDecoder();
  const decoded = [...decoder.push('server', bytes), ...decoder.end('server')];
  const lines = decoded.slice(0, LISTED_LINES).map((entry) => lineOf(entry, bytes));
  const size = Math.max(1, readBytes, Math.ceil(bytes.length / MOST_READS));
  return {
    byteLength: bytes.length,
    lines,
    moreLines: decoded.length - lines.length,
    readBytes: size,
    steps: stepsThrough(lines, bytes, size),
  };
}

function stepsThrough(lines: readonly SlowLine[], bytes: Uint8Array, size: number): readonly SlowStep[] {
  const steps: SlowStep[] = [];
  let next = 0;
  for (let from = 0; from < bytes.length; from += size) {
    const to = Math.min(from + size, bytes.length);
    const cut = cutAt(bytes, to);
    steps.push({ kind: 'read', from, to, ...(cut && { cut }) });
    for (; next < lines.length && lines[next]!.to <= to && lines[next]!.end !== 'none'; next++)
      steps.push({ kind: 'line', index: next });
  }
  return [...steps, { kind: 'end' }];
}

/** The character that the end of a read cuts in two, if it does. */
function cutAt(bytes: Uint8Array, to: number): CutCharacter | undefined {
  for (let at = to - 1; at >= Math.max(0, to - 3); at--) {
    const byte = bytes[at]!;
    if (byte < 0x80) return undefined;
    if (byte < 0xc0) continue;
    const ofBytes = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return to - at < ofBytes && bytes[to] !== undefined ? { hasBytes: to - at, ofBytes } : undefined;
  }
  return undefined;
}

function lineOf({ offset, frame, line, message, batch, problems }: Decoded, bytes: Uint8Array): SlowLine {
  const to = offset + frame.byteLength;
  const [problem] = problems;
  const verdict = verdictOf(problem?.what, message, batch);
  const end =
    bytes[to - 1] !== 0x0a ? 'none' : to - 2 >= offset && bytes[to - 2] === 0x0d ? 'return-newline' : 'newline';
  const { text, fact, then } = VERDICTS[verdict];
  return {
    number: line!,
    from: offset,
    to,
    end,
    verdict,
    name: message ? nameMessage(message) : verdict === 'batch' ? `an array of ${batch!.length}` : text,
    ...(problem && {
      problem: {
        text: wordsFor(problem.text, bytes, problem.offset),
        byte: problem.offset,
        byteOfLine: problem.offset - offset,
      },
    }),
    then: verdict === 'message' ? thenOf(message!) : then,
    fact: factNote(fact),
  };
}

const PROBLEM_VERDICTS: Readonly<Partial<Record<WireProblemKind, LineVerdict>>> = {
  'bad-json': 'not-json',
  'too-deep': 'not-json',
  'not-json-rpc': 'not-a-message',
  'bad-message': 'not-a-message',
  'empty-line': 'empty',
  unfinished: 'unfinished',
};

function verdictOf(problem: WireProblemKind | undefined, message: unknown, batch: unknown): LineVerdict {
  if (batch) return 'batch';
  const verdict = problem && PROBLEM_VERDICTS[problem];
  if (verdict) return verdict;
  if (problem === 'bad-utf8') return message ? 'changed' : 'not-a-message';
  return message ? 'message' : 'not-a-message';
}

/** Bytes that people do not see, by name. */
function wordsFor(said: string, bytes: Uint8Array, at: number): string {
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf)
    return 'a byte order mark stands before the message';
  if (bytes[at] === 0) return 'a NUL byte, which JSON has no place for';
  return said;
}

function thenOf(message: Message): string {
  switch (kindOf(message)) {
    case 'request':
      return 'The client looks at the method, and owes an answer with this id.';
    case 'notification':
      return 'The client hands it to whoever wants to know, and answers nothing.';
    default:
      return 'The client looks the id up among the requests that wait, and one of them is done.';
  }
}

/** What no text fixes is told as the official TypeScript client does it. */
const VERDICTS: Readonly<Record<LineVerdict, { readonly text: string; readonly then: string; readonly fact: FactId }>> =
  {
    message: { text: 'a message', then: '', fact: 'stdio.newline' },
    changed: {
      text: 'a message, not as it was sent',
      then: 'The client puts U+FFFD in place of what is no UTF-8, and takes the message for good: nobody notices.',
      fact: 'jsonrpc.utf8',
    },
    batch: {
      text: 'an array',
      then: 'Only 2025-03-26 has batches. In every other revision the client reports an error and drops the line, with all that is in it.',
      fact: 'batch.gone',
    },
    'not-json': {
      text: 'not JSON',
      then: 'The client reports an error, drops the line and reads on. Whoever waits for what was in it goes on waiting.',
      fact: 'stdio.stdout-only-messages',
    },
    'not-a-message': {
      text: 'JSON, but no message',
      then: 'The client reports an error, drops the line and reads on. Whoever waits for what was in it goes on waiting.',
      fact: 'stdio.stdout-only-messages',
    },
    empty: {
      text: 'nothing',
      then: 'No text says what an empty line is. The official client reports an error and reads on.',
      fact: 'stdio.stdout-only-messages',
    },
    unfinished: {
      text: 'no line yet',
      then: 'The client keeps the bytes in its buffer and waits for a newline. The message may be whole; nobody will know.',
      fact: 'stdio.newline',
    },
  };
