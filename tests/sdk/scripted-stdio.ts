// A process that speaks stdio through an official SDK and does what a script says. The tests start it as a child; it loads no
// SDK but its own. node scripted-stdio.ts <sdk> <slug> <revision> <own parameters as JSON> [deaf]
import process from 'node:process';
import type { Revision } from '#engine';
import { play } from './played.ts';
import { Handlers } from './scripted.ts';
import type { Sdk1 } from './server-1.ts';

const [sdk, slug, revision, own, deaf] = process.argv.slice(2) as [
  string,
  string,
  Revision,
  string,
  string | undefined,
];
const played = play(slug, revision, 'stdio', JSON.parse(own) as Record<string, number>);
const handlers = new Handlers(played, deaf === 'deaf');

/** The clock of the script starts with the first byte that comes in. */
const begun = (): Promise<void> => new Promise((resolve) => process.stdin.once('data', () => resolve()));

if (sdk === '2.4') {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const { announceAll, scripted2 } = await import('./server-2.ts');
  const isModernOnly = played.trace.values['server'] === 'modern';
  let last: ReturnType<typeof scripted2> | undefined;
  const served = serveStdio(() => (last = scripted2(played, handlers)), { legacy: isModernOnly ? 'reject' : 'serve' });
  await begun();
  await announceAll(played, {
    notify: {
      toolsChanged: () => void last!.sendToolListChanged(),
      resourceUpdated: (uri) => void last!.sendResourceUpdated({ uri }),
    },
    close: () => served.close(),
  });
} else {
  const { pushAll, scripted1 } = await import('./server-1.ts');
  const stdio =
    sdk === '1.9'
      ? await import('mcp-sdk-1.9/server/stdio.js')
      : await import('@modelcontextprotocol/sdk/server/stdio.js');
  const server = await scripted1(sdk as Sdk1, played, handlers);
  await server.connect(new stdio.StdioServerTransport());
  await begun();
  await pushAll(server, played);
}
