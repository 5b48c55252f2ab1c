// The last few parts of an input and what they say: in traffic nearly all comes again. Knows no format.

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
    for (const part of this.#parts)
      if ((to === undefined || part.to - part.from === to - from) && isSame(this.#bytes, part, from)) return part;
    return undefined;
  }

  add(says: Says, from: number, to: number): Says {
    this.#parts[this.#oldest] = { says, from, to };
    this.#oldest = (this.#oldest + 1) % KEPT;
    return says;
  }
}

function isSame(bytes: Uint8Array, { from, to }: Part<unknown>, otherFrom: number): boolean {
  const distance = otherFrom - from;
  if (to + distance > bytes.length) return false;
  for (let i = from; i < to; i++) if (bytes[i] !== bytes[i + distance]) return false;
  return true;
}
