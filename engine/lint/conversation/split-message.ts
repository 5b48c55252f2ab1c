// A message that goes on over several lines of a pipe: where it began, and whether its brackets are closed by now.
import type { Place } from '../../capture/formats/record.ts';

const [QUOTE, BACKSLASH, LINE_FEED] = [0x22, 0x5c, 0x0a];

/** More lines make it no message, whatever they are. */
const LINES = 100_000;

export class SplitMessage {
  readonly first: Place;
  last: Place;
  readonly #pieces: Place[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  private constructor(first: Place) {
    this.first = this.last = first;
  }

  /** A message that begins on this line and does not end on it, if its brackets say so. */
  static beginsAt(line: Place): SplitMessage | undefined {
    const split = new SplitMessage(line);
    return split.add(line) ? undefined : split;
  }

  /** Takes one more line; true when all brackets are closed. */
  add(line: Place): boolean {
    this.#pieces.push(line);
    this.last = line;
    const { source, from, to } = line;
    for (let i = from; i < to; i++) {
      const byte = source.bytes[i]!;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
      } else if (byte === QUOTE) this.#isInString = true;
      else if (byte === 0x7b || byte === 0x5b) this.#depth++;
      else if (byte === 0x7d || byte === 0x5d) this.#depth--;
    }
    return this.#depth <= 0;
  }

  /** A line that begins a message of its own shows that this one is none. */
  isBrokenBy({ source, from, to }: Place): boolean {
    if (this.#pieces.length >= LINES) return true;
    const begin = String.fromCharCode(...source.bytes.subarray(from, Math.min(to, from + 10)));
    return begin === '{"jsonrpc"';
  }

  /** The lines as one text. */
  joined(): Place {
    const bytes = new Uint8Array(this.#pieces.reduce((sum, { from, to }) => sum + to - from + 1, 0)).fill(LINE_FEED);
    let at = 0;
    for (const { source, from, to } of this.#pieces) {
      bytes.set(source.bytes.subarray(from, to), at);
      at += to - from + 1;
    }
    const { first, last } = this;
    return { source: { bytes, at: () => first.source.at(first.from, last.to) }, from: 0, to: bytes.length };
  }
}
