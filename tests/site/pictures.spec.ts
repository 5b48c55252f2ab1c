// A figure's picture as a file: one SVG that needs neither page nor style sheet, with the words that the stage shows.
import { readFile } from 'node:fs/promises';
import { figures } from '#figures/registry.ts';
import { expect, test } from './site.ts';
import { Figure } from './figure.ts';

for (const { slug, exports } of figures) {
  if (!exports.includes('svg')) continue;

  test(`the picture stands alone: ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(`embed/${slug}/`));
    const figure = await new Figure(page, slug).wake();
    const saved = page.waitForEvent('download');
    await figure.part('save').selectOption('svg');
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text).not.toMatch(/foreignObject|\sclass=|\sstyle=|var\(|<img/);

    const shown = (await figure.picture.innerText()).replace(/\s+/g, '');
    const { problem, words } = await page.evaluate((source) => {
      const picture = new DOMParser().parseFromString(source, 'image/svg+xml');
      const problem = picture.querySelector('parsererror')?.textContent;
      return { problem, words: [...picture.querySelectorAll('text')].map((word) => word.textContent) };
    }, text);
    expect(problem).toBeUndefined();
    expect(words.length).toBeGreaterThan(8);
    for (const word of words) expect.soft(shown, `"${word}" is in the stage`).toContain(word.replace(/\s+/g, ''));
  });
}
