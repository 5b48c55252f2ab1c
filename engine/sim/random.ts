// The engine's only randomness: a seeded generator, so that the same seed gives the same run.

/** Numbers from 0 up to, not including, 1. A linear congruential generator with the constants of Numerical Recipes. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
