// Text of the reader's own: it is read as it is typed, goes into the link while it is short, stays in the page when it is
// long, and does not hold up the browser however long it is.
import { figures } from '#figures/registry.ts';
import { expect, test } from './site.ts';
import { Figure } from './figure.ts';

/** Longer than a frame, shorter than anybody minds; a loaded machine gets more. */
const LONGEST_PAUSE_MS = 400;

for (const { slug, samples } of figures) {
  if (!samples) continue;
  const field = `textarea[name="${samples.text}"]`;

  test(`what is typed is in the link, and the link brings it back: ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(`embed/${slug}/`));
    const figure = await new Figure(page, slug).wake();
    await figure.element.locator(field).fill('{"jsonrpc":"2.0","id":1}');
    await expect(page).toHaveURL(/sample=own/);
    await figure.wake();
    const typed = await figure.state();
    await page.reload();
    await figure.wake();
    await expect(figure.element.locator(field)).toHaveValue('{"jsonrpc":"2.0","id":1}');
    expect(await figure.state()).toEqual(typed);
  });

  test(`ten million characters are kept, and the page stays awake: ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(`embed/${slug}/`));
    const figure = await new Figure(page, slug).wake();
    await figure.element.locator(field).fill('{}');
    await expect(page).toHaveURL(/sample=own/);
    const longestMs = await page.evaluate(async (selector) => {
      const area = document.querySelector<HTMLTextAreaElement>(selector)!;
      const data = new DataTransfer();
      data.setData('text/plain', 'x'.repeat(10_000_000));
      let longest = 0;
      let last = performance.now();
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      for (let i = 0; i < 60; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      return longest;
    }, field);
    await expect(figure.part('stays')).toContainText('10,000,0');
    expect(longestMs).toBeLessThan(LONGEST_PAUSE_MS);
    expect(new URL(page.url()).search.length).toBeLessThan(100);
  });
}
