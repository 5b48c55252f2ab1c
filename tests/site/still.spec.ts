// What a reader has without JavaScript, on paper and in calm mode: the text and every figure, finished and at rest.
import { built, everyPage, expect, readThrough, test } from './site.ts';
import { everyFigure, Figure } from './figure.ts';

const readable = [...built.pages, ...built.embeds];
const figuresOf = (path: string): readonly string[] =>
  everyFigure.filter((place) => place.page === path).map((place) => place.slug);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const path of everyPage) {
    test(`text and figures: /${path}`, async ({ page, addressOf }) => {
      await page.goto(addressOf(path));
      const hidden = await page.locator('main :is(h1, h2, h3, p, li, td)').evaluateAll((all) =>
        all
          .filter((element) => element.textContent?.trim() && !element.closest('details:not([open]), [hidden], dialog'))
          .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(hidden, 'text that only a script shows').toEqual([]);
      for (const slug of figuresOf(path)) {
        const figure = new Figure(page, slug);
        await expect(figure.picture, `${slug}: picture`).toBeVisible();
        await expect(figure.picture.locator('svg').filter({ visible: true }).first(), `${slug}: drawing`).toBeVisible();
        await expect(figure.sentence, `${slug}: sentence`).toBeVisible();
        await expect(figure.transcript, `${slug}: transcript`).toHaveCount(1);
        await figure.transcript.locator('summary').click();
        await expect(figure.transcript.locator('li').first(), `${slug}: first line of the transcript`).toBeVisible();
        expect(await figure.transcript.locator('li').count()).toBeGreaterThan(3);
      }
    });
  }
});

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

for (const { page: path, slug } of everyFigure) {
  test(`nothing plays by itself: /${path} ${slug}`, async ({ page, addressOf }) => {
    await page.goto(addressOf(path));
    const figure = await new Figure(page, slug).wake();
    const before = await figure.state();
    const picture = await figure.picture.innerHTML();
    await page.waitForTimeout(1500);
    expect(await figure.state()).toEqual(before);
    expect(await figure.picture.innerHTML()).toBe(picture);
  });
}
