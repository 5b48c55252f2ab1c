// The measured profile against recorded sessions of the official SDKs, client and server: the engine plays the same session,
// and every head, event, chunk and line stands as it was recorded.
import { readdirSync, readFileSync } from 'node:fs';
import {
  EXAMPLE,
  headersFor,
  PROFILES,
  REVISIONS,
  runWith,
  textOf,
  TRANSPORTS,
  transfersOf,
  type HttpMessage as Kind,
  type JsonObject,
  type Revision,
  type Scenario,
  type Transfer,
} from '#engine';
import { describe, expect, it } from 'vitest';
import { layoutOf, messagesIn, nameMessage, readHttp, valueOf, type HttpMessage, type JsonRpc } from './raw-http.ts';

interface Capture {
  readonly name: string;
  readonly protocolVersion: Revision;
  readonly transport: 'http' | 'stdio';
  readonly connections: readonly { readonly client: string; readonly server: string }[];
}

const folder = 'tests/fixtures/captures';
const captures = readdirSync(folder).map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Capture);
const over = (transport: Capture['transport']) => captures.filter((c) => c.transport === transport);

interface Exchange {
  readonly request: HttpMessage;
  readonly answer: HttpMessage;
  /** What the POST carries; a GET or DELETE has none. */
  readonly message: JsonRpc | undefined;
}

const verbOf = ({ request }: Exchange): string => request.startLine.split(' ')[0]!;

/** The exchanges of a capture: POSTs in the order of their ids, after them the rest. */
function exchangesOf({ connections }: Capture): readonly Exchange[] {
  const exchanges = connections.flatMap(({ client, server }) => {
    const answers = readHttp(Buffer.from(server));
    return readHttp(Buffer.from(client)).map((request, i) => ({
      request,
      answer: answers[i]!,
      message: messagesIn(request)[0],
    }));
  });
  return exchanges.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
}

/** SDK 2.x asks with a textual id what the server is, before all else; `initialized` follows request 0. */
function placeOf({ message }: Exchange): number {
  if (!message) return Infinity;
  if (typeof message.id === 'string') return -1;
  return message.id ?? 0.5;
}

/** A recorded session as a script: what was asked, what was answered, how often progress came, where the line dropped. */
function scriptOf(exchanges: readonly Exchange[]): ReturnType<Scenario['script']> {
  const later = exchanges.filter((e) => verbOf(e) === 'GET').flatMap(({ answer }) => messagesIn(answer));
  const broken = exchanges.find((e) => e.message && !e.answer.isWhole);
  const seen = broken && messagesIn(broken.answer).length;
  return {
    acts: exchanges
      .filter((e) => e.message)
      .map(({ message, answer }) => {
        const { method, params, id } = message!;
        if (id === undefined) return { act: 'notification', method: method! };
        const answers = [...messagesIn(answer), ...(answer.isWhole ? [] : later)];
        const { _meta: _, ...result } = answers.find((m) => m.id === id)!.result!;
        const { _meta: meta, ...rest } = params ?? {};
        const count = answers.filter((m) => m.method === 'notifications/progress').length;
        const isTracked = (meta as { progressToken?: unknown } | undefined)?.progressToken !== undefined;
        return {
          act: 'request',
          method: method!,
          ...(params && { params: rest as JsonObject }),
          result: result as JsonObject,
          ...(isTracked &&
            count > 0 && {
              wantsProgress: true,
              handler: Array.from(
                { length: count },
                (_, i) => ({ do: 'work', ms: 100, step: i + 1, of: count }) as const,
              ),
            }),
        };
      }),
    firstId: Number(exchanges.find((e) => typeof e.message?.id === 'number')!.message!.id),
    keepsEvents: exchanges.some(({ answer }) => answer.parts.some((part) => /^id: /m.test(part))),
    reconnectMs: 1000,
    mishaps: seen === undefined ? [] : [{ kind: 'cut', afterEvent: seen }],
  };
}

function play({ name, protocolVersion }: Capture, exchanges: readonly Exchange[]): readonly Transfer[] {
  const scenario: Scenario = {
    slug: name,
    title: name,
    about: 'A recorded session, played by the engine.',
    revisions: REVISIONS,
    transports: TRANSPORTS,
    profiles: PROFILES,
    parameters: [],
    script: () => scriptOf(exchanges),
  };
  const values = {
    revision: protocolVersion,
    transport: 'streamable-http',
    profile: 'measured',
    latencyMs: 1,
    rateBps: Infinity,
  };
  return transfersOf(runWith(scenario, values));
}

/** What the engine sends and receives in each exchange, read like the recorded bytes; what is lost is left out. */
function playedExchanges(transfers: readonly Transfer[]): readonly Pick<Exchange, 'request' | 'answer'>[] {
  const byExchange = [
    ...Map.groupBy(
      transfers.filter((t) => t.outcome === 'delivered'),
      (t) => t.exchange!,
    ).entries(),
  ];
  return byExchange
    .sort(([a], [b]) => a - b)
    .map(([, [request, ...answer]]) => ({
      request: readHttp(Buffer.from(textOf(request!.frame)))[0]!,
      answer: readHttp(Buffer.from(answer.map((t) => textOf(t.frame)).join('')))[0]!,
    }));
}

/** Whether the server of a capture answers with one JSON body, which the engine has headers for but no scenario. */
const isPlain = ({ name }: Capture): boolean => name.endsWith('-json');

describe.each(over('http').filter((c) => !isPlain(c)))('$name', (capture) => {
  const recorded = exchangesOf(capture);
  // The standing GET and the DELETE at the end are no part of the engine's scenarios; their heads are checked below.
  const isPlayed = (e: Exchange): boolean =>
    e.message !== undefined || valueOf(e.request.headers, 'last-event-id') !== undefined;
  // Only the first stream of the engine's runs can break, so a recorded break is played from there on.
  const first = Math.max(
    recorded.findIndex((e) => e.message && !e.answer.isWhole),
    0,
  );
  const compared = recorded.slice(first).filter(isPlayed);
  const played = playedExchanges(play(capture, compared));

  it('has as many exchanges', () => expect(played).toHaveLength(compared.length));

  it.each(compared.map((e, i) => ({ what: e.message ? nameMessage(e.message) : verbOf(e), e, i })))(
    '$i: $what',
    ({ e, i }) => {
      expect(layoutOf(played[i]!.request)).toEqual(layoutOf(e.request));
      expect(layoutOf(played[i]!.answer)).toEqual(layoutOf(e.answer));
      expect(messagesIn(played[i]!.answer).map(nameMessage)).toEqual(messagesIn(e.answer).map(nameMessage));
    },
  );

  // In 2026-07-28 each message names its client and server, so the recorded ones are longer or shorter than the example's.
  if (capture.protocolVersion !== '2025-11-25') return;

  it('has as many bytes in every body and chunk, but for event ids', () => {
    const sizes = ({ parts }: HttpMessage) => parts.map((part) => Buffer.byteLength(part.replace(/^id: .*$/m, 'id: ')));
    for (const [i, e] of compared.entries()) {
      for (const side of ['request', 'answer'] as const) {
        expect(sizes(played[i]![side])).toEqual(sizes(e[side]));
        expect(valueOf(played[i]![side].headers, 'content-length')).toBe(valueOf(e[side].headers, 'content-length'));
      }
    }
  });
});

/** Which of the engine's HTTP messages a recorded one is, by what it does and not by its headers' order. */
function requestKind({ request, message }: Exchange): Kind {
  if (!message) return request.startLine.startsWith('GET') ? 'get' : 'delete';
  return message.method === 'initialize' ? 'initialize' : 'post';
}

function answerKind(exchange: Exchange): Kind {
  const { answer, message } = exchange;
  if (verbOf(exchange) === 'DELETE') return 'deleted';
  if (answer.startLine.includes('202')) return 'accepted-chunked';
  const isStream = valueOf(answer.headers, 'content-type') === 'text/event-stream';
  if (isStream) return answer.isChunked ? 'stream' : 'stream-short';
  if (answer.isChunked) return 'json-chunked';
  return message?.method === 'initialize' ? 'json-initialize' : 'json';
}

describe('header rows', () => {
  const rows = over('http').flatMap((capture) =>
    exchangesOf(capture).flatMap((e) => [
      { name: capture.name, revision: capture.protocolVersion, kind: requestKind(e), headers: e.request.headers },
      { name: capture.name, revision: capture.protocolVersion, kind: answerKind(e), headers: e.answer.headers },
    ]),
  );
  const kinds = [...Map.groupBy(rows, ({ kind, revision }) => `${revision} ${kind}`).entries()].map(([of, heads]) => ({
    of,
    heads,
  }));

  it.each(kinds)('$of: names, order and values as recorded', ({ heads }) => {
    for (const { name, revision, kind, headers } of heads) {
      const value = (header: string) => valueOf(headers, header);
      const taken = {
        host: value('host') ?? EXAMPLE.host,
        contentLength: value('content-length'),
        sessionId: value('mcp-session-id'),
        method: value('mcp-method'),
        name: value('mcp-name'),
        lastEventId: value('last-event-id'),
      };
      const given = Object.fromEntries(Object.entries(taken).filter(([, text]) => text !== undefined)) as {
        host: string;
      };
      const expected = headersFor(kind, 'measured', revision, given).map((h) => [
        h.name,
        h.name === 'Date' ? value('date') : h.value,
      ]);
      expect(headers, name).toEqual(expected);
    }
  });

  it('every measured kind of the engine was recorded', () => {
    expect(new Set(rows.map((r) => r.kind))).toEqual(
      new Set<Kind>([
        ...(['initialize', 'post', 'get', 'delete'] as const),
        ...([
          'json',
          'json-initialize',
          'json-chunked',
          'stream',
          'stream-short',
          'accepted-chunked',
          'deleted',
        ] as const),
      ]),
    );
  });
});

describe.each(over('stdio'))('$name', ({ connections }) => {
  it('is one line of compact JSON for each message, as the engine frames it', () => {
    for (const bytes of connections.flatMap(({ client, server }) => [client, server])) {
      const lines = bytes.split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toBe(JSON.stringify(JSON.parse(line)));
    }
  });
});
