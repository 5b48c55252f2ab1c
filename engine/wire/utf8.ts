// UTF-8 bytes as text, by hand: the engine compiles without the platform's TextDecoder. Knows no protocol.

/** Bytes as text, and the offset of the first byte that is no UTF-8, if one is not. */
export function utf8Decode(bytes: Uint8Array): { readonly text: string; readonly brokenAt?: number } {
  const invalidAt: number[] = [];
  const text = utf8Text(bytes, 0, bytes.length, invalidAt);
  return invalidAt.length > 0 ? { text, brokenAt: invalidAt[0]! } : { text };
}

/** How many bytes are decoded one character at a time once a byte is no ASCII. */
const SLOW_BYTES = 1024;

/**
 * Some of the bytes as text. Each sequence that is no UTF-8 becomes one U+FFFD, as every browser does it; its offset is
 * added to `invalidAt`. A byte order mark stays.
 */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length, invalidAt?: number[]): string {
  let text = '';
  for (let at = from; at < to;) {
    // Sixteen at a time: of all ways that need no platform, the fastest that was measured.
    if (at + 16 <= to) {
      const a = bytes[at]!,
        b = bytes[at + 1]!,
        c = bytes[at + 2]!,
        d = bytes[at + 3]!;
      const e = bytes[at + 4]!,
        f = bytes[at + 5]!,
        g = bytes[at + 6]!,
        h = bytes[at + 7]!;
      const i = bytes[at + 8]!,
        j = bytes[at + 9]!,
        k = bytes[at + 10]!,
        l = bytes[at + 11]!;
      const m = bytes[at + 12]!,
        n = bytes[at + 13]!,
        o = bytes[at + 14]!,
        p = bytes[at + 15]!;
      if ((a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p) < 0x80) {
        text += String.fromCharCode(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
        at += 16;
        continue;
      }
    } else if (at + 4 <= to) {
      const a = bytes[at]!,
        b = bytes[at + 1]!,
        c = bytes[at + 2]!,
        d = bytes[at + 3]!;
      if ((a | b | c | d) < 0x80) {
        text += String.fromCharCode(a, b, c, d);
        at += 4;
        continue;
      }
    }
    const units: number[] = [];
    at = decodeInto(units, bytes, at, Math.min(at + SLOW_BYTES, to), to, invalidAt);
    text += String.fromCharCode.apply(null, units);
  }
  return text;
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
