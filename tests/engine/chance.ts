// Where the property tests take their chance from: one seed, so that a failure comes back. SEED=7 npm test tries another.
import process from 'node:process';

export const chance = { seed: Number(process.env['SEED'] ?? 20260728), numRuns: 200 } as const;

/** The end of a test's name: how many runs from which seed. */
export function runsOf(numRuns: number = chance.numRuns): string {
  return `(${numRuns} runs, seed ${chance.seed})`;
}
