// What kind of JSON-RPC message a text is, found as a receiver finds it: by its members alone, one question after the
// other. Never throws, whatever the text. Knows no revision.
import { utf8Encode } from '../wire/frame.ts';
import { scanJson } from '../wire/decode/json-text.ts';
import { partsOf, type Part } from './members.ts';
import type { Shape } from './shapes.ts';
import { indexOfByte, placeOf, type Place } from './place.ts';

export type Question = 'json' | 'array' | 'object' | 'method' | 'id' | 'result' | 'error';

/** One question of the key, as this text answers it. */
export interface Asking {
  readonly question: Question;
  readonly yes: boolean;
  /** What in the text says so. */
  readonly evidence: string;
  /** Stretches of the text that say so: indices, from and to. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

/** An item of a batch. */
export interface Item {
  readonly shape: Shape;
  readonly from: number;
  readonly to: number;
}

export interface ShapeReading {
  readonly shape: Shape;
  readonly path: readonly Asking[];
  /** One sentence. */
  readonly reason: string;
  /** Why it is no JSON, and where. */
  readonly fault?: { readonly text: string; readonly place: Place };
  /** Of a batch, at most `LISTED_ITEMS`. */
  readonly items: readonly Item[];
  readonly itemCount: number;
}

const LISTED_ITEMS = 20;
const LONGEST_EVIDENCE = 48;

export function readShape(text: string): ShapeReading {
  const scan = scanJson(utf8Encode(text));
  if (scan.fault) return notJson(text, scan.fault);
  const path: Asking[] = [{ question: 'json', yes: true, evidence: 'it parses', marks: [] }];
  const first = text.trimStart()[0];
  const isArray = first === '[';
  if (isArray) {
    const items = partsOf(text);
    const at = text.indexOf('[');
    const evidence = `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
    path.push({ question: 'array', yes: true, evidence, marks: [[at, at + 1], lastBracket(text)] });
    return {
      shape: 'batch',
      path,
      reason: `It is an array of ${evidence}: a batch, whatever its items are.`,
      items: items.slice(0, LISTED_ITEMS).map((item) => itemOf(text, item)),
      itemCount: items.length,
    };
  }
  const isObject = first === '{';
  path.push({
    question: 'array',
    yes: false,
    evidence: isObject ? 'it begins with {' : `it is ${excerpt(text)}`,
    marks: [],
  });
  path.push({
    question: 'object',
    yes: isObject,
    evidence: isObject ? 'with members' : `it is ${excerpt(text)}`,
    marks: [],
  });
  if (!isObject)
    return { ...NO_ITEMS, shape: 'none', path, reason: 'JSON, but no object: it has no members, and those decide.' };
  const { shape, asked } = shapeOfMembers(text, partsOf(text));
  return { ...NO_ITEMS, shape, path: [...path, ...asked], reason: REASONS[shape] };
}

const NO_ITEMS = { items: [], itemCount: 0 } as const;

const REASONS: Readonly<Record<Shape, string>> = {
  request: 'It has a method and an id: somebody waits for an answer.',
  notification: 'It has a method and no id: nobody waits, and nobody may answer.',
  result: 'It has no method but a result: an answer, and its id says to which request.',
  error: 'It has no method but an error: an answer, and its id says to which request.',
  batch: 'It is an array.',
  none: 'JSON, but it has neither a method nor a result or an error.',
};

/** The questions about members, in the order in which a receiver asks. Of two members with one name the last counts. */
function shapeOfMembers(text: string, members: readonly Part[]): { shape: Shape; asked: readonly Asking[] } {
  const asked: Asking[] = [];
  const has = (question: 'method' | 'id' | 'result' | 'error'): boolean => {
    const member = members.findLast(({ name }) => name === question);
    asked.push({
      question,
      yes: member !== undefined,
      evidence: member ? excerpt(text.slice(member.from, member.to)) : 'there is none',
      marks: member ? [[member.from, member.to]] : [],
    });
    return member !== undefined;
  };
  if (has('method')) return { shape: has('id') ? 'request' : 'notification', asked };
  // An answer with both is told by its error, as kindOf does; that it has both is wrong besides.
  if (has('error')) return { shape: 'error', asked };
  return { shape: has('result') ? 'result' : 'none', asked };
}

function itemOf(text: string, { from, to }: Part): Item {
  const { shape } = text[from] === '{' ? shapeOfMembers(text, partsOf(text, from)) : { shape: 'none' as const };
  return { shape, from, to };
}

function lastBracket(text: string): readonly [number, number] {
  const at = text.lastIndexOf(']');
  return [at, at + 1];
}

/** A stretch of text as a reader can take it in at a glance. */
function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > LONGEST_EVIDENCE ? `${line.slice(0, LONGEST_EVIDENCE - 1)}…` : line;
}

function notJson(text: string, fault: { readonly at: number; readonly text: string }): ShapeReading {
  const place = placeOf(text, indexOfByte(text, fault.at));
  const why = whyNotJson(text, fault.text, place.index);
  const evidence = text.trim() === '' ? 'it is empty' : `line ${place.line}, column ${place.column}`;
  return {
    ...NO_ITEMS,
    shape: 'none',
    path: [{ question: 'json', yes: false, evidence, marks: [[place.index, place.index + 1]] }],
    reason: text.trim() === '' ? 'There is nothing to read.' : `No JSON: ${why}.`,
    fault: { text: why, place },
  };
}

/** What people paste, in their words; else what the scanner says. */
function whyNotJson(text: string, said: string, index: number): string {
  if (text.trim() === '') return 'there is nothing';
  const character = text[index];
  if (index === 0 && character === '\uFEFF') return 'a byte order mark stands before the value';
  if (character === "'") return `${said}; single quotes are none in JSON`;
  if (character === '/' && (text[index + 1] === '/' || text[index + 1] === '*')) return `${said}; JSON has no comments`;
  if ((character === '}' || character === ']') && /,\s*$/.test(text.slice(Math.max(0, index - 200), index)))
    return `${said}; a comma stands before the bracket`;
  return said;
}
