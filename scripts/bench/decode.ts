// Decoding 50 MB of recorded traffic, all transports, from bytes to frames with their messages: the recordings again and
// again. The floor is JSON.parse over the texts of the same messages, as often, found and decoded beforehand.
import { readdirSync, readFileSync } from 'node:fs';
import { bytesOf, decoderFor, PAYLOAD_LAYERS, spansOf, utf8Encode, type Decoded, type Party } from '#engine';
import { median, type Bench } from './bench.ts';

const wantedBytes = 50e6;
interface Connection {
  readonly transport: 'stdio' | 'http';
  readonly chunks: readonly { readonly from: Party; readonly bytes: Uint8Array }[];
}

function readConnections(): readonly Connection[] {
  const folder = new URL('../../tests/fixtures/recordings/', import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const recording = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as {
      transport: string;
      connections: { from: Party; text: string }[][];
    };
    const transport = recording.transport === 'stdio' ? 'stdio' : 'http';
    return recording.connections.map((chunks) => ({
      transport,
      chunks: chunks.map(({ from, text }) => ({ from, bytes: utf8Encode(text) })),
    }));
  });
}

/** Decodes a connection and hands on what each push gives. */
function decode({ transport, chunks }: Connection, take: (entries: readonly Decoded[]) => void): void {
  const decoder = decoderFor(transport);
  for (const { from, bytes } of chunks) take(decoder.push(from, bytes));
  take(decoder.end());
}

function payloadOf({ frame }: Decoded): string {
  const bytes = bytesOf(frame);
  const payload = spansOf(frame).filter((span) => PAYLOAD_LAYERS.has(span.layer));
  return Buffer.concat(payload.map((span) => bytes.subarray(span.from, span.to))).toString();
}

function tookMs(work: () => void): number {
  const startedAtMs = performance.now();
  work();
  return performance.now() - startedAtMs;
}

export const bench: Bench = {
  floor: 'JSON.parse of the same messages',
  measure() {
    const connections = readConnections();
    const bytes = connections.flatMap((c) => c.chunks).reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    const times = Math.ceil(wantedBytes / bytes);
    const entries: Decoded[] = [];
    for (const connection of connections) decode(connection, (some) => entries.push(...some));
    const texts = entries.filter((entry) => entry.message ?? entry.batch).map(payloadOf);
    let frames = 0;
    const count = (some: readonly Decoded[]): void => void (frames += some.length);
    const samplesMs: { decode: number[]; floor: number[] } = { decode: [], floor: [] };
    // Turn and turn about, one pass over the recordings each: what else the machine does hits both alike.
    for (let i = 0; i < times; i += 1) {
      samplesMs.floor.push(
        tookMs(() => {
          for (const text of texts) JSON.parse(text);
        }),
      );
      samplesMs.decode.push(
        tookMs(() => {
          for (const connection of connections) decode(connection, count);
        }),
      );
    }
    if (frames !== times * entries.length) throw new Error('frames were lost');
    const floor = median(samplesMs.floor);
    return Promise.resolve({ ratio: median(samplesMs.decode) / floor, floor: floor * times, unit: 'ms' });
  },
};
