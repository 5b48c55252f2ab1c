// The server asks the client in the middle of a call: forward id 10, reverse id 42.
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { PUBLISHED, questionIn } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const reverseCall: Scenario = {
  slug: 'reverse-call',
  title: 'The server asks back',
  about:
    'A tool call needs something of the client before it can go on. Where servers send requests, request 42 runs inside request 10.',
  revisions: REVISIONS,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'thinkMs',
      label: 'the client thinks',
      unit: 'ms',
      default: 800,
      min: 0,
      max: 10_000,
      stops: [0, 200, 400, 800, 1600, 3000, 10_000],
      about: 'How long the client takes to answer.',
    },
    {
      kind: 'number',
      name: 'cancelAfterMs',
      label: 'cancel after',
      unit: 'ms',
      default: Infinity,
      min: 1,
      max: Infinity,
      stops: [200, 400, 800, 1600, Infinity],
      about: 'When the client gives up the call; infinite: never.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ thinkMs, cancelAfterMs }, revision) => {
    const ask = questionIn(revision);
    return {
      firstId: 10,
      firstServerId: 42,
      acts: [
        {
          act: 'request',
          method: 'tools/call',
          params: { name: 'publish', arguments: { id: '42' } },
          capabilities: { elicitation: { form: {} }, sampling: {} },
          result: PUBLISHED,
          handler: [{ do: 'ask', ...ask, answerAfterMs: Number(thinkMs) }],
          ...(Number.isFinite(cancelAfterMs) && {
            cancelAfterMs: Number(cancelAfterMs),
            cancelReason: 'the user closed the window',
          }),
        },
      ],
    };
  },
};
