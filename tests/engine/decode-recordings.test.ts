// Recorded sessions of the official SDKs, decoded from their bytes: every frame is tiled, and has as many bytes of payload,
// framing, chunking and other things as the recorder counted, row by row and in total.
import { readdirSync, readFileSync } from 'node:fs';
import {
  bytesOf,
  PAYLOAD_LAYERS,
  readRecording,
  spansOf,
  textOf,
  utf8Encode,
  type Party,
  type RecordedTransfer,
} from '#engine';
import { describe, expect, it } from 'vitest';

/** connection, sender, carrier, kind, bytes of payload, framing, chunking and other, event id. */
type Row = readonly [number, Party, string, string, number, number, number, number, string | null];

interface Recording {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'http+sse';
  readonly totals: Readonly<
    Record<'messages' | 'payloadBytes' | 'framingBytes' | 'chunkedBytes' | 'otherBytes', number>
  >;
  readonly connections: readonly (readonly { readonly atMs: number; readonly from: Party; readonly text: string }[])[];
  readonly rows: readonly Row[];
}

const folder = 'tests/fixtures/recordings';
const recordings = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Recording,
);

const kindOf = ({ message, batch, json, event, frame }: RecordedTransfer): string => {
  if (batch) return 'batch';
  if (message)
    return 'method' in message
      ? 'id' in message
        ? 'request'
        : 'notification'
      : 'error' in message
        ? 'error'
        : 'response';
  const isSilent = event ? !event.data : json === undefined && frame.layerBytes.other === 0;
  return isSilent ? 'none' : 'not-jsonrpc';
};

function rowOf(transfer: RecordedTransfer): Row {
  const { connection, from, carrier, frame, eventId } = transfer;
  const { chunk, other } = frame.layerBytes;
  const framingBytes = frame.framingBytes - chunk - other;
  return [connection, from, carrier, kindOf(transfer), frame.payloadBytes, framingBytes, chunk, other, eventId ?? null];
}

const sum = (rows: readonly Row[], column: 4 | 5 | 6 | 7): number =>
  rows.reduce((total, row) => total + row[column], 0);
const byOrigin = (rows: readonly Row[]) =>
  Object.fromEntries(Map.groupBy(rows, ([connection, from]) => `${connection} ${from}`));

describe.each(recordings)('$name', ({ transport, connections, rows, totals }) => {
  const chunks = connections.map((all) => all.map(({ atMs, from, text }) => ({ atMs, from, bytes: utf8Encode(text) })));
  const transfers = readRecording(transport === 'stdio' ? 'stdio' : 'http', chunks);

  it('is in the order of time and takes its times from the chunks', () => {
    const times = new Set(chunks.flatMap((all) => all.map(({ atMs }) => atMs)));
    for (const [i, { index, atMs, arrivesAtMs }] of transfers.entries()) {
      expect(index).toBe(i);
      expect(atMs).toBeGreaterThanOrEqual(transfers[i - 1]?.atMs ?? 0);
      expect(arrivesAtMs).toBeGreaterThanOrEqual(atMs);
      expect(times).toContain(atMs);
    }
  });

  it('comes whole: the frames are the bytes, and spans tile the frames', () => {
    for (const [connection, all] of chunks.entries()) {
      for (const from of ['client', 'server'] as const) {
        const sent = Buffer.concat(all.filter((chunk) => chunk.from === from).map(({ bytes }) => bytes));
        const own = transfers.filter((t) => t.connection === connection && t.from === from);
        own.sort((a, b) => a.offset - b.offset || a.index - b.index);
        expect(Buffer.concat(own.map(({ frame }) => bytesOf(frame))).equals(sent)).toBe(true);
        let offset = 0;
        for (const { frame, offset: at } of own) {
          expect(at).toBe(offset);
          offset += frame.byteLength;
        }
      }
    }
    for (const { frame } of transfers) {
      let end = 0;
      for (const span of spansOf(frame)) {
        expect(span.from).toBe(end);
        end = span.to;
      }
      expect(end).toBe(frame.byteLength);
      expect(frame.pieces.map(({ text }) => text).join('')).toBe(textOf(frame));
    }
  });

  it('has the bytes that were counted, in every row and in total', () => {
    const decoded = [...transfers].sort((a, b) => a.offset - b.offset || a.index - b.index).map(rowOf);
    expect(byOrigin(decoded)).toEqual(byOrigin(rows));
    expect({
      messages: decoded.filter(([, , , kind]) => !['none', 'not-jsonrpc'].includes(kind)).length,
      payloadBytes: sum(decoded, 4),
      framingBytes: sum(decoded, 5),
      chunkedBytes: sum(decoded, 6),
      otherBytes: sum(decoded, 7),
    }).toEqual(totals);
  });

  it('holds each message under the spans of its payload', () => {
    for (const { frame, message, batch, json } of transfers) {
      const payload = spansOf(frame)
        .filter((span) => PAYLOAD_LAYERS.has(span.layer))
        .map((span) => bytesOf(frame).subarray(span.from, span.to));
      if (!message && !batch) expect(payload).toEqual([]);
      else expect(JSON.parse(Buffer.concat(payload).toString())).toEqual(json);
    }
  });

  it('answers each request once, on its own exchange', () => {
    const answered = transfers.filter((t) => t.from === 'server' && (t.carrier === 'answer' || t.carrier === 'head'));
    expect(new Set(answered.map((t) => t.exchange)).size).toBe(answered.length);
    for (const { exchange, connection } of answered) {
      const asked = transfers.filter((t) => t.carrier === 'request' && t.exchange === exchange);
      expect(asked).toHaveLength(1);
      expect(asked[0]!.connection).toBe(connection);
    }
  });
});
