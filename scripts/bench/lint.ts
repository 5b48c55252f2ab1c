// Linting 50 MB of captured traffic, from bytes to findings: a long session over a pipe and one over HTTP, half and half.
// The floor is JSON.parse over the texts of the same messages.
import { lint, readCapture } from '#engine';
import { httpCapture, pipeCapture } from '../large-captures.ts';
import { median, type Bench } from './bench.ts';

const halfBytes = 25e6;
const passes = 7;

function tookMs(work: () => void): number {
  const startedAtMs = performance.now();
  work();
  return performance.now() - startedAtMs;
}

export const bench: Bench = {
  floor: 'JSON.parse of the same messages',
  measure() {
    const captures = [pipeCapture(halfBytes), httpCapture(halfBytes)];
    const samplesMs: { lint: number[]; floor: number[] } = { lint: [], floor: [] };
    // Turn and turn about: what else the machine does hits both alike.
    for (let i = 0; i < passes; i++) {
      samplesMs.floor.push(
        tookMs(() => {
          for (const { messages } of captures) for (const text of messages) JSON.parse(text);
        }),
      );
      samplesMs.lint.push(
        tookMs(() => {
          for (const { bytes, name } of captures)
            if (lint(readCapture(bytes)).verdict !== 'ok') throw new Error(`${name} is not in order`);
        }),
      );
    }
    const floor = median(samplesMs.floor);
    return Promise.resolve({ ratio: median(samplesMs.lint) / floor, floor, unit: 'ms' });
  },
};
