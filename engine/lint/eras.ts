// Which revision judges a message or an exchange, and why: what it says of itself, else what was agreed on, else a guess.
import type { Headers } from '../capture/formats/record.ts';
import { METHODS } from '../protocol/methods.ts';
import { REVISIONS, type Revision } from '../protocol/revisions.ts';
import { type Judged, type LintTransport, type Said } from './model.ts';

export const MODERN: Revision = '2026-07-28';
export const LAST_LEGACY: Revision = '2025-11-25';
const FIRST_HTTP: Revision = '2025-03-26';
const FIRST: Revision = '2024-11-05';

export const META = 'io.modelcontextprotocol/';
export const META_VERSION = `${META}protocolVersion`;
export const META_SUBSCRIPTION = `${META}subscriptionId`;

export const isModern = (revision: Revision): boolean => revision >= MODERN;

const PUBLISHED: ReadonlySet<string> = new Set(REVISIONS);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The revision that a version names: itself, or for one that is not published the last one before it. */
export function revisionNamed(version: unknown): Revision | undefined {
  if (typeof version !== 'string') return undefined;
  if (PUBLISHED.has(version)) return version as Revision;
  if (!DATE.test(version)) return undefined;
  return REVISIONS.findLast((revision) => revision <= version);
}

/** Methods that exist in one era alone. */
const ERA_OF_METHOD: ReadonlyMap<string, 'legacy' | 'modern'> = new Map(
  [...new Set(METHODS.map(({ method }) => method))].flatMap((method): [string, 'legacy' | 'modern'][] => {
    const rows = METHODS.filter((row) => row.method === method);
    if (rows.every(({ since }) => since === MODERN)) return [[method, 'modern']];
    if (rows.every(({ until }) => until !== undefined && until < MODERN)) return [[method, 'legacy']];
    return [];
  }),
);

/** What may be known before a message is judged. */
export interface Known {
  /** For all that does not show the other era. */
  readonly given: Revision | undefined;
  /** Where nothing names a version; the newest with a handshake if absent. */
  readonly assumed: Revision | undefined;
  /** What the request is judged by, on whose exchange it comes. */
  readonly exchange: Judged | undefined;
  readonly negotiated: Revision | undefined;
  /** What the messages of the same sender and connection were judged by last. */
  readonly before: Judged | undefined;
  readonly headers: Headers | undefined;
  readonly transport: LintTransport;
}

/** What a message says of itself. */
export type Parts = Pick<Said, 'method' | 'params' | 'meta' | 'result'>;

/** Judges a message by itself and by what is known. */
export function judge(parts: Parts, known: Known): Judged {
  const byItself = judgeByItself(parts, known);
  if (byItself) return within(byItself, known);
  const byOthers = judgeExchange(known);
  if (byOthers.because !== NOTHING_NAMED || !isModern(byOthers.revision)) return byOthers;
  const { method } = parts;
  if (method === undefined || ERA_OF_METHOD.get(method) !== 'legacy') return byOthers;
  return within({ revision: LAST_LEGACY, because: `it is the last one with ${method}` }, known);
}

function judgeByItself({ method, params, meta, result }: Parts, { negotiated }: Known): Judged | undefined {
  if (method === 'initialize') {
    const asked = revisionNamed(params?.['protocolVersion']);
    const revision = asked === undefined || isModern(asked) ? LAST_LEGACY : asked;
    return { revision, because: 'initialize asks for it' };
  }
  const named = meta && revisionNamed(meta[META_VERSION]);
  if (named !== undefined && isModern(named)) return { revision: named, because: '_meta names it' };
  if (meta && Object.hasOwn(meta, META_SUBSCRIPTION))
    return { revision: MODERN, because: 'only it has subscription ids' };
  if (typeof result?.['resultType'] === 'string') return { revision: MODERN, because: 'only it has a resultType' };
  if (negotiated === undefined && method !== undefined && ERA_OF_METHOD.get(method) === 'modern')
    return { revision: MODERN, because: `only it has ${method}` };
  return undefined;
}

const NOTHING_NAMED = 'nothing names a version';
const NO_HEADER = 'no header names a version, so this one is assumed';

/** Judges what has no message of its own: a GET, a DELETE, a line that is no message. */
export function judgeExchange(known: Known): Judged {
  const { negotiated, headers, before, transport, exchange, assumed } = known;
  if (exchange) return { revision: exchange.revision, because: exchange.because };
  if (transport === 'http+sse')
    return within({ revision: negotiated ?? FIRST, because: 'HTTP+SSE belongs to it' }, known);
  const named = headers && revisionNamed(headers.textOf('mcp-protocol-version'));
  if (named !== undefined && isModern(named) && negotiated === undefined)
    return within({ revision: named, because: 'the header names it' }, known);
  if (negotiated !== undefined) return within({ revision: negotiated, because: 'initialize agreed on it' }, known);
  if (named !== undefined) return within({ revision: named, because: 'the header names it' }, known);
  if (headers?.has('mcp-method')) return within({ revision: MODERN, because: 'only it has Mcp-Method' }, known);
  if (before) return within({ revision: before.revision, because: before.because }, known);
  if (headers && transport === 'http' && headers.length > 0)
    return within({ revision: FIRST_HTTP, because: NO_HEADER }, known);
  return within({ revision: assumed ?? LAST_LEGACY, because: NOTHING_NAMED }, known);
}

/** A revision that is given holds for all of its era; what shows that it is of the other era is judged as that. */
function within(judged: Judged, { given }: Known): Judged {
  if (given === undefined || given === judged.revision) return judged;
  const isGuess = judged.because === NOTHING_NAMED || judged.because === NO_HEADER;
  if (!isGuess && isModern(given) !== isModern(judged.revision)) return judged;
  return { revision: given, because: 'it was given' };
}
