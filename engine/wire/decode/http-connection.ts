// One HTTP/1.1 connection: requests one way, answers the other, in the same order. Knows which answer belongs to which
// request; reads no bytes itself.
import type { Party } from '../../trace.ts';
import type { Decoded, Decoder } from './decoded.ts';
import { HttpReader } from './http-reader.ts';

/** The requests of a connection so far, and how many of them are answered. */
export class Exchanges {
  readonly #verbs: string[] = [];
  #answered = 0;

  /** A request has come: its place in the order. */
  ask(verb: string): number {
    return this.#verbs.push(verb) - 1;
  }

  /** The exchange that the next answer belongs to. */
  get due(): { readonly exchange: number; readonly verb: string | undefined } {
    return { exchange: this.#answered, verb: this.#verbs[this.#answered] };
  }

  answer(): void {
    this.#answered++;
  }
}

export class HttpDecoder implements Decoder {
  readonly #exchanges = new Exchanges();
  readonly #client = new HttpReader('client', this.#exchanges);
  readonly #server = new HttpReader('server', this.#exchanges);

  push(from: Party, bytes: Uint8Array): readonly Decoded[] {
    return this.#reader(from).push(bytes);
  }

  end(from?: Party): readonly Decoded[] {
    if (from) return this.#reader(from).end();
    return [...this.#client.end(), ...this.#server.end()];
  }

  #reader(from: Party): HttpReader {
    return from === 'client' ? this.#client : this.#server;
  }
}
