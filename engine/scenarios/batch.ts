// Several requests in one array: legal in one revision only.
import { PROFILES } from '../protocol/revisions.ts';
import { RESOURCES, TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const batch: Scenario = {
  slug: 'batch',
  title: 'A batch',
  about: 'Two questions in one array, answered one by one.',
  revisions: ['2025-03-26'],
  transports: ['stdio', 'streamable-http'],
  profiles: PROFILES,
  revision: '2025-03-26',
  parameters: [latencyMs, rateBps],
  script: () => ({
    acts: [
      { act: 'open' },
      {
        act: 'batch',
        requests: [
          { act: 'request', method: 'tools/list', result: TOOLS },
          { act: 'request', method: 'resources/list', result: RESOURCES },
        ],
      },
    ],
  }),
};
