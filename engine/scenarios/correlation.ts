// Many requests in flight, answered in another order than they were sent.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { seededRandom } from '../sim/random.ts';
import { FOUND, questionIn } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { RequestAct, Scenario } from './scenario.ts';

export const correlation: Scenario = {
  slug: 'correlation',
  title: 'Whose answer is this',
  about:
    'Several searches at once; each takes its own time, so the answers come in another order. The id says whose they are.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'requests',
      label: 'requests',
      unit: 'count',
      default: 6,
      min: 1,
      max: 40,
      step: 1,
      about: 'How many requests are in flight at once.',
    },
    {
      kind: 'number',
      name: 'jitterMs',
      label: 'jitter',
      unit: 'ms',
      default: 400,
      min: 0,
      max: 5000,
      stops: [0, 50, 100, 200, 400, 800, 1600, 5000],
      about: 'How much longer one request may take than another.',
    },
    {
      kind: 'number',
      name: 'seed',
      label: 'seed',
      unit: 'count',
      default: 7,
      min: 1,
      max: 999,
      step: 1,
      about: 'Which of the possible orders; the same seed, the same order.',
    },
    {
      kind: 'choice',
      name: 'asks',
      label: 'server asks too',
      default: 'no',
      options: [
        { value: 'no', label: 'no' },
        { value: 'yes', label: 'yes' },
      ],
      about: 'Whether the first search asks the client back, with a request whose id the server counts for itself.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ requests, jitterMs, seed, asks }, revision) => {
    const random = seededRandom(Number(seed));
    const search = (i: number): RequestAct => ({
      act: 'request',
      method: 'tools/call',
      params: { name: 'docs_search', arguments: { query: `question ${i + 1}` } },
      result: { ...FOUND, content: [{ type: 'text', text: `answer ${i + 1}` }] },
      handler: [
        ...(i === 0 && asks === 'yes' ? [{ do: 'ask', ...questionIn(revision), answerAfterMs: 120 } as const] : []),
        { do: 'work', ms: 20 + Math.round(random() * Number(jitterMs)), step: 1, of: 1 },
      ],
      ...(asks === 'yes' && { capabilities: { elicitation: { form: {} }, sampling: {} } }),
      inBackground: true,
    });
    return {
      // The same number as that of a request of the client's: ids are counted by each side for itself.
      firstServerId: 3,
      acts: [{ act: 'open' }, ...Array.from({ length: Number(requests) }, (_, i) => search(i)), { act: 'join' }],
    };
  },
};
