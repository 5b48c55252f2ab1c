// What a reader has without JavaScript, on paper and in calm mode: the text and every figure, finished and at rest.
import type { Page } from '@playwright/test';
import { built, everyPage, expect, readThrough, test } from './site.ts';
import { everyFigure, Figure, figuresInChapters } from './figure.ts';

const readable = [...built.pages, ...built.embeds];
const figuresOf = (path: string): readonly string[] =>
  everyFigure.filter((place) => place.page === path).map((place) => place.slug);

/** The text that a reader sees without opening anything. */
function shownText(page: Page): Promise<string[]> {
  return page.locator('main :is(h1, h2, h3, p, li, td)').evaluateAll((all) =>
    all
      .filter((element) => !element.closest('details:not([open]), dialog, [popover]'))
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''),
  );
}

for (const path of everyPage) {
  test(`without JavaScript, text and figures: /${path}`, async ({ page, browser, addressOf }) => {
    await page.goto(addressOf(path));
    await readThrough(page);
    const withScript = await shownText(page);
    expect(withScript.length).toBeGreaterThan(0);

    const context = await browser.newContext({ javaScriptEnabled: false });
    const bare = await context.newPage();
    await bare.goto(addressOf(path));
    const without = new Set(await shownText(bare));
    const missing = withScript.filter((text) => !without.has(text));
    expect(missing, 'text that only a script shows').toEqual([]);
    for (const slug of figuresOf(path)) {
      const figure = new Figure(bare, slug);
      await expect(figure.picture, `${slug}: picture`).toBeVisible();
      expect((await figure.picture.boundingBox())?.height ?? 0, `${slug}: height`).toBeGreaterThan(80);
      await expect(figure.sentence, `${slug}: sentence`).toBeVisible();
      await figure.transcript.locator('summary').click();
      await expect(figure.transcript.locator('li').first(), `${slug}: first line of the transcript`).toBeVisible();
      expect(await figure.transcript.locator('li').count()).toBeGreaterThan(3);
    }
    await context.close();
  });
}

test.describe('on paper', () => {
  test.use({ viewport: { width: 720, height: 1000 } });
  for (const path of readable) {
    test(`figures are printed: /${path}`, async ({ page, addressOf }) => {
      await page.goto(addressOf(path));
      await readThrough(page);
      await page.emulateMedia({ media: 'print' });
      for (const slug of figuresOf(path)) {
        const picture = new Figure(page, slug).picture;
        await expect(picture).toBeVisible();
        const box = await picture.boundingBox();
        expect(box?.height ?? 0, `${slug}: height of the picture`).toBeGreaterThan(80);
        expect((box?.x ?? 0) + (box?.width ?? 0), `${slug}: right edge`).toBeLessThanOrEqual(721);
      }
      await expect(page.locator('nav:visible')).toHaveCount(0);
    });
  }
});

const running = (): string[] =>
  document
    .getAnimations()
    .filter((animation) => animation.playState === 'running')
    .map((animation) => {
      const target = (animation.effect as KeyframeEffect | null)?.target;
      return `${target?.tagName ?? '?'}.${target?.getAttribute('class') ?? ''}`;
    });

test.describe('in calm mode', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  for (const path of everyPage) {
    test(`nothing moves: /${path}`, async ({ page, addressOf }) => {
      await page.goto(addressOf(path));
      await readThrough(page);
      expect(await page.evaluate(running), 'animations at rest').toEqual([]);
      for (const slug of figuresOf(path)) {
        const figure = await new Figure(page, slug).wake();
        const play = figure.part('play');
        if (!(await play.isVisible())) continue;
        await play.click();
        for (let sample = 0; sample < 8; sample += 1) {
          expect(await page.evaluate(running), `${slug}: animations while playing`).toEqual([]);
          await page.waitForTimeout(60);
        }
      }
    });
  }
});

for (const path of new Set(figuresInChapters.map((place) => place.page))) {
  test(`nothing plays by itself: /${path}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(path));
    const awake: Figure[] = [];
    for (const slug of figuresOf(path)) awake.push(await new Figure(page, slug).wake());
    const seen = async () =>
      Promise.all(
        awake.map(async (figure) => ({ ...(await figure.state()), picture: await figure.picture.innerHTML() })),
      );
    const before = await seen();
    await page.waitForTimeout(1500);
    expect(await seen()).toEqual(before);
  });
}
