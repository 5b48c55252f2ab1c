// Virtual time: actions run in order of their moment, ties in the order in which they were planned.

interface Planned {
  readonly atMs: number;
  readonly order: number;
  readonly action: () => void;
}

const isBefore = (a: Planned, b: Planned): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

export class Clock {
  nowMs = 0;
  #order = 0;
  /** A binary heap, earliest first. */
  readonly #heap: Planned[] = [];

  /** Plans an action for a moment, ms; a moment that has passed means now. */
  at(atMs: number, action: () => void): void {
    const heap = this.#heap;
    const planned = { atMs: Math.max(atMs, this.nowMs), order: this.#order++, action };
    let child = heap.push(planned) - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!isBefore(planned, heap[parent]!)) break;
      heap[child] = heap[parent]!;
      child = parent;
    }
    heap[child] = planned;
  }

  /** Runs until nothing is planned any more. */
  run(): void {
    for (let next = this.#take(); next; next = this.#take()) {
      this.nowMs = next.atMs;
      next.action();
    }
  }

  #take(): Planned | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[parent] = heap[child]!;
      parent = child;
    }
    heap[parent] = last;
    return first;
  }
}
