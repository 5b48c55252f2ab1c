// The same question to the user in both eras: a request of the server's, or a result that asks.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { ASK_EDITION, PUBLISHED } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const inputRequired: Scenario = {
  slug: 'input-required',
  title: 'A result that asks',
  about:
    'A tool call that cannot go on without an answer of the user: one call that waits, or two calls with a state between them.',
  revisions: REVISIONS.slice(2),
  transports: TRANSPORTS.filter((transport) => transport !== 'http+sse'),
  profiles: PROFILES,
  revision: '2026-07-28',
  parameters: [
    {
      kind: 'number',
      name: 'thinkMs',
      label: 'the user thinks',
      unit: 'ms',
      default: 5000,
      min: 0,
      max: 60_000,
      stops: [0, 500, 1000, 2000, 5000, 10_000, 60_000],
      about: 'How long the user takes to answer.',
    },
    {
      kind: 'number',
      name: 'workMs',
      label: 'work before',
      unit: 'ms',
      default: 300,
      min: 0,
      max: 10_000,
      stops: [0, 100, 300, 1000, 3000, 10_000],
      about: 'What the server does before it asks.',
    },
    {
      kind: 'choice',
      name: 'busy',
      label: 'server',
      default: 'no',
      options: [
        { value: 'no', label: 'has time' },
        { value: 'yes', label: 'is busy at first' },
      ],
      about: 'A busy server of 2026-07-28 answers with nothing but a state, and the client comes back at once.',
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'requestState',
      default: 'kept',
      options: [
        { value: 'kept', label: 'as it came' },
        { value: 'changed', label: 'tampered with' },
        { value: 'left-out', label: 'left out' },
      ],
      about: 'What the client gives back of the state that came with the question, the first time (2026-07-28).',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ thinkMs, workMs, busy, state }) => ({
    acts: [
      { act: 'open' },
      {
        act: 'request',
        method: 'tools/call',
        params: { name: 'publish', arguments: { id: '42' } },
        capabilities: { elicitation: { form: {} } },
        result: PUBLISHED,
        ...((state === 'changed' || state === 'left-out') && { state }),
        handler: [
          ...(busy === 'yes' ? [{ do: 'put-off' } as const] : []),
          { do: 'work', ms: Number(workMs), step: 1, of: 2 },
          { do: 'ask', ...ASK_EDITION, answerAfterMs: Number(thinkMs) },
          { do: 'work', ms: 100, step: 2, of: 2 },
        ],
      },
    ],
  }),
};
