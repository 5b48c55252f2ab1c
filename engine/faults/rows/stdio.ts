// What a server, or a client, writes to a pipe that is not one message on one line.
import { frameOf, utf8Encode, utf8Length, type Frame, type Piece } from '../../wire/frame.ts';
import type { Message } from '../../protocol/messages.ts';
import type { Draft } from '../../sim/world.ts';
import type { Transfer } from '../../trace.ts';
import { nthTime, type FaultRow, type Firing, type Tampering } from '../fault.ts';
import { frameOfBytes } from '../frames.ts';
import { count, nth, oneOf } from '../row-parameters.ts';

const NEWLINE: Piece = { layer: 'newline', name: 'newline', text: '\n' };
const isLineOf = (from: Transfer['from'], transfer: Draft<Transfer>): boolean =>
  transfer.carrier === 'line' && transfer.from === from && transfer.message !== undefined;
const other = (text: string): Piece => ({ layer: 'other', name: 'unread', text });
const withoutNewline = ({ pieces }: Frame): readonly Piece[] => pieces.slice(0, -1);

/** Writes the n-th line of the server another way. */
function rewrites(wanted: unknown, touch: 'touched' | 'unread', rewrite: (frame: Frame, message: Message) => Frame) {
  const isWanted = nthTime(wanted as number);
  return {
    writes(transfer: Draft<Transfer>) {
      if (!isLineOf('server', transfer) || !isWanted()) return undefined;
      transfer.frame = rewrite(transfer.frame, transfer.message!);
      return touch;
    },
  } satisfies Tampering;
}

const noise: readonly Firing[] = [{ rule: 'stdio.stdout-noise' }];
const line = count('line', { label: 'line', default: 1, max: 50, about: 'Which line of the server, counted from 1.' });

const PRINTS: Readonly<Record<string, string>> = {
  banner: 'acme-search 3.4.0 listening on stdio',
  log: '[debug] connected to the archive',
  json: '{"level":"info","msg":"ready"}',
};

const common = { transports: ['stdio'], party: 'server', consequences: [] } as const;

export const STDIO_FAULTS: readonly FaultRow[] = [
  {
    ...common,
    slug: 'stray-print',
    title: 'A print on standard output',
    about: 'A line that is no message stands on standard output, before a line that is one.',
    parameters: [
      line,
      oneOf('what', 'what', Object.keys(PRINTS), 'What is printed: a banner, a log line, a log line as JSON.'),
    ],
    fires: noise,
    pains: [3],
    make: ({ line: wanted, what }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer, rig) {
          if (isLineOf('server', transfer) && isWanted())
            rig.inject(transfer, 'stray-print', { frame: frameOf([other(PRINTS[what!]!), NEWLINE]) });
          return undefined;
        },
      };
    },
  },
  {
    ...common,
    slug: 'stray-input',
    title: 'A line on standard input that is no message',
    about: 'The client writes a line that is no message, before one that is.',
    parameters: [
      count('line', { label: 'line', default: 1, max: 50, about: 'Which line of the client, counted from 1.' }),
    ],
    party: 'client',
    fires: [{ rule: 'stdio.stdin-noise' }],
    pains: [],
    make: ({ line: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer, rig) {
          if (isLineOf('client', transfer) && isWanted())
            rig.inject(transfer, 'stray-input', { frame: frameOf([other('hello?'), NEWLINE]) });
          return undefined;
        },
      };
    },
  },
  {
    ...common,
    slug: 'pretty-print',
    title: 'JSON over several lines',
    about: 'The server writes a message with line breaks and indents, so that no line of it is a message.',
    parameters: [line],
    fires: [{ rule: 'stdio.embedded-newline' }],
    consequences: ['stdio.stdout-noise'],
    pains: [3],
    make: ({ line: wanted }) =>
      rewrites(wanted, 'unread', (_frame, message) =>
        frameOf([{ layer: 'json', name: 'json', text: JSON.stringify(message, null, 2) }, NEWLINE]),
      ),
  },
  {
    ...common,
    slug: 'crlf',
    title: 'Lines that end as on Windows',
    about: 'The server ends its lines with a carriage return and a newline; to JSON the first is white space.',
    parameters: [line],
    fires: [],
    pains: [3],
    make: ({ line: wanted }) =>
      rewrites(wanted, 'touched', (frame) => frameOf([...withoutNewline(frame), { ...NEWLINE, text: '\r\n' }])),
  },
  {
    ...common,
    slug: 'byte-order-mark',
    title: 'A byte order mark',
    about: 'Three bytes that mark a text as UTF-8 stand before a message; JSON has no place for them.',
    parameters: [line],
    fires: noise,
    consequences: ['sub.ack-first'],
    pains: [3],
    make: ({ line: wanted }) =>
      rewrites(wanted, 'unread', ({ pieces }) =>
        frameOf([{ layer: 'other', name: 'byte order mark', text: '\ufeff' }, ...pieces]),
      ),
  },
  {
    ...common,
    slug: 'content-length',
    title: 'Framed like a language server',
    about: 'The server writes a Content-Length head before a message and no newline behind it.',
    parameters: [line],
    fires: noise,
    consequences: ['sub.ack-first', 'init.early-client'],
    pains: [],
    make: ({ line: wanted }) =>
      rewrites(wanted, 'unread', (frame) =>
        frameOf([other(`Content-Length: ${frame.payloadBytes}\r\n\r\n`), ...withoutNewline(frame)]),
      ),
  },
  {
    ...common,
    slug: 'invalid-utf8',
    title: 'A byte that is no UTF-8',
    about: 'One letter of a message is written in another encoding; a reader puts a replacement character there.',
    parameters: [nth],
    fires: [{ rule: 'jsonrpc.utf8', since: '2025-03-26' }],
    pains: [3],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer) {
          if (!isLineOf('server', transfer)) return undefined;
          const text = JSON.stringify(transfer.message);
          const at = lastLetter(text);
          if (at < 0 || !isWanted()) return undefined;
          const [before, after] = [text.slice(0, at), text.slice(at + 1)];
          // As it is read: the byte 0xE9, é in Latin-1, cannot stand before an ASCII character.
          transfer.message = JSON.parse(`${before}\ufffd${after}`) as Message;
          const bytes = Uint8Array.of(...utf8Encode(before), 0xe9, ...utf8Encode(`${after}\n`));
          const wrong: Piece = { layer: 'json', name: 'json', text: '\ufffd', byteLength: 1 };
          transfer.frame = frameOfBytes(bytes, [json(before), wrong, json(after), NEWLINE]);
          return 'touched';
        },
      };
    },
  },
  {
    ...common,
    slug: 'split-utf8',
    title: 'A character in two reads',
    about:
      'A message with a character of two bytes comes in two reads, between them; a client that decodes each read by itself has two replacement characters.',
    parameters: [nth],
    party: 'client',
    fires: [],
    pains: [15],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      return {
        writes(transfer, rig) {
          if (!isLineOf('server', transfer)) return undefined;
          const text = JSON.stringify(transfer.message);
          const at = lastLetter(text);
          if (at < 0 || !isWanted()) return undefined;
          const [before, after] = [text.slice(0, at), text.slice(at + 1)];
          const half: Piece = { layer: 'json', name: 'json', text: '\ufffd', byteLength: 1 };
          const [lead, trail] = utf8Encode('é');
          const first = Uint8Array.of(...utf8Encode(before), lead!);
          rig.inject(transfer, 'split-utf8', { frame: frameOfBytes(first, [json(before), half]) });
          const rest = Uint8Array.of(trail!, ...utf8Encode(`${after}\n`));
          transfer.message = JSON.parse(`${before}é${after}`) as Message;
          transfer.frame = frameOfBytes(rest, [half, json(after), NEWLINE]);
          return 'touched';
        },
      };
    },
  },
];

const json = (text: string): Piece => ({ layer: 'json', name: 'json', text, byteLength: utf8Length(text) });

/** Where the last letter of the last text value stands that nothing depends on; -1: there is none. */
function lastLetter(text: string): number {
  const [match] = [...text.matchAll(/"(?:text|description|name|message|title)":"[^"\\]*[a-z]"/g)].slice(-1);
  return match ? match.index + match[0].length - 2 : -1;
}
