// `client:touch`: what the server drew stands as it is until the reader touches the page, in any way; then all that is in
// sight wakes up. What is done to it before it is awake is kept, and done again once it is.
import type { ClientDirective } from 'astro';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart', 'focusin', 'input'] as const;
const DEEDS = ['click', 'input', 'change'] as const;

let touched: Promise<void> | undefined;

/** The first sign of a reader; where the address asks for a state of its own, nothing is waited for. */
function firstTouch(): Promise<void> {
  return (touched ??= new Promise((resolve) => {
    if (location.search.length > 1) return resolve();
    const calm = new AbortController();
    // Where the pointer rests on a page that has just come, a browser tells of a move that was none.
    const isMove = ({ movementX, movementY }: PointerEvent): boolean => movementX !== 0 || movementY !== 0;
    const wake = (event: Event): void => {
      if (event.type === 'pointermove' && !isMove(event as PointerEvent)) return;
      calm.abort();
      resolve();
    };
    for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true, signal: calm.signal });
  }));
}

function inSight(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    for (const child of element.children) observer.observe(child);
  });
}

interface Deed {
  readonly type: string;
  readonly target: HTMLElement;
  readonly value: string | undefined;
}

/** Keeps what is done to an element; returns how to do it again. */
function keepDeeds(element: HTMLElement): () => void {
  const kept: Deed[] = [];
  const asleep = new AbortController();
  const keep = ({ type, target }: Event): void => {
    if (!(target instanceof HTMLElement)) return;
    const value = type === 'click' ? undefined : (target as HTMLInputElement).value;
    // Of a slider that is pulled, where it is in the end.
    const last = kept.at(-1);
    if (last && last.type === type && last.target === target && value !== undefined) kept.pop();
    kept.push({ type, target, value });
  };
  for (const deed of DEEDS) element.addEventListener(deed, keep, { capture: true, signal: asleep.signal });
  return () => {
    asleep.abort();
    for (const { type, target, value } of kept) {
      if (!target.isConnected) continue;
      // A figure wakes up in pieces; one that has just woken shows its own value, so it has to be awake before it gets another.
      target.dispatchEvent(new Event('pointerdown', { bubbles: true }));
      if (value === undefined) target.click();
      else {
        (target as HTMLInputElement).value = value;
        target.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }
  };
}

const touch: ClientDirective = async (load, _options, element) => {
  const doAgain = keepDeeds(element);
  await firstTouch();
  await inSight(element);
  const hydrate = await load();
  await hydrate();
  requestAnimationFrame(doAgain);
};

export default touch;
