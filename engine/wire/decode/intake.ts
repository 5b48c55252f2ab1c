// The bytes of one direction that have come in and are not framed yet, in one piece however they were cut.
// Knows nothing of what they mean.

const NOTHING = new Uint8Array(0);

/** Bytes once taken in are never written again, so a frame may keep its part of `bytes` for good. */
export class Intake {
  bytes: Uint8Array = NOTHING;
  /** Where in `bytes` the frame begins that is being read. Other places count from here, since this moves. */
  start = 0;
  /** Offset of that byte among all bytes of the direction. */
  offset = 0;
  /** What `bytes` lies in, where that is ours and may have room behind it. */
  #store: Uint8Array | undefined;

  append(more: Uint8Array): void {
    const kept = this.bytes.length - this.start;
    if (kept === 0) {
      this.bytes = more;
      this.start = 0;
      this.#store = undefined;
      return;
    }
    const length = this.bytes.length + more.length;
    if (this.#store && length <= this.#store.length) {
      this.#store.set(more, this.bytes.length);
      this.bytes = this.#store.subarray(0, length);
      return;
    }
    // Twice the room, so that a frame that comes byte by byte is copied a few times and not each time.
    const store = new Uint8Array(2 * (kept + more.length));
    store.set(this.bytes.subarray(this.start));
    store.set(more, kept);
    this.#store = store;
    this.bytes = store.subarray(0, kept + more.length);
    this.start = 0;
  }

  /** How many bytes of the frame are there. */
  get length(): number {
    return this.bytes.length - this.start;
  }

  /** The frame is so many bytes long; the next one begins behind it. */
  advance(length: number): void {
    this.start += length;
    this.offset += length;
  }
}
