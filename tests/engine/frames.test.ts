// Frames of arbitrary messages on both transports: spans tile them, payloads are the exact JSON, HTTP is what Node reads.
import {
  bytesOf,
  LAYERS,
  PAYLOAD_LAYERS,
  spansOf,
  textOf,
  transfersOf,
  utf8Encode,
  utf8Length,
  type Frame,
  type JsonObject,
  type Message,
  type Trace,
  type Transfer,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, anyTrace } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';
import { parseAnswer, parseRequest } from './http-parser.ts';

const utf8 = new TextEncoder();

describe('UTF-8', () => {
  it(`is what TextEncoder writes, for any text ${runsOf(2000)}`, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = utf8.encode(text);
        expect(utf8Length(text)).toBe(expected.length);
        expect(Buffer.from(utf8Encode(text)).equals(expected)).toBe(true);
      }),
      { ...chance, numRuns: 2000 },
    );
  });

  it.each([
    ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
    ['a lone low surrogate', 'a\ude00b', 'a\ufffdb'],
    ['two high surrogates', '\ud83d\ud83d\ude00', '\ufffd\u{1f600}'],
    ['a high surrogate at the end', 'é\ud83d', 'é\ufffd'],
  ])('%s is U+FFFD', (_what, text, expected) => {
    expect(Buffer.from(utf8Encode(text)).toString()).toBe(expected);
    expect(utf8Length(text)).toBe(Buffer.byteLength(expected));
  });
});

/** The text under some spans of a frame, read from its bytes. */
function under(frame: Frame, isWanted: (layer: (typeof LAYERS)[number]) => boolean): string {
  const bytes = bytesOf(frame);
  const parts = spansOf(frame)
    .filter((span) => isWanted(span.layer))
    .map((span) => bytes.subarray(span.from, span.to));
  return Buffer.concat(parts).toString();
}

function metaOf(message: Message): unknown {
  if ('params' in message) return message.params?.['_meta'];
  return 'result' in message ? message.result['_meta'] : undefined;
}

describe('every frame of an arbitrary session', () => {
  const forEach = (check: (transfer: Transfer, trace: Trace) => void): void =>
    fc.assert(
      fc.property(anyTrace, (trace) => {
        for (const transfer of transfersOf(trace)) check(transfer, trace);
      }),
      chance,
    );

  it(`is tiled by its spans ${runsOf()}`, () => {
    forEach(({ frame }) => {
      const bytes = bytesOf(frame);
      const spans = spansOf(frame);
      let end = 0;
      for (const span of spans) {
        expect(span.from).toBe(end);
        expect(span.to - span.from).toBeGreaterThan(span.name === 'header value' ? -1 : 0);
        end = span.to;
      }
      expect(end).toBe(bytes.length);
      expect(frame.byteLength).toBe(bytes.length);
      expect(Buffer.byteLength(textOf(frame))).toBe(bytes.length);
      for (const layer of LAYERS) {
        const covered = spans
          .filter((span) => span.layer === layer)
          .reduce((sum, span) => sum + span.to - span.from, 0);
        expect(frame.layerBytes[layer]).toBe(covered);
      }
      expect(frame.payloadBytes).toBe(frame.layerBytes.json + frame.layerBytes.meta);
      expect(frame.framingBytes).toBe(bytes.length - frame.payloadBytes);
    });
  });

  it(`holds JSON.stringify(message), to the letter ${runsOf()}`, () => {
    forEach(({ frame, message }) => {
      const payload = under(frame, (layer) => PAYLOAD_LAYERS.has(layer));
      expect(payload).toBe(message ? JSON.stringify(message) : '');
    });
  });

  it(`marks the message's own _meta and no other ${runsOf()}`, () => {
    forEach(({ frame, message }) => {
      const meta = message && metaOf(message);
      expect(under(frame, (layer) => layer === 'meta')).toBe(
        meta === undefined ? '' : `"_meta":${JSON.stringify(meta)}`,
      );
      expect(spansOf(frame).filter((span) => span.layer === 'meta')).toHaveLength(meta === undefined ? 0 : 1);
    });
  });

  it(`on stdio is one line ${runsOf()}`, () => {
    forEach(({ frame }, { transport }) => {
      if (transport !== 'stdio') return;
      expect(textOf(frame).indexOf('\n')).toBe(textOf(frame).length - 1);
      expect(frame.layerBytes).toEqual({
        json: expect.any(Number),
        meta: expect.any(Number),
        newline: 1,
        http: 0,
        sse: 0,
        chunk: 0,
        other: 0,
      });
    });
  });

  it(`on HTTP states its length, or is chunked ${runsOf()}`, () => {
    forEach(({ frame, carrier }, { transport }) => {
      if (transport === 'stdio' || !/^(POST|GET|HTTP)/.test(textOf(frame))) return;
      const bytes = Buffer.from(bytesOf(frame));
      const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
      const head = bytes.toString('latin1', 0, bodyAt);
      const stated = /^content-length: (\d+)\r$/im.exec(head)?.[1];
      const isChunked = /^transfer-encoding: chunked\r$/im.test(head);
      expect(Number(stated !== undefined) + Number(isChunked)).toBe(head.startsWith('GET') ? 0 : 1);
      if (stated !== undefined) expect(bytes.length - bodyAt).toBe(Number(stated));
      if (carrier === 'head') expect(bytes.length).toBe(bodyAt);
    });
  });
});

describe("Node's HTTP parser", () => {
  const numRuns = 60;

  it(`reads every request: method, headers, body ${runsOf(numRuns)}`, async () => {
    await fc.assert(
      fc.asyncProperty(anyTrace, async (trace) => {
        for (const { frame, carrier, message } of transfersOf(trace)) {
          if (carrier !== 'request') continue;
          const { start, body, headers } = await parseRequest(bytesOf(frame));
          expect(start).toBe(message ? 'POST' : 'GET');
          expect(body.toString()).toBe(message ? JSON.stringify(message) : '');
          if (trace.revision === '2026-07-28') {
            expect(headers['mcp-method']).toBe((message as { method: string }).method);
            expect(decode(headers['mcp-name'] as string | undefined)).toBe(nameIn(message!));
          }
        }
      }),
      { ...chance, numRuns },
    );
  });

  it(`reads every answer, chunk by chunk: status and body ${runsOf(numRuns)}`, async () => {
    await fc.assert(
      fc.asyncProperty(anyTrace, async (trace) => {
        if (trace.transport === 'stdio') return;
        const answers = Map.groupBy(
          transfersOf(trace).filter((t) => t.from === 'server'),
          (t) => t.exchange,
        );
        for (const transfers of answers.values()) {
          const { start, body } = await parseAnswer(wholeAnswer(transfers));
          const status = transfers.map((t) => t.http).find((h) => h && 'status' in h);
          expect({ status: start }).toEqual(status);
          expect(body.toString()).toBe(
            transfers.map(({ frame }) => under(frame, (layer) => layer !== 'http' && layer !== 'chunk')).join(''),
          );
        }
      }),
      { ...chance, numRuns },
    );
  });

  it(`gives each event stream whole, as an event source reads it ${runsOf(numRuns)}`, async () => {
    await fc.assert(
      fc.asyncProperty(anyTrace, async (trace) => {
        const events = transfersOf(trace).filter((t) => t.carrier === 'event');
        for (const [exchange, sent] of Map.groupBy(events, (t) => t.exchange)) {
          const all = transfersOf(trace).filter((t) => t.exchange === exchange && t.from === 'server');
          const { body } = await parseAnswer(wholeAnswer(all));
          expect(readEvents(body.toString())).toEqual(
            sent.map(({ message, eventId }) => ({
              data: message ? JSON.stringify(message) : '',
              ...(eventId !== undefined && { id: eventId }),
            })),
          );
        }
      }),
      { ...chance, numRuns },
    );
  });
});

/** The bytes of one answer. A stream whose line dropped gets the end that its server could not send. */
function wholeAnswer(transfers: readonly Transfer[]): Buffer {
  const isOpen = transfers[0]!.carrier === 'head' && transfers.at(-1)!.carrier !== 'end';
  return Buffer.concat([...transfers.map((t) => bytesOf(t.frame)), Buffer.from(isOpen ? '0\r\n\r\n' : '')]);
}

function nameIn(message: Message): string | undefined {
  const { method, params } = message as { method: string; params?: JsonObject };
  // UTF-8 has no lone surrogates.
  return method === 'tools/call' ? (params!['name'] as string).toWellFormed() : undefined;
}

/** A header's value as its reader takes it: plain, or the Base64 of UTF-8 between the markers. */
function decode(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}

/** Server-sent events by the letter of the standard: any line end, fields until a blank line; the name is left out. */
function readEvents(stream: string): readonly { readonly data: string; readonly id?: string }[] {
  const blocks = stream.split(/\r\n\r\n|\n\n|\r\r/);
  expect(blocks.pop()).toBe('');
  return blocks.map((block) => {
    const fields = block
      .split(/\r\n|\n|\r/)
      .map((line) => /^([^:]*)(?:: ?)?(.*)$/s.exec(line)!.slice(1) as [string, string]);
    const data = fields.filter(([name]) => name === 'data').map(([, value]) => value);
    const id = fields.find(([name]) => name === 'id')?.[1];
    const name = fields.find(([field]) => field === 'event')?.[1];
    expect(name ?? 'message').toBe('message');
    return { data: data.join('\n'), ...(id !== undefined && { id }) };
  });
}
