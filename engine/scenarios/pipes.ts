// A process from its first line to its last: both pipes busy at once.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { DOCUMENT, TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import type { Scenario } from './scenario.ts';

export const pipes: Scenario = {
  slug: 'pipes',
  title: 'Three pipes',
  about:
    'A server process: it opens, works on a long search, answers other requests meanwhile, and ends when its input ends.',
  revisions: REVISIONS,
  transports: ['stdio'],
  profiles: PROFILES,
  parameters: [
    { ...latencyMs, default: 1 },
    { ...rateBps, default: 100_000_000 },
  ],
  script: () => ({
    acts: [
      { act: 'open' },
      { act: 'request', method: 'tools/list', result: TOOLS },
      { ...deepSearch(4, 150), inBackground: true },
      { act: 'pause', ms: 200 },
      { act: 'request', method: 'tools/call', params: { name: 'open_doc', arguments: { id: '42' } }, result: DOCUMENT },
      { act: 'join' },
      { act: 'leave' },
    ],
  }),
};
