// A process that speaks stdio through an official SDK and does what a script says. The tests start it as a child.
// node scripted-stdio.ts <sdk> <slug> <revision> <own parameters as JSON> [deaf]
import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Revision } from '#engine';
import { StdioServerTransport as StdioServerTransport19 } from 'mcp-sdk-1.9/server/stdio.js';
import { play } from './played.ts';
import { announceAll } from './real-servers.ts';
import { Handlers } from './scripted.ts';
import { pushAll, scripted1, type Sdk1 } from './server-1.ts';
import { scripted2 } from './server-2.ts';

const [sdk, slug, revision, own, deaf] = process.argv.slice(2) as [string, string, Revision, string, string | undefined];
const played = play(slug, revision, 'stdio', JSON.parse(own) as Record<string, number>);
const handlers = new Handlers(played, deaf === 'deaf');

/** The clock of the script starts with the first byte that comes in. */
const begun = new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));

if (sdk === '2.4') {
  let last: ReturnType<typeof scripted2> | undefined;
  const isModernOnly = played.trace.values['server'] === 'modern';
  const served = serveStdio(() => (last = scripted2(played, handlers)), { legacy: isModernOnly ? 'reject' : 'serve' });
  await begun;
  await announceAll(played, {
    notify: { toolsChanged: () => void last!.sendToolListChanged(), resourceUpdated: (uri) => void last!.sendResourceUpdated({ uri }) },
    close: () => served.close(),
  });
} else {
  const server = scripted1(sdk as Sdk1, played, handlers);
  await server.connect(sdk === '1.9' ? new StdioServerTransport19() : new StdioServerTransport());
  await begun;
  await pushAll(server, played);
}
