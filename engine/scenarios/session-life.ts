// A session from its first header to its end: issued, echoed, forgotten by the server, opened anew, deleted.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { DOCUMENT, FOUND, TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const sessionLife: Scenario = {
  slug: 'session-life',
  title: 'The life of a session',
  about: 'The server is restarted between two calls and knows the session no more: 404, initialize again, ask again.',
  revisions: REVISIONS.slice(1, 4),
  transports: ['streamable-http'],
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'forgetBefore',
      label: 'restart before POST',
      unit: 'count',
      default: 4,
      min: 1,
      max: 20,
      step: 1,
      about: 'The message of the client before which the server forgets its sessions; 20: never.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ forgetBefore }) => ({
    mishaps: Number(forgetBefore) < 20 ? [{ kind: 'forget-sessions', beforeMessage: Number(forgetBefore) }] : [],
    acts: [
      { act: 'open' },
      { act: 'request', method: 'tools/list', result: TOOLS },
      {
        act: 'request',
        method: 'tools/call',
        params: { name: 'docs_search', arguments: { query: 'sse resumption' } },
        result: FOUND,
      },
      { act: 'request', method: 'tools/call', params: { name: 'open_doc', arguments: { id: '42' } }, result: DOCUMENT },
      { act: 'leave' },
    ],
  }),
};
