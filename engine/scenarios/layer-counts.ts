// The worked example of chapter 1: one session, five HTTP requests, four events, ten messages.
import { REVISIONS } from '../protocol/revisions.ts';
import { TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import { deepSearch } from './deep-search.ts';
import type { Scenario } from './scenario.ts';

export const layerCounts: Scenario = {
  slug: 'layer-counts',
  title: 'What counts as one',
  about:
    'Open, list the tools, open the standing stream, call a tool that reports as it works; meanwhile the server tells of a change.',
  // Sessions, the standing stream and event ids together.
  revisions: REVISIONS.slice(1, 4),
  transports: ['streamable-http'],
  profiles: ['minimal'],
  revision: '2025-06-18',
  parameters: [
    {
      kind: 'number',
      name: 'reports',
      label: 'reports',
      unit: 'count',
      default: 2,
      min: 0,
      max: 6,
      step: 1,
      about: 'How often the tool reports progress before its result; without a report the answer is one JSON body.',
    },
    latencyMs,
    { ...rateBps, default: Infinity },
  ],
  script: ({ reports }) => ({
    keepsEvents: true,
    acts: [
      { act: 'open' },
      { act: 'pause', ms: 100 },
      { act: 'request', method: 'tools/list', result: TOOLS },
      { act: 'open-stream' },
      { act: 'pause', ms: 200 },
      // Gaps between ids are fine: the fourth request of this client is number 7.
      {
        ...deepSearch(Math.max(1, Number(reports)), 600 / Math.max(1, Number(reports))),
        wantsProgress: Number(reports) > 0,
        id: 7,
        inBackground: true,
      },
      { act: 'pause', ms: 450 },
      { act: 'push', method: 'notifications/tools/list_changed' },
      { act: 'join' },
    ],
  }),
};
