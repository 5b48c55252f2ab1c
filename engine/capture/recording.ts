// Recorded connections as the transfers of a trace: each frame with the times of its first and last byte.
// Knows no file format.
import type { Party, Transfer } from '../trace.ts';
import { decoderFor } from '../wire/decode/decoder.ts';
import type { Decoded, DecodedHttp } from '../wire/decode/decoded.ts';

/** Some bytes of one direction, as they were read at once. */
export interface RecordedChunk {
  readonly atMs: number;
  readonly from: Party;
  readonly bytes: Uint8Array;
}

/** A transfer that was read, with all that its bytes say and what is wrong with them. */
export interface RecordedTransfer
  extends Transfer, Omit<Decoded, 'from' | 'carrier' | 'exchange' | 'http' | 'frame' | 'message'> {
  readonly http?: DecodedHttp;
}

/** The frames of all connections in order of time; those at the same moment stand as they were read. */
export function readRecording(
  transport: 'stdio' | 'http',
  connections: readonly (readonly RecordedChunk[])[],
): readonly RecordedTransfer[] {
  const timed = connections.flatMap((chunks, connection) => readConnection(transport, chunks, connection));
  timed.sort((a, b) => a.atMs - b.atMs);
  const exchanges = new Map<string, number>();
  return timed.map((found, index) => {
    if (found.exchange === undefined) return { ...found, index };
    const key = `${found.connection} ${found.exchange}`;
    if (!exchanges.has(key)) exchanges.set(key, exchanges.size);
    return { ...found, index, exchange: exchanges.get(key)! };
  });
}

type Unordered = Omit<RecordedTransfer, 'index'>;

function readConnection(
  transport: 'stdio' | 'http',
  chunks: readonly RecordedChunk[],
  connection: number,
): readonly Unordered[] {
  const decoder = decoderFor(transport);
  const times: Readonly<Record<Party, ByteTimes>> = { client: new ByteTimes(), server: new ByteTimes() };
  const found: Decoded[] = [];
  for (const { atMs, from, bytes } of chunks) {
    times[from].add(bytes.length, atMs);
    for (const entry of decoder.push(from, bytes)) found.push(entry);
  }
  found.push(...decoder.end());
  return found.map((entry) => {
    const { from, offset, frame, event } = entry;
    const atMs = times[from].of(offset);
    return {
      ...entry,
      kind: 'transfer',
      to: from === 'client' ? 'server' : 'client',
      atMs,
      leavesAtMs: atMs,
      arrivesAtMs: times[from].of(offset + Math.max(frame.byteLength - 1, 0)),
      outcome: 'delivered',
      connection,
      ...(event?.id !== undefined && { eventId: event.id }),
    };
  });
}

/** When each byte of a direction was read. */
class ByteTimes {
  readonly #ends: number[] = [];
  readonly #timesMs: number[] = [];
  #length = 0;

  add(length: number, atMs: number): void {
    if (length === 0) return;
    this.#length += length;
    this.#ends.push(this.#length);
    this.#timesMs.push(atMs);
  }

  /** The time of a byte; behind the last one, that of the last. */
  of(offset: number): number {
    let low = 0;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! > offset) high = middle;
      else low = middle + 1;
    }
    return this.#timesMs[low] ?? 0;
  }
}
