// Trials of the rules of headers that repeat parts of the body.
import { ask, blocks, complete, fail, json, mirrored, modern, post, reply, type Trial } from './captures.ts';

type Members = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string | undefined>>;

const call = (exchange: number, name: string, headers: Headers = {}, args: Members = {}) =>
  post(exchange, ask(exchange, 'tools/call', modern({ name, arguments: args })), {
    ...mirrored('tools/call', name),
    ...headers,
  });
const done = (exchange: number) => json(exchange, reply(exchange, complete({ content: [] })));
const refused = (exchange: number, message = 'Mcp-Name', status = 400) =>
  json(exchange, fail(exchange, -32020, message), {}, status);

const marked = (properties: Members) => ({ name: 't', inputSchema: { type: 'object', properties } });
const region = { region: { type: 'string', 'x-mcp-header': 'Region' } };
/** Exchange 1: the server lists one tool. */
const listing = (tool: Members) =>
  blocks(
    post(1, ask(1, 'tools/list', modern()), mirrored('tools/list')),
    json(1, reply(1, complete({ tools: [tool], ttlMs: 0, cacheScope: 'public' }))),
  );
const withRegion = listing(marked(region));

export const HEADER_TRIALS: readonly Trial[] = [
  {
    rule: 'hdr.method',
    fires: [call(1, 't', { 'Mcp-Method': 'Tools/Call' }), call(1, 't', { 'Mcp-Method': undefined })],
    at: 7,
    spares: call(1, 't', { 'Mcp-Method': undefined, 'mcp-method': 'tools/call' }),
  },
  {
    rule: 'hdr.name',
    fires: [
      call(1, 't', { 'Mcp-Name': 'u' }),
      call(1, 't', { 'Mcp-Name': undefined }),
      call(1, 't', { 'Mcp-Name': '=?base64?dQ==?=' }),
      post(1, ask(1, 'resources/read', modern({ uri: 'a://b' })), mirrored('resources/read', 'a://c')),
      post(1, ask(1, 'prompts/get', modern({ name: 'p' })), mirrored('prompts/get')),
    ],
    at: 8,
    spares: [
      call(1, 't', { 'Mcp-Name': '=?base64?dA==?=' }),
      call(1, 't'),
      call(1, 'süß', { 'Mcp-Name': '=?base64?c8O8w58=?=' }),
      post(1, ask(1, 'resources/list', modern()), mirrored('resources/list')),
    ],
  },
  {
    rule: 'hdr.encode',
    fires: [call(1, 'süß'), call(1, ' t '), call(1, 't', { 'Mcp-Param-Region': 'Zürich' })],
    at: 8,
    spares: [call(1, 'süß', { 'Mcp-Name': '=?base64?c8O8w58=?=' }), call(1, 'two words')],
  },
  {
    rule: 'hdr.sentinel-collision',
    fires: call(1, '=?base64?aGk=?='),
    at: 8,
    spares: call(1, '=?base64?aGk=?=', { 'Mcp-Name': '=?base64?PT9iYXNlNjQ/YUdrPT89?=' }),
  },
  {
    rule: 'hdr.sentinel-form',
    fires: [
      call(1, 'süß', { 'Mcp-Name': '=?BASE64?c8O8w58=?=' }),
      call(1, 'süß', { 'Mcp-Name': '=?base64?c8O8w58?=' }),
      call(1, 'süß', { 'Mcp-Name': '=?base64?c8O8w58=' }),
      call(1, 'süß', { 'Mcp-Name': '=?base64?***?=' }),
    ],
    at: 8,
    spares: [call(1, 'süß', { 'Mcp-Name': '=?base64?c8O8w58=?=' }), call(1, '=?BASE64?x?=')],
  },
  {
    rule: 'hdr.param-missing',
    fires: blocks(withRegion, call(2, 't', {}, { region: 'eu' })),
    spares: [
      blocks(withRegion, call(2, 't', { 'mcp-param-region': 'eu' }, { region: 'eu' })),
      blocks(withRegion, call(2, 't', {}, { region: null })),
      blocks(withRegion, call(2, 't')),
      call(2, 't', {}, { region: 'eu' }),
    ],
  },
  {
    rule: 'hdr.param-spurious',
    fires: blocks(withRegion, call(2, 't', { 'Mcp-Param-Region': 'eu' }, { region: null })),
    spares: blocks(withRegion, call(2, 't', { 'Mcp-Param-Region': 'eu' }, { region: 'eu' })),
  },
  {
    rule: 'hdr.param-value',
    fires: [
      blocks(withRegion, call(2, 't', { 'Mcp-Param-Region': 'us' }, { region: 'eu' })),
      blocks(
        listing(marked({ dry: { type: 'boolean', 'x-mcp-header': 'Dry' } })),
        call(2, 't', { 'Mcp-Param-Dry': 'True' }, { dry: true }),
      ),
    ],
    spares: [
      blocks(
        listing(marked({ n: { type: 'integer', 'x-mcp-header': 'N' } })),
        call(2, 't', { 'Mcp-Param-N': '07' }, { n: 7 }),
      ),
      blocks(
        listing(marked({ a: { type: 'object', properties: region } })),
        call(2, 't', { 'Mcp-Param-Region': '=?base64?WsO8cmljaA==?=' }, { a: { region: 'Zürich' } }),
      ),
    ],
  },
  {
    rule: 'hdr.reject',
    fires: [
      blocks(call(1, 't', { 'Mcp-Name': 'u' }), done(1)),
      blocks(withRegion, call(2, 't', { 'Mcp-Name': 'u' }), json(2, fail(2, -32600), {}, 400)),
    ],
    spares: [
      blocks(call(1, 't', { 'Mcp-Name': 'u' }), refused(1)),
      blocks(call(1, 't'), done(1)),
      blocks(call(1, 't', { 'MCP-Protocol-Version': undefined }), done(1)),
    ],
  },
  {
    rule: 'hdr.refused-status',
    fires: blocks(call(1, 't', { 'Mcp-Name': 'u' }), refused(1, 'Mcp-Name', 200)),
    spares: blocks(call(1, 't', { 'Mcp-Name': 'u' }), refused(1)),
  },
  {
    rule: 'hdr.false-mismatch',
    fires: [
      blocks(call(1, 'süß', { 'Mcp-Name': '=?base64?c8O8w58=?=' }), refused(1)),
      blocks(call(1, 't'), refused(1)),
    ],
    spares: [
      blocks(call(1, 't', { 'Mcp-Name': 'u' }), refused(1)),
      blocks(call(1, 't'), refused(1, 'Mcp-Param-Region')),
    ],
  },
  {
    rule: 'hdr.refetch',
    fires: blocks(call(1, 't'), refused(1, 'Mcp-Param-Region'), call(2, 't')),
    spares: [
      blocks(call(1, 't'), refused(1, 'Mcp-Param-Region'), call(2, 't', { 'Mcp-Param-Region': 'eu' })),
      blocks(call(3, 't'), refused(3, 'Mcp-Param-Region'), withRegion, call(4, 't')),
    ],
  },
  {
    rule: 'hdr.x-mcp-header',
    fires: [
      listing(marked({ a: { type: 'number', 'x-mcp-header': 'A' } })),
      listing(marked({ a: { type: 'string', 'x-mcp-header': '' } })),
      listing(marked({ a: { type: 'string', 'x-mcp-header': 'A B' } })),
      listing(marked({ a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } })),
      listing(marked({ a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } })),
    ],
    spares: [
      listing(marked({ a: { type: 'object', properties: region } })),
      listing(marked({ a: { type: 'string', default: { 'x-mcp-header': '' } } })),
    ],
  },
  {
    rule: 'hdr.invalid-tool-used',
    fires: blocks(listing(marked({ a: { type: 'number', 'x-mcp-header': 'A' } })), call(2, 't')),
    spares: blocks(listing(marked({ a: { type: 'number', 'x-mcp-header': 'A' } })), call(2, 'u')),
  },
];
