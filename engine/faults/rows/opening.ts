// How a session opens: the handshake, and how a client finds out what kind of server it has.
import { kindOf, type Message, type Request, type Result } from '../../protocol/messages.ts';
import { errorMessage } from '../../protocol/session.ts';
import type { FaultRow } from '../fault.ts';
import { oneOf } from '../row-parameters.ts';

const ANY = ['stdio', 'http+sse', 'streamable-http'] as const;
const common = { transports: ANY, consequences: [], parameters: [] } as const;
/** One of the codes that a client knows a modern server by. */
const MODERN_ERROR = -32022;

const methodOf = (message: Message | undefined): string | undefined =>
  message && 'method' in message ? message.method : undefined;

export const OPENING_FAULTS: readonly FaultRow[] = [
  {
    ...common,
    slug: 'no-initialized',
    title: 'The handshake stays half',
    about: 'The client does not send notifications/initialized and goes on.',
    until: '2025-11-25',
    party: 'client',
    fires: [{ rule: 'init.initialized' }],
    consequences: ['init.early-client', 'init.early-server'],
    pains: [],
    make: () => ({
      says: ({ message }) => (methodOf(message) === 'notifications/initialized' ? [] : undefined),
    }),
  },
  {
    ...common,
    slug: 'no-client-info',
    title: 'initialize does not say who asks',
    about: 'The client leaves clientInfo out of initialize.',
    until: '2025-11-25',
    party: 'client',
    fires: [{ rule: 'init.params' }],
    pains: [],
    make: () => ({
      refusedAs: ['params-wrong'],
      says({ message }) {
        if (methodOf(message) !== 'initialize') return undefined;
        const { clientInfo: _left, ...params } = (message as Request).params!;
        return [{ ...(message as Request), params }];
      },
    }),
  },
  {
    ...common,
    slug: 'no-server-info',
    title: 'initialize is answered in part',
    about: 'The server leaves serverInfo out of its answer to initialize; the client cannot read it.',
    until: '2025-11-25',
    party: 'server',
    fires: [{ rule: 'init.result' }],
    pains: [],
    make: () => ({
      says({ how, message, request }, rig) {
        if (how !== 'respond' || request?.method !== 'initialize') return undefined;
        const { serverInfo: _left, ...result } = (message as Result).result;
        return [rig.unread({ ...message, result } as Message)];
      },
    }),
  },
  {
    ...common,
    transports: ['stdio', 'streamable-http'],
    slug: 'fallback-by-code',
    title: 'The way back hangs on one error code',
    about:
      'A legacy server refuses the probe with another code than -32601; the client, which falls back on that one only, stays modern, and every call is refused.',
    parameters: [oneOf('code', 'code', ['-32602', '-32600', '-32000'], 'What the server answers instead.')],
    since: '2026-07-28',
    party: 'client',
    fires: [{ rule: 'stdio.no-fallback', transport: 'stdio' }],
    consequences: ['stdio.fallback-decision'],
    pains: [5],
    make: ({ code }) => ({
      says({ how, message, request }, rig) {
        if (how !== 'refuse' || request?.method !== 'server/discover' || kindOf(message) !== 'error') return undefined;
        const { error } = message as { readonly error: { readonly code: number } };
        if (error.code !== -32601 && error.code !== -32000) return undefined;
        const answered = errorMessage(request.id, Number(code), 'Bad Request: Server not initialized');
        return [rig.heardAs(answered, errorMessage(request.id, MODERN_ERROR, 'as a modern server says'))];
      },
      refused: ({ message, ...refusal }, _id, _entry, rig) => ({
        ...refusal,
        ...(message && { message: rig.heard(message) }),
      }),
    }),
  },
];
