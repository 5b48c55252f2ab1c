// The `test` that every browser test uses: serves the built folder, and fails any test whose pages logged an error,
// missed a file or called another origin. Must not know any page or figure by name.
import { setTimeout as wait } from 'node:timers/promises';
import { test as bare, expect, type BrowserContext, type Page } from '@playwright/test';
import { readBuilt, type Built } from '../../scripts/built.ts';
import { serve, type Served } from '../../scripts/serve.ts';

export interface SiteOptions {
  folder: string;
  base: string;
}

interface ForWorker extends SiteOptions {
  built: Built;
  served: Served;
}

interface ForTest {
  /** Origins that pages may call; a test with a second server adds it. */
  origins: Set<string>;
  /** The address of a path inside the site. */
  addressOf: (path: string) => string;
}

/** Notes everything that a page should never do. */
function watch(context: BrowserContext, origins: ReadonlySet<string>): string[] {
  const complaints: string[] = [];
  const complain = (what: string, page: string | undefined): void =>
    void complaints.push(`${what} (on ${page ?? '?'})`);
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()}`, message.page()?.url());
  });
  context.on('weberror', (error) => complain(`uncaught: ${error.error().message}`, error.page()?.url()));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !origins.has(origin)) complain(`calls ${request.url()}`, request.url());
  });
  context.on('response', (response) => {
    if (response.status() >= 400) complain(`${response.status()} for ${response.url()}`, response.frame().url());
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left while it loads drops its requests; that is no fault of the page.
    if (why !== 'net::ERR_ABORTED') complain(`${why} for ${request.url()}`, request.url());
  });
  return complaints;
}

export const test = bare.extend<ForTest, ForWorker>({
  folder: ['dist', { option: true, scope: 'worker' }],
  base: ['/', { option: true, scope: 'worker' }],
  built: [async ({ folder, base }, use) => use(readBuilt(folder, base)), { scope: 'worker' }],
  served: [
    async ({ folder, base }, use) => {
      const served = await serve({ folder, base });
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
  origins: async ({ served }, use) => use(new Set([served.origin])),
  addressOf: async ({ served }, use) => use((path) => served.url + path),
  context: async ({ context, origins }, use) => {
    const complaints = watch(context, origins);
    await use(context);
    expect(complaints, 'what the pages complained about').toEqual([]);
  },
});

export { expect };

/** What the built site holds, for tests that are made one for each page. */
export const built = readBuilt('dist', '/');

/** Every page that a reader can reach: those of the sitemap, the embeds and the 404 page. */
export const everyPage: readonly string[] = [...built.pages, ...built.embeds, built.notFound];

/** The longest that a frame is waited for, ms: a browser that is short of time may leave one out. */
const FRAME_MS = 200;

/** Scrolls through the page, so that everything that waits to be seen has been seen, and goes back to the top. */
export async function readThrough(page: Page): Promise<void> {
  const scrollTo = (top: number) =>
    page.evaluate((top) => {
      window.scrollTo({ top, behavior: 'instant' });
      return { height: document.documentElement.scrollHeight, step: innerHeight / 2 };
    }, top);
  for (let top = 0, height = 1; top < height;) {
    const seen = await scrollTo(top);
    height = seen.height;
    top += seen.step;
    const frame = page.evaluate(() => new Promise<unknown>(requestAnimationFrame)).catch(() => undefined);
    // The clock is that of the test: those of a page may stand still.
    await Promise.race([frame, wait(FRAME_MS)]);
  }
  await scrollTo(0);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}
