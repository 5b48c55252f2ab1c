// On which stream an event id was seen first. Remembers the last ids of a session, however many there are.
import type { Stream } from '../model.ts';

/** So many ids at least are remembered, and twice as many at most. */
const REMEMBERED = 1000;

export class EventIds<S extends Stream> {
  #recent = new Map<string, S>();
  #older: ReadonlyMap<string, S> = new Map();

  streamOf(id: string): S | undefined {
    return this.#recent.get(id) ?? this.#older.get(id);
  }

  /** Takes note of an id; the stream that it was on before, if it was there. */
  see(id: string, stream: S): S | undefined {
    const before = this.streamOf(id);
    if (before) return before;
    if (this.#recent.size >= REMEMBERED) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(id, stream);
    return undefined;
  }
}
