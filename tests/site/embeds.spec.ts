// Every figure inside a page of another origin: through <mcp-figure> and as a plain iframe, sized to its content.
import { mkdirSync, writeFileSync } from 'node:fs';
import { boundOf, defaultValues, type Parameter } from '#engine';
import { figures } from '#figures/registry.ts';
import { serve } from '../../scripts/serve.ts';
import { expect, test } from './site.ts';
import { Figure } from './figure.ts';

/** A value in range that is not the default. */
function otherValue(parameter: Parameter, parameters: readonly Parameter[]): string {
  if (parameter.kind === 'choice') {
    const other = parameter.options.find((option) => option.value !== parameter.default);
    return other?.value ?? parameter.default;
  }
  if (parameter.kind === 'text') return '{}';
  const max = boundOf(parameter.max, defaultValues(parameters));
  const above = parameter.stops?.find((stop) => stop > parameter.default) ?? parameter.default + (parameter.step ?? 1);
  return String(above <= max ? above : parameter.default - (parameter.step ?? 1));
}

const attributesOf = (parameters: readonly Parameter[]): [string, string][] =>
  parameters.map((parameter) => [parameter.name, otherValue(parameter, parameters)]);

const html = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title></head><body>${body}</body></html>`;

for (const { slug, parameters } of figures) {
  const values = attributesOf(parameters);

  for (const width of [900, 340]) {
    test(`<mcp-figure> on another origin, ${width} px: ${slug}`, async ({
      page,
      served,
      addressOf,
      origins,
      context,
    }, info) => {
      const folder = info.outputPath('host');
      mkdirSync(folder, { recursive: true });
      const attributes = values.map(([name, value]) => `${name}="${value}"`).join(' ');
      writeFileSync(
        `${folder}/index.html`,
        html(
          `<script src="${addressOf('embed.js')}" async></script><mcp-figure name="${slug}" ${attributes} step="2"></mcp-figure>`,
        ),
      );
      const host = await serve({ folder });
      origins.add(host.origin);
      try {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(host.url);
        const iframe = page.locator('mcp-figure iframe');
        await expect(iframe).toBeVisible();
        await expect(iframe).toHaveAttribute('title', /\S/);
        const frame = await (await iframe.elementHandle())?.contentFrame();
        if (!frame) throw new Error('the iframe has no document');
        await expect(frame.locator('astro-island[ssr]')).toHaveCount(0);
        await expect(async () => {
          const { inner, outer } = await frame.evaluate(() => ({
            inner: document.documentElement.scrollHeight,
            outer: innerHeight,
          }));
          expect(outer).toBeGreaterThan(200);
          expect(inner, 'content taller than its frame').toBeLessThanOrEqual(outer);
          expect(outer - inner, 'empty space below the figure').toBeLessThanOrEqual(24);
        }).toPass({ timeout: 8_000 });

        const embedded = frame.locator(`figure.figure[data-figure="${slug}"]`);
        const direct = await context.newPage();
        const query = new URLSearchParams([...values, ['step', '2']]);
        await direct.goto(addressOf(`embed/${slug}/?${query}`));
        const { state } = await (await new Figure(direct, slug).wake()).state();
        await expect(embedded).toHaveAttribute('data-state', state ?? '');
        await expect(embedded.locator('[data-role=problem]')).toHaveCount(0);

        // A changed attribute changes the picture.
        const [name] = values[0]!;
        await page.locator('mcp-figure').evaluate((element, attribute) => element.removeAttribute(attribute), name);
        await expect(page.frameLocator('mcp-figure iframe').locator('figure.figure')).not.toHaveAttribute(
          'data-state',
          state ?? '',
        );
        expect(served.origin).not.toBe(host.origin);
      } finally {
        await host.close();
      }
    });
  }

  test(`a plain iframe on another origin: ${slug}`, async ({ page, addressOf, origins }, info) => {
    const folder = info.outputPath('host');
    mkdirSync(folder, { recursive: true });
    const query = new URLSearchParams(values);
    const source = addressOf(`embed/${slug}/?${query}`).replaceAll('&', '&amp;');
    writeFileSync(
      `${folder}/index.html`,
      html(`<iframe title="Figure" src="${source}" width="900" height="700"></iframe>`),
    );
    const host = await serve({ folder });
    origins.add(host.origin);
    try {
      await page.goto(host.url);
      const embedded = page.frameLocator('iframe').locator(`figure.figure[data-figure="${slug}"]`);
      await expect(embedded).toBeVisible();
      await expect(embedded.locator('[data-role=problem]')).toHaveCount(0);
    } finally {
      await host.close();
    }
  });
}

test('an embed without a name, or with an unknown one, says what is allowed', async ({
  page,
  addressOf,
  origins,
}, info) => {
  const folder = info.outputPath('host');
  mkdirSync(folder, { recursive: true });
  const script = `<script src="${addressOf('embed.js')}"></script>`;
  writeFileSync(
    `${folder}/index.html`,
    html(`${script}<mcp-figure></mcp-figure><mcp-figure name="banana"></mcp-figure>`),
  );
  const host = await serve({ folder });
  origins.add(host.origin);
  try {
    await page.goto(host.url);
    const [missing, unknown] = [page.locator('mcp-figure').first(), page.locator('mcp-figure').last()];
    await expect(missing).toContainText('name');
    await expect(unknown).toContainText('banana');
    for (const { slug } of figures) await expect(unknown).toContainText(slug);
  } finally {
    await host.close();
  }
});
