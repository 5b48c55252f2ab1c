// Search loads nothing before it is opened, finds a page by a word of its title, and leads there by keyboard alone.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './site.ts';

test('search finds a page by its title', async ({ page, built, addressOf }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  const other = built.pages.find((path) => path !== '') ?? '';
  await page.goto(addressOf(other));
  const title = (await page.locator('h1').first().innerText()).replaceAll('\n', ' ');
  const [word] = title.match(/\w+/g)!.toSorted((a, b) => b.length - a.length);

  await page.goto(addressOf(''));
  // Longer than a browser calls idle.
  await page.waitForTimeout(1500);
  expect(asked.filter((url) => url.includes('pagefind'))).toEqual([]);

  await page.keyboard.press('/');
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toBeVisible();
  await page.keyboard.type(word!);
  await expect(dialog.getByRole('link', { name: title }).first()).toBeVisible();
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(addressOf(''));
});
