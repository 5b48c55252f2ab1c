// stdio: bytes to lines, a message in each. Knows no process.
import type { Party } from '../../trace.ts';
import type { Decoded, Decoder } from './decoded.ts';
import { Entry } from './entry.ts';
import { Intake } from './intake.ts';
import { BODY, NEWLINE, PAYLOAD, UNREAD } from './labels.ts';
import { noPayload, readPayload, type Payload } from './payload.ts';
import type { Fault } from './problem.ts';
import { NO_INSERTS, ReadFrame, type Parts } from './read-frame.ts';

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

export class LineDecoder implements Decoder {
  readonly #client = new LineReader('client');
  readonly #server = new LineReader('server');

  push(from: Party, bytes: Uint8Array): readonly Decoded[] {
    return this.#reader(from).push(bytes);
  }

  end(from?: Party): readonly Decoded[] {
    if (from) return this.#reader(from).end();
    return [...this.#client.end(), ...this.#server.end()];
  }

  #reader(from: Party): LineReader {
    return from === 'client' ? this.#client : this.#server;
  }
}

class LineReader {
  readonly #from: Party;
  readonly #intake = new Intake();
  /** Bytes of the line that hold no line feed. */
  #searched = 0;
  #line = 1;

  constructor(from: Party) {
    this.#from = from;
  }

  push(more: Uint8Array): readonly Decoded[] {
    const lines: Decoded[] = [];
    this.#intake.append(more);
    const { bytes } = this.#intake;
    for (;;) {
      const lineFeed = bytes.indexOf(LINE_FEED, this.#intake.start + this.#searched);
      if (lineFeed < 0) break;
      lines.push(this.#take(bytes, this.#intake.start, lineFeed));
      this.#searched = 0;
    }
    this.#searched = this.#intake.length;
    return lines;
  }

  end(): readonly Decoded[] {
    const { bytes, start, length } = this.#intake;
    if (length === 0) return [];
    this.#searched = 0;
    const fault: Fault = { what: 'unfinished', text: 'the bytes end before the line does', at: length };
    return [
      this.#entry(length, [UNREAD, length], {
        ...noPayload([fault]),
        json: readPayload(bytes, start).json,
      }),
    ];
  }

  #take(bytes: Uint8Array, start: number, lineFeed: number): Decoded {
    const end = lineFeed > start && bytes[lineFeed - 1] === RETURN ? lineFeed - 1 : lineFeed;
    const length = lineFeed + 1 - start;
    if (end === start) {
      const fault: Fault = { what: 'empty-line', text: 'a line with nothing in it', at: 0 };
      return this.#entry(length, [NEWLINE, length], noPayload([fault]));
    }
    const payload = readPayload(bytes, start, end);
    return this.#entry(length, [payload.isJsonRpc ? PAYLOAD : BODY, end - start, NEWLINE, length], payload);
  }

  /** The line as an entry; the next one begins behind it. */
  #entry(length: number, parts: Parts, says: Payload): Decoded {
    const { bytes, start, offset } = this.#intake;
    this.#intake.advance(length);
    const line = this.#line++;
    const frame = new ReadFrame(bytes, start, start + length, parts, NO_INSERTS);
    const entry = new Entry(this.#from, 'line', offset, frame, says);
    entry.line = line;
    if (says.faults.length > 0)
      entry.problems = says.faults.map(({ what, text, at }) => ({ what, text, offset: offset + at, line }));
    return entry;
  }
}
