// Where a line ends. Knows no format.

const LINE_FEED = 0x0a;
/** Most lines are short: to look at their bytes here is sooner done than to ask the platform. */
const SHORT_BYTES = 64;

/** The first line feed from a place on, or -1. */
export function lineFeedIn(bytes: Uint8Array, from: number): number {
  const to = Math.min(from + SHORT_BYTES, bytes.length);
  for (let at = from; at < to; at++) if (bytes[at] === LINE_FEED) return at;
  return to === bytes.length ? -1 : bytes.indexOf(LINE_FEED, to);
}
