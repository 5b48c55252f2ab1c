// The last few parts of an input and what they say: in traffic nearly all comes again. Knows no format.
import { hasSameBytes } from '../../wire/decode/same-bytes.ts';

/** So many are compared with the next one. */
const KEPT = 4;

interface Part<Says> {
  readonly says: Says;
  readonly from: number;
  readonly to: number;
}

export class Seen<Says> {
  readonly #bytes: Uint8Array;
  readonly #parts: Part<Says>[] = [];
  #oldest = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** A part whose bytes stand at this place too; if `to` is given, up to there. */
  at(from: number, to?: number): Part<Says> | undefined {
    const bytes = this.#bytes;
    for (const part of this.#parts) {
      const length = part.to - part.from;
      if ((to === undefined || length === to - from) && hasSameBytes(bytes, part.from, bytes, from, length))
        return part;
    }
    return undefined;
  }

  add(says: Says, from: number, to: number): Says {
    this.#parts[this.#oldest] = { says, from, to };
    this.#oldest = (this.#oldest + 1) % KEPT;
    return says;
  }
}
