// What acme-search answers: the content of the running example, the same in every revision.
import type { JsonObject } from '../protocol/messages.ts';
import { holdsIn, type Revision } from '../protocol/revisions.ts';
import { ELICITATION } from '../protocol/session.ts';
import type { HandlerStep } from './scenario.ts';

/** The result of tools/list. */
export const TOOLS: JsonObject = {
  tools: [
    {
      name: 'docs_search',
      description: 'Full-text search over the product documentation.',
      inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    },
    {
      name: 'open_doc',
      description: 'Open one document by its id.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
  ],
};

/** The result of tools/list where a search can be asked for a region, and wants it repeated in a header (2026-07-28). */
export const REGION_TOOLS: JsonObject = {
  tools: [
    {
      name: 'docs_search',
      description: 'Full-text search over the product documentation.',
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string' }, region: { type: 'string', 'x-mcp-header': 'Region' } },
        required: ['query'],
      },
    },
  ],
};

/** The result of tools/call. */
export const FOUND: JsonObject = {
  content: [
    {
      type: 'text',
      text: 'Three matches. [42] Resuming a broken event stream: how a client asks again with the last event id that it has seen, and what the server must keep for it. [57] Progress notifications: tokens, totals and the order in which they may arrive. [63] Choosing between a JSON body and an event stream: when a server upgrades the answer to one request. The first match fits the question best, since it describes both the reconnect and the replay. Open it by its id to read the whole page, or narrow the search down.',
    },
  ],
  isError: false,
};

/** The result of tools/call. */
export const DOCUMENT: JsonObject = {
  content: [
    {
      type: 'text',
      text: 'Resuming a broken event stream. Every event that a server sends on a stream may carry an id. A client that loses the connection opens a new one with GET and names the last id that it saw in the Last-Event-ID header. The server then replays the events of that same stream that came after the id, and only those. Work goes on in the meantime: a lost connection is not a cancelled request. A server that keeps no events cannot replay them, so this is optional; a client finds out by looking for ids on the events. The newest revision has dropped the mechanism: there, a broken stream loses the request, and the client sends it again under a new id.',
    },
  ],
  isError: false,
};

/** The result of resources/list. */
export const RESOURCES: JsonObject = {
  resources: [{ uri: 'docs://guide/transports', name: 'transports', mimeType: 'text/markdown' }],
};

/** The result of resources/read. */
export const PAGE: JsonObject = {
  contents: [
    {
      uri: 'docs://guide/transports',
      mimeType: 'text/markdown',
      text: '# Transports\n\nTwo transports carry the same messages. With stdio the client starts the server as a child process and both sides write one JSON message per line. With Streamable HTTP each message from the client is a POST of its own, and the server answers with one JSON body or with a stream of events. Pick stdio for a tool on the same machine, and HTTP for everything that several people share. Nothing in a message tells which transport carried it.',
    },
  ],
};

/** The result of prompts/get. */
export const PROMPT: JsonObject = {
  messages: [
    {
      role: 'user',
      content: {
        type: 'text',
        text: 'Compare stdio with Streamable HTTP for a local tool. Name one cost and one benefit of each, in two sentences.',
      },
    },
  ],
};

/** The result of publishing a document. */
export const PUBLISHED: JsonObject = {
  content: [{ type: 'text', text: 'Document 42 is published in the public edition.' }],
  isError: false,
};

type Question = Omit<Extract<HandlerStep, { readonly do: 'ask' }>, 'do' | 'answerAfterMs'>;

/** What the server asks the user before it publishes, and the answer. */
export const ASK_EDITION: Question = {
  key: 'edition',
  method: 'elicitation/create',
  params: {
    message: 'Which edition should document 42 go to?',
    requestedSchema: {
      type: 'object',
      properties: { edition: { type: 'string', enum: ['public', 'internal'] } },
      required: ['edition'],
    },
  },
  answer: { action: 'accept', content: { edition: 'public' } },
};

/** What the server asks the client's model for, where it cannot ask the user. */
const ASK_SUMMARY: Question = {
  key: 'summary',
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'Sum up document 42 in one sentence.' } }],
    maxTokens: 100,
  },
  answer: {
    role: 'assistant',
    content: { type: 'text', text: 'How a client asks for the rest of a broken stream.' },
    model: 'example-model',
    stopReason: 'endTurn',
  },
};

/** What the server asks in a revision: the user where it may, else the client's model. */
export function questionIn(revision: Revision): Question {
  return holdsIn(ELICITATION, revision) ? ASK_EDITION : ASK_SUMMARY;
}
