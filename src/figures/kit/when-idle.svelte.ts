// A value that follows another one as soon as the browser has nothing more urgent to do: what is secondary in a figure
// must not hold up what the reader's hand is moving. On the server both are the same.
import { untrack } from 'svelte';

/** The longest that an action waits for an idle moment, ms. */
const LONGEST_MS = 150;

/** Follows `get`, which must be reactive, two frames later at the earliest. To be called while a component is set up. */
export function whenIdle<T>(get: () => T): { readonly current: T } {
  let current = $state.raw(untrack(get));
  $effect(() => {
    const next = get();
    if (next === untrack(() => current)) return;
    return atRest(() => (current = next));
  });
  return {
    get current() {
      return current;
    },
  };
}

/** Who waits for the hand to rest: all of them for the same moment. */
let waiting: (() => void)[] = [];
let callOff: (() => void) | undefined;
/** The wait has just begun: who joins it now is in time. */
let isFresh = false;

/** Does something when the hand rests, after all that were asked for before. Returns how to call it off. */
export function atRest(follow: () => void): () => void {
  waiting.push(follow);
  if (!isFresh) begin();
  return () => (waiting = waiting.filter((other) => other !== follow));
}

function begin(): void {
  callOff?.();
  isFresh = true;
  // The redraw comes first: an idle moment may well be one before it.
  callOff = afterFrame(() => {
    isFresh = false;
    callOff = afterFrame(() => (callOff = onIdle(followAll)));
  });
}

function followAll(): void {
  callOff = undefined;
  const all = waiting;
  waiting = [];
  for (const follow of all) follow();
}

function afterFrame(action: () => void): () => void {
  const handle = requestAnimationFrame(action);
  return () => cancelAnimationFrame(handle);
}

/** Does something in an idle moment; returns how to call it off. */
export function onIdle(action: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(action, LONGEST_MS / 2);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: LONGEST_MS });
  return () => cancelIdleCallback(handle);
}
