// One call whose answer is a stream, with the two things that break "one event, one message": a priming event and a comment.
import { DEEP } from './deep-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { HandlerStep, Scenario } from './scenario.ts';

const yesNo = [
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
];

export const layerZoom: Scenario = {
  slug: 'layer-zoom',
  title: 'Whose byte is this',
  about:
    'One call and the stream that answers it: every byte belongs to one layer, and not every event holds a message.',
  revisions: ['2025-11-25'],
  transports: ['streamable-http'],
  profiles: ['minimal'],
  parameters: [
    {
      kind: 'choice',
      name: 'keeps',
      label: 'server keeps events',
      default: 'yes',
      options: yesNo,
      about: 'A server that can replay events gives them ids, and begins with one that is empty (2025-11-25).',
    },
    {
      kind: 'choice',
      name: 'comment',
      label: 'keep-alive',
      default: 'yes',
      options: yesNo,
      about: 'Whether the server sends a comment while it works, so that nobody takes the stream for dead.',
    },
    latencyMs,
    { ...rateBps, default: Infinity },
  ],
  script: ({ keeps, comment }) => {
    const alive: HandlerStep = { do: 'keep-alive', afterMs: 100 };
    return {
      firstId: 7,
      keepsEvents: keeps === 'yes',
      acts: [
        {
          act: 'request',
          method: 'tools/call',
          params: { name: 'deep_search', arguments: { query: 'sse resumption' } },
          result: DEEP,
          wantsProgress: true,
          handler: [
            { do: 'work', ms: 300, step: 1, of: 2 },
            ...(comment === 'yes' ? [alive] : []),
            { do: 'work', ms: 300, step: 2, of: 2 },
          ],
        },
      ],
    };
  },
};
