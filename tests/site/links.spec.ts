// Every link inside the site leads to a page and a place that exist, every file that a page names is there, and an
// address that does not exist says so. Runs again under a base path.
import { everyPage, expect, test } from './site.ts';

interface Link {
  readonly from: string;
  readonly to: URL;
}

test('every link and every fragment resolves', async ({ page, request, served, built, addressOf }) => {
  const pages = [...built.pages, ...built.embeds, built.notFound];
  const links: Link[] = [];
  for (const path of pages) {
    await page.goto(addressOf(path), { waitUntil: 'domcontentloaded' });
    const addresses = await page
      .locator('a[href], link[href], script[src], img[src], iframe[src]')
      .evaluateAll((all) =>
        all.map((element) => (element as HTMLAnchorElement).href || (element as HTMLImageElement).src),
      );
    for (const address of addresses) if (address.startsWith('http')) links.push({ from: path, to: new URL(address) });
  }
  expect(links.length).toBeGreaterThan(pages.length);

  // The canonical address is the published one; what it stands for here is the same path of this server.
  const canonicalOrigins = new Set(['https://example.test', served.origin]);
  const inside = links.filter(({ to }) => canonicalOrigins.has(to.origin));
  const bodies = new Map<string, string | undefined>();
  const broken: string[] = [];
  for (const { from, to } of inside) {
    const address = served.origin + to.pathname;
    if (!to.pathname.startsWith(served.base)) broken.push(`/${from} -> ${to.pathname}: outside of the base path`);
    if (!bodies.has(address)) {
      const response = await request.get(address);
      bodies.set(address, response.ok() ? await response.text() : undefined);
    }
    const body = bodies.get(address);
    const fragment = decodeURIComponent(to.hash.slice(1));
    if (body === undefined) broken.push(`/${from} -> ${to.pathname}: no such file`);
    else if (fragment && !body.includes(` id="${fragment}"`))
      broken.push(`/${from} -> ${to.pathname}${to.hash}: no such place on the page`);
  }
  expect([...new Set(broken)]).toEqual([]);
});

test('the same pages are built under any base', ({ built }) => {
  expect([...built.pages, ...built.embeds, built.notFound]).toEqual(everyPage);
});

test('an unknown address answers 404 with a page that helps', async ({ browser, addressOf }) => {
  // Its own context: a browser logs the 404 itself as an error.
  const page = await browser.newPage();
  const response = await page.goto(addressOf('no-such-page/deeper/'));
  expect(response?.status()).toBe(404);
  await expect(page.locator('h1')).toBeVisible();
  const first = page.locator('main a[href]').first();
  await first.click();
  await expect(page).not.toHaveURL(/no-such-page/);
  await page.close();
});
