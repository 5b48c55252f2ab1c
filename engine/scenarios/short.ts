// A short session: open, look around, call two tools, read a resource and a prompt, ping.
import { mechanic } from '../protocol/mechanics.ts';
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { DOCUMENT, FOUND, PAGE, PROMPT, RESOURCES, TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const short: Scenario = {
  slug: 'short',
  title: 'Short session',
  about: 'A session of small requests: lists, two tool calls, a resource, a prompt; a ping where the revision has one.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [latencyMs, rateBps],
  script: (_values, revision) => ({
    acts: [
      { act: 'open' },
      { act: 'request', method: 'tools/list', result: TOOLS },
      {
        act: 'request',
        method: 'tools/call',
        params: { name: 'docs_search', arguments: { query: 'sse resumption' } },
        result: FOUND,
      },
      { act: 'request', method: 'tools/call', params: { name: 'open_doc', arguments: { id: '42' } }, result: DOCUMENT },
      { act: 'request', method: 'resources/list', result: RESOURCES },
      { act: 'request', method: 'resources/read', params: { uri: 'docs://guide/transports' }, result: PAGE },
      {
        act: 'request',
        method: 'prompts/get',
        params: { name: 'compare', arguments: { topic: 'transports' } },
        result: PROMPT,
      },
      // ping belongs to the revisions with a handshake
      ...(mechanic('handshake', revision).value ? [{ act: 'request', method: 'ping', result: {} } as const] : []),
    ],
  }),
};
