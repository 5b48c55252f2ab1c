// A link: a one-way latency and a rate. Bytes of one direction of one connection queue behind each other.

export interface Link {
  /** One-way latency l, ms. */
  readonly latencyMs: number;
  /** Rate R, bit/s; may be Infinity. */
  readonly rateBps: number;
}

/** How long so many bytes take to be put on a link: 8b/R, ms. */
export function transmissionMs(bytes: number, rateBps: number): number {
  return (8000 * bytes) / rateBps;
}

/** t = l + 8(bp + bf)/R for a message on an idle connection, ms. */
export function messageTimeMs(payloadBytes: number, framingBytes: number, link: Link): number {
  return link.latencyMs + transmissionMs(payloadBytes + framingBytes, link.rateBps);
}

/** One direction of a connection. */
export class Direction {
  #freeAtMs = 0;
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** When bytes that are put on the link at `nowMs` begin to leave: behind those that are still leaving. */
  leavesAtMs(nowMs: number): number {
    return Math.max(nowMs, this.#freeAtMs);
  }

  /** Sends a frame, and says when the last of its bytes arrives. Where sending takes no time, its length is not asked for. */
  send(frame: { readonly byteLength: number }, leavesAtMs: number): number {
    const { latencyMs, rateBps } = this.#link;
    this.#freeAtMs = leavesAtMs + (rateBps === Infinity ? 0 : transmissionMs(frame.byteLength, rateBps));
    return this.#freeAtMs + latencyMs;
  }
}
