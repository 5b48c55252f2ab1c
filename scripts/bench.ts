// `npm run bench`: how far each thing is from the least that it could cost, both measured in the same run.
// One file for each entry in scripts/bench/. Prints ratios, never a verdict; `--json` prints {name: {ratio, floor, unit}}.
import { readdirSync } from 'node:fs';
import type { Bench, Measured } from './bench/bench.ts';

const asJson = process.argv.includes('--json');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const names = readdirSync(new URL('bench/', import.meta.url))
  .filter((file) => file.endsWith('.ts') && file !== 'bench.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const unknown = wanted.find((name) => !names.includes(name));
if (unknown) {
  console.error(`No bench "${unknown}"; allowed: ${names.join(', ')}`);
  process.exit(2);
}

const results: Record<string, Measured> = {};
for (const name of names) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { bench } = (await import(new URL(`bench/${name}.ts`, import.meta.url).href)) as { bench: Bench };
  results[name] = await bench.measure();
  if (!asJson) {
    const { ratio, floor, unit } = results[name];
    console.log(`${name}: ${ratio.toFixed(2)} times ${floor.toFixed(3)} ${unit} (${bench.floor})`);
  }
}
if (asJson) console.log(JSON.stringify(results, null, 2));
