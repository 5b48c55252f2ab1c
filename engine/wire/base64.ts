// Base64 by hand: the engine compiles without the platform's. Knows bytes and digits, nothing of what they mean.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES: ReadonlyMap<string, number> = new Map([...DIGITS].map((digit, value) => [digit, value]));

export function base64Encode(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(i, i + 3);
    const bits = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(bits >> shift) & 63]).join('');
    text += digits.slice(0, Math.min(bytes.length - i, 3) + 1).padEnd(4, '=');
  }
  return text;
}

/** The bytes, or nothing where the text is no Base64: another digit, or a length that is not four times something. */
export function base64Decode(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    let bits = 0;
    for (let j = i; j < i + 4; j++) {
      const value = j >= text.length - padding ? 0 : VALUES.get(text[j]!);
      if (value === undefined) return undefined;
      bits = (bits << 6) | value;
    }
    for (const shift of [16, 8, 0]) if (at < bytes.length) bytes[at++] = (bits >> shift) & 255;
  }
  return bytes;
}
