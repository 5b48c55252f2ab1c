// A proxy that holds a response back until its buffer is full, some time has passed, or the response ends; and the same
// by closed form. Knows times and sizes, no content.
import type { FactId } from '../protocol/facts.ts';

export interface Proxy {
  readonly id: string;
  readonly label: string;
  /** Passed on whenever so many are together; 0: nothing is held. */
  readonly bufferBytes: number;
  /** Passed on at the latest so long after the first byte came that is held, ms; Infinity: no such limit. */
  readonly holdMs: number;
  /** Holds nothing of a response that says `X-Accel-Buffering: no`. */
  readonly honoursHeader: boolean;
}

/** Sizes that people meet; nginx has 4 or 8 kB as `proxy_buffer_size`, after the page size of the machine. */
export const PROXIES: readonly Proxy[] = [
  { id: 'none', label: 'no buffer', bufferBytes: 0, holdMs: Infinity, honoursHeader: true },
  { id: 'nginx-4k', label: '4 kB, as nginx', bufferBytes: 4096, holdMs: Infinity, honoursHeader: true },
  { id: 'nginx-8k', label: '8 kB, as nginx', bufferBytes: 8192, holdMs: Infinity, honoursHeader: true },
  { id: 'deaf-64k', label: '64 kB, ignores the header', bufferBytes: 65_536, holdMs: Infinity, honoursHeader: false },
  { id: 'second', label: '64 kB or one second', bufferBytes: 65_536, holdMs: 1000, honoursHeader: false },
];

/** The rule by which a server asks not to be held. */
export const NO_BUFFERING: FactId = 'sse.no-buffering';

/** Bytes of a response that come together. */
export interface ProxiedPiece {
  /** When it reaches the proxy, ms; never before the piece in front of it. */
  readonly atMs: number;
  /** Above 0. */
  readonly bytes: number;
}

/** Why the proxy let something through. */
export type Release = 'unbuffered' | 'full' | 'time' | 'end';

export interface Delivery {
  /** When the last byte of the piece leaves the proxy, ms. */
  readonly atMs: number;
  readonly heldMs: number;
  readonly by: Release;
}

export interface Flush {
  readonly atMs: number;
  readonly bytes: number;
  readonly by: Release;
}

export interface Proxied {
  /** One for each piece. */
  readonly deliveries: readonly Delivery[];
  readonly flushes: readonly Flush[];
  readonly mostHeldBytes: number;
}

function isUnbuffered({ bufferBytes, honoursHeader }: Proxy, asksNotToBuffer: boolean): boolean {
  return bufferBytes === 0 || (honoursHeader && asksNotToBuffer);
}

/** Lets the pieces of a response through a proxy. The response ends at `endMs`, not before its last piece. */
export function throughProxy(
  pieces: readonly ProxiedPiece[],
  endMs: number,
  proxy: Proxy,
  asksNotToBuffer: boolean,
): Proxied {
  const deliveries: Delivery[] = [];
  const flushes: Flush[] = [];
  /** Of pieces that are not wholly through: how many bytes still have to leave, counted from the front of the buffer. */
  const waiting: { readonly atMs: number; untilByte: number }[] = [];
  let held = 0;
  let dueMs = Infinity;
  let mostHeldBytes = 0;
  const flush = (atMs: number, bytes: number, by: Release): void => {
    flushes.push({ atMs, bytes, by });
    held -= bytes;
    dueMs = held === 0 ? Infinity : atMs + proxy.holdMs;
    for (const piece of waiting) piece.untilByte -= bytes;
    while (waiting[0] && waiting[0].untilByte <= 0) {
      const piece = waiting.shift()!;
      deliveries.push({ atMs, heldMs: atMs - piece.atMs, by });
    }
  };
  for (const { atMs, bytes } of pieces) {
    if (atMs >= dueMs) flush(dueMs, held, 'time');
    held += bytes;
    waiting.push({ atMs, untilByte: held });
    if (isUnbuffered(proxy, asksNotToBuffer)) {
      flush(atMs, held, 'unbuffered');
      continue;
    }
    if (held > 0 && dueMs === Infinity) dueMs = atMs + proxy.holdMs;
    mostHeldBytes = Math.max(mostHeldBytes, Math.min(held, proxy.bufferBytes));
    // Only whole buffers leave; what is over stays, and with it the end of a piece.
    if (held >= proxy.bufferBytes) flush(atMs, held - (held % proxy.bufferBytes), 'full');
  }
  if (dueMs < endMs) flush(dueMs, held, 'time');
  if (held > 0 || waiting.length > 0) flush(endMs, held, 'end');
  return { deliveries, flushes, mostHeldBytes };
}

/**
 * When each piece is through, without a simulation, for a proxy without a time limit: piece i ends at byte E(i) of the
 * response and leaves with the first piece j whose E(j) reaches the next multiple of the buffer, ⌈E(i)/B⌉·B; or at the end.
 */
export function throughAtMs(
  pieces: readonly ProxiedPiece[],
  endMs: number,
  proxy: Proxy,
  asksNotToBuffer: boolean,
): readonly number[] {
  if (isUnbuffered(proxy, asksNotToBuffer)) return pieces.map(({ atMs }) => atMs);
  let sum = 0;
  const ends = pieces.map(({ bytes }) => (sum += bytes));
  return ends.map((end) => {
    const full = Math.ceil(end / proxy.bufferBytes) * proxy.bufferBytes;
    const filler = ends.findIndex((other) => other >= full);
    return filler < 0 ? endMs : pieces[filler]!.atMs;
  });
}
