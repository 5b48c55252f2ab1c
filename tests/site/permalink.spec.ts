// A copied link opens the same picture; a wrong link says where it is wrong, what is allowed, and draws the default.
import { figures } from '#figures/registry.ts';
import { expect, test } from './site.ts';
import { Figure } from './figure.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

for (const { slug, chapter, parameters } of figures) {
  const [number] = parameters.filter((parameter) => parameter.kind === 'number');

  for (const path of [`${chapter}/`, `embed/${slug}/`]) {
    test(`a copied link opens the same picture: /${path} ${slug}`, async ({ page, context, addressOf }) => {
      await page.goto(addressOf(path));
      const figure = await new Figure(page, slug).wake();
      const untouched = await figure.state();
      await figure.changeEveryControl();
      await figure.slider.press('Home');
      for (let step = 0; step < 3; step += 1) await figure.slider.press('ArrowRight');
      const sent = await figure.settledState();
      expect(sent.state, 'data-state after every control changed').not.toBe(untouched.state);

      await figure.part('copy-link').click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(new URL(link).pathname).toBe(new URL(addressOf(`${chapter}/`)).pathname);
      expect(new URL(link).hash).toBe(`#${slug}`);

      const other = await context.newPage();
      await other.goto(link);
      const received = await new Figure(other, slug).wake();
      await expect(received.element).toHaveAttribute('data-state', sent.state ?? '');
      expect(await received.settledState()).toEqual(sent);
      await expect(received.problem).toHaveCount(0);
      await expect(received.element).toBeInViewport();
    });

    test(`a wrong link is explained: /${path} ${slug}`, async ({ page, addressOf }) => {
      await page.goto(addressOf(path));
      const { state: untouched } = await (await new Figure(page, slug).wake()).state();

      const wrongLinks = [
        ...(number ? [{ query: `${number.name}=banana`, says: [number.name, 'banana', 'allowed'] }] : []),
        { query: 'banana=1', says: ['banana', 'allowed'] },
        { query: 'step=banana', says: ['step', 'banana', 'allowed'] },
      ];
      for (const { query, says } of wrongLinks) {
        await page.goto(addressOf(`${path}?${query}#${slug}`));
        const figure = await new Figure(page, slug).wake();
        await expect(figure.problem, query).toBeVisible();
        for (const word of says) await expect(figure.problem, query).toContainText(word);
        await expect(figure.element, query).toHaveAttribute('data-state', untouched ?? '');
      }
    });
  }

  test(`the copied embed code names the figure: ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(`${chapter}/`));
    const figure = await new Figure(page, slug).wake();
    const changed = await figure.changeEveryControl();
    await figure.part('copy-embed').click();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toContain(`<mcp-figure name="${slug}"`);
    expect(code).toContain(addressOf('embed.js'));
    for (const name of changed) expect.soft(code).toMatch(new RegExp(`\\s${name}="[^"]+"`, 'i'));
  });
}
