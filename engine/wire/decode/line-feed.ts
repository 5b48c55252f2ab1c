// Where a line ends. Knows no format.

const [LINE_FEED, RETURN] = [0x0a, 0x0d];
/** Most lines are short: to look at their bytes here is sooner done than to ask the platform. */
const SHORT_BYTES = 64;

/** The first line feed from a place on, or -1. */
export function lineFeedIn(bytes: Uint8Array, from: number): number {
  const to = Math.min(from + SHORT_BYTES, bytes.length);
  let at = from;
  // Four in each round: the round itself costs as much as a byte does.
  for (; at + 4 <= to; at += 4) {
    if (bytes[at] === LINE_FEED) return at;
    if (bytes[at + 1] === LINE_FEED) return at + 1;
    if (bytes[at + 2] === LINE_FEED) return at + 2;
    if (bytes[at + 3] === LINE_FEED) return at + 3;
  }
  for (; at < to; at++) if (bytes[at] === LINE_FEED) return at;
  return to === bytes.length ? -1 : bytes.indexOf(LINE_FEED, to);
}

/** The first line feed or return between two places, or `to`. Nearly all bytes are above both, so four are looked at together. */
export function lineEndIn(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (;;) {
    while (
      at + 4 <= to &&
      bytes[at]! > RETURN &&
      bytes[at + 1]! > RETURN &&
      bytes[at + 2]! > RETURN &&
      bytes[at + 3]! > RETURN
    )
      at += 4;
    if (at >= to || bytes[at] === LINE_FEED || bytes[at] === RETURN) return at;
    at++;
  }
}
