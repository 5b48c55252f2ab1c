// One run of the short session over HTTP: peers, virtual time, every frame with its spans. The floor turns the same
// messages into JSON and bytes once.
import { run, transfersOf, utf8Encode } from '#engine';
import { median, type Bench } from './bench.ts';

const rounds = 200;
const values = { revision: '2025-11-25', transport: 'streamable-http' };

function onceMs(work: () => unknown): number {
  const startedAtMs = performance.now();
  work();
  return performance.now() - startedAtMs;
}

export const bench: Bench = {
  floor: 'JSON.stringify and UTF-8 of the same messages',
  measure() {
    const messages = transfersOf(run('short', values)).flatMap(({ message }) => (message ? [message] : []));
    const simulate = (): unknown => run('short', values);
    const encode = (): unknown => messages.map((message) => utf8Encode(JSON.stringify(message)));
    const samplesMs: { run: number[]; floor: number[] } = { run: [], floor: [] };
    for (let round = 0; round < rounds; round += 1) {
      samplesMs.floor.push(onceMs(encode));
      samplesMs.run.push(onceMs(simulate));
    }
    const floor = median(samplesMs.floor);
    return Promise.resolve({ ratio: median(samplesMs.run) / floor, floor, unit: 'ms' });
  },
};
