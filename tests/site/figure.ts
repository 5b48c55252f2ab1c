// A figure on a page, as a reader meets it: found, awake, its parts by role. Knows the roles, no figure by name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { figures } from '#figures/registry.ts';
import { everyPage } from './site.ts';

export interface Place {
  readonly page: string;
  readonly slug: string;
}

/** Every figure of every built page. */
export const everyFigure: readonly Place[] = everyPage.flatMap((page) => {
  const html = readFileSync(join('dist', page.endsWith('.html') ? page : `${page}index.html`), 'utf8');
  const slugs = [...html.matchAll(/<figure\b[^>]*\bdata-figure="([^"]+)"/g)].map((match) => match[1]!);
  return slugs.map((slug) => ({ page, slug }));
});

/** Every figure once, in its chapter: home page, gallery and embed page show the same. */
export const figuresInChapters: readonly Place[] = everyFigure.filter(
  ({ page, slug }) => page === `${figures.find((figure) => figure.slug === slug)!.chapter}/`,
);

export class Figure {
  readonly page: Page;
  readonly element: Locator;
  /** What the reader looks at: one drawing, or the wide one of two. */
  readonly picture: Locator;
  readonly sentence: Locator;
  readonly slider: Locator;
  readonly transcript: Locator;
  readonly problem: Locator;

  constructor(page: Page, slug: string) {
    this.page = page;
    this.element = page.locator(`figure.figure[data-figure="${slug}"]`).first();
    this.picture = this.element.locator('.picture');
    this.sentence = this.part('sentence');
    this.slider = this.element.locator('input[type=range][data-role=step]');
    this.transcript = this.element.locator('details[data-role=transcript]');
    this.problem = this.part('problem');
  }

  part(role: string): Locator {
    return this.element.locator(`[data-role="${role}"]`);
  }

  /** Scrolls to the figure, shows the page a hand, and waits until it answers to the reader. */
  async wake(): Promise<this> {
    await this.element.scrollIntoViewIfNeeded();
    await this.page.mouse.move(1, 1);
    await this.page.mouse.move(2, 2);
    await expect(this.element).toHaveAttribute('data-awake');
    return this;
  }

  /** Everything that decides the picture, and the sentence that goes with it. */
  async state(): Promise<{ state: string | null; sentence: string }> {
    return {
      state: await this.element.getAttribute('data-state'),
      sentence: (await this.sentence.innerText()).trim(),
    };
  }

  /** The same once nothing is on its way any more: the engine has come, and what waits for an idle moment is done. */
  async settledState(): Promise<{ state: string | null; sentence: string }> {
    await expect(this.element).toHaveAttribute('data-awake');
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      await new Promise((done) => requestIdleCallback(done));
    });
    return this.state();
  }

  async readSentence(): Promise<string> {
    return (await this.sentence.innerText()).trim();
  }

  /** Gives every control another value than it has; returns the names of what it changed. */
  async changeEveryControl(): Promise<readonly string[]> {
    const changed: string[] = [];
    const inputs = this.part('controls').locator('input[name], select[name]');
    const names = await inputs.evaluateAll((all) => [...new Set(all.map((input) => (input as HTMLInputElement).name))]);
    for (const name of names) {
      const options = inputs.and(this.page.locator(`[name="${name}"]`));
      const isRadio = (await options.first().getAttribute('type')) === 'radio';
      const input = isRadio ? options.and(this.page.locator(':checked')) : options.first();
      const atEnd = await input.evaluate((element) => {
        const { value, max } = element as HTMLInputElement;
        return max !== '' && value === max;
      });
      await input.press(atEnd ? 'ArrowLeft' : 'ArrowRight');
      changed.push(name);
    }
    return changed;
  }
}
