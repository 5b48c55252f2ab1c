// Whether bytes stand twice. Knows no format.

/** Whether so many bytes are the same from one place on and from another; where there are fewer, they are not. */
export function hasSameBytes(
  bytes: Uint8Array,
  from: number,
  others: Uint8Array,
  othersFrom: number,
  length: number,
): boolean {
  if (from + length > bytes.length || othersFrom + length > others.length) return false;
  let i = 0;
  // Four in each round: the round itself costs as much as a byte does.
  for (; i + 4 <= length; i += 4) {
    const at = from + i;
    const otherAt = othersFrom + i;
    if (
      bytes[at] !== others[otherAt] ||
      bytes[at + 1] !== others[otherAt + 1] ||
      bytes[at + 2] !== others[otherAt + 2] ||
      bytes[at + 3] !== others[otherAt + 3]
    )
      return false;
  }
  for (; i < length; i++) if (bytes[from + i] !== others[othersFrom + i]) return false;
  return true;
}
