// A client asks for one version, the server answers with the newest that it speaks: they agree, or the client leaves.
import { PROFILES, REVISIONS, TRANSPORTS, type Revision } from '../protocol/revisions.ts';
import { TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

const LEGACY = REVISIONS.slice(0, 4);
const options = LEGACY.map((value) => ({ value, label: value }));

export const versionNegotiation: Scenario = {
  slug: 'version-negotiation',
  title: 'Which version do we speak',
  about:
    'The client asks for its newest version. A server that does not know it answers with another; whether they go on is for the client to say. A server of 2024-11-05 knows nothing of Streamable HTTP: the client falls back to HTTP+SSE, if it can.',
  revisions: LEGACY,
  transports: TRANSPORTS,
  profiles: PROFILES,
  parameters: [
    {
      kind: 'choice',
      name: 'serverNewest',
      label: 'server speaks up to',
      default: '2025-06-18',
      options,
      about: 'The newest version of the server.',
    },
    {
      kind: 'choice',
      name: 'clientOldest',
      label: 'client speaks from',
      default: '2025-03-26',
      options,
      about: 'The oldest version of the client.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ serverNewest, clientOldest }) => ({
    serverNewest: serverNewest as Revision,
    clientOldest: clientOldest as Revision,
    acts: [{ act: 'open' }, { act: 'request', method: 'tools/list', result: TOOLS }, { act: 'leave' }],
  }),
};
