// UTF-8 bytes as text, by hand: the engine compiles without the platform's TextDecoder. Knows no protocol.

/** Bytes as text, and the offset of the first byte that is no UTF-8, if one is not. */
export function utf8Decode(bytes: Uint8Array): { readonly text: string; readonly brokenAt?: number } {
  const invalidAt: number[] = [];
  const text = utf8Text(bytes, 0, bytes.length, invalidAt);
  return invalidAt.length > 0 ? { text, brokenAt: invalidAt[0]! } : { text };
}

/** Most code units that become text at once. */
const BLOCK = 2048;

/** One array of each length, filled and read again and again: String.fromCharCode takes such an array without a copy. */
const blocks: number[][] = [];

/**
 * Some of the bytes as text. Each sequence that is no UTF-8 becomes one U+FFFD, as every browser does it; its offset is
 * added to `invalidAt`. A byte order mark stays.
 */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length, invalidAt?: number[]): string {
  let text = '';
  for (let at = from; at < to;) {
    const size = Math.min(to - at, BLOCK);
    const block = (blocks[size] ??= newBlock(size));
    let seen = 0;
    for (let i = 0; i < size; i++) {
      const byte = bytes[at + i]!;
      block[i] = byte;
      seen |= byte;
    }
    if (seen < 0x80) {
      const part: string = String.fromCharCode.apply(null, block);
      if (size === to - from) return part;
      text += part;
      at += size;
    } else {
      const units: number[] = [];
      at = decodeInto(units, bytes, at, at + size, to, invalidAt);
      text += String.fromCharCode.apply(null, units);
    }
  }
  return text;
}

function newBlock(size: number): number[] {
  const block: number[] = [];
  for (let i = 0; i < size; i++) block.push(0);
  return block;
}

/** Decodes the characters that begin between `at` and `until`; returns where the next one begins. */
function decodeInto(
  units: number[],
  bytes: Uint8Array,
  at: number,
  until: number,
  to: number,
  invalidAt?: number[],
): number {
  while (at < until) {
    const lead = bytes[at]!;
    if (lead < 0x80) {
      units.push(lead);
      at++;
      continue;
    }
    const following = lead < 0xc2 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 0;
    // The second byte has narrower bounds after four of the leads: no overlong form, no surrogate, nothing above U+10FFFF.
    let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    let code = lead & (0x3f >> following);
    let taken = 1;
    for (; taken <= following; taken++) {
      const byte = at + taken < to ? bytes[at + taken]! : 0;
      if (byte < low || byte > high) break;
      code = (code << 6) | (byte & 0x3f);
      low = 0x80;
      high = 0xbf;
    }
    if (following === 0 || taken <= following) {
      units.push(0xfffd);
      invalidAt?.push(at);
    } else if (code < 0x10000) units.push(code);
    else units.push(0xd7c0 + (code >> 10), 0xdc00 | (code & 0x3ff));
    at += taken;
  }
  return at;
}
