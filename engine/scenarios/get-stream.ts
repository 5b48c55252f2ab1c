// The stream that waits for what the server says unasked: idle, kept alive, used now and then.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Act, Scenario } from './scenario.ts';

/** A time in which nothing happens but comments. */
function idle(ms: number, keepAliveMs: number): readonly Act[] {
  const comments = Number.isFinite(keepAliveMs) ? Math.max(0, Math.ceil(ms / keepAliveMs) - 1) : 0;
  const kept = Array.from({ length: comments }, (): readonly Act[] => [
    { act: 'pause', ms: keepAliveMs },
    { act: 'keep-alive' },
  ]).flat();
  return [...kept, { act: 'pause', ms: comments === 0 ? ms : ms - comments * keepAliveMs }];
}

export const getStream: Scenario = {
  slug: 'get-stream',
  title: 'The standing stream',
  about: 'A stream that the client opens and leaves open. The server tells of changes when there are any.',
  revisions: REVISIONS.slice(1, 4),
  transports: ['streamable-http'],
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'idleMs',
      label: 'idle',
      unit: 'ms',
      default: 20_000,
      min: 0,
      max: 600_000,
      stops: [0, 1000, 5000, 20_000, 60_000, 125_000, 600_000],
      about: 'How long nothing happens between two changes.',
    },
    {
      kind: 'number',
      name: 'changes',
      label: 'changes',
      unit: 'count',
      default: 3,
      min: 1,
      max: 20,
      step: 1,
      about: 'How many changes the server tells.',
    },
    {
      kind: 'number',
      name: 'keepAliveMs',
      label: 'keep-alive',
      unit: 'ms',
      default: 15_000,
      min: 5000,
      max: Infinity,
      stops: [5000, 15_000, 30_000, 60_000, Infinity],
      about: 'How often the server sends a comment while nothing happens; infinite: never.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ idleMs, changes, keepAliveMs }) => ({
    keepsEvents: true,
    acts: [
      { act: 'open' },
      { act: 'open-stream' },
      { act: 'pause', ms: 200 },
      { act: 'request', method: 'resources/subscribe', params: { uri: 'docs://guide/transports' }, result: {} },
      ...Array.from({ length: Number(changes) }, () => [
        ...idle(Number(idleMs), Number(keepAliveMs)),
        { act: 'push', method: 'notifications/resources/updated', params: { uri: 'docs://guide/transports' } } as const,
      ]).flat(),
      { act: 'leave' },
    ],
  }),
};
