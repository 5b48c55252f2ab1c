// Where values end in JSON text that nobody has read yet. Looks at brackets and strings only, so it takes broken
// values for whole; who reads them finds out.

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [COMMA, COLON, SPACE] = [0x2c, 0x3a, 0x20];

export function skipSpace(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && bytes[at]! <= SPACE) at++;
  return at;
}

/** Behind the string that begins at `at`, or -1 where the text ends inside it. */
export function stringEnd(bytes: Uint8Array, at: number): number {
  for (let i = at + 1; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  return -1;
}

/** Behind the value that begins at `at`, or -1 where the text ends inside it. */
export function valueEnd(bytes: Uint8Array, at: number): number {
  let depth = 0;
  for (let i = at; i < bytes.length; i++) {
    switch (bytes[i]) {
      case QUOTE: {
        const end = stringEnd(bytes, i);
        if (end < 0) return -1;
        if (depth === 0) return end;
        i = end - 1;
        break;
      }
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (depth <= 1) return depth === 0 ? i : i + 1;
        depth--;
        break;
      case COMMA:
        if (depth === 0) return i;
        break;
    }
  }
  return depth === 0 ? bytes.length : -1;
}

export class Member {
  readonly name: string;
  /** Where its value begins. */
  readonly from: number;
  readonly #bytes: Uint8Array;
  #to: number | undefined;

  constructor(bytes: Uint8Array, name: string, from: number) {
    this.#bytes = bytes;
    this.name = name;
    this.from = from;
  }

  /** Behind its value, or -1 where the text ends inside it; found when somebody asks, since values may be long. */
  get to(): number {
    return (this.#to ??= valueEnd(this.#bytes, this.from));
  }
}

/** The members of the object that begins at `at`, up to where the text ends. Names are as they are written. */
export function* membersAt(bytes: Uint8Array, at: number): Iterable<Member> {
  if (bytes[at] !== OPEN_OBJECT) return;
  let i = skipSpace(bytes, at + 1);
  while (bytes[i] === QUOTE) {
    const nameEnd = stringEnd(bytes, i);
    if (nameEnd < 0) return;
    const name = String.fromCharCode(...bytes.subarray(i + 1, Math.min(nameEnd - 1, i + 65)));
    i = skipSpace(bytes, nameEnd);
    if (bytes[i] !== COLON) return;
    const from = skipSpace(bytes, i + 1);
    const member = new Member(bytes, name, from);
    yield member;
    if (member.to < 0) return;
    i = skipSpace(bytes, member.to);
    if (bytes[i] !== COMMA) return;
    i = skipSpace(bytes, i + 1);
  }
}

/** Where each item of the array that begins at `at` stands; the last one ends at -1 where the text ends inside it. */
export function* itemsAt(bytes: Uint8Array, at: number): Iterable<readonly [number, number]> {
  if (bytes[at] !== OPEN_ARRAY) return;
  let i = skipSpace(bytes, at + 1);
  while (i < bytes.length && bytes[i] !== CLOSE_ARRAY) {
    const to = valueEnd(bytes, i);
    yield [i, to];
    if (to < 0) return;
    i = skipSpace(bytes, to);
    if (bytes[i] !== COMMA) {
      if (bytes[i] !== CLOSE_ARRAY) yield [i, -1];
      return;
    }
    i = skipSpace(bytes, i + 1);
  }
  if (i >= bytes.length) yield [i, -1];
}
