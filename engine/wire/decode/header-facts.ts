// Which fact asks for a header that was read, looked up in the rows that the engine writes heads from. Reads no bytes.
import { HEADER_ROWS, type HttpMessage } from '../../protocol/headers.ts';

/** What a head is, as far as it can be told from the head alone. */
export type HeadKind = 'POST' | 'GET' | 'DELETE' | 'json answer' | 'event stream' | 'other answer';

const MESSAGES: Readonly<Record<HeadKind, readonly HttpMessage[]>> = {
  POST: ['initialize', 'post'],
  GET: ['get'],
  DELETE: ['delete'],
  'json answer': ['json', 'json-initialize', 'json-chunked'],
  'event stream': ['stream', 'stream-short'],
  'other answer': ['accepted', 'accepted-chunked', 'deleted'],
};

const found = new Map<string, string | undefined>();

export function factOfHeader(kind: HeadKind, name: string): string | undefined {
  const lower = name.toLowerCase();
  const key = `${kind} ${lower}`;
  if (found.has(key)) return found.get(key);
  const row = HEADER_ROWS.find(
    (r) => r.fact && r.name.toLowerCase() === lower && r.on.some((on) => MESSAGES[kind].includes(on)),
  );
  // Names come from a wire; only those that the rows know are kept.
  if (row) found.set(key, row.fact);
  return row?.fact;
}
