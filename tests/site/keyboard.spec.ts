// Tab reaches every control of every figure in reading order, with a visible outline; arrows, Home and End step.
import { expect, test } from './site.ts';
import { figuresInChapters, Figure } from './figure.ts';

const mostTabs = 400;

for (const { page: path, slug } of figuresInChapters) {
  test(`keyboard walk: /${path} ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(path));
    const figure = await new Figure(page, slug).wake();

    // What Tab should reach: in document order, one stop for each group of radio buttons.
    const expected = await figure.element.evaluate((root) => {
      const stops = [
        ...root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
      ]
        .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled'))
        .filter((element) => !element.closest('details:not([open]) > :not(summary)'))
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked));
      stops.forEach((element, index) => element.setAttribute('data-stop', String(index)));
      return stops.map(
        (element) => `${element.tagName} ${element.getAttribute('data-role') ?? element.getAttribute('name') ?? ''}`,
      );
    });
    expect(expected.length, 'controls to reach').toBeGreaterThan(3);

    const reached: number[] = [];
    const unseen: string[] = [];
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      await page.keyboard.press('Tab');
      const stop = await figure.element.evaluate((root) => {
        const active = document.activeElement as HTMLElement | null;
        if (!active || !root.contains(active)) return undefined;
        // A hidden native input may show its focus on its label or on the mark beside it.
        const marks = [active, ...((active as HTMLInputElement).labels ?? []), active.nextElementSibling];
        const isSeen = marks.some((mark) => {
          if (!mark) return false;
          const { outlineStyle, outlineWidth } = getComputedStyle(mark);
          return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
        });
        return { index: Number(active.getAttribute('data-stop') ?? -1), isSeen, what: active.outerHTML.slice(0, 100) };
      });
      if (!stop) {
        if (reached.length > 0) break;
        continue;
      }
      reached.push(stop.index);
      if (!stop.isSeen) unseen.push(stop.what);
    }
    expect(reached.map((index) => expected[index] ?? 'something that was not there before')).toEqual(expected);
    expect(unseen, 'focus without an outline').toEqual([]);
  });

  test(`step slider: /${path} ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(path));
    const figure = await new Figure(page, slug).wake();
    await figure.slider.press('Home');
    const first = await figure.readSentence();
    await figure.slider.press('ArrowRight');
    await expect(figure.sentence).not.toHaveText(first);
    const second = await figure.readSentence();
    await figure.slider.press('End');
    await expect(figure.sentence).not.toHaveText(second);
    const last = await figure.readSentence();
    await figure.slider.press('ArrowLeft');
    await expect(figure.sentence).not.toHaveText(last);
    await figure.slider.press('Home');
    await expect(figure.sentence).toHaveText(first);

    await figure.part('step-forward').press('Enter');
    await expect(figure.sentence).toHaveText(second);
    await figure.part('step-back').press('Space');
    await expect(figure.sentence).toHaveText(first);
  });

  test(`play runs and pauses: /${path} ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(path));
    const figure = await new Figure(page, slug).wake();
    await figure.slider.press('Home');
    const first = await figure.readSentence();
    const play = figure.part('play');
    await play.press('Enter');
    await expect(figure.sentence).not.toHaveText(first);
    await play.press('Enter');
    const paused = await figure.readSentence();
    await page.waitForTimeout(1200);
    expect(await figure.readSentence()).toBe(paused);
  });
}
