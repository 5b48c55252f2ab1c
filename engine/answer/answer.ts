// What a strict server of a revision says to any request bytes, and why: reads the request, lets the table of situations
// judge it, and makes the answer. Never throws, whatever the bytes are.
import { formatCode } from '../describe.ts';
import { ERROR_CODES } from '../protocol/errors.ts';
import { FACTS, type FactId, type Level } from '../protocol/facts.ts';
import { mechanic } from '../protocol/mechanics.ts';
import { holdsIn } from '../protocol/revisions.ts';
import type { ErrorResponse, Message } from '../protocol/messages.ts';
import type { Header } from '../wire/http.ts';
import { readAsked, withMessage, type Asked } from './asked.ts';
import type { Finding, Look } from './findings/finding.ts';
import { LOOKS } from './looks.ts';
import { allowedVerbs, challenge, typeHeaders } from './reply-headers.ts';
import { servedMessages } from './results.ts';
import type { Situation } from './situation.ts';
import { SITUATIONS, type SituationId } from './situations.ts';
import { strictServer, type StrictServer } from './strict-server.ts';

export interface Because {
  readonly rule: SituationId;
  readonly fact: FactId;
  readonly level: Level;
  /** The place in the request, e.g. a header or a member of the body. */
  readonly at: string;
  readonly text: string;
}

export interface Answer {
  /** Absent on stdio. */
  readonly status?: number;
  /** The headers that the situation asks for; length, date and connection are left to HTTP. */
  readonly headers: readonly Header[];
  readonly mode: 'json' | 'event-stream' | 'accepted' | 'none';
  /** One message, a batch of them, or what an event stream begins with. */
  readonly body?: Message | readonly Message[];
  /** HTTP+SSE: what goes out on the event stream that the client holds open. */
  readonly onStream?: readonly Message[];
  /** HTTP+SSE: the address that the new event stream gives out. */
  readonly endpoint?: string;
  /** What decided comes first; then what was noticed on the way. */
  readonly because: readonly Because[];
  /** What the text leaves open, and what this server does about it. */
  readonly open?: string;
  /** The server afterwards. */
  readonly after: StrictServer;
}

/** A row that fits, and what it found. */
interface Hit {
  readonly row: Situation;
  readonly finding: Finding;
}

interface Verdict extends Hit {
  readonly asked: Asked;
  readonly notes: readonly Hit[];
}

export function answer(request: Uint8Array | string, server: StrictServer = strictServer()): Answer {
  const asked = readAsked(request, server);
  const atOnce = judge(asked, 'exchange', []);
  if ('row' in atOnce) return answerOf([atOnce], asked);
  if (!Array.isArray(asked.json)) return answerOf([judgeMessage(asked, atOnce.notes)], asked);
  const [first, ...others] = asked.json.map((value, i) => withMessage(asked, value, i));
  return answerOf([judgeMessage(first!, atOnce.notes), ...others.map((other) => judgeMessage(other, []))], asked);
}

/** The first row that fits; without one, only what was noted. */
function judge(
  asked: Asked,
  about: Situation['about'],
  before: readonly Hit[],
): Verdict | { readonly notes: readonly Hit[] } {
  const { revision, transport } = asked.server;
  const notes = [...before];
  for (const row of SITUATIONS as readonly Situation[]) {
    if (row.about !== about || !row.on.includes(transport) || !holdsIn(row, revision)) continue;
    const look: Look = LOOKS[row.when];
    const finding = look(asked);
    if (!finding) continue;
    if (row.does !== 'note') return { row, finding, asked, notes };
    notes.push({ row, finding });
  }
  return { notes };
}

/** The last rows fit whatever is left, so that there is always one. */
function judgeMessage(asked: Asked, before: readonly Hit[]): Verdict {
  return judge(asked, 'message', before) as Verdict;
}

function answerOf(verdicts: readonly Verdict[], asked: Asked): Answer {
  const [first] = verdicts;
  const isBatch = Array.isArray(asked.json) && first!.row.about === 'message';
  const because = verdicts.flatMap((verdict) =>
    [verdict, ...verdict.notes].map((hit) => becauseOf(hit, verdict.asked)),
  );
  const open = openText(verdicts, asked);
  const after = verdicts.reduce((server, verdict) => afterwards(server, verdict), asked.server);
  const replies = verdicts.flatMap(messagesOf);
  const carried = carry(isBatch ? replies : replies[0], verdicts, asked, isBatch);
  return { ...carried, because, ...(open !== undefined && { open }), after };
}

type Carried = Pick<Answer, 'status' | 'headers' | 'mode' | 'body' | 'onStream' | 'endpoint'>;

/** How the replies travel: on a line, in the body, as events, or on the stream that is open already. */
function carry(
  reply: Message | readonly Message[] | undefined,
  verdicts: readonly Verdict[],
  asked: Asked,
  isBatch: boolean,
): Carried {
  const { transport } = asked.server;
  const replies = reply === undefined ? [] : Array.isArray(reply) ? (reply as readonly Message[]) : [reply as Message];
  const body = replies.length > 0 ? { body: reply! } : {};
  if (transport === 'stdio') return { headers: [], mode: replies.length > 0 ? 'json' : 'none', ...body };

  const [{ row }] = verdicts as readonly [Verdict];
  const status = isBatch ? batchStatus(verdicts) : row.status!;
  const headers = (row.headers ?? []).map((name) =>
    name === 'Allow' ? allowedVerbs(asked) : challenge(asked, status),
  );
  if (row.serves === 'stream' || row.serves === 'replay' || row.serves === 'endpoint') {
    const stream = { status, headers: typeHeaders('event-stream', asked, row), mode: 'event-stream' } as const;
    return row.serves === 'endpoint' ? { ...stream, endpoint: asked.server.postPath } : stream;
  }
  if (transport === 'http+sse' && row.about === 'message' && (row.does === 'accept' || answersRequest(verdicts))) {
    return { status: 202, headers, mode: 'accepted', ...(replies.length > 0 && { onStream: replies }) };
  }
  if (replies.length === 0) return { status, headers, mode: status === 202 ? 'accepted' : 'none' };
  const mayStream =
    status === 200 && row.about === 'message' && (row.serves === 'listen' || asked.server.replies === 'event-stream');
  const mode = mayStream ? 'event-stream' : 'json';
  return { status, headers: [...headers, ...typeHeaders(mode, asked, row)], mode, ...body };
}

/** Requests make it 200, refusals alone 400, notifications and responses alone 202. */
function batchStatus(verdicts: readonly Verdict[]): number {
  if (answersRequest(verdicts)) return 200;
  return verdicts.some(({ row }) => row.does === 'refuse') ? 400 : 202;
}

function answersRequest(verdicts: readonly Verdict[]): boolean {
  return verdicts.some(({ asked }) => asked.message.kind === 'request' && asked.message.id !== undefined);
}

function messagesOf({ row, finding, asked, notes }: Verdict): readonly Message[] {
  const { message, server } = asked;
  if (row.does === 'serve' && row.about === 'message') return servedMessages(row.serves ?? 'result', asked, finding);
  if (row.does !== 'refuse' || row.code === undefined) return [];
  // On a line there is no status that could tell the sender of a notification or a response what was wrong with it.
  const isOneWay = message.kind === 'notification' || message.kind === 'response';
  if (isOneWay && row.about === 'message' && server.transport === 'stdio') return [];
  const data = Object.assign({}, ...[...notes, { finding }].map((hit) => hit.finding.data ?? {})) as object;
  const error = {
    code: ERROR_CODES[row.code].code,
    message: finding.text,
    ...(Object.keys(data).length > 0 && { data }),
  };
  const id = message.kind === 'request' && message.id !== undefined ? { id: message.id } : {};
  return [{ jsonrpc: '2.0', ...id, error } as ErrorResponse];
}

function becauseOf({ row, finding: { at, text } }: Hit, { http, message }: Asked): Because {
  const place = row.about === 'message' ? at.replace(/^(body|line)/, `${http ? 'body' : 'line'}${message.at}`) : at;
  return { rule: row.id as SituationId, fact: row.fact, level: FACTS[row.fact].level, at: place, text };
}

function openText(verdicts: readonly Verdict[], { server }: Asked): string | undefined {
  const { row } = verdicts.find((verdict) => isOpen(verdict.row, server)) ?? {};
  if (!row) return undefined;
  if (row.open === 'status') return `The text names no status for this; ${row.status} is a habit.`;
  if (row.open === 'code')
    return `The text names no error code for this; ${formatCode(ERROR_CODES[row.code!].code)} is a choice.`;
  if (row.does === 'silence') return 'The text does not say what to do; this server says nothing.';
  const code = row.code === undefined ? '' : ` error ${formatCode(ERROR_CODES[row.code].code)}`;
  const status = server.transport === 'stdio' ? '' : ` ${row.status}`;
  return `The text does not say what to answer; this server chooses${status}${status && code && ','}${code}.`;
}

/** A line has no status that could be open. */
function isOpen(row: Situation, { transport }: StrictServer): boolean {
  return row.open !== undefined && !(transport === 'stdio' && row.open === 'status');
}

function afterwards(server: StrictServer, { row, asked }: Verdict): StrictServer {
  const id =
    asked.message.kind === 'request' && row.about === 'message' && row.does === 'serve' ? asked.message.id : undefined;
  // Where ids are only taken in flight, the request is answered and its id free again, but for that of a subscription.
  const keepsId =
    id !== undefined && (mechanic('idIsTaken', server.revision).value === 'in-session' || row.serves === 'listen');
  const taken = keepsId ? { takenIds: [...server.takenIds, id] } : {};
  if (row.serves === 'initialize') return { ...server, ...opened(server), ...taken };
  if (row.serves === 'deleted')
    return { ...server, sessionIds: server.sessionIds.filter((known) => known !== sessionIdOf(asked)) };
  return keepsId ? { ...server, ...taken } : server;
}

function opened({ givesSessions, sessionIds, nextSessionId }: StrictServer): Partial<StrictServer> {
  if (!givesSessions || sessionIds.includes(nextSessionId)) return { isInitialized: true };
  return { isInitialized: true, sessionIds: [...sessionIds, nextSessionId] };
}

function sessionIdOf({ http }: Asked): string | undefined {
  return http?.headers.find((header) => header.name.toLowerCase() === 'mcp-session-id')?.value;
}
