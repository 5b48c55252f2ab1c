// What a reader does to a figure before its scripts are there is done once they are: slow scripts, quick hands.
import { expect, test } from './site.ts';
import { Figure, figuresInChapters } from './figure.ts';

const SLOW_MS = 500;
/** Figures that wait for a hand; embeds are awake at once, and the gallery has the same figures again. */
for (const { page: path, slug } of figuresInChapters) {
  test(`nothing is lost while it sleeps: /${path} ${slug}`, async ({ page, addressOf }) => {
    await page.route('**/*.js', async (route) => {
      await new Promise((done) => setTimeout(done, SLOW_MS));
      await route.continue();
    });
    await page.goto(addressOf(path));
    const figure = new Figure(page, slug);
    await figure.element.scrollIntoViewIfNeeded();
    const before = await figure.state();

    const knob = figure.part('controls').locator('input[type=range]').first();
    const moved = (await knob.count()) > 0 ? knob : figure.slider;
    await moved.press((await moved.inputValue()) === (await moved.getAttribute('max')) ? 'ArrowLeft' : 'ArrowRight');
    const wanted = await moved.inputValue();
    await figure.transcript.locator('summary').click();
    expect(await figure.element.getAttribute('data-awake'), 'asleep until here').toBeNull();

    await expect(figure.element).toHaveAttribute('data-awake');
    await expect(figure.element).not.toHaveAttribute('data-state', before.state ?? '');
    expect(await moved.inputValue()).toBe(wanted);
    await expect(figure.transcript).toHaveAttribute('open');
  });
}
