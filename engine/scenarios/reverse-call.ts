// The server asks the client in the middle of a call: forward id 10, reverse id 42.
import { mechanic } from '../protocol/mechanics.ts';
import { PROFILES, REVISIONS, TRANSPORTS } from '../protocol/revisions.ts';
import { PUBLISHED, questionIn } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Act, RequestAct, Scenario } from './scenario.ts';

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
    {
      kind: 'choice',
      name: 'where',
      label: 'the server asks',
      default: 'inside',
      options: [
        { value: 'inside', label: 'inside the call' },
        { value: 'stream', label: 'after it' },
        { value: 'nowhere', label: 'after it, no GET stream' },
      ],
      about:
        'Whether the question belongs to the call that is being worked on; outside of any call it needs a way of its own to the client.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ thinkMs, cancelAfterMs, where }, revision, transport) => {
    const ask = questionIn(revision);
    const call: RequestAct = {
      act: 'request',
      method: 'tools/call',
      params: { name: 'publish', arguments: { id: '42' } },
      capabilities: { elicitation: { form: {} }, sampling: {} },
      result: PUBLISHED,
    };
    if (where !== 'inside') {
      const mayAsk = mechanic('serverAsks', revision, transport).value === 'request';
      const push: Act = {
        act: 'push',
        method: ask.method,
        params: ask.params,
        asks: { id: 42, answer: ask.answer, answerAfterMs: Number(thinkMs) },
      };
      return {
        firstId: 10,
        acts: [
          ...(where === 'stream' ? [{ act: 'open-stream' } as const] : []),
          { ...call, handler: [{ do: 'work', ms: 200, step: 1, of: 1 }] },
          { act: 'pause', ms: 200 },
          ...(mayAsk ? [push] : []),
        ],
      };
    }
    return {
      firstId: 10,
      firstServerId: 42,
      acts: [
        {
          ...call,
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
