// Texts as UTF-8, many of them in one array: to make an array takes longer than to fill it. Knows no format.
import type { Stretch } from '../../wire/decode/read-frame.ts';
import { utf8Encode } from '../../wire/frame.ts';

const ROOM_BYTES = 32_768;
/** A longer text has an array of its own. */
const SHORT = ROOM_BYTES / 8;

export class Texts {
  #room = new Uint8Array(ROOM_BYTES);
  #used = 0;

  /** The bytes of a text, somewhere in an array. They are never written again. */
  bytesOf(text: string): Stretch {
    return (text.length <= SHORT && this.#ascii(text)) || whole(utf8Encode(text));
  }

  /** Nothing where the text has other characters. */
  #ascii(text: string): Stretch | undefined {
    const { length } = text;
    if (this.#used + length > ROOM_BYTES) {
      this.#room = new Uint8Array(ROOM_BYTES);
      this.#used = 0;
    }
    const bytes = this.#room;
    const from = this.#used;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) return undefined;
      bytes[from + i] = unit;
    }
    this.#used = from + length;
    return { bytes, from, to: this.#used };
  }
}

const whole = (bytes: Uint8Array): Stretch => ({ bytes, from: 0, to: bytes.length });
