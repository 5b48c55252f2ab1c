// Bytes as text, one character each: for heads, where every byte stands for itself. Knows no header.
import { utf8Text } from '../utf8.ts';

export function latin1Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const text = utf8Text(bytes, from, to);
  if (isAscii(bytes, from, to)) return text;
  return Array.from(bytes.subarray(from, to), (byte) => String.fromCharCode(byte)).join('');
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i]! >= 0x80) return false;
  return true;
}
