// Looks at the handshake, the session and the version header of the revisions up to 2025-11-25, and at their streams.
import type { Asked } from '../asked.ts';
import { headerOf, quote, sayJson } from '../http-request.ts';
import type { SpecRevision } from '../../protocol/facts.ts';
import { found, type Look } from './finding.ts';

const header = ({ http }: Asked, name: string) => http && headerOf(http, name);
const isInitialize = ({ message }: Asked) => message.kind === 'request' && message.method === 'initialize';
const sessionId = (asked: Asked) => header(asked, 'Mcp-Session-Id');
const version = (asked: Asked) => header(asked, 'MCP-Protocol-Version');
const speaks = ({ server }: Asked, wanted: unknown) => server.versions.includes(wanted as SpecRevision);
const lastEventId = (asked: Asked) => (asked.http?.method === 'GET' ? header(asked, 'Last-Event-ID') : undefined);

export const SESSION = {
  sessionMissing: (asked) => {
    const isNeeded = asked.server.givesSessions && !isInitialize(asked);
    return found(
      isNeeded && sessionId(asked) === undefined,
      'Mcp-Session-Id',
      'The request does not say to which session it belongs.',
    );
  },
  sessionUnknown: (asked) => {
    const id = sessionId(asked);
    const isUnknown = asked.server.givesSessions && id !== undefined && !asked.server.sessionIds.includes(id);
    return found(isUnknown, 'Mcp-Session-Id', () => `No session ${quote(id!)} is open; it has ended, or never was.`);
  },
  sessionNotUsed: (asked) =>
    found(
      !asked.server.givesSessions && sessionId(asked) !== undefined,
      'Mcp-Session-Id',
      'This server keeps no sessions and does not read the session id.',
    ),
  initializeInSession: (asked) =>
    found(
      isInitialize(asked) && asked.server.givesSessions && sessionId(asked) !== undefined,
      'body method',
      'initialize comes inside a session that has had it.',
    ),
  initializeAgain: (asked) =>
    found(isInitialize(asked) && asked.server.isInitialized, 'body method', 'initialize comes a second time.'),
  /** A method that does not exist is none at any time: that is what a client hears that tries a newer revision first. */
  early: (asked) => {
    const { row, method } = asked.message;
    const isEarly = !asked.server.isInitialized && row !== undefined && method !== 'initialize' && method !== 'ping';
    return found(isEarly, 'body method', () => `${quote(method!)} comes before initialize.`);
  },

  versionHeaderUnknown: (asked) => {
    const value = version(asked);
    const text = () =>
      `MCP-Protocol-Version ${quote(value!)} is not spoken here; ${asked.server.versions.join(', ')} are.`;
    return found(value !== undefined && !speaks(asked, value), 'MCP-Protocol-Version', text);
  },
  versionKnown: (asked) => {
    const isMissing = !isInitialize(asked) && version(asked) === undefined && asked.server.givesSessions;
    return found(isMissing, 'MCP-Protocol-Version', 'The version header is missing; the session tells the version.');
  },
  versionAssumed: (asked) => {
    const isMissing = !isInitialize(asked) && version(asked) === undefined && !asked.server.givesSessions;
    return found(isMissing, 'MCP-Protocol-Version', 'The version header is missing; 2025-03-26 is assumed.');
  },

  replay: (asked) => {
    const id = lastEventId(asked);
    return found(
      id !== undefined && asked.server.keepsEvents && asked.server.eventIds.includes(id),
      'Last-Event-ID',
      () => `What came after event ${quote(id!)} is sent again.`,
    );
  },
  replayUnknown: (asked) => {
    const id = lastEventId(asked);
    return found(
      id !== undefined && asked.server.keepsEvents && !asked.server.eventIds.includes(id),
      'Last-Event-ID',
      () => `No event ${quote(id!)} is kept.`,
    );
  },
  replayNotOffered: (asked) =>
    found(
      lastEventId(asked) !== undefined && !asked.server.keepsEvents,
      'Last-Event-ID',
      'This server keeps no events.',
    ),

  initializeOtherVersion: (asked) => {
    const wanted = asked.message.params?.['protocolVersion'];
    return found(
      isInitialize(asked) && !speaks(asked, wanted),
      'body params.protocolVersion',
      () => `${sayJson(wanted)} is not spoken here; the answer offers ${asked.server.revision}.`,
    );
  },
  initialize: (asked) =>
    found(isInitialize(asked), 'body params.protocolVersion', 'Both sides speak the version that the client asks for.'),
} as const satisfies Readonly<Record<string, Look>>;
