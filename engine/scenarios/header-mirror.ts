// A call whose name and argument stand in headers as well as in the body (2026-07-28).
import { PROFILES } from '../protocol/revisions.ts';
import { FOUND } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

const REGIONS = ['eu-north', 'eu north', 'Zürich', ' x', '=?base64?hi?='];

export const headerMirror: Scenario = {
  slug: 'header-mirror',
  title: 'Headers that repeat the body',
  about: 'A search in a region: gateways read the headers, the server the body, and both have to say the same.',
  revisions: ['2026-07-28'],
  transports: ['streamable-http'],
  profiles: PROFILES,
  parameters: [
    { kind: 'choice', name: 'region', label: 'region', default: 'eu-north', options: REGIONS.map((value) => ({ value, label: value })), about: 'The argument that the tool wants repeated in Mcp-Param-Region.' },
    latencyMs,
    rateBps,
  ],
  script: ({ region }) => ({
    firstId: 2,
    acts: [{ act: 'request', method: 'tools/call', params: { name: 'docs_search', arguments: { query: 'travel', region: String(region) } }, result: FOUND }],
  }),
};
