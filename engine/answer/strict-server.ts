// The server that answers: what it speaks, holds and knows at the moment of a request. The default is acme-search, with
// its session open. Knows nothing of requests.
import type { SpecRevision } from '../protocol/facts.ts';
import type { JsonObject, RequestId } from '../protocol/messages.ts';
import { mechanic } from '../protocol/mechanics.ts';
import { EXAMPLE } from '../protocol/session.ts';
import { RESOURCES, TOOLS } from '../scenarios/acme-search.ts';

/** Ways a request may come in, and the revisions that know them; HTTP+SSE stays usable beside the newer transport. */
export const ANSWERING = {
  stdio: { since: '2024-11-05' },
  'http+sse': { since: '2024-11-05', until: '2025-11-25' },
  'streamable-http': { since: '2025-03-26' },
} as const satisfies Readonly<Record<string, { readonly since: SpecRevision; readonly until?: SpecRevision }>>;

export type AnsweringTransport = keyof typeof ANSWERING;

export interface StrictTool {
  readonly name: string;
  readonly inputSchema?: JsonObject;
  /** Client capabilities that a call cannot do without (2026-07-28). */
  readonly needs?: JsonObject;
  /** What a call asks the user or the model before it has a result (2026-07-28), and the state that comes back with it. */
  readonly asks?: { readonly inputRequests: JsonObject; readonly requestState?: string };
}

export interface StrictPrompt {
  readonly name: string;
  readonly required?: readonly string[];
}

/** What opens the door: each token with what it may do, and what this server asks for. */
export interface Authorization {
  readonly tokens: Readonly<Record<string, readonly string[]>>;
  readonly scope: string;
  readonly metadata: string;
}

export interface StrictServer {
  readonly revision: SpecRevision;
  readonly transport: AnsweringTransport;
  /** Versions that it speaks; `revision` is its newest, and the one in use. */
  readonly versions: readonly SpecRevision[];
  /** Where it listens: all messages, or with HTTP+SSE the event stream; `postPath` is what its endpoint event gives out. */
  readonly path: string;
  readonly postPath: string;
  readonly origins: readonly string[];
  readonly authorization?: Authorization;

  /** stdio and HTTP+SSE: whether this connection has had its initialize. */
  readonly isInitialized: boolean;
  /** Streamable HTTP: whether it hands out session ids, those alive, and the next that it would give. */
  readonly givesSessions: boolean;
  readonly sessionIds: readonly string[];
  readonly nextSessionId: string;
  readonly offersGet: boolean;
  readonly offersDelete: boolean;
  /** Event ids that it could replay from; none where it keeps no events. */
  readonly keepsEvents: boolean;
  readonly eventIds: readonly string[];
  /** How it carries the answer to a request, where it has the choice. */
  readonly replies: 'json' | 'event-stream';
  /** Request ids of this client that may not come again: used in the session, or from 2026-07-28 still in flight. */
  readonly takenIds: readonly RequestId[];

  readonly capabilities: JsonObject;
  readonly tools: readonly StrictTool[];
  readonly resources: readonly string[];
  readonly prompts: readonly StrictPrompt[];
  readonly taskIds: readonly string[];
}

const REVISIONS_OF_SPEC: readonly SpecRevision[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
];
const DEEP_SEARCH: StrictTool = {
  name: 'deep_search',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

/** A server with the given traits, acme-search where nothing is given. */
export function strictServer(given: Partial<StrictServer> = {}): StrictServer {
  const { revision = '2025-11-25', transport = 'streamable-http' } = given;
  const span: { readonly since: SpecRevision; readonly until?: SpecRevision } = ANSWERING[transport];
  if (revision < span.since || revision > (span.until ?? revision)) {
    const allowed = REVISIONS_OF_SPEC.filter((r) => r >= span.since && r <= (span.until ?? r));
    throw new RangeError(`${transport} is not a transport of ${revision}; it is one of ${allowed.join(', ')}.`);
  }
  const isLegacy = mechanic('handshake', revision).value;
  return {
    revision,
    transport,
    versions: isLegacy ? REVISIONS_OF_SPEC.filter((r) => r <= revision) : [revision],
    path: transport === 'http+sse' ? '/sse' : EXAMPLE.path,
    postPath: `/messages?session=${EXAMPLE.sessionId}`,
    origins: [`https://${EXAMPLE.host}`],
    isInitialized: true,
    givesSessions: isLegacy && transport === 'streamable-http',
    sessionIds: [EXAMPLE.sessionId],
    nextSessionId: EXAMPLE.sessionId,
    offersGet: true,
    offersDelete: true,
    keepsEvents: false,
    eventIds: [],
    replies: 'json',
    takenIds: [],
    capabilities: EXAMPLE.serverCapabilities,
    tools: [...(TOOLS['tools'] as unknown as readonly StrictTool[]), DEEP_SEARCH],
    resources: (RESOURCES['resources'] as unknown as readonly { readonly uri: string }[]).map(({ uri }) => uri),
    prompts: [{ name: 'compare', required: ['topic'] }],
    taskIds: [],
    ...given,
  };
}
