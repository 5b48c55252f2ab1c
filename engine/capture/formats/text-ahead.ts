// Bytes of an input read as text in long stretches: to find a line end or a payload in a text takes the platform a fraction
// of what it takes in bytes. Only where all is ASCII, since a character stands where its byte does then. Knows no format.
import { lineFeedIn } from '../../wire/decode/line-feed.ts';
import { payloadText } from '../../wire/decode/payload-text.ts';

const STRETCH_BYTES = 65_536;
/** Line ends are found ahead of what stands before them: so far back the next thing begins that is to be read. */
const BACK_BYTES = 8192;

export class TextAhead {
  readonly #bytes: Uint8Array;
  /** The stretch that was read last; its text is absent where not all of it is ASCII. */
  #from = 0;
  #to = 0;
  #text: string | undefined;
  #hasReturns = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The first line feed from a place on, or -1. */
  lineFeedFrom(from: number): number {
    for (let at = from; at < this.#bytes.length; at = this.#to) {
      if (at < this.#from || at >= this.#to) this.#read(Math.max(0, at - BACK_BYTES));
      if (this.#text === undefined) return lineFeedIn(this.#bytes, at);
      const found = this.#text.indexOf('\n', at - this.#from);
      if (found >= 0) return this.#from + found;
    }
    return -1;
  }

  /** Whether no return stands between two places, as far as that is known without looking at each byte. */
  isWithoutReturns(from: number, to: number): boolean {
    return from >= this.#from && to <= this.#to && this.#text !== undefined && !this.#hasReturns;
  }

  /** The text between two places, where it can be had; nothing where it would take as long as to ask the platform. */
  between(from: number, to: number): string | undefined {
    if (from < this.#from || to > this.#to) {
      if (to - from > STRETCH_BYTES / 4) return undefined;
      this.#read(from);
    }
    return this.#text?.substring(from - this.#from, to - this.#from);
  }

  #read(from: number): void {
    const to = Math.min(from + STRETCH_BYTES, this.#bytes.length);
    const invalidAt: number[] = [];
    const text = payloadText(this.#bytes, from, to, invalidAt);
    this.#from = from;
    this.#to = to;
    // What is no UTF-8 becomes one character too, for each byte.
    this.#text = text.length === to - from && invalidAt.length === 0 ? text : undefined;
    this.#hasReturns = text.includes('\r');
  }
}
