// What became of the request ids of one side. Most clients count, so a stretch of numbers is kept as its two ends.
import type { DoneIds as Done } from '../model.ts';

export class DoneIds implements Done {
  /** All whole numbers from here up to there were answered. */
  #from = 0;
  #to = -1;
  readonly #others = new Map<unknown, 'answered' | 'refused'>();

  get(id: unknown): 'answered' | 'refused' | undefined {
    if (typeof id === 'number' && id >= this.#from && id <= this.#to && Number.isInteger(id)) return 'answered';
    return this.#others.get(id);
  }

  set(id: unknown, became: 'answered' | 'refused'): void {
    const isNext =
      became === 'answered' && (id === this.#to + 1 || (this.#to < this.#from && Number.isSafeInteger(id)));
    if (!isNext) {
      if (this.get(id) !== 'answered') this.#others.set(id, became);
      return;
    }
    if (this.#to < this.#from) this.#from = id as number;
    this.#to = id as number;
    if (this.#others.size === 0) return;
    this.#others.delete(id);
    // Answers that came early are next now.
    while (this.#others.get(this.#to + 1) === 'answered') this.#others.delete(++this.#to);
  }

  clear(): void {
    this.#to = this.#from - 1;
    this.#others.clear();
  }
}
