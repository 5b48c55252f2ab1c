// A request that somebody typed, and what a strict server of each revision answers, gate by gate. Never throws.
import { answer, type Answer } from '../answer/answer.ts';
import type { Situation } from '../answer/situation.ts';
import { SITUATIONS, type SituationId } from '../answer/situations.ts';
import { strictServer, type AnsweringTransport } from '../answer/strict-server.ts';
import { statusLineOf } from '../protocol/headers.ts';
import { REVISIONS, transportsIn, type Revision } from '../protocol/revisions.ts';
import { utf8Length } from '../wire/frame.ts';
import { factNote, type FactNote } from './fact-note.ts';

/** The gates that a request passes, in order: each begins with a row of the table of situations. */
const GATES = [
  { name: 'HTTP', question: 'Is it a whole HTTP request?', from: 'head-broken' },
  { name: 'who', question: 'May this client ask at all?', from: 'origin-foreign-403' },
  { name: 'address', question: 'Does the address take this method?', from: 'sse-verb-wrong' },
  { name: 'types', question: 'Do Accept, Content-Type and the length fit?', from: 'accept-incomplete' },
  { name: 'JSON', question: 'Is the body JSON in UTF-8?', from: 'line-blank' },
  { name: 'array', question: 'Is it one message, or an array where there may be one?', from: 'batch-undefined' },
  { name: 'session', question: 'Do session and version header fit?', from: 'session-missing' },
  { name: 'stream', question: 'Does it ask for a stream, or end the session?', from: 'endpoint' },
  { name: 'message', question: 'Is it a message, and one to be answered?', from: 'not-a-message' },
  { name: 'claims', question: 'Do headers, version and _meta agree with the body?', from: 'early' },
  { name: 'method', question: 'Is there such a method?', from: 'method-unknown-404' },
  { name: 'params', question: 'Do the parameters fit?', from: 'params-wrong' },
  { name: 'answer', question: 'Nothing is wrong: what is the answer?', from: 'initialize-other-version' },
] as const satisfies readonly { readonly name: string; readonly question: string; readonly from: SituationId }[];

export type Gate = Pick<(typeof GATES)[number], 'name' | 'question'>;

export interface Reason {
  /** The place in the request: a header, a member, a byte. */
  readonly at: string;
  readonly text: string;
  readonly fact: FactNote;
}

export interface DeskAnswer {
  readonly revision: Revision;
  readonly transport: AnsweringTransport;
  readonly outcome: 'served' | 'accepted' | 'refused';
  readonly statusLine: string;
  readonly status: number;
  /** The JSON-RPC error, if the answer is one. */
  readonly code?: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** What follows the head: JSON, or events. */
  readonly body: string;
  /** The gate at which it was decided. */
  readonly gate: number;
  readonly rule: string;
  readonly because: Reason;
  readonly notes: readonly Reason[];
  readonly open?: string;
}

export interface DeskReading {
  readonly gates: readonly Gate[];
  readonly answers: readonly DeskAnswer[];
  /** The length that was put into the head, as every HTTP client does it. */
  readonly addedLength?: number;
}

const LISTED_BODY = 700;

/** `typed`: a request as people write it, with plain line ends and without a length. */
export function answersTo(typed: string): DeskReading {
  const { request, addedLength } = asSent(typed);
  return {
    gates: GATES.map(({ name, question }) => ({ name, question })),
    answers: REVISIONS.map((revision) => answerIn(revision, request)),
    ...(addedLength !== undefined && { addedLength }),
  };
}

/** Line ends and length as an HTTP client would send them. */
export function asSent(typed: string): { readonly request: string; readonly addedLength?: number } {
  const text = typed.replace(/^\s+/, '');
  const blank = /\r?\n\r?\n/.exec(text);
  const head = (blank ? text.slice(0, blank.index) : text.replace(/\s+$/, '')).split(/\r?\n/);
  const body = blank ? text.slice(blank.index + blank[0].length) : '';
  const hasLength = head.some((line) => /^(content-length|transfer-encoding):/i.test(line));
  const length = utf8Length(body);
  const isAdded = !hasLength && length > 0;
  const lines = isAdded ? [...head, `Content-Length: ${length}`] : head;
  return { request: `${lines.join('\r\n')}\r\n\r\n${body}`, ...(isAdded && { addedLength: length }) };
}

function answerIn(revision: Revision, request: string): DeskAnswer {
  const transport = transportsIn(revision).find((name) => name !== 'stdio')!;
  const given = answer(request, strictServer({ revision, transport }));
  const [first, ...others] = given.because;
  const reasonOf = ({ at, text, fact }: Answer['because'][number]): Reason => ({
    at,
    text,
    fact: factNote(fact, revision),
  });
  const rows = SITUATIONS as readonly Situation[];
  const place = rows.findIndex((row) => row.id === first!.rule);
  const error = (Array.isArray(given.body) ? given.body[0] : given.body) as { error?: { code: number } } | undefined;
  return {
    revision,
    transport,
    outcome: outcomeOf(rows[place]!.does),
    status: given.status!,
    statusLine: statusLineOf('error', given.status).trim(),
    ...(error?.error && { code: error.error.code }),
    headers: given.headers.map(({ name, value }) => ({ name, value })),
    body: bodyOf(given),
    gate: GATES.findLastIndex((gate) => rows.findIndex((row) => row.id === gate.from) <= place),
    rule: first!.rule,
    because: reasonOf(first!),
    notes: others.slice(0, 8).map(reasonOf),
    ...(given.open !== undefined && { open: given.open }),
  };
}

const outcomeOf = (does: Situation['does']): DeskAnswer['outcome'] =>
  does === 'refuse' ? 'refused' : does === 'accept' ? 'accepted' : 'served';

function bodyOf({ mode, body, onStream, endpoint }: Answer): string {
  if (endpoint !== undefined) return `event: endpoint\ndata: ${endpoint}`;
  const messages = body === undefined ? [] : Array.isArray(body) && mode === 'event-stream' ? body : [body];
  const text = messages
    .map((message) => `${mode === 'event-stream' ? 'data: ' : ''}${JSON.stringify(message)}`)
    .join('\n\n');
  const streamed = (onStream ?? []).map((message) => `on the event stream: ${JSON.stringify(message)}`).join('\n');
  const all = [text, streamed].filter((part) => part !== '').join('\n');
  return all.length > LISTED_BODY ? `${all.slice(0, LISTED_BODY)} … ${all.length - LISTED_BODY} more characters` : all;
}
