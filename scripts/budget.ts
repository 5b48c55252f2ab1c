// `npm run budget`: what the first load of each page costs on a phone, untouched, and the limits that it must keep; and
// what script is there once the reader has touched the page and the figures in sight have woken up.
// Sizes are bodies compressed with brotli 11 (fonts and pictures as they are); 1 kB = 1000 bytes, the stricter reading.
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium, type Browser, type Response } from '@playwright/test';
import { findOrInstallBrowser, launchArguments } from './browser.ts';
import { readBuilt } from './built.ts';
import { serve } from './serve.ts';

const kinds = ['html', 'css', 'js', 'fonts', 'images', 'other'] as const;
type Kind = (typeof kinds)[number];
type Bytes = Record<Kind, number>;

const limitBytes = { script: 45_000, touched: 52_000, everything: 150_000 };
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const quietMs = 3000;

function kindOf(contentType: string): Kind {
  if (contentType.includes('html')) return 'html';
  if (contentType.includes('css')) return 'css';
  if (contentType.includes('javascript') || contentType.includes('wasm')) return 'js';
  if (contentType.includes('font')) return 'fonts';
  if (contentType.includes('image')) return 'images';
  return 'other';
}

const isCompressed = (contentType: string): boolean => /font|png|webp|jpeg|avif/.test(contentType);

function sentBytes(body: Buffer, contentType: string): number {
  if (isCompressed(contentType)) return body.length;
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

interface Load {
  readonly untouched: Bytes;
  /** Script after the first touch, with what was there before. */
  readonly touchedScript: number;
}

/** Loads the page once, touches nothing, and waits until nothing more is fetched; then touches it and waits again. */
async function firstLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const responses: Response[] = [];
  let requests = 0;
  page.on('request', () => (requests += 1));
  page.on('response', (response) => responses.push(response));
  const settle = async (): Promise<Bytes> => {
    // Until nothing was asked for in a while. The browser's own word for that may never come on a busy machine.
    for (let seen = -1; seen !== requests;) {
      seen = requests;
      await page.waitForTimeout(quietMs);
    }
    const bytes: Bytes = { html: 0, css: 0, js: 0, fonts: 0, images: 0, other: 0 };
    for (const response of responses) {
      if (response.status() !== 200 || !response.url().startsWith('http')) continue;
      const contentType = response.headers()['content-type'] ?? '';
      bytes[kindOf(contentType)] += sentBytes(await response.body(), contentType);
    }
    return bytes;
  };
  await page.goto(url);
  const untouched = await settle();
  await page.keyboard.press('Shift');
  const { js: touchedScript } = await settle();
  await context.close();
  return { untouched, touchedScript };
}

const kilobytes = (count: number): string => (count / 1000).toFixed(1).padStart(8);

const site = await serve({ folder: 'dist' });
const browser = await chromium.launch({ executablePath: await findOrInstallBrowser(), args: [...launchArguments] });
const tooMuch: string[] = [];
try {
  const { pages } = readBuilt('dist', site.base);
  const width = Math.max(...pages.map((page) => page.length + 1));
  console.log(
    `${'kB, brotli'.padEnd(width)}${[...kinds, 'total', 'touched'].map((kind) => kind.padStart(8)).join('')}`,
  );
  // All at once: they wait more than they work.
  const loads = await Promise.all(
    pages.map(async (page) => ({ page, ...(await firstLoad(browser, site.url + page)) })),
  );
  for (const { page, untouched: bytes, touchedScript } of loads) {
    const total = kinds.reduce((sum, kind) => sum + bytes[kind], 0);
    console.log(
      `/${page}`.padEnd(width) + [...kinds.map((kind) => bytes[kind]), total, touchedScript].map(kilobytes).join(''),
    );
    const check = (what: string, sum: number, limit: number): void => {
      if (sum > limit) tooMuch.push(`/${page}: ${what} ${sum} bytes, the limit is ${limit}`);
    };
    check('script', bytes.js, limitBytes.script);
    check('script after the first touch', touchedScript, limitBytes.touched);
    check('everything', total, limitBytes.everything);
  }
} finally {
  await browser.close();
  await site.close();
}
for (const line of tooMuch) console.error(line);
process.exitCode = tooMuch.length > 0 ? 1 : 0;
