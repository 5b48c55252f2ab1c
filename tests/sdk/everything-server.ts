// The reference server that shows every feature, @modelcontextprotocol/server-everything, as a process of its own.
import { spawn } from 'node:child_process';
import process from 'node:process';

export async function startEverything(): Promise<{ readonly port: number; close(): void }> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      new URL('loopback.ts', import.meta.url).href,
      'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
      'streamableHttp',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (told) => resolve(Number(told)));
    child.once('exit', (code) => reject(new Error(`server-everything ended with ${code}`)));
  });
  return { port, close: () => void child.kill() };
}
