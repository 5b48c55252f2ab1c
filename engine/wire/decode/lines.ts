// stdio: bytes to lines, a message in each. Knows no process.
import type { Party } from '../../trace.ts';
import type { Decoded, Decoder } from './decoded.ts';
import { Intake } from './intake.ts';
import { BODY, NEWLINE, PAYLOAD, UNREAD } from './labels.ts';
import { readPayload, type Payload } from './payload.ts';
import { NO_FAULTS, NO_PROBLEMS, type Fault } from './problem.ts';
import { NO_INSERTS, ReadFrame, type Part } from './read-frame.ts';

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

export class LineDecoder implements Decoder {
  readonly #readers: Readonly<Record<Party, LineReader>> = {
    client: new LineReader('client'),
    server: new LineReader('server'),
  };

  push(from: Party, bytes: Uint8Array): readonly Decoded[] {
    return this.#readers[from].push(bytes);
  }

  end(from?: Party): readonly Decoded[] {
    if (from) return this.#readers[from].end();
    return [...this.#readers.client.end(), ...this.#readers.server.end()];
  }
}

const NOTHING: Payload = { isJsonRpc: false, faults: NO_FAULTS };

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
      this.#entry(length, [{ label: UNREAD, to: length }], {
        ...NOTHING,
        json: readPayload(bytes, start).json,
        faults: [fault],
      }),
    ];
  }

  #take(bytes: Uint8Array, start: number, lineFeed: number): Decoded {
    const end = lineFeed > start && bytes[lineFeed - 1] === RETURN ? lineFeed - 1 : lineFeed;
    const length = lineFeed + 1 - start;
    const newline: Part = { label: NEWLINE, to: length };
    if (end === start) {
      return this.#entry(length, [newline], {
        ...NOTHING,
        faults: [{ what: 'empty-line', text: 'a line with nothing in it', at: 0 }],
      });
    }
    const payload = readPayload(bytes, start, end);
    return this.#entry(length, [{ label: payload.isJsonRpc ? PAYLOAD : BODY, to: end - start }, newline], payload);
  }

  /** The line as an entry; the next one begins behind it. */
  #entry(length: number, parts: readonly Part[], { json, message, batch, faults }: Payload): Decoded {
    const { bytes, start, offset } = this.#intake;
    this.#intake.advance(length);
    const line = this.#line++;
    const frame = new ReadFrame(bytes, start, start + length, parts, NO_INSERTS);
    const entry: { -readonly [key in keyof Decoded]: Decoded[key] } = {
      from: this.#from,
      carrier: 'line',
      offset,
      frame,
      problems: NO_PROBLEMS,
      line,
    };
    if (json !== undefined) entry.json = json;
    if (message) entry.message = message;
    if (batch) entry.batch = batch;
    if (faults.length > 0)
      entry.problems = faults.map(({ what, text, at }) => ({ what, text, offset: offset + at, line }));
    return entry;
  }
}
