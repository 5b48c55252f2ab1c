// A dual-era client finds out what it talks to over a pipe: server/discover first, initialize if that fails.
import type { ServerEra } from '../protocol/lifecycle.ts';
import { PROFILES } from '../protocol/revisions.ts';
import { TOOLS } from './acme-search.ts';
import { SERVERS } from './eras.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const eraProbeStdio: Scenario = {
  slug: 'era-probe-stdio',
  title: 'Which era is this',
  about: 'server/discover first; an answer tells a modern server, an error or silence a legacy one.',
  revisions: ['2026-07-28'],
  transports: ['stdio'],
  profiles: PROFILES,
  parameters: [
    {
      kind: 'choice',
      name: 'server',
      label: 'server',
      default: 'legacy',
      options: SERVERS,
      about: 'Which kinds of revision the server speaks.',
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
    { ...latencyMs, default: 1 },
    { ...rateBps, default: 100_000_000 },
  ],
  script: ({ server, probeTimeoutMs }) => ({
    client: 'dual',
    server: server as ServerEra,
    probeTimeoutMs: Number(probeTimeoutMs),
    acts: [{ act: 'open' }, { act: 'request', method: 'tools/list', result: TOOLS }],
  }),
};
