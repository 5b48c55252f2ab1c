// One move of a slider, with the processor slowed down four times: from the input event to the frame in which the redraw
// is on the screen. The worse of two figures counts: the broken stream with up to 200 steps, and framing.
// Inputs come at all times of a frame, as keys do, so an empty redraw takes one to two frames, one and a half in the
// middle. Each move goes one stop further down, as a hand does: values that were shown before would be cheaper.
// A page is alone in its browser, as a reader's is: pages in the background take turns with it, and double what it needs.
// The floor is one rectangle that changes its width. Needs the built site. A ratio of 1.33 is two frames for the median
// move; 1 is all that a browser can do.
import { chromium, type Browser, type Page } from '@playwright/test';
import { findOrInstallBrowser, launchArguments } from '../browser.ts';
import { serve } from '../serve.ts';
import { median, type Bench } from './bench.ts';

const rounds = 5;
const movesInARound = 12;
/** What the hand does before it counts: the first moves of a page are those of a browser that still compiles. */
const movesBefore = 24;
const slowdown = 4;
const frameMs = 1000 / 60;
/** The reader looks first: by then a page has done what it does by itself. */
const restMs = 2000;
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
function movesMs(page: Page, slider: string, first: number, moves: number): Promise<number[]> {
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
    { moves, frameMs, first },
  );
}

/** Moves a slider of a page that has just been opened. */
async function measure(browser: Browser, slider: string, open: (page: Page) => Promise<void>): Promise<number[]> {
  const page = await browser.newPage({ viewport });
  await open(page);
  await page.waitForTimeout(restMs);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // The slider rests at its end: the first move leaves it.
  await movesMs(page, slider, 1, movesBefore);
  const tookMs = await movesMs(page, slider, 1 + movesBefore, movesInARound);
  await page.close();
  return tookMs;
}

export const bench: Bench = {
  floor: 'one rectangle, same slider, same slowdown',
  async measure() {
    const site = await serve({ folder: 'dist' });
    const browser = await chromium.launch({
      executablePath: await findOrInstallBrowser(),
      args: [...launchArguments],
    });
    const floorMs: number[] = [];
    const figuresMs = figures.map((): number[] => []);
    try {
      for (let round = 0; round < rounds; round += 1) {
        floorMs.push(...(await measure(browser, 'input', (page) => page.setContent(emptyPage))));
        for (const [i, { slug, address, slider }] of figures.entries()) {
          const input = `figure[data-figure="${slug}"] [data-role=controls] input[name=${slider}]`;
          const tookMs = await measure(browser, input, async (page) => {
            await page.goto(site.url + address);
            await page.locator(input).scrollIntoViewIfNeeded();
            // Touched, as it is by a hand that gets to a slider.
            await page.mouse.move(3, 3);
            await page.mouse.move(5, 5);
            await page.locator(`[data-figure="${slug}"][data-awake]`).waitFor();
          });
          figuresMs[i]!.push(...tookMs);
        }
      }
    } finally {
      await browser.close();
      await site.close();
    }
    const floor = median(floorMs);
    return { ratio: Math.max(...figuresMs.map(median)) / floor, floor, unit: 'ms' };
  },
};
