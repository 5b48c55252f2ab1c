// A process that replays the engine's server over its standard streams. A real client starts it.
// node replay-stdio.ts <slug> <revision> <own parameters as JSON> [<file to write what was missing into>]
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Revision } from '#engine';
import { play } from './played.ts';
import type { JsonRpc } from './raw-http.ts';
import { Replay } from './replay.ts';

const [slug, revision, own, report] = process.argv.slice(2) as [string, Revision, string, string | undefined];
const replay = new Replay(play(slug, revision, 'stdio', JSON.parse(own) as Record<string, number>).trace);
const channel = { write: (text: string) => void process.stdout.write(text), drop: () => process.exit(0) };

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop()!;
  for (const line of lines) replay.accept(() => true, [JSON.parse(line) as JsonRpc], channel);
});
/** Clients end a server by closing its input; SDK 1.9 does it with a signal. */
process.stdin.on('end', end);
process.on('SIGTERM', end);

function end(): never {
  if (report)
    writeFileSync(
      report,
      JSON.stringify({ pairs: replay.pairs, surplus: replay.surplus, missing: replay.missing.map((t) => t.message) }),
    );
  process.exit(0);
}
