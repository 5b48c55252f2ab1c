// Bytes as what can be drawn of them: text up to and from the byte that was read last, and a name for what has no looks.
// Draws nothing.
import { utf8Text } from '#engine';

export interface Cell {
  readonly text: string;
  /** `sign`: a byte that cannot be seen, by name. `raw`: a byte in hex, since it is no whole character. */
  readonly kind: 'text' | 'sign' | 'raw';
}

/** Most bytes of one stretch that are drawn. */
const DRAWN_BYTES = 600;

const SIGNS: Readonly<Record<number, string>> = { 0: 'NUL', 9: '\\t', 10: '\\n', 13: '\\r' };

/** The bytes between two places as cells; of a long stretch the beginning and the end. */
export function cellsOf(bytes: Uint8Array, from: number, to: number): readonly Cell[] {
  if (to - from <= DRAWN_BYTES) return cellsBetween(bytes, from, to);
  const half = DRAWN_BYTES / 2;
  const left = cellsBetween(bytes, from, from + half);
  const right = cellsBetween(bytes, to - half, to);
  return [...left, { text: `… ${to - from - DRAWN_BYTES} bytes …`, kind: 'sign' }, ...right];
}

function cellsBetween(bytes: Uint8Array, from: number, to: number): readonly Cell[] {
  const cells: Cell[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') cells.push({ text, kind: 'text' });
    text = '';
  };
  for (let i = from; i < to;) {
    const byte = bytes[i]!;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const character = utf8Text(bytes, i, Math.min(i + length, to));
    const isWhole = !character.includes('\uFFFD');
    if (SIGNS[byte] !== undefined) {
      flush();
      cells.push({ text: SIGNS[byte], kind: 'sign' });
      i++;
    } else if (isWhole && character === '\uFEFF') {
      flush();
      cells.push({ text: 'BOM ef bb bf', kind: 'sign' });
      i += length;
    } else if (isWhole) {
      text += character;
      i += length;
    } else {
      flush();
      cells.push({ text: byte.toString(16).padStart(2, '0'), kind: 'raw' });
      i++;
    }
  }
  flush();
  return cells;
}

/** Bytes as they look in a dump, at most so many from the end. */
export function hexAtEnd(bytes: Uint8Array, from: number, to: number, count: number): string {
  const last = bytes.subarray(Math.max(from, to - count), to);
  return [...last].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
