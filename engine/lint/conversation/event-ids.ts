// On which stream an event id was seen first. Remembers the last ids of a session, however many there are.
import type { Stream } from '../model.ts';

/** So many ids at least are remembered, and twice as many at most. */
const REMEMBERED = 1000;

/** An id, and those before it that have the same hash. */
interface Seen<S> {
  readonly id: string;
  readonly on: S;
  readonly before: Seen<S> | undefined;
}

/** By hash: nearly no id has come before, and a number is looked up without touching the texts that are there. */
type Generation<S> = Map<number, Seen<S>>;

export class EventIds<S extends Stream> {
  #recent: Generation<S> = new Map();
  #older: Generation<S> = new Map();
  #count = 0;

  streamOf(id: string): S | undefined {
    return this.#find(id, hashOf(id));
  }

  /** Takes note of an id; the stream that it was on before, if it was there. */
  see(id: string, stream: S): S | undefined {
    const hash = hashOf(id);
    const on = this.#find(id, hash);
    if (on) return on;
    if (this.#count >= REMEMBERED) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#count = 0;
    }
    this.#recent.set(hash, { id, on: stream, before: this.#recent.get(hash) });
    this.#count++;
    return undefined;
  }

  #find(id: string, hash: number): S | undefined {
    return among(this.#recent.get(hash), id) ?? among(this.#older.get(hash), id);
  }
}

function among<S>(seen: Seen<S> | undefined, id: string): S | undefined {
  for (let one = seen; one; one = one.before) if (one.id === id) return one.on;
  return undefined;
}

function hashOf(id: string): number {
  let hash = 0;
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0;
  return hash >> 1;
}
