// At 320 pixels nothing scrolls sideways and nothing is wider than the screen, but inside a box made to scroll.
import { everyPage, expect, readThrough, test } from './site.ts';

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

for (const path of everyPage) {
  test(`fits 320 pixels: /${path}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(path));
    await readThrough(page);
    const tooWide = await page.evaluate(() => {
      const isClipped = (element: Element): boolean => {
        for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
          if (getComputedStyle(box).overflowX === 'visible') continue;
          const { left, right } = box.getBoundingClientRect();
          if (left >= -0.5 && right <= innerWidth + 0.5) return true;
        }
        return false;
      };
      return [...document.body.querySelectorAll<HTMLElement | SVGElement>('*')]
        .filter((element) => !(element instanceof SVGElement && element.ownerSVGElement))
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => {
          const { left, right, width, height } = element.getBoundingClientRect();
          return width > 1 && height > 1 && (left < -0.5 || right > innerWidth + 0.5);
        })
        .filter((element) => !isClipped(element))
        .map((element) => {
          const { left, right } = element.getBoundingClientRect();
          const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
          return `${name}: ${Math.round(left)} to ${Math.round(right)}`;
        })
        .slice(0, 10);
    });
    expect(tooWide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
