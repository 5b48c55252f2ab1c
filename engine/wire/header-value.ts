// Text as the value of a header: as it is where HTTP allows that, otherwise the Base64 of its UTF-8 between markers.
// Knows no header by name.
import { utf8Encode } from './frame.ts';

/** Visible ASCII and inner spaces, and nothing that could be taken for the markers. */
const PLAIN = /^(?! )(?!=\?base64\?.*\?=$)[ -~]*(?<! )$/;

export function headerValueOf(text: string): string {
  return PLAIN.test(text) ? text : `=?base64?${base64(utf8Encode(text))}?=`;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 by hand: the engine compiles without the platform's. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(i, i + 3);
    const bits = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(bits >> shift) & 63]).join('');
    text += digits.slice(0, Math.min(bytes.length - i, 3) + 1).padEnd(4, '=');
  }
  return text;
}
