// The site's only wall clock: moves a figure's step while it plays. Knows no protocol and no picture.

/** How long a step stays at speed 1, ms, unless there are so many that the whole would take too long. */
const STEP_MS = 700;
const LONGEST_MS = 30_000;

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Player {
  isPlaying = $state(false);
  speed = $state<number>(1);
  readonly #last: () => number;
  readonly #get: () => number;
  readonly #set: (step: number) => void;

  /** `last` is the last step, `get` and `set` reach the figure's step. */
  constructor(last: () => number, get: () => number, set: (step: number) => void) {
    this.#last = last;
    this.#get = get;
    this.#set = set;
  }

  toggle(): void {
    if (!this.isPlaying && this.#get() >= this.#last()) this.#set(0);
    this.isPlaying = !this.isPlaying;
  }

  pause(): void {
    this.isPlaying = false;
  }

  /** Goes to a step; the reader's own hand stops the play. */
  go(step: number): void {
    this.pause();
    this.#set(Math.min(Math.max(step, 0), this.#last()));
  }

  /** Plays until it is told to stop; returns how to stop. To be run by an effect while `isPlaying`. */
  run(): () => void {
    const steps = this.#last() + 1;
    const tickMs = Math.min(STEP_MS, LONGEST_MS / steps) / this.speed;
    const timer = setInterval(() => {
      if (this.#get() < this.#last()) this.#set(this.#get() + 1);
      else this.pause();
    }, tickMs);
    return () => clearInterval(timer);
  }
}
