// A map whose entries mostly go before the next one comes. The newest one stands beside a Map and not in it: a Map that is
// filled and emptied again and again makes a new table each time.

export class BriefMap<K, V> {
  #newest: V | undefined;
  #newestKey: K | undefined;
  readonly #others = new Map<K, V>();

  get size(): number {
    return this.#others.size + (this.#newest === undefined ? 0 : 1);
  }

  get(key: K): V | undefined {
    if (this.#newest !== undefined && this.#newestKey === key) return this.#newest;
    return this.#others.size === 0 ? undefined : this.#others.get(key);
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): void {
    if (this.#others.size > 0 && this.#others.has(key)) {
      this.#others.set(key, value);
      return;
    }
    if (this.#newest !== undefined && this.#newestKey !== key) this.#others.set(this.#newestKey as K, this.#newest);
    this.#newest = value;
    this.#newestKey = key;
  }

  delete(key: K): void {
    if (this.#newest !== undefined && this.#newestKey === key) this.#newest = undefined;
    else if (this.#others.size > 0) this.#others.delete(key);
  }

  /** In the order in which they came. */
  *values(): IterableIterator<V> {
    yield* this.#others.values();
    if (this.#newest !== undefined) yield this.#newest;
  }
}
