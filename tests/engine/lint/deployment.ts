// Trials of the rules of authorization, of what stands between the two sides, and of browsers.
import {
  accepted,
  ask,
  blocks,
  closed,
  fail,
  initialize,
  initializeResult,
  inSession,
  json,
  post,
  reply,
  send,
  session,
  type Trial,
} from './captures.ts';

const [B, C, D] = ['2025-03-26', '2025-06-18', '2025-11-25'];
const list = (id: number) => ask(id, 'tools/list');
const token = { Authorization: 'Bearer t' };
const html = (exchange: number, status: number, headers = {}) =>
  json(exchange, '<html><body>no</body></html>', { 'Content-Type': 'text/html', ...headers }, status);
const served = (exchange: number, id: number, headers = {}) =>
  blocks(post(exchange, list(id), { ...inSession(D), ...headers }), json(exchange, reply(id, { tools: [] })));
const asksInSession = (exchange: number) => post(exchange, list(exchange), inSession(D));
const lost = (exchange: number, status = 404, reason = 'Session not found') =>
  json(exchange, fail(undefined, -32001, reason), { 'X-Served-By': 'pod-b' }, status);
const redirect = (status: number, location: string, headers = {}) =>
  blocks(post(1, initialize(D), headers), accepted(1, { Location: location }, status));

const AUTH_TRIALS: readonly Trial[] = [
  {
    rule: 'auth.every-request',
    fires: [
      blocks(session(D), served(3, 1, token), asksInSession(4)),
      blocks(session(D), served(3, 1, token), send(4, 'DELETE /mcp', { ...inSession(D) })),
    ],
    spares: [
      blocks(session(D), served(3, 1, token), served(4, 2, token)),
      blocks(post(1, initialize(D)), accepted(1, { 'WWW-Authenticate': 'Bearer' }, 401), post(2, initialize(D), token)),
      blocks(session(D), served(3, 1, token), send(4, 'GET /.well-known/oauth-protected-resource', {})),
    ],
  },
  {
    rule: 'auth.query-token',
    fires: send(1, 'POST /mcp?access_token=t', { 'Content-Type': 'application/json' }, initialize(D)),
    at: 2,
    spares: send(1, 'POST /mcp?tenant=t', { 'Content-Type': 'application/json' }, initialize(D)),
  },
  {
    rule: 'auth.401',
    fires: [
      blocks(post(1, initialize(D), token), json(1, '{"error":"invalid_token"}', {}, 403)),
      blocks(post(1, initialize(D)), json(1, fail(undefined, -32001, 'Unauthorized'), {}, 400)),
      blocks(post(1, initialize(D)), json(1, fail(0, -32001, 'Missing bearer token'))),
    ],
    spares: [
      blocks(post(1, initialize(D), token), json(1, '{"error":"invalid_token"}', {}, 401)),
      blocks(post(1, initialize(D), token), json(1, '{"error":"insufficient_scope"}', {}, 403)),
      blocks(
        session(D),
        post(3, list(1), inSession(D)),
        json(3, reply(1, { content: [{ type: 'text', text: 'Unauthorized' }], isError: true })),
      ),
    ],
  },
  {
    rule: 'auth.www-authenticate',
    fires: [
      blocks(post(1, initialize(C)), json(1, '{}', {}, 401)),
      blocks(post(1, initialize(C)), json(1, '{}', { 'WWW-Authenticate': 'Basic realm="x"' }, 401)),
    ],
    at: 9,
    spares: [
      blocks(
        post(1, initialize(C)),
        json(1, '{}', { 'WWW-Authenticate': 'Bearer resource_metadata="https://a.test/x"' }, 401),
      ),
      blocks(post(1, initialize(B)), json(1, '{}', {}, 401)),
      blocks(post(1, initialize(D)), json(1, '{}', {}, 401)),
    ],
  },
  {
    rule: 'auth.no-challenge',
    fires: blocks(post(1, initialize(D)), json(1, '{}', {}, 401)),
    at: 9,
    spares: blocks(post(1, initialize(D)), json(1, '{}', { 'WWW-Authenticate': 'Bearer' }, 401)),
  },
];

const BETWEEN_TRIALS: readonly Trial[] = [
  {
    rule: 'deployment.replicas',
    fires: [
      blocks(session(D), asksInSession(3), lost(3), served(4, 4)),
      blocks(session(D), asksInSession(3), asksInSession(4), lost(3), json(4, reply(4, { tools: [] }))),
      blocks(session(D), asksInSession(3), lost(3, 400, 'No valid session'), served(4, 4)),
      blocks(session(D), asksInSession(3), html(3, 404), served(4, 4)),
    ],
    spares: [
      blocks(session(D), asksInSession(3), lost(3)),
      blocks(
        session(D),
        asksInSession(3),
        lost(3),
        post(4, initialize(D)),
        json(4, initializeResult(D), { 'Mcp-Session-Id': 's-2' }),
      ),
      blocks(session(D), asksInSession(3), json(3, fail(3, -32601), {}, 404), served(4, 4)),
    ],
  },
  {
    rule: 'deployment.redirect',
    fires: [
      redirect(307, 'http://a.test/mcp/', token),
      redirect(308, 'https://b.test/mcp', token),
      redirect(301, '/mcp/'),
      redirect(302, 'https://login.test/'),
      blocks(
        redirect(303, 'https://a.test/mcp/'),
        send(2, 'GET /mcp/', { Accept: 'application/json, text/event-stream' }),
      ),
    ],
    at: 10,
    spares: [
      redirect(307, 'https://a.test/mcp/', token),
      redirect(308, '/mcp/', token),
      blocks(redirect(301, '/mcp/'), post(2, initialize(D))),
      blocks(send(1, 'GET /docs', {}), accepted(1, { Location: 'http://b.test/' }, 301)),
    ],
  },
  {
    rule: 'deployment.page',
    fires: [
      blocks(post(1, initialize(D)), html(1, 502)),
      blocks(post(1, initialize(D)), html(1, 413)),
      blocks(post(1, initialize(D)), html(1, 500)),
    ],
    at: 9,
    spares: [
      blocks(post(1, initialize(D)), json(1, fail(0, -32603), {}, 502)),
      blocks(send(1, 'GET /mcp', { Accept: 'text/event-stream' }), html(1, 405)),
      blocks(post(1, initialize(D)), html(1, 401)),
    ],
  },
  {
    rule: 'deployment.host',
    fires: [
      blocks(post(1, initialize(D)), json(1, 'Misdirected Request', { 'Content-Type': 'text/plain' }, 421)),
      blocks(post(1, initialize(D)), json(1, fail(undefined, -32000, 'Invalid Host: a.test'), {}, 403)),
    ],
    at: 9,
    spares: [
      blocks(post(1, initialize(D)), json(1, fail(undefined, -32000, 'Invalid Origin'), {}, 403)),
      blocks(post(1, initialize(D)), json(1, initializeResult(D)), closed(1, 'server')),
    ],
  },
];

const PAGE = 'https://page.test';
const browser = { Origin: PAGE, 'User-Agent': 'Mozilla/5.0' };
const preflight = (wants: string, allows: Record<string, string | undefined>, method = 'POST', status = 204) =>
  blocks(
    send(1, 'OPTIONS /mcp', {
      Origin: PAGE,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': wants,
    }),
    accepted(
      1,
      { 'Access-Control-Allow-Origin': PAGE, 'Access-Control-Allow-Methods': 'GET, POST', ...allows },
      status,
    ),
  );
const allowed = (more: Record<string, string> = {}) => ({ 'Access-Control-Allow-Origin': PAGE, ...more });

const BROWSER_TRIALS: readonly Trial[] = [
  {
    rule: 'cors.preflight',
    fires: [
      preflight('content-type,mcp-protocol-version', { 'Access-Control-Allow-Headers': 'Content-Type' }),
      preflight('authorization,content-type', { 'Access-Control-Allow-Headers': '*' }),
      preflight('mcp-session-id', { 'Access-Control-Allow-Headers': 'mcp-session-id' }, 'DELETE'),
      preflight('content-type', { 'Access-Control-Allow-Headers': '*', 'Access-Control-Allow-Origin': undefined }),
      preflight('content-type', {}, 'POST', 405),
    ],
    spares: [
      preflight('content-type,mcp-protocol-version', { 'Access-Control-Allow-Headers': '*' }),
      preflight('content-type, authorization', { 'Access-Control-Allow-Headers': 'Authorization, Content-Type' }),
      preflight(
        'mcp-session-id',
        { 'Access-Control-Allow-Headers': '*', 'Access-Control-Allow-Methods': '*' },
        'DELETE',
      ),
    ],
  },
  {
    rule: 'cors.origin',
    fires: [
      blocks(post(1, initialize(D), browser), json(1, initializeResult(D))),
      blocks(
        post(1, initialize(D), browser),
        json(1, initializeResult(D), { 'Access-Control-Allow-Origin': 'https://b.test' }),
      ),
      blocks(
        post(1, initialize(D), { ...browser, Cookie: 'a=b' }),
        json(1, initializeResult(D), {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Credentials': 'true',
        }),
      ),
    ],
    spares: [
      blocks(post(1, initialize(D), browser), json(1, initializeResult(D), allowed())),
      blocks(post(1, initialize(D), browser), json(1, initializeResult(D), { 'Access-Control-Allow-Origin': '*' })),
      blocks(post(1, initialize(D), { ...browser, Origin: 'https://a.test' }), json(1, initializeResult(D))),
      blocks(post(1, initialize(D), browser), json(1, fail(undefined, -32000, 'no'), {}, 403)),
    ],
  },
  {
    rule: 'cors.expose',
    fires: [
      blocks(post(1, initialize(D), browser), json(1, initializeResult(D), allowed({ 'Mcp-Session-Id': 's-1' }))),
      blocks(post(1, initialize(D), browser), json(1, '{}', allowed({ 'WWW-Authenticate': 'Bearer' }), 401)),
      blocks(
        post(1, initialize(D), browser),
        json(
          1,
          initializeResult(D),
          allowed({ 'Mcp-Session-Id': 's-1', 'Access-Control-Expose-Headers': 'WWW-Authenticate' }),
        ),
      ),
    ],
    spares: [
      blocks(
        post(1, initialize(D), browser),
        json(
          1,
          initializeResult(D),
          allowed({ 'Mcp-Session-Id': 's-1', 'Access-Control-Expose-Headers': 'X, mcp-session-id' }),
        ),
      ),
      blocks(
        post(1, initialize(D), browser),
        json(1, initializeResult(D), allowed({ 'Mcp-Session-Id': 's-1', 'Access-Control-Expose-Headers': '*' })),
      ),
      blocks(post(1, initialize(D)), json(1, initializeResult(D), { 'Mcp-Session-Id': 's-1' })),
    ],
  },
];

export const DEPLOYMENT_TRIALS: readonly Trial[] = [...AUTH_TRIALS, ...BETWEEN_TRIALS, ...BROWSER_TRIALS];
