// A figure on a page, as a reader meets it: found, awake, its parts by role. Knows the roles, no figure by name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
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

export class Figure {
  readonly page: Page;
  readonly element: Locator;
  readonly sentence: Locator;
  readonly slider: Locator;
  readonly transcript: Locator;
  readonly problem: Locator;

  constructor(page: Page, slug: string) {
    this.page = page;
    this.element = page.locator(`figure.figure[data-figure="${slug}"]`).first();
    this.sentence = this.part('sentence');
    this.slider = this.element.locator('input[type=range][data-role=step]');
    this.transcript = this.element.locator('details[data-role=transcript]');
    this.problem = this.part('problem');
  }

  part(role: string): Locator {
    return this.element.locator(`[data-role="${role}"]`);
  }

  /** Scrolls to the figure and waits until it answers to the reader. */
  async wake(): Promise<this> {
    await this.element.scrollIntoViewIfNeeded();
    await expect(async () => {
      expect(await this.element.evaluate((figure) => figure.closest('astro-island[ssr]') === null)).toBe(true);
    }).toPass({ timeout: 8_000 });
    return this;
  }

  /** Everything that decides the picture, and the sentence that goes with it. */
  async state(): Promise<{ state: string | null; sentence: string }> {
    return {
      state: await this.element.getAttribute('data-state'),
      sentence: (await this.sentence.innerText()).trim(),
    };
  }

  async readSentence(): Promise<string> {
    return (await this.sentence.innerText()).trim();
  }

  /** Gives every control another value than it has. */
  async changeEveryControl(): Promise<void> {
    const controls = this.part('controls');
    for (const range of await controls.locator('input[type=range][name]').all()) {
      const atEnd = await range.evaluate((input: HTMLInputElement) => input.value === input.max);
      await range.press(atEnd ? 'ArrowLeft' : 'ArrowRight');
    }
    const groups = await controls
      .locator('input[type=radio][name]')
      .evaluateAll((inputs) => [...new Set(inputs.map((input) => (input as HTMLInputElement).name))]);
    for (const name of groups) {
      const options = controls.locator(`input[type=radio][name="${name}"]`);
      await options.and(this.page.locator(':checked')).press('ArrowRight');
    }
    for (const select of await controls.locator('select[name]').all()) await select.press('ArrowDown');
  }
}
