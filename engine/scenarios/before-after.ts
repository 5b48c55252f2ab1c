// One tool call in two eras: all that it takes in the one, all that it takes in the other.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { FOUND } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const beforeAfter: Scenario = {
  slug: 'before-after',
  title: 'One call, two eras',
  about: 'A client that has never met the server makes one tool call and leaves.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [latencyMs, rateBps],
  script: () => ({
    acts: [
      { act: 'open' },
      {
        act: 'request',
        method: 'tools/call',
        params: { name: 'docs_search', arguments: { query: 'sse resumption' } },
        result: FOUND,
      },
      { act: 'leave' },
    ],
  }),
};
