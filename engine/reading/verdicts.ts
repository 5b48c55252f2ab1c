// What each revision makes of one message, by itself: no transport around it, no session before it. A message of the
// client goes to the strict server; one of the server is held against the same rows. Never throws.
import { answer } from '../answer/answer.ts';
import { isObject, memberOf, readAsked } from '../answer/asked.ts';
import type { Look } from '../answer/findings/finding.ts';
import { LOOKS } from '../answer/looks.ts';
import type { Situation } from '../answer/situation.ts';
import { SITUATIONS } from '../answer/situations.ts';
import { strictServer, type StrictServer } from '../answer/strict-server.ts';
import { ERROR_CODES } from '../protocol/errors.ts';
import type { JsonObject } from '../protocol/messages.ts';
import { mechanic } from '../protocol/mechanics.ts';
import { methodOf, rowsOfMethod, TASKS_EXTENSION, type Method } from '../protocol/methods.ts';
import { holdsIn, REVISIONS, type Revision } from '../protocol/revisions.ts';
import { factNote, type FactNote } from './fact-note.ts';

export type Sender = Method['from'];

export interface RevisionVerdict {
  readonly revision: Revision;
  /** `dropped`: not legal, and no answer says so. */
  readonly outcome: 'accepted' | 'refused' | 'dropped';
  /** The JSON-RPC error that says so. */
  readonly code?: number;
  readonly codeName?: string;
  /** One sentence: what decided. */
  readonly text: string;
  readonly fact: FactNote;
  /** What the text leaves open. */
  readonly open?: string;
}

export function verdictsOn(text: string, from: Sender): readonly RevisionVerdict[] {
  const { line, itemCount } = asLine(text);
  return REVISIONS.map((revision) =>
    from === 'client' ? ofClient(line, revision, itemCount) : ofServer(line, revision),
  );
}

/**
 * A text that is spread over lines is put on one: which lines it may fill is a question of the transport. Of a long batch
 * the first messages stand for all: thousands would be judged one by one.
 */
function asLine(text: string): { readonly line: string; readonly itemCount: number } {
  const line = text.replace(/[\r\n]/g, ' ');
  const json = valueOf(line);
  // A line break inside a string is what is wrong with it, and must stay.
  if (json !== undefined && valueOf(text) === undefined) return { line: text, itemCount: 0 };
  if (!Array.isArray(json)) return { line, itemCount: 0 };
  const isLong = json.length > JUDGED_ITEMS;
  return { line: isLong ? JSON.stringify(json.slice(0, JUDGED_ITEMS)) : line, itemCount: json.length };
}

const JUDGED_ITEMS = 100;

/** The value that a text says; undefined for what is no JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function ofClient(line: string, revision: Revision, itemCount: number): RevisionVerdict {
  const { body, because, open } = answer(line, serverFor(line, revision));
  const [first] = because;
  const row = rowOf(first!.rule);
  const said = aboutText(first!.text);
  const fact = factNote(first!.fact, revision);
  const left = open === undefined ? {} : { open };
  const error = memberOf(Array.isArray(body) ? body[0] : body, 'error');
  const code = memberOf(error, 'code');
  if (typeof code === 'number' && row.does === 'refuse')
    return { revision, outcome: 'refused', code, codeName: nameOfCode(code), text: said, fact, ...left };
  // On a line the sender of a notification or a response learns nothing.
  if (row.does === 'refuse' || (row.does === 'silence' && row.open))
    return { revision, outcome: 'dropped', text: said, fact, ...left };
  const batch = because.find(({ rule }) => rule === 'batch');
  if (batch)
    return {
      revision,
      outcome: 'accepted',
      text: batchText(itemCount, body),
      fact: factNote(batch.fact, revision),
    };
  // How it would be carried says nothing about it; that it has an id does.
  const about = row.when === 'anything' ? factNote('jsonrpc.request-id', revision) : fact;
  return { revision, outcome: 'accepted', text: acceptedText(row, said), fact: about };
}

function batchText(count: number, body: unknown): string {
  const refused = Array.isArray(body) ? body.filter((reply) => memberOf(reply, 'error') !== undefined).length : 0;
  const all = `Received as a batch; each of its ${count === 1 ? 'messages' : `${count} messages`} is judged by itself`;
  const among = count > JUDGED_ITEMS ? ` of the first ${JUDGED_ITEMS}` : '';
  return refused === 0 ? `${all}.` : `${all}, and ${refused}${among} ${refused === 1 ? 'is' : 'are'} refused.`;
}

function acceptedText({ does, when }: Situation, said: string): string {
  if (does === 'serve') return when === 'anything' || when === 'ping' ? 'A whole request: it is answered.' : said;
  return when === 'response'
    ? 'A whole response: it goes to the request with its id.'
    : 'A whole notification: no answer comes.';
}

/** A server that has whatever the message asks for, so that the message alone decides. */
function serverFor(line: string, revision: Revision): StrictServer {
  const { message } = readAsked(line, strictServer({ revision, transport: 'stdio' }));
  const textOf = (name: string): readonly string[] => {
    const value = message.params?.[name];
    return typeof value === 'string' ? [value] : [];
  };
  return strictServer({
    revision,
    transport: 'stdio',
    isInitialized: message.method !== 'initialize',
    capabilities: EVERYTHING,
    tools: textOf('name').map((name) => ({ name })),
    prompts: textOf('name').map((name) => ({ name })),
    resources: textOf('uri'),
    taskIds: textOf('taskId'),
  });
}

const EVERYTHING: JsonObject = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
  tasks: { list: {}, cancel: {} },
  extensions: { [TASKS_EXTENSION]: {} },
};

/** Rows that are about the message and nothing else: they bind both sides. */
const BOTH_WAYS: ReadonlySet<string> = new Set([
  'not-utf8',
  'not-json',
  'batch-undefined',
  'batch-gone',
  'batch-empty',
  'not-a-message',
  'jsonrpc-other',
  'method-not-text',
  'notification-with-id',
  'id-null',
  'id-other',
  'params-other',
  'result-and-error',
  'error-shapeless',
  'response-without-id',
]);

function ofServer(line: string, revision: Revision): RevisionVerdict {
  const asked = readAsked(line, strictServer({ revision, transport: 'stdio' }));
  const { kind, method, value } = asked.message;
  for (const row of SITUATIONS as readonly Situation[]) {
    const isLegacyRow = row.until === '2025-11-25' && kind === 'response';
    if (!BOTH_WAYS.has(row.id) || !(holdsIn(row, revision) || isLegacyRow)) continue;
    const look: Look = LOOKS[row.when];
    const finding = look(asked);
    if (finding) return wrong(revision, aboutText(finding.text), row, kind === 'request');
  }
  if (Array.isArray(asked.json))
    return { revision, outcome: 'accepted', text: 'Received as a batch.', fact: factNote('batch.receive', revision) };
  const accepted = (text: string, id: Parameters<typeof factNote>[0]): RevisionVerdict => ({
    revision,
    outcome: 'accepted',
    text,
    fact: factNote(id, revision),
  });
  if (kind === 'response')
    return accepted('A whole response: it goes to the request with its id.', 'jsonrpc.response-id');
  if (kind === 'notification') {
    const isKnown = method !== undefined && methodOf(method, 'server', 'notification', revision) !== undefined;
    return accepted(
      isKnown
        ? 'A whole notification: no answer comes.'
        : 'A whole notification with a name that is not known here: no answer comes.',
      mechanic('notificationReply', revision).fact,
    );
  }
  const asks = mechanic('serverAsks', revision);
  if (asks.value === 'result')
    return {
      revision,
      outcome: 'dropped',
      text: 'A server sends no requests here: what it wants to know goes into the result of a request.',
      fact: factNote(asks.fact, revision),
    };
  if (isObject(value) && method !== undefined && !methodOf(method, 'server', 'request', revision)) {
    const home = rowsOfMethod(method).some((row) => row.from === 'client')
      ? 'it is a request of the client'
      : 'no server asks that';
    const { code, name } = ERROR_CODES['method-not-found'];
    return {
      revision,
      outcome: 'refused',
      code,
      codeName: name,
      text: `The method is not one of a server in this revision; ${home}.`,
      fact: factNote('jsonrpc.method-not-found', revision),
    };
  }
  return accepted('A whole request: the client answers it.', 'jsonrpc.request-id');
}

function wrong(revision: Revision, text: string, row: Situation, isRequest: boolean): RevisionVerdict {
  const fact = factNote(row.fact, revision);
  const mayAnswer = isRequest && mechanic('serverAsks', revision).value === 'request';
  if (!mayAnswer || !row.code) return { revision, outcome: 'dropped', text, fact };
  const { code, name } = ERROR_CODES[row.code];
  return { revision, outcome: 'refused', code, codeName: name, text, fact };
}

/** The rows speak of a line; here it is a text. */
const aboutText = (said: string): string => said.replace(/^The line /, 'The text ');

const rowOf = (id: string): Situation => (SITUATIONS as readonly Situation[]).find((row) => row.id === id)!;

function nameOfCode(code: number): string {
  return Object.values(ERROR_CODES).find((row) => row.code === code)?.name ?? '';
}
