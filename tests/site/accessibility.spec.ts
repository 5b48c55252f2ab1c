// axe finds nothing on any page, in light and in dark, with every disclosure open and every figure awake.
import AxeBuilder from '@axe-core/playwright';
import { everyPage, expect, readThrough, test } from './site.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const path of everyPage) {
  test(`axe: /${path}`, async ({ page, addressOf }) => {
    // Long pages take most of a minute, and a busy machine takes twice that.
    test.slow();
    await page.goto(addressOf(path));
    await readThrough(page);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>('main details, body > figure details'))
        details.open = true;
    });
    const inks: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      inks.push(await page.evaluate(() => getComputedStyle(document.body).color));
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      const found = violations.map(({ id, help, nodes }) => ({
        rule: `${id}: ${help}`,
        where: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.any[0]?.message ?? node.html}`),
      }));
      expect(found, colorScheme).toEqual([]);
    }
    expect(inks[0], 'two themes').not.toBe(inks[1]);
  });
}
