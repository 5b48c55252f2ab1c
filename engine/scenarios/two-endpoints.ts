// HTTP+SSE: one address to listen on, another to post to; and the same session on one endpoint.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { FOUND, TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import type { Scenario } from './scenario.ts';

export const twoEndpoints: Scenario = {
  slug: 'two-endpoints',
  title: 'Two endpoints',
  about:
    'A session on HTTP+SSE: the stream hands out the address for the POSTs, every answer comes on the stream. Later revisions need one address.',
  revisions: REVISIONS,
  transports: ['http+sse', 'streamable-http'],
  profiles: PROFILES,
  revision: '2024-11-05',
  parameters: [latencyMs, rateBps],
  script: () => ({
    acts: [
      { act: 'open' },
      { act: 'request', method: 'tools/list', result: TOOLS },
      {
        act: 'request',
        method: 'tools/call',
        params: { name: 'docs_search', arguments: { query: 'sse resumption' } },
        result: FOUND,
      },
      deepSearch(3, 200),
      { act: 'leave' },
    ],
  }),
};
