// Where the members of an object, or the items of an array, stand in JSON text. The text must be JSON; builds no values.

export interface Part {
  /** The member's name; of an item, nothing. */
  readonly name?: string;
  /** Indices into the text: the whole part, and where its value begins. */
  readonly from: number;
  readonly to: number;
  readonly valueFrom: number;
}

/** The parts of the object or array that begins at `at` or behind white space after it; none of any other value. */
export function partsOf(text: string, at = 0): readonly Part[] {
  const open = skipSpace(text, at);
  const isObject = text[open] === '{';
  if (!isObject && text[open] !== '[') return [];
  const parts: Part[] = [];
  let i = skipSpace(text, open + 1);
  while (i < text.length && text[i] !== '}' && text[i] !== ']') {
    const from = i;
    let name: string | undefined;
    if (isObject) {
      const nameTo = stringEnd(text, i);
      name = JSON.parse(text.slice(i, nameTo)) as string;
      i = skipSpace(text, skipSpace(text, nameTo) + 1);
    }
    const valueFrom = i;
    i = valueEnd(text, i);
    parts.push({ ...(name !== undefined && { name }), from, to: i, valueFrom });
    i = skipSpace(text, i);
    if (text[i] === ',') i = skipSpace(text, i + 1);
  }
  return parts;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t') i++;
  return i;
}

function stringEnd(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function valueEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const character = text[i];
    if (character === '"') i = stringEnd(text, i) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return i;
      depth--;
    } else if (depth === 0 && (character === ',' || /\s/.test(character!))) return i;
    if (depth === 0 && (character === '"' || character === '}' || character === ']')) return i + 1;
  }
  return text.length;
}
