// Where the lines of an event stream end, and where an event does: after a blank line. Looks at no field.
import { lineEndIn } from './line-feed.ts';

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Finds the lines of one event after the other. Bytes come in runs: the data of a chunk, or as much as is there. */
export class EventLines {
  /** For each line two places in the event: its text ends before the first, the next line begins at the second. */
  lines: number[] = [];
  /** The blank line after at least one other has come: this was the whole event. */
  isOver = false;
  /** Bytes of the event so far. */
  #length = 0;
  #lineFrom = 0;
  #hasField = false;
  /** The last run ended with a return; a line feed right after it belongs to the same line end. */
  #afterReturn = false;

  /**
   * Takes bytes from `from` up to `to` or to the end of the event, whichever comes first; returns where it stopped. With
   * `mayGrow`, a return at the very end is left for later: only the byte after it tells where the line ends.
   */
  take(bytes: Uint8Array, from: number, to: number, mayGrow: boolean): number {
    let at = from;
    if (this.#afterReturn && at < to) {
      this.#afterReturn = false;
      if (bytes[at] === LINE_FEED) {
        at++;
        this.#lengthenLineEnd();
      }
    }
    const base = this.#length - at;
    for (let i = lineEndIn(bytes, at, to); i < to; i = lineEndIn(bytes, i, to)) {
      const byte = bytes[i]!;
      const isLast = i + 1 === to;
      if (byte === RETURN && isLast && mayGrow) {
        this.#length = base + i;
        return i;
      }
      const end = i++;
      if (byte === RETURN) {
        if (isLast) this.#afterReturn = true;
        else if (bytes[i] === LINE_FEED) i++;
      }
      this.#addLine(base + end, base + i);
      if (this.isOver) return i;
    }
    this.#length = base + to;
    return to;
  }

  /** Begins the next event. */
  reset(): void {
    this.lines = [];
    this.isOver = false;
    this.#length = 0;
    this.#lineFrom = 0;
    this.#hasField = false;
  }

  /** The end of the line before was two bytes, and the second has come now. At the start of an event it is a blank line. */
  #lengthenLineEnd(): void {
    this.#length++;
    if (this.lines.length > 0) this.lines[this.lines.length - 1] = this.#length;
    else this.lines.push(0, this.#length);
    this.#lineFrom = this.#length;
  }

  #addLine(end: number, to: number): void {
    this.lines.push(end, to);
    if (end > this.#lineFrom) this.#hasField = true;
    else this.isOver = this.#hasField;
    this.#lineFrom = to;
    this.#length = to;
  }
}
