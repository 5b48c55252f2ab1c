// The last things that were named, so many and no more; what is older is forgotten. Few enough to be searched.

export class LastOnes<K, V> {
  readonly #limit: number;
  readonly #keys: K[] = [];
  readonly #values: V[] = [];
  #next = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(key: K, value: V): void {
    this.#keys[this.#next] = key;
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#limit;
  }

  /** The last one of that name. */
  get(key: K): V | undefined {
    for (let back = 1; back <= this.#keys.length; back++) {
      const i = (this.#next - back + this.#limit) % this.#limit;
      if (this.#keys[i] === key) return this.#values[i];
    }
    return undefined;
  }
}
