// Every kind of client meets every kind of server.
import type { ClientEra, ServerEra } from '../protocol/lifecycle.ts';
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { TOOLS } from './acme-search.ts';
import { CLIENTS, FIRST, SERVERS } from './eras.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

const [OLDEST] = REVISIONS;

export const eraMatrix: Scenario = {
  slug: 'era-matrix',
  title: 'Client era by server era',
  about: 'How a legacy, a modern or a dual-era client opens a session with each kind of server, and what comes of it.',
  revisions: ['2026-07-28'],
  transports: ['stdio', 'streamable-http'],
  profiles: PROFILES,
  parameters: [
    {
      kind: 'choice',
      name: 'client',
      label: 'client',
      default: 'dual',
      options: CLIENTS,
      about: 'Which kinds of revision the client speaks.',
    },
    {
      kind: 'choice',
      name: 'server',
      label: 'server',
      default: 'legacy',
      options: [...SERVERS, FIRST],
      about: 'Which kinds of revision the server speaks; one of 2024-11-05 has only HTTP+SSE over HTTP.',
    },
    {
      kind: 'number',
      name: 'probeTimeoutMs',
      label: 'probe waits',
      unit: 'ms',
      default: 2000,
      min: 1,
      max: 60_000,
      stops: [200, 500, 1000, 2000, 5000, 10_000, 60_000],
      about: 'How long the client waits for an answer to its probe.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ client, server, probeTimeoutMs }) => ({
    client: client as ClientEra,
    ...(server === FIRST.value ? { server: 'legacy', serverNewest: OLDEST } : { server: server as ServerEra }),
    // Clients with a handshake speak every revision that has one.
    clientOldest: OLDEST,
    probeTimeoutMs: Number(probeTimeoutMs),
    acts: [{ act: 'open' }, { act: 'request', method: 'tools/list', result: TOOLS, timeoutMs: Number(probeTimeoutMs) }],
  }),
};
