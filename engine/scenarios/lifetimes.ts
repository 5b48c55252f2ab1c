// A working day of a host with several servers: sessions that last for hours, exchanges that last for milliseconds.
// A run is the day of one of the servers; a figure takes one for each.
import { REVISIONS } from '../protocol/revisions.ts';
import { FOUND, TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

const HOUR_MS = 3_600_000;

/** How long the host runs if nobody says otherwise, ms. */
export const DAY_MS = 8 * HOUR_MS;

/** What a call takes the server, ms. */
const WORK_MS = 120;

/** The tool of each server; a host puts them all into one list. */
export const DAY_SERVERS: readonly { readonly name: string; readonly tool: string }[] = [
  { name: 'acme-search', tool: 'docs_search' },
  { name: 'acme-issues', tool: 'issues_find' },
  { name: 'acme-chat', tool: 'chat_post' },
];

export const lifetimes: Scenario = {
  slug: 'lifetimes',
  title: 'A day of a host',
  about: 'A host runs for hours and calls several servers now and then: how long each thing lasts.',
  revisions: REVISIONS.slice(1, 4),
  transports: ['streamable-http'],
  profiles: ['minimal'],
  parameters: [
    {
      kind: 'choice',
      name: 'connect',
      label: 'the host connects',
      default: 'eager',
      options: [
        { value: 'eager', label: 'when it starts' },
        { value: 'lazy', label: 'at the first call' },
      ],
      about: 'When the host opens a session: to all servers at once, or to each when it first needs it.',
    },
    {
      kind: 'number',
      name: 'calls',
      label: 'calls',
      unit: 'count',
      default: 5,
      min: 1,
      max: 12,
      step: 1,
      about: 'How many tools are called over the day, spread evenly, by turns.',
    },
    {
      kind: 'number',
      name: 'servers',
      label: 'servers',
      unit: 'count',
      default: 3,
      min: 1,
      max: 3,
      step: 1,
      about: 'How many servers the host is configured with.',
    },
    {
      kind: 'number',
      name: 'server',
      label: 'server',
      unit: 'count',
      default: 1,
      min: 1,
      max: { parameter: 'servers', times: 1 },
      step: 1,
      about: 'Whose day it is, by its place in the configuration.',
    },
    {
      kind: 'number',
      name: 'dayMs',
      label: 'host runs',
      unit: 'ms',
      default: DAY_MS,
      min: 100,
      max: 24 * HOUR_MS,
      stops: [HOUR_MS, 4 * HOUR_MS, DAY_MS, 24 * HOUR_MS],
      about: 'How long the host runs.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ connect, calls, servers, server, dayMs }) => {
    const endMs = Number(dayMs);
    const times = Array.from({ length: Number(calls) }, (_, i) => ((i + 1) * endMs) / (Number(calls) + 1));
    const own = times.filter((_, i) => i % Number(servers) === Number(server) - 1);
    const { tool } = DAY_SERVERS[Number(server) - 1]!;
    const firstMs = connect === 'eager' ? 0 : (own[0] ?? endMs);
    // Who is never needed is never connected.
    if (firstMs === endMs) return { acts: [{ act: 'pause', ms: endMs }] };
    const call = (atMs: number, i: number) =>
      [
        { act: 'pause', ms: atMs - (own[i - 1] ?? firstMs) },
        {
          act: 'request',
          method: 'tools/call',
          params: { name: tool, arguments: { query: 'sse resumption' } },
          result: FOUND,
          handler: [{ do: 'work', ms: WORK_MS, step: 1, of: 1 }],
        },
      ] as const;
    return {
      acts: [
        { act: 'pause', ms: firstMs },
        { act: 'open' },
        { act: 'request', method: 'tools/list', result: TOOLS },
        ...own.flatMap(call),
        { act: 'pause', ms: endMs - (own.at(-1) ?? firstMs) },
        { act: 'leave' },
      ],
    };
  },
};
