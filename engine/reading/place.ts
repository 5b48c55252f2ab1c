// Where something stands in a text, in the three ways in which people count. Knows nothing of what stands there.
import { utf8Length } from '../wire/frame.ts';

export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** From 0, in bytes of UTF-8. */
  readonly byte: number;
  /** From 0, in UTF-16 code units: an index into the text. */
  readonly index: number;
}

/** The place of an index; one behind the end is the end. */
export function placeOf(text: string, index: number): Place {
  const before = text.slice(0, index);
  const lineFrom = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: [...before.slice(lineFrom)].length + 1,
    byte: utf8Length(before),
    index: before.length,
  };
}

/** The index of the character that holds a byte. */
export function indexOfByte(text: string, byte: number): number {
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > byte) break;
    index += character.length;
  }
  return index;
}
