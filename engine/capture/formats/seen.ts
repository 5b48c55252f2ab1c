// The last few parts of an input and what they say: in traffic nearly all comes again. Knows no format.

/** So many are compared with the next one. */
const KEPT = 4;

interface Part<Says> {
  readonly says: Says;
  readonly from: number;
  readonly to: number;
}

export class Seen<Says> {
  readonly #view: DataView;
  readonly #parts: Part<Says>[] = [];
  #oldest = 0;

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.#view = new DataView(buffer, byteOffset, length);
  }

  /** A part whose bytes stand at this place too; if `to` is given, up to there. */
  at(from: number, to?: number): Part<Says> | undefined {
    const parts = this.#parts;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      const length = part.to - part.from;
      if ((to === undefined || length === to - from) && this.#isSame(part.from, from, length)) return part;
    }
    return undefined;
  }

  add(says: Says, from: number, to: number): Says {
    this.#parts[this.#oldest] = { says, from, to };
    this.#oldest = (this.#oldest + 1) % KEPT;
    return says;
  }

  /** Whether so many bytes are the same at two places, of which the second may have fewer before the end. */
  #isSame(one: number, other: number, length: number): boolean {
    const view = this.#view;
    if (other + length > view.byteLength) return false;
    let i = 0;
    for (; i + 4 <= length; i += 4) if (view.getInt32(one + i) !== view.getInt32(other + i)) return false;
    for (; i < length; i++) if (view.getUint8(one + i) !== view.getUint8(other + i)) return false;
    return true;
  }
}
