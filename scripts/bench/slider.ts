// One move of a slider of the broken-stream figure with 200 steps, with the processor slowed down four times: from the
// input event to the frame in which the redraw is on the screen. Inputs come at all times of a frame, so an empty redraw
// takes one to two frames, one and a half in the middle. The floor is one rectangle that changes its width.
// Needs the built site. A ratio of 1.33 is two frames for the median move; 1 is all that a browser can do.
import { chromium, type Page } from '@playwright/test';
import { findOrInstallBrowser, launchArguments } from '../browser.ts';
import { serve } from '../serve.ts';
import { median, type Bench } from './bench.ts';

const rounds = 5;
const movesInARound = 12;
const slowdown = 4;
const frameMs = 1000 / 60;

const emptyPage = `<!doctype html><title>Floor</title><input type="range" min="1" max="200" value="100">
<svg width="600" height="100"><rect width="100" height="20"/></svg>
<script>document.querySelector('input').oninput = (event) =>
  document.querySelector('rect').setAttribute('width', event.target.value)</script>`;

/** Milliseconds from each input event to the frame after the one that draws it: then it has been presented. */
function movesMs(page: Page, slider: string): Promise<number[]> {
  return page.locator(slider).evaluate(
    async (element, { moves, frameMs }) => {
      const input = element as HTMLInputElement;
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      const [low, high] = [Number(input.max) - 1, Number(input.max)];
      const tookMs: number[] = [];
      for (let move = 0; move < moves; move += 1) {
        await frame();
        await frame();
        await new Promise((resolve) => setTimeout(resolve, (frameMs * move) / moves));
        const startedAtMs = performance.now();
        input.value = String(move % 2 === 0 ? low : high);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await frame();
        await frame();
        tookMs.push(performance.now() - startedAtMs);
      }
      return tookMs;
    },
    { moves: movesInARound, frameMs },
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
      const figure = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await figure.goto(`${site.url}broken-stream/?n=200#broken-stream`);
      const slider = 'figure[data-figure="broken-stream"] [data-role=controls] input[name=n]';
      await figure.locator(slider).scrollIntoViewIfNeeded();
      await figure.locator('[data-figure="broken-stream"][data-awake]').waitFor();

      const empty = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await empty.setContent(emptyPage);

      await slow(figure);
      await slow(empty);
      const samplesMs: { figure: number[]; empty: number[] } = { figure: [], empty: [] };
      for (let round = 0; round < rounds; round += 1) {
        await empty.bringToFront();
        samplesMs.empty.push(...(await movesMs(empty, 'input')));
        await figure.bringToFront();
        samplesMs.figure.push(...(await movesMs(figure, slider)));
      }
      const floor = median(samplesMs.empty);
      return { ratio: median(samplesMs.figure) / floor, floor, unit: 'ms' };
    } finally {
      await browser.close();
      await site.close();
    }
  },
};
