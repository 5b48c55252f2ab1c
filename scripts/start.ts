// `npm start`: builds the site when no build is newer than the sources, serves it and prints its address.
// PORT picks the port (4321, or the next free one); BASE is the path that the site was built for.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serve, type Served } from './serve.ts';

const sources = ['engine', 'content', 'src', 'public', 'astro.config.mjs', 'package.json'];

/** When anything below these paths changed last; 0 for paths that do not exist. */
function changedAtMs(path: string): number {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => changedAtMs(join(path, name))));
}

async function serveOnFreePort(firstPort: number): Promise<Served> {
  for (let port = firstPort; port < firstPort + 20; port += 1) {
    try {
      return await serve({ folder: 'dist', port, ...(process.env['BASE'] && { base: process.env['BASE'] }) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`No free port from ${firstPort} to ${firstPort + 19}; set PORT.`);
}

const builtAtMs = existsSync('dist/index.html') ? statSync('dist/index.html').mtimeMs : 0;
if (builtAtMs < Math.max(...sources.map(changedAtMs))) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
const { url } = await serveOnFreePort(Number(process.env['PORT'] ?? 4321));
console.log(`\n  MCP on the Wire: ${url}\n  Stop with Ctrl+C.\n`);
