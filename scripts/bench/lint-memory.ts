// The memory that linting a file of 50 MB takes at its highest, in a process of its own: messages as small as they get,
// beside the size of the file. What the process takes to lint a file of one line is not counted.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { tinyCapture } from '../large-captures.ts';
import type { Bench } from './bench.ts';

const fileBytes = 50e6;

/** Lints a file in a child process; the most memory that it held, in MB. */
function highestMb(path: string): Promise<number> {
  // The shell reads its arguments from behind the name of a script.
  const script = `
    const [shell] = process.argv.splice(1, 1, 'wire');
    await import(shell);
    console.error(process.resourceUsage().maxRSS / 1024);`;
  const shell = new URL('../../engine/cli.ts', import.meta.url).href;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--input-type=module', '-e', script, shell, 'lint', path], (error, _, stderr) => {
      if (error) reject(error);
      else resolve(Number(stderr.trim().split('\n').at(-1)));
    });
  });
}

export const bench: Bench = {
  floor: 'the file',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'lint-'));
    try {
      const [small, large] = [join(folder, 'small'), join(folder, 'large')];
      writeFileSync(small, tinyCapture(100).bytes);
      const { bytes } = tinyCapture(fileBytes);
      writeFileSync(large, bytes);
      const sizeMb = bytes.length / 2 ** 20;
      return { ratio: ((await highestMb(large)) - (await highestMb(small))) / sizeMb, floor: sizeMb, unit: 'MB' };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
