// JSON text as bytes: where it is broken, and where `_meta` stands in it. Builds no values.

export interface JsonScan {
  /** The first byte that cannot stand where it does, and what could. */
  readonly fault?: { readonly at: number; readonly text: string };
  /** From and to, in turn: each `_meta` member of a message's `params` or `result`. A batch may have several. */
  readonly metas: readonly number[];
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const ESCAPES = new Set([...'"\\/bfnrt'].map((c) => c.charCodeAt(0)));
const LITERALS = ['true', 'false', 'null'].map((word) => [...word].map((c) => c.charCodeAt(0)));

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number | undefined): boolean =>
  isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);

/** Reads JSON text once, without a stack of calls: it may nest as deep as it likes. */
export function scanJson(bytes: Uint8Array): JsonScan {
  return new Scanner(bytes).scan();
}

/** Thrown and caught in here only. No Error: nobody reads where in this file it happened. */
class Broken {
  readonly at: number;
  readonly text: string;
  constructor(at: number, text: string) {
    this.at = at;
    this.text = text;
  }
}

type Holder = 'params' | 'result';

class Scanner {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** The closing bytes that are due, innermost last. */
  readonly #due: number[] = [];
  readonly #metas: number[] = [];
  /** How deep the members of a message stand: 1, or 2 in a batch. */
  #memberDepth = 1;
  #holder: Holder | undefined;
  #metaFrom: number | undefined;
  readonly #metaOf: Partial<Record<Holder, readonly [number, number]>> = {};

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  scan(): JsonScan {
    try {
      this.#space();
      if (this.#bytes[this.#at] === OPEN_ARRAY) this.#memberDepth = 2;
      while (this.#value());
      this.#space();
      if (this.#at < this.#bytes.length) this.#fail('there is more after the end of the value');
      return { metas: this.#metas };
    } catch (error) {
      if (error instanceof Broken) return { fault: { at: error.at, text: error.text }, metas: [] };
      throw error;
    }
  }

  /** Reads one value up to its end, or an opening bracket; then what follows. False when the whole text is read. */
  #value(): boolean {
    const byte = this.#bytes[this.#at];
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.#at++;
      this.#due.push(byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY);
      this.#space();
      if (this.#bytes[this.#at] !== this.#due.at(-1)) {
        if (byte === OPEN_OBJECT) this.#key();
        return true;
      }
      this.#close();
    } else if (byte === QUOTE) this.#string();
    else if (byte === 0x2d || isDigit(byte)) this.#number();
    else this.#literal();
    return this.#next();
  }

  /** After a value: closing brackets, then a comma and what it announces. */
  #next(): boolean {
    for (;;) {
      this.#leave();
      const due = this.#due.at(-1);
      if (due === undefined) return false;
      this.#space();
      const byte = this.#bytes[this.#at];
      if (byte === COMMA) {
        this.#at++;
        this.#space();
        if (due === CLOSE_OBJECT) this.#key();
        return true;
      }
      if (byte !== due) this.#fail(`expected a comma or "${String.fromCharCode(due)}"`);
      this.#close();
    }
  }

  #close(): void {
    this.#at++;
    this.#due.pop();
  }

  /** A member's name and the colon; notes `params`, `result` and their `_meta`. */
  #key(): void {
    const from = this.#at;
    if (this.#bytes[from] !== QUOTE) this.#fail('expected a name in double quotes');
    this.#string();
    const depth = this.#due.length;
    if (depth === this.#memberDepth) {
      const name = this.#nameFrom(from);
      this.#holder = name === 'params' || name === 'result' ? name : undefined;
      if (this.#holder) delete this.#metaOf[this.#holder];
    } else if (depth === this.#memberDepth + 1 && this.#holder && this.#nameFrom(from) === '_meta')
      this.#metaFrom = from;
    this.#space();
    if (this.#bytes[this.#at] !== COLON) this.#fail('expected a colon');
    this.#at++;
    this.#space();
  }

  /** A name of the few that matter here, all of them short; escapes undone. */
  #nameFrom(from: number): string {
    const raw = String.fromCharCode(...this.#bytes.subarray(from, Math.min(this.#at, from + 64)));
    if (!raw.includes('\\')) return raw.slice(1, -1);
    return raw.endsWith('"') ? (JSON.parse(raw) as string) : '';
  }

  /** A value has ended: perhaps the `_meta` that was looked for, or a whole message. */
  #leave(): void {
    const depth = this.#due.length;
    if (depth === this.#memberDepth + 1 && this.#metaFrom !== undefined) {
      if (this.#due.at(-1) === CLOSE_OBJECT) this.#metaOf[this.#holder!] = [this.#metaFrom, this.#at];
      this.#metaFrom = undefined;
    }
    if (depth !== this.#memberDepth - 1) return;
    const meta = this.#metaOf.params ?? this.#metaOf.result;
    if (meta) this.#metas.push(...meta);
    delete this.#metaOf.params;
    delete this.#metaOf.result;
  }

  #string(): void {
    const bytes = this.#bytes;
    for (let i = this.#at + 1; ; i++) {
      const byte = bytes[i];
      if (byte === QUOTE) {
        this.#at = i + 1;
        return;
      }
      if (byte === undefined) throw new Broken(i, 'the text ends inside a string');
      if (byte < 0x20) throw new Broken(i, 'a control character inside a string');
      if (byte !== BACKSLASH) continue;
      const escaped = bytes[++i];
      if (escaped === undefined) throw new Broken(i, 'the text ends inside a string');
      if (escaped === 0x75) {
        for (let n = 0; n < 4; n++)
          if (!isHex(bytes[++i])) throw new Broken(i, 'expected four hexadecimal digits after "\\u"');
      } else if (!ESCAPES.has(escaped)) throw new Broken(i, 'no such escape in a string');
    }
  }

  #number(): void {
    const bytes = this.#bytes;
    if (bytes[this.#at] === 0x2d) this.#at++;
    if (bytes[this.#at] === 0x30) this.#at++;
    else this.#digits();
    if (bytes[this.#at] === 0x2e) {
      this.#at++;
      this.#digits();
    }
    if ((bytes[this.#at]! | 0x20) === 0x65) {
      this.#at++;
      if (bytes[this.#at] === 0x2b || bytes[this.#at] === 0x2d) this.#at++;
      this.#digits();
    }
  }

  #digits(): void {
    if (!isDigit(this.#bytes[this.#at])) this.#fail('expected a digit');
    while (isDigit(this.#bytes[this.#at])) this.#at++;
  }

  #literal(): void {
    const word = LITERALS.find(([first]) => first === this.#bytes[this.#at]);
    if (!word) this.#fail('expected a value');
    for (const byte of word!) {
      if (this.#bytes[this.#at] !== byte) this.#fail(`expected "${String.fromCharCode(...word!)}"`);
      this.#at++;
    }
  }

  #space(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.#at++;
    }
  }

  #fail(text: string): void {
    throw new Broken(this.#at, this.#at < this.#bytes.length ? text : 'the text ends before the value does');
  }
}
