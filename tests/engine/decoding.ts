// How the decoder tests drive a decoder: bytes in pieces, entries as plain data, and what holds for any input.
import { bytesOf, decoderFor, spansOf, type Decoded, type Party } from '#engine';
import { expect } from 'vitest';

export interface Sent {
  readonly from: Party;
  readonly bytes: Uint8Array;
}

export type Wire = 'stdio' | 'http';

export const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
export const client = (text: string): Sent => ({ from: 'client', bytes: bytes(text) });
export const server = (text: string): Sent => ({ from: 'server', bytes: bytes(text) });

/** All entries, the bytes cut into pieces of these sizes in turn; as they come where no sizes are given. */
export function decodeAll(wire: Wire, sent: readonly Sent[], sizes: readonly number[] = []): readonly Decoded[] {
  const decoder = decoderFor(wire);
  const entries: Decoded[] = [];
  let turn = 0;
  for (const { from, bytes: all } of sent) {
    for (let at = 0; at < all.length;) {
      const size = sizes.length === 0 ? all.length : sizes[turn++ % sizes.length]!;
      // A copy, so that no piece lies beside the next one in memory.
      entries.push(...decoder.push(from, all.slice(at, at + size)));
      at += size;
    }
  }
  return [...entries, ...decoder.end()];
}

/** Everything that an entry says, comparable. */
export function plain({ frame, message, batch, ...rest }: Decoded): object {
  const { payloadBytes, framingBytes, byteLength, layerBytes, pieces } = frame;
  const sizes = { payloadBytes, framingBytes, byteLength, layerBytes };
  return { ...rest, isMessage: message !== undefined, items: batch?.length, ...sizes, pieces, spans: spansOf(frame) };
}

/** Entries of one side in the order of their bytes: how the two sides interleave depends on the pieces. */
export const ofSide = (entries: readonly Decoded[], from: Party): readonly Decoded[] =>
  entries.filter((e) => e.from === from);

/** What holds for any bytes: the frames are the bytes, spans tile the frames, sums are sums, problems lie inside. */
export function expectWhole(entries: readonly Decoded[], sent: readonly Sent[]): void {
  for (const from of ['client', 'server'] as const) {
    const all = Buffer.concat(sent.filter((s) => s.from === from).map((s) => s.bytes));
    let offset = 0;
    for (const { frame, offset: at, problems } of ofSide(entries, from)) {
      expect(at).toBe(offset);
      expect(Buffer.from(bytesOf(frame)).equals(all.subarray(offset, offset + frame.byteLength))).toBe(true);
      let end = 0;
      for (const span of spansOf(frame)) {
        expect(span.from).toBe(end);
        expect(span.to).toBeGreaterThanOrEqual(span.from);
        end = span.to;
      }
      expect(end).toBe(frame.byteLength);
      const { json, meta } = frame.layerBytes;
      expect(frame.payloadBytes).toBe(json + meta);
      expect(Object.values(frame.layerBytes).reduce((a, b) => a + b)).toBe(frame.byteLength);
      for (const problem of problems) {
        expect(problem.offset).toBeGreaterThanOrEqual(offset);
        expect(problem.offset).toBeLessThanOrEqual(offset + frame.byteLength);
      }
      offset += frame.byteLength;
    }
    expect(offset).toBe(all.length);
  }
}
