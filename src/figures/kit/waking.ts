// Figures wake up in pieces, one task each: the page stays ready for the reader while they do. What the reader touches
// is woken at once. Knows elements and callbacks, and nothing of what wakes.
import { flushSync } from 'svelte';
import { onIdle } from './when-idle.svelte.ts';

interface Sleeper {
  readonly element: Element;
  readonly wake: () => void;
}

/** In the order in which they were asked to wake. */
const sleepers: Sleeper[] = [];
let isWaking = false;

/** Calls `wake` in a task of its own, after all that were asked for before. Returns how to call it off. */
export function wakeSoon(element: Element, wake: () => void): () => void {
  const sleeper = { element, wake };
  sleepers.push(sleeper);
  if (!isWaking) wakeNext();
  return () => take(sleeper);
}

/** Calls `done` when nothing inside sleeps any more. */
export function whenAwake(element: Element, done: () => void): void {
  wakeSoon(element, () => (sleeperWithin(element) ? whenAwake(element, done) : done()));
}

/** Wakes at once all that sleeps inside: the reader's hand is there. */
export function wakeWithin(element: Element): void {
  for (;;) {
    const sleeper = sleeperWithin(element);
    if (!sleeper) return;
    take(sleeper);
    sleeper.wake();
    // A piece may have pieces of its own.
    flushSync();
  }
}

const sleeperWithin = (element: Element): Sleeper | undefined =>
  sleepers.find((sleeper) => element.contains(sleeper.element));

function wakeNext(): void {
  isWaking = sleepers.length > 0;
  if (!isWaking) return;
  onIdle(() => {
    sleepers.shift()?.wake();
    wakeNext();
  });
}

function take(sleeper: Sleeper): void {
  const place = sleepers.indexOf(sleeper);
  if (place >= 0) sleepers.splice(place, 1);
}
