// What holds for every input of a decoder: it reads back what the engine writes, the pieces that bytes come in do not
// matter, and nothing that it is given makes it throw, lose a byte or take long.
import {
  bytesOf,
  spansOf,
  transfersOf,
  utf8Decode,
  utf8Text,
  type Decoded,
  type Party,
  type Span,
  type Trace,
  type Transfer,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTrace } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';
import { bytes, client, decodeAll, expectWhole, ofSide, plain, server, type Sent, type Wire } from './decoding.ts';

const wireOf = ({ transport }: Trace): Wire => (transport === 'stdio' ? 'stdio' : 'http');

/** What travels on a connection, in the order in which it leaves: what is lost never arrives. */
function connectionsOf(trace: Trace): readonly (readonly Transfer[])[] {
  const arrived = transfersOf(trace).filter((t) => t.outcome === 'delivered');
  return [...Map.groupBy(arrived, (t) => t.connection).values()];
}

const sentOf = (transfers: readonly Transfer[]): readonly Sent[] =>
  transfers.map(({ from, frame }) => ({ from, bytes: bytesOf(frame) }));

interface Framed {
  readonly from: Party;
  readonly frame: Transfer['frame'];
}

/** The spans of some frames as spans of all their bytes. */
function spansIn(frames: readonly Framed[]): readonly Span[] {
  let offset = 0;
  return frames.flatMap(({ frame }) => {
    const start = offset;
    offset += frame.byteLength;
    return spansOf(frame).map((span) => ({ ...span, from: start + span.from, to: start + span.to }));
  });
}

const withoutFacts = (spans: readonly Span[]): readonly Span[] =>
  spans.map(({ layer, name, from, to }) => ({ layer, name, from, to }));

/** Messages as JSON text: that is what comes over the wire. */
const textsOf = (entries: readonly { readonly message?: unknown }[]): readonly string[] =>
  entries.filter((e) => e.message !== undefined).map((e) => JSON.stringify(e.message));

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 700 })), {
  minLength: 1,
  maxLength: 20,
});

describe('what the engine writes', () => {
  const forEach = (check: (transfers: readonly Transfer[], trace: Trace, sizes: readonly number[]) => void): void =>
    fc.assert(
      fc.property(anyTrace, sizes, (trace, sizes) => {
        for (const transfers of connectionsOf(trace)) check(transfers, trace, sizes);
      }),
      chance,
    );

  it(`is read back, in pieces of any size: every span with its name and fact, every message ${runsOf()}`, () => {
    forEach((transfers, trace, sizes) => {
      const entries = decodeAll(wireOf(trace), sentOf(transfers), sizes);
      for (const from of ['client', 'server'] as const) {
        const own = transfers.filter((t) => t.from === from);
        // The bytes of HTTP+SSE look like those of its successor, so a decoder cannot tell whose rule asks for them.
        const named = trace.transport === 'http+sse' ? withoutFacts : (spans: readonly Span[]) => spans;
        expect(named(spansIn(ofSide(entries, from)))).toEqual(named(spansIn(own)));
        expect(textsOf(ofSide(entries, from))).toEqual(textsOf(own));
      }
      // The SDK answers a POST of HTTP+SSE with a word that is no message.
      const expected = trace.transport === 'http+sse' ? ['unfinished', 'not-json-rpc'] : ['unfinished'];
      expect(entries.flatMap((e) => e.problems).filter((p) => !expected.includes(p.what))).toEqual([]);
      expect(entries.filter((e) => e.event?.id !== undefined).map((e) => e.event?.id)).toEqual(
        transfers.filter((t) => t.eventId !== undefined).map((t) => t.eventId),
      );
    });
  });

  it(`keeps its exchanges apart ${runsOf()}`, () => {
    forEach((transfers, trace) => {
      const exchangesOf = (all: readonly { readonly exchange?: number; readonly from: Party }[]) => {
        const seen = [...new Set(all.map((e) => e.exchange))];
        return all.filter((e, i) => all[i - 1]?.exchange !== e.exchange).map((e) => seen.indexOf(e.exchange));
      };
      const entries = decodeAll(wireOf(trace), sentOf(transfers));
      for (const from of ['client', 'server'] as const) {
        expect(exchangesOf(ofSide(entries, from))).toEqual(exchangesOf(transfers.filter((t) => t.from === from)));
      }
    });
  });
});

it('every split in two gives the same entries', () => {
  const [trace] = fc.sample(
    anyTrace.filter((t) => wireOf(t) === 'http' && transfersOf(t).some((x) => x.carrier === 'event')),
    { seed: chance.seed, numRuns: 1 },
  );
  const sent = sentOf(connectionsOf(trace!)[0]!).slice(0, 12);
  const whole = decodeAll('http', sent).map(plain);
  for (const [i, { from, bytes: all }] of sent.entries()) {
    for (let cut = 1; cut < all.length; cut++) {
      const pieces = [
        { from, bytes: all.slice(0, cut) },
        { from, bytes: all.slice(cut) },
      ];
      expect(decodeAll('http', [...sent.slice(0, i), ...pieces, ...sent.slice(i + 1)]).map(plain)).toEqual(whole);
    }
  }
});

/** Bytes that a decoder has to make something of: noise, words of the formats, and pieces of real traffic. */
const word = fc.constantFrom(
  'POST /mcp HTTP/1.1\r\n',
  'GET / HTTP/1.1\n',
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.1 202 Accepted\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 ',
  'Content-Length: 5\r\n',
  'Content-Length: x\r\n',
  'content-length: 40\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Type: text/event-stream\r\n',
  'Content-Type: application/json\r\n',
  'no colon\r\n',
  ' folded\r\n',
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\r',
  '\n\n',
  '\r\r',
  '0\r\n\r\n',
  '5\r\n',
  '1a;x=y\r\n',
  'zz\r\n',
  'ffffffffffffffff\r\n',
  'data: ',
  'data:{"jsonrpc":"2.0","id":1,"result":{"_meta":{}}}\n\n',
  'id: 7\n',
  'event: message\n',
  'event: endpoint\n',
  'retry: 10\n',
  ': hello\n\n',
  '\ufeff',
  '{"jsonrpc":"2.0","method":"ping","id":1}',
  '[{"jsonrpc":"2.0","method":"a"}]',
  '{"__proto__":{"jsonrpc":"2.0"}}',
  '[[[[',
  '"',
  '{"a":',
  'é',
  '\u{1f680}',
);
const piece: fc.Arbitrary<Uint8Array> = fc.oneof(word.map(bytes), word.map(bytes), fc.uint8Array({ maxLength: 12 }));
const noise = fc.array(piece, { maxLength: 30 }).map((pieces) => new Uint8Array(Buffer.concat(pieces)));

/** An exchange that begins as it should, with bytes of some kind where the answer's body is. */
const streamHead = bytes('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n');
const chunked = bytes('Transfer-Encoding: chunked\r\n\r\n');
const inStream = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.oneof(
        noise.map((n) => ({ n })),
        noise.map((raw) => ({ raw })),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([isChunked, parts]) =>
    Buffer.concat([
      streamHead,
      isChunked ? chunked : bytes('\r\n'),
      ...parts.map((part) =>
        'raw' in part || !isChunked
          ? Buffer.from(Object.values(part)[0]!)
          : Buffer.concat([bytes(`${part.n.length.toString(16)}\r\n`), part.n, bytes('\r\n')]),
      ),
    ]),
  );
const anySent: fc.Arbitrary<readonly Sent[]> = fc
  .tuple(noise, fc.oneof(noise, inStream, inStream))
  .map(([up, down]) => [
    { from: 'client', bytes: up },
    { from: 'server', bytes: new Uint8Array(down) },
  ]);

/** Traffic of the engine with some bytes changed, taken out or put in. */
const damaged: fc.Arbitrary<readonly [Wire, readonly Sent[]]> = fc
  .tuple(
    anyTrace,
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), piece, fc.nat(8)), { minLength: 1, maxLength: 4 }),
  )
  .map(([trace, damages]) => {
    const sent = connectionsOf(trace).length > 0 ? sentOf(connectionsOf(trace)[0]!) : [];
    const hurt = damages.reduce<readonly Sent[]>((all, [place, put, out]) => {
      const i = Math.min(Math.floor(place * all.length), all.length - 1);
      return all.map((s, j) => {
        if (i !== j) return s;
        const at = Math.floor((place * all.length - i) * s.bytes.length);
        return {
          from: s.from,
          bytes: new Uint8Array(Buffer.concat([s.bytes.subarray(0, at), put, s.bytes.subarray(at + out)])),
        };
      });
    }, sent);
    return [wireOf(trace), hurt];
  });

/** One side after the other: then the pieces cannot change which request an answer finds. */
const oneAfterTheOther = (sent: readonly Sent[]): readonly Sent[] => [
  ...sent.filter((s) => s.from === 'client'),
  ...sent.filter((s) => s.from === 'server'),
];

describe.each(['stdio', 'http'] as const)('any bytes on %s', (wire) => {
  const numRuns = 1000;
  it(`throw nothing, lose nothing, and mean the same in any pieces ${runsOf(numRuns)}`, () => {
    fc.assert(
      fc.property(anySent, sizes, (sent, sizes) => {
        const entries = decodeAll(wire, sent);
        expectWhole(entries, sent);
        expect(decodeAll(wire, sent, sizes).map(plain)).toEqual(entries.map(plain));
        expect(decodeAll(wire, sent, [1]).map(plain)).toEqual(entries.map(plain));
      }),
      { ...chance, numRuns },
    );
  });
});

it(`damaged traffic throws nothing, loses nothing, and means the same in any pieces ${runsOf()}`, () => {
  fc.assert(
    fc.property(damaged, sizes, ([wire, sent], sizes) => {
      const inOrder = oneAfterTheOther(sent);
      const entries = decodeAll(wire, inOrder);
      expectWhole(entries, inOrder);
      expect(decodeAll(wire, inOrder, sizes).map(plain)).toEqual(entries.map(plain));
    }),
    chance,
  );
});

it(`after damage the next whole message is read again ${runsOf()}`, () => {
  const request = (id: number) => {
    const body = `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
    return `POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  // Lines only: a head whose last lines are noise, or a body that is too short, may take some of what follows along.
  const rubbish = fc
    .array(fc.stringMatching(/^[ -~]{0,20}$/), { minLength: 1, maxLength: 5 })
    .map((lines) => `${lines.join('\r\n')}\r\n`);
  fc.assert(
    fc.property(rubbish, (lines) => {
      const entries = decodeAll('http', [client(lines + request(7) + request(8))]);
      expect(textsOf(entries).map((text) => (JSON.parse(text) as { id: number }).id)).toEqual([7, 8]);
    }),
    chance,
  );
});

describe('UTF-8', () => {
  const platform = new TextDecoder('utf-8', { ignoreBOM: true });
  const lead = fc.constantFrom(
    0x41,
    0x7f,
    0x80,
    0xbf,
    0xc0,
    0xc2,
    0xdf,
    0xe0,
    0xe1,
    0xed,
    0xef,
    0xf0,
    0xf3,
    0xf4,
    0xf5,
    0xff,
    0xa0,
    0x9f,
    0x90,
    0x8f,
  );
  const anyBytes = fc.oneof(
    fc.array(lead, { maxLength: 40 }).map((all) => Uint8Array.from(all)),
    fc.uint8Array({ maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 600 }).map(bytes),
    fc
      .tuple(fc.nat(3000), fc.uint8Array({ maxLength: 6 }))
      .map(([n, tail]) => new Uint8Array(Buffer.concat([Buffer.alloc(n, 'a'), tail, Buffer.alloc(40, 'b')]))),
  );

  it(`is what TextDecoder reads, for any bytes ${runsOf(2000)}`, () => {
    fc.assert(
      fc.property(anyBytes, (all) => {
        expect(utf8Text(all)).toBe(platform.decode(all));
      }),
      { ...chance, numRuns: 2000 },
    );
  });

  it(`says where it is broken: all before is whole, and nothing longer is ${runsOf(2000)}`, () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(anyBytes, (all) => {
        const { brokenAt } = utf8Decode(all);
        if (brokenAt === undefined) expect(() => strict.decode(all)).not.toThrow();
        else {
          expect(() => strict.decode(all.subarray(0, brokenAt))).not.toThrow();
          for (let more = 1; more <= 4; more++) expect(() => strict.decode(all.subarray(0, brokenAt + more))).toThrow();
        }
      }),
      { ...chance, numRuns: 2000 },
    );
  });
});

describe('hostile input takes no more time than it has bytes', () => {
  const tookMs = (work: () => unknown): number => {
    const startedAtMs = performance.now();
    work();
    return performance.now() - startedAtMs;
  };
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n';
  const shapes: readonly (readonly [string, Wire, (n: number) => readonly Sent[], readonly number[]])[] = [
    ['a line without an end, byte by byte', 'stdio', (n) => [client('a'.repeat(n))], [1]],
    ['a header without an end, byte by byte', 'http', (n) => [client(`GET / HTTP/1.1\r\nx: ${'a'.repeat(n)}`)], [1]],
    [
      'a body that comes byte by byte',
      'http',
      (n) => [client(`POST / HTTP/1.1\r\nContent-Length: ${n}\r\n\r\n${'a'.repeat(n)}`)],
      [1],
    ],
    ['an event without an end, byte by byte', 'http', (n) => [server(`${head}\r\ndata: ${'a'.repeat(n)}`)], [1]],
    [
      'an event in chunks of one byte',
      'http',
      (n) => [server(`${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(n / 4)}`)],
      [],
    ],
    ['blank lines of a stream', 'http', (n) => [server(`${head}\r\n${'\n'.repeat(n)}`)], [7]],
    ['data lines of one event', 'http', (n) => [server(`${head}\r\n${'data: 1\n'.repeat(n / 8)}\n`)], []],
    ['returns of a stream', 'http', (n) => [server(`${head}\r\n${'a\r\r'.repeat(n / 4)}`)], []],
    ['lines that are no HTTP', 'http', (n) => [client('GET GET \n'.repeat(n / 8))], []],
    ['one long line that is no HTTP', 'http', (n) => [client(`${'GET A'.repeat(n / 5)} HTTP/1.0\n`)], [5]],
    ['brackets', 'stdio', (n) => [client(`${'['.repeat(n)}\n`)], []],
    ['brackets, closed', 'stdio', (n) => [client(`${'['.repeat(n / 2)}${']'.repeat(n / 2)}\n`)], []],
    ['objects in objects', 'stdio', (n) => [client(`${'{"a":'.repeat(n / 8)}1${'}'.repeat(n / 8)}\n`)], []],
    ['escapes in a name', 'stdio', (n) => [client(`{"${'\\u0061'.repeat(n / 8)}":1}\n`)], []],
    ['times to wait that are none', 'http', (n) => [server(`${head}\r\n${'retry: x\n'.repeat(n / 8)}\n`)], []],
    [
      'a batch of no messages, chunk by chunk',
      'http',
      (n) => [
        server(
          `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n${'2\r\n1,\r\n'.repeat(n / 8)}2\r\n1]\r\n0\r\n\r\n`,
        ),
      ],
      [],
    ],
    [
      'a batch with _meta, line by line',
      'http',
      (n) => [
        server(
          `${head}\r\ndata: [\n${'data: {"jsonrpc":"2.0","method":"a","params":{"_meta":{}}},\n'.repeat(n / 60)}data: {"jsonrpc":"2.0","method":"a"}]\n\n`,
        ),
      ],
      [],
    ],
    ['faulty headers', 'http', (n) => [client(`GET / HTTP/1.1\r\n${'x\r\n'.repeat(n / 4)}\r\n`)], []],
  ];

  it.each(shapes)('%s', (_what, wire, shape, pieces) => {
    const run = (n: number) =>
      tookMs(() => decodeAll(wire, shape(n), pieces).map((entry: Decoded) => spansOf(entry.frame)));
    run(20_000);
    const shortMs = Math.max(run(20_000), 2);
    // Eight times as many bytes would take 64 times as long if each were looked at for each other.
    expect(run(160_000)).toBeLessThan(32 * shortMs + 100);
  });
});
