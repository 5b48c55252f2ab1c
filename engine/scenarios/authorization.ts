// A server that wants to know who asks: 401 and a challenge, then the same request with a token, and the token on every request after it.
import { PROFILES, REVISIONS } from '../protocol/revisions.ts';
import { FOUND, TOOLS } from './acme-search.ts';
import { latencyMs, rateBps } from './link-parameters.ts';
import type { Scenario } from './scenario.ts';

export const authorization: Scenario = {
  slug: 'authorization',
  title: 'Who asks',
  about:
    'The first request comes without a token and is refused; the client gets one from the authorization server and shows it with everything that follows.',
  revisions: REVISIONS.slice(1),
  transports: ['streamable-http'],
  profiles: PROFILES,
  parameters: [
    {
      kind: 'number',
      name: 'authorizationMs',
      label: 'getting a token',
      unit: 'ms',
      default: 3000,
      min: 0,
      max: 60_000,
      stops: [0, 500, 1000, 3000, 10_000, 60_000],
      about: 'How long the client takes to get a token; the exchange with the authorization server is not shown.',
    },
    latencyMs,
    rateBps,
  ],
  script: ({ authorizationMs }) => ({
    authorizationMs: Number(authorizationMs),
    acts: [
      { act: 'open' },
      { act: 'request', method: 'tools/list', result: TOOLS },
      { act: 'open-stream' },
      {
        act: 'request',
        method: 'tools/call',
        params: { name: 'docs_search', arguments: { query: 'sse resumption' } },
        result: FOUND,
      },
      { act: 'leave' },
    ],
  }),
};
