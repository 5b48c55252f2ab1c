// The headers that an answer needs for what it says: type, session, what is allowed, how to authorize. Decides nothing.
import type { Header } from '../wire/http.ts';
import type { Asked } from './asked.ts';
import type { Situation } from './situation.ts';

/** Content-Type, and what goes with a stream or with the beginning of a session. */
export function typeHeaders(mode: 'json' | 'event-stream', { server }: Asked, row: Situation): readonly Header[] {
  const isStream = mode === 'event-stream';
  const type: Header = isStream
    ? { name: 'Content-Type', value: 'text/event-stream', fact: 'http.reply' }
    : { name: 'Content-Type', value: 'application/json', fact: 'http.reply' };
  const unbuffered: Header = { name: 'X-Accel-Buffering', value: 'no', fact: 'sse.no-buffering' };
  const session: Header = { name: 'Mcp-Session-Id', value: server.nextSessionId, fact: 'http.session-start' };
  return [
    type,
    ...(isStream && server.revision >= '2026-07-28' ? [unbuffered] : []),
    ...(row.serves === 'initialize' && server.givesSessions ? [session] : []),
  ];
}

export function allowedVerbs({ server, http }: Asked): Header {
  return { name: 'Allow', value: verbsOf(server, http?.path).join(', '), fact: 'http.allowed-methods' };
}

function verbsOf(server: Asked['server'], path: string | undefined): readonly string[] {
  if (server.transport === 'http+sse') return path === server.path ? ['GET'] : ['POST'];
  if (server.revision >= '2026-07-28') return ['POST'];
  const mayDelete = server.offersDelete && server.givesSessions;
  return ['POST', ...(server.offersGet ? ['GET'] : []), ...(mayDelete ? ['DELETE'] : [])];
}

export function challenge({ server }: Asked, status: number): Header {
  const { scope = '', metadata = '' } = server.authorization ?? {};
  const error = status === 403 ? 'error="insufficient_scope", ' : '';
  const value = `Bearer ${error}scope="${scope}", resource_metadata="${metadata}"`;
  return { name: 'WWW-Authenticate', value, fact: status === 403 ? 'auth.scope' : 'auth.token' };
}
