// Decoding 50 MB of recorded traffic, all transports, from bytes to frames with their messages: the recordings one after
// the other, as often as it takes, each time in memory of its own as a long capture is. The floor is JSON.parse over the
// texts of the same messages, found and decoded beforehand.
import { readdirSync, readFileSync } from 'node:fs';
import { bytesOf, decoderFor, PAYLOAD_LAYERS, spansOf, utf8Encode, type Decoded, type Party } from '#engine';
import { median, type Bench } from './bench.ts';

const wantedBytes = 50e6;
const passes = 7;

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

const inMemoryOfItsOwn = ({ transport, chunks }: Connection): Connection => ({
  transport,
  chunks: chunks.map(({ from, bytes }) => ({ from, bytes: bytes.slice() })),
});

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
    const recorded = readConnections();
    const bytes = recorded.flatMap((c) => c.chunks).reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    const times = Math.ceil(wantedBytes / bytes);
    const connections = Array.from({ length: times }, () => recorded.map(inMemoryOfItsOwn)).flat();
    const texts: string[] = [];
    let entries = 0;
    const note = (some: readonly Decoded[]): void => {
      entries += some.length;
      for (const entry of some) if (entry.message ?? entry.batch) texts.push(payloadOf(entry));
    };
    for (const connection of connections) decode(connection, note);
    let frames = 0;
    const count = (some: readonly Decoded[]): void => void (frames += some.length);
    const samplesMs: { decode: number[]; floor: number[] } = { decode: [], floor: [] };
    // Turn and turn about: what else the machine does hits both alike.
    for (let i = 0; i < passes; i += 1) {
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
    if (frames !== passes * entries) throw new Error('frames were lost');
    const floor = median(samplesMs.floor);
    return Promise.resolve({ ratio: median(samplesMs.decode) / floor, floor, unit: 'ms' });
  },
};
