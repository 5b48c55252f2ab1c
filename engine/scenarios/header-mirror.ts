// A call whose name and argument stand in headers as well as in the body (2026-07-28).
import { PROFILES } from '../protocol/revisions.ts';
import { FOUND, REGION_TOOLS } from './acme-search.ts';
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
    {
      kind: 'choice',
      name: 'region',
      label: 'region',
      default: 'eu-north',
      options: REGIONS.map((value) => ({ value, label: value })),
      about: 'The argument that the tool wants repeated in Mcp-Param-Region.',
    },
    {
      kind: 'choice',
      name: 'sent',
      label: 'header',
      default: 'same',
      options: [
        { value: 'same', label: 'as in the body' },
        { value: 'other', label: 'another region' },
      ],
      about: 'Whether the header that is sent says the same as the body; if not, the server refuses.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ region, sent }) => {
    const call = {
      act: 'request',
      method: 'tools/call',
      params: { name: 'docs_search', arguments: { query: 'travel', region: String(region) } },
      result: FOUND,
    } as const;
    const list = { act: 'request', method: 'tools/list', result: REGION_TOOLS } as const;
    // Who was refused looks again at what the tool wants, and asks again.
    return {
      acts:
        sent === 'same' ? [list, call] : [list, { ...call, headers: { 'Mcp-Param-Region': 'us-south' } }, list, call],
    };
  },
};
