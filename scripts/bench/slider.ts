// One move of a slider, with the processor slowed down four times: from the input event to the frame in which the redraw
// is on the screen. The worse of two figures counts: the broken stream with up to 200 steps, and framing.
// Inputs come at all times of a frame, as keys do, so an empty redraw takes one to two frames, one and a half in the
// middle. Each move goes one stop further down, as a hand does: values that were shown before would be cheaper.
// The floor is one rectangle that changes its width. Needs the built site. A ratio of 1.33 is two frames for the median
// move; 1 is all that a browser can do.
import { chromium, type Page } from '@playwright/test';
import { findOrInstallBrowser, launchArguments } from '../browser.ts';
import { serve } from '../serve.ts';
import { median, type Bench } from './bench.ts';

const rounds = 5;
const movesInARound = 12;
const slowdown = 4;
const frameMs = 1000 / 60;
const viewport = { width: 1280, height: 800 };

const figures = [
  { slug: 'broken-stream', address: 'broken-stream/?n=200#broken-stream', slider: 'n' },
  { slug: 'framing', address: 'framing-cost/#framing', slider: 'latencyMs' },
] as const;

const emptyPage = `<!doctype html><title>Floor</title><input type="range" min="1" max="200" value="100">
<svg width="600" height="100"><rect width="100" height="20"/></svg>
<script>document.querySelector('input').oninput = (event) =>
  document.querySelector('rect').setAttribute('width', event.target.value)</script>`;

/** Milliseconds from each input event to the frame after the one that draws it: then it has been presented. */
function movesMs(page: Page, slider: string, round: number): Promise<number[]> {
  return page.locator(slider).evaluate(
    async (element, { moves, frameMs, first }) => {
      const input = element as HTMLInputElement;
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      const [low, high] = [Number(input.min), Number(input.max)];
      const tookMs: number[] = [];
      for (let move = 0; move < moves; move += 1) {
        await frame();
        await frame();
        await new Promise((resolve) => setTimeout(resolve, (frameMs * move) / moves));
        const startedAtMs = performance.now();
        input.value = String(high - ((first + move) % (high - low + 1)));
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await frame();
        await frame();
        tookMs.push(performance.now() - startedAtMs);
      }
      return tookMs;
    },
    // The slider rests at its end: the first move leaves it.
    { moves: movesInARound, frameMs, first: 1 + round * movesInARound },
  );
}

async function slow(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

export const bench: Bench = {
  floor: 'one rectangle, same slider, same slowdown',
  async measure() {
    const site = await serve({ folder: 'dist' });
    const browser = await chromium.launch({
      executablePath: await findOrInstallBrowser(),
      args: [...launchArguments],
    });
    try {
      const empty = await browser.newPage({ viewport });
      await empty.setContent(emptyPage);
      const pages = [{ page: empty, slider: 'input', tookMs: [] as number[] }];
      for (const { slug, address, slider } of figures) {
        const page = await browser.newPage({ viewport });
        await page.goto(site.url + address);
        const input = `figure[data-figure="${slug}"] [data-role=controls] input[name=${slider}]`;
        await page.locator(input).scrollIntoViewIfNeeded();
        // Touched, as it is by a hand that gets to a slider.
        await page.mouse.move(3, 3);
        await page.mouse.move(5, 5);
        await page.locator(`[data-figure="${slug}"][data-awake]`).waitFor();
        pages.push({ page, slider: input, tookMs: [] });
      }
      for (const { page } of pages) await slow(page);
      for (let round = 0; round < rounds; round += 1) {
        for (const { page, slider, tookMs } of pages) {
          await page.bringToFront();
          tookMs.push(...(await movesMs(page, slider, round)));
        }
      }
      const [floor, ...mediansMs] = pages.map(({ tookMs }) => median(tookMs)) as [number, ...number[]];
      return { ratio: Math.max(...mediansMs) / floor, floor, unit: 'ms' };
    } finally {
      await browser.close();
      await site.close();
    }
  },
};
