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
  for (let i = 0; i < length; i++) if (bytes[from + i] !== others[othersFrom + i]) return false;
  return true;
}
