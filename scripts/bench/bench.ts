// What a bench entry is: a thing, and a floor that does the least, measured side by side.
// Must not know any entry.

export interface Measured {
  /** The thing's median divided by the floor's. */
  readonly ratio: number;
  /** The floor's median. */
  readonly floor: number;
  readonly unit: string;
}

export interface Bench {
  /** What the floor is, in a few words. */
  readonly floor: string;
  measure(): Promise<Measured>;
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
