// Frames of arbitrary messages on all transports: layers are counted, `_meta` is found, HTTP is what Node reads.
// That spans tile and payloads are the exact JSON is a law of traces.
import {
  bytesOf,
  EXAMPLE,
  LAYERS,
  postFrame,
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

  it(`counts the bytes of each layer ${runsOf()}`, () => {
    forEach(({ frame }) => {
      for (const layer of LAYERS) {
        const covered = spansOf(frame)
          .filter((span) => span.layer === layer)
          .reduce((sum, span) => sum + span.to - span.from, 0);
        expect(frame.layerBytes[layer]).toBe(covered);
      }
      expect(frame.payloadBytes).toBe(frame.layerBytes.json + frame.layerBytes.meta);
      expect(frame.framingBytes).toBe(frame.byteLength - frame.payloadBytes);
      expect(Buffer.byteLength(textOf(frame))).toBe(frame.byteLength);
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
});

describe("Node's HTTP parser", () => {
  const numRuns = 60;

  it(`reads every request: method, headers, body ${runsOf(numRuns)}`, async () => {
    await fc.assert(
      fc.asyncProperty(anyTrace, async (trace) => {
        for (const { frame, carrier, message, http } of transfersOf(trace)) {
          if (carrier !== 'request') continue;
          const { start, body, headers } = await parseRequest(bytesOf(frame));
          expect(start).toBe((http as { verb: string }).verb);
          expect(body.toString()).toBe(message ? JSON.stringify(message) : '');
          if (trace.revision === '2026-07-28' && 'id' in message!) {
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
        // An event without data is not dispatched, and the address of HTTP+SSE is no message.
        const events = transfersOf(trace).filter(
          (t) => t.carrier === 'event' && (t.message || t.eventId !== undefined),
        );
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
  return blocks.flatMap((block) => {
    const fields = block
      .split(/\r\n|\n|\r/)
      .map((line) => /^([^:]*)(?:: ?)?(.*)$/s.exec(line)!.slice(1) as [string, string]);
    const data = fields.filter(([name]) => name === 'data').map(([, value]) => value);
    const id = fields.find(([name]) => name === 'id')?.[1];
    const name = fields.find(([field]) => field === 'event')?.[1] ?? 'message';
    return data.length > 0 && name === 'message' ? [{ data: data.join('\n'), ...(id !== undefined && { id }) }] : [];
  });
}

describe('a POST whose head says something else', () => {
  it('says it also where the header was written before', () => {
    const { host, path } = EXAMPLE;
    const context = {
      revision: '2026-07-28',
      profile: 'minimal',
      host,
      path,
      sessionId: undefined,
      token: undefined,
    } as const;
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'docs_search' } } as const;
    expect(textOf(postFrame(call, context))).toContain('Mcp-Method: tools/call');
    expect(textOf(postFrame(call, context, { 'mcp-method': 'tools/list' }))).toContain('Mcp-Method: tools/list');
  });
});
