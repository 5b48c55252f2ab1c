// Finds a Chromium for the tests, the budget and the bench, or installs one. Must not know what it is used for.
// Run by itself it prints the path: `node scripts/browser.ts`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const usualPaths = [
  // The same browser without its windows starts and runs faster; Playwright's own download is the same choice.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
];

const isRoot = process.getuid?.() === 0;

/** No window, no sound, no talk with anyone but the page's own server. */
export const launchArguments: readonly string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser's path, or undefined where none is installed. `CHROME_PATH` comes first and must exist. */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROME_PATH is "${chosen}", and there is no such file.`);
  }
  return [...usualPaths, chromium.executablePath()].find((path) => existsSync(path));
}

function run(command: string, ...parameters: string[]): boolean {
  console.error(`$ ${[command, ...parameters].join(' ')}`);
  const { status } = spawnSync(command, parameters, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** A downloaded browser may lack system libraries; only starting it tells. */
async function starts(path: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath: path, args: [...launchArguments] });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

/** The browser's path, after installing one where needed. */
export async function findOrInstallBrowser(): Promise<string> {
  const found = findBrowser();
  if (found && (await starts(found))) return found;

  run('npx', '--no-install', 'playwright', 'install', 'chromium');
  const downloaded = chromium.executablePath();
  if (existsSync(downloaded) && (await starts(downloaded))) return downloaded;

  if (isRoot && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update');
    // Older Debians have no headless shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const installed = run('apt-get', 'install', '-y', name) ? findBrowser() : undefined;
      if (installed && (await starts(installed))) return installed;
    }
  }
  throw new Error(
    found
      ? `The browser at ${found} does not start. Install Chromium or Chrome, or set CHROME_PATH to one that starts.`
      : 'No browser found. Install Chromium or Chrome (Debian, Ubuntu: sudo apt-get install chromium), or set CHROME_PATH.',
  );
}

if (process.argv[1] === import.meta.filename) {
  try {
    console.log(await findOrInstallBrowser());
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
