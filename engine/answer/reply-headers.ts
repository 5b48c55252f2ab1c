// The headers that an answer needs for what it says: type, session, what is allowed, how to authorize. Decides nothing.
import { holdsIn, type Validity } from '../protocol/revisions.ts';
import type { Header } from '../wire/http.ts';
import type { Asked } from './asked.ts';
import type { Situation } from './situation.ts';

const UNBUFFERED: Header & Validity = {
  since: '2026-07-28',
  name: 'X-Accel-Buffering',
  value: 'no',
  fact: 'sse.no-buffering',
};

/** Content-Type, and what goes with a stream or with the beginning of a session. */
export function typeHeaders(mode: 'json' | 'event-stream', { server }: Asked, row: Situation): readonly Header[] {
  const isStream = mode === 'event-stream';
  const type: Header = isStream
    ? { name: 'Content-Type', value: 'text/event-stream', fact: 'http.reply' }
    : { name: 'Content-Type', value: 'application/json', fact: 'http.reply' };
  const session: Header = { name: 'Mcp-Session-Id', value: server.nextSessionId, fact: 'http.session-start' };
  return [
    type,
    ...(isStream && holdsIn(UNBUFFERED, server.revision) ? [UNBUFFERED] : []),
    ...(row.serves === 'initialize' && server.givesSessions ? [session] : []),
  ];
}

export function allowedVerbs({ server, http }: Asked): Header {
  return { name: 'Allow', value: verbsOf(server, http?.path).join(', '), fact: 'http.allowed-methods' };
}

interface Verb extends Validity {
  readonly verb: string;
  isOffered(server: Asked['server']): boolean;
}

const VERBS: readonly Verb[] = [
  { verb: 'POST', isOffered: () => true },
  { verb: 'GET', until: '2025-11-25', isOffered: ({ offersGet }) => offersGet },
  {
    verb: 'DELETE',
    until: '2025-11-25',
    isOffered: ({ offersDelete, givesSessions }) => offersDelete && givesSessions,
  },
];

function verbsOf(server: Asked['server'], path: string | undefined): readonly string[] {
  if (server.transport === 'http+sse') return path === server.path ? ['GET'] : ['POST'];
  return VERBS.filter((row) => holdsIn(row, server.revision) && row.isOffered(server)).map(({ verb }) => verb);
}

export function challenge({ server }: Asked, status: number): Header {
  const { scope = '', metadata = '' } = server.authorization ?? {};
  const error = status === 403 ? 'error="insufficient_scope", ' : '';
  const value = `Bearer ${error}scope="${scope}", resource_metadata="${metadata}"`;
  return { name: 'WWW-Authenticate', value, fact: status === 403 ? 'auth.scope' : 'auth.token' };
}
