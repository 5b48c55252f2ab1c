// Cuts the site's fonts from the @fontsource packages down to the characters that the site prints: `npm run fonts`.
// Writes public/fonts/ (committed); must know nothing of pages. Missing characters fall back to the reader's own fonts.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const OUT = new URL('../public/fonts/', import.meta.url);
const BUDGET_BYTES = 62_000;

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const plain = `${ascii}\u00a0·×é–—‘’“”…−`;
const latin = `${plain}§©°±²µäöüß•↑↓`;
/** Letters of formulas; each is a tiny file of its own that loads only where such a letter is printed. */
const greek = 'Δτφ';
const letterlike = 'ℓ';

const serif = '@fontsource-variable/source-serif-4/files/source-serif-4';
const sans = '@fontsource/ibm-plex-sans/files/ibm-plex-sans';
const mono = '@fontsource/ibm-plex-mono/files/ibm-plex-mono';

const faces = [
  { file: 'serif', source: `${serif}-latin-wght-normal`, text: latin, wght: { min: 400, max: 600 } },
  { file: 'serif-italic', source: `${serif}-latin-wght-italic`, text: plain, wght: 400 },
  { file: 'serif-greek', source: `${serif}-greek-wght-normal`, text: greek, wght: 400 },
  { file: 'serif-letterlike', source: `${serif}-latin-ext-wght-normal`, text: letterlike, wght: 400 },
  { file: 'sans-400', source: `${sans}-latin-400-normal`, text: latin },
  { file: 'sans-600', source: `${sans}-latin-600-normal`, text: plain },
  { file: 'sans-greek', source: `${sans}-greek-400-normal`, text: greek },
  { file: 'sans-letterlike', source: `${sans}-latin-ext-400-normal`, text: letterlike },
  { file: 'mono-400', source: `${mono}-latin-400-normal`, text: latin },
  { file: 'mono-600', source: `${mono}-latin-600-normal`, text: ascii },
] as const;

const { resolve } = createRequire(import.meta.url);
await mkdir(OUT, { recursive: true });

let totalBytes = 0;
for (const { file, source, text, ...axes } of faces) {
  const whole = await readFile(resolve(`${source}.woff2`));
  const part = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    keepFeatures: ['ccmp', 'kern'],
    noHinting: true,
    ...('wght' in axes && { variationAxes: { wght: axes.wght } }),
  });
  await writeFile(new URL(`${file}.woff2`, OUT), part);
  totalBytes += part.length;
  console.log(`${`${file}.woff2`.padEnd(26)}${String(part.length).padStart(7)} bytes`);
}
console.log(`${'all'.padEnd(26)}${String(totalBytes).padStart(7)} bytes, at most ${BUDGET_BYTES}`);

await copyFile(resolve('@fontsource-variable/source-serif-4/LICENSE'), new URL('OFL-source-serif-4.txt', OUT));
await copyFile(resolve('@fontsource/ibm-plex-sans/LICENSE'), new URL('OFL-ibm-plex.txt', OUT));

if (totalBytes > BUDGET_BYTES) {
  console.error(`The fonts weigh ${totalBytes} bytes; at most ${BUDGET_BYTES} are allowed.`);
  process.exit(1);
}
