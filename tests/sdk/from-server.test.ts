// The engine's server bytes to the official clients, over real sockets and pipes: calls resolve, progress is delivered, broken
// streams are resumed, questions are answered, and what the clients send is what the engine's client sends.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  messagesOf,
  SCENARIOS,
  textOf,
  transfersOf,
  transportsOf,
  type JsonObject,
  type Message,
  type Revision,
  type Transport,
  type Values,
} from '#engine';
import { describe, expect, it } from 'vitest';
import { play, type Played } from './played.ts';
import { layoutOf, readHttp, type JsonRpc } from './raw-http.ts';
import { drive, type Asked, type Driven } from './real-clients.ts';
import type { Sdk } from './real-servers.ts';
import { Replay } from './replay.ts';
import { replayHttp } from './replay-http.ts';
import { pause } from './scripted.ts';

/** What no SDK client can be made to do, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'era-matrix': 'kinds of peers, not of revisions: see eras.test.ts',
  'era-probe-stdio': 'the same',
  batch: 'no SDK client makes batches; a transport that is handed one: see batch-client.test.ts',
  restart: 'no SDK client starts a server again: see departures.test.ts',
  'session-life': 'no SDK client opens a new session after 404: see departures.test.ts',
  authorization: 'SDK 1.32 wants a whole OAuth flow for a token; SDK 2.4: see authorization.test.ts',
  tasks:
    'SDK 2.4 has no tasks extension; the tasks of 2025-11-25, which SDK 1.32 has, are other messages than the engine has',
  'broken-stream 2026-07-28': 'SDK 2.x sends nothing again: see departures.test.ts',
  'header-mirror': 'one client mirrors what the other does: see to-server.test.ts',
};

interface Row {
  readonly slug: string;
  readonly sdk: Sdk;
  readonly revision: Revision;
  readonly transport: Transport;
  readonly own: Values;
}

function sdksFor(revision: Revision): readonly Sdk[] {
  if (revision === '2026-07-28') return ['2.4'];
  return revision === '2024-11-05' ? ['1.32', '1.9'] : ['1.32'];
}

const rows: readonly Row[] = SCENARIOS.filter(({ slug }) => !(slug in LEFT_OUT)).flatMap((scenario) =>
  scenario.revisions
    .filter((revision) => !(`${scenario.slug} ${revision}` in LEFT_OUT))
    .flatMap((revision) =>
      transportsOf(scenario, revision).flatMap((transport) =>
        sdksFor(revision).map((sdk) => ({
          slug: scenario.slug,
          sdk,
          revision,
          transport,
          own: ownOf(scenario.slug, revision),
        })),
      ),
    ),
);

function ownOf(slug: string, revision: Revision): Values {
  return slug === 'version-negotiation' ? { serverNewest: revision, clientOldest: '2024-11-05' } : {};
}

const isGivenUp = ({ slug }: Row): boolean => slug === 'cancel' || slug === 'timeout';

interface Report {
  readonly pairs: Replay['pairs'];
  readonly surplus: readonly JsonRpc[];
  readonly missing: readonly (Message | undefined)[];
}

async function overPipe(
  { slug, sdk, revision, own }: Row,
  played: Played,
): Promise<{ driven: Driven; report: Report }> {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  const file = join(folder, 'report.json');
  const driven = await drive(sdk, played, {
    args: ['tests/sdk/replay-stdio.ts', slug, revision, JSON.stringify(own), file],
  });
  await driven.close();
  for (let i = 0; i < 100; i++) {
    try {
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
      rmSync(folder, { recursive: true });
      return { driven, report };
    } catch {
      await pause(20);
    }
  }
  throw new Error('the server did not end');
}

async function overSockets({ sdk }: Row, played: Played) {
  const replay = new Replay(played.trace);
  const server = await replayHttp(replay);
  try {
    const driven = await drive(sdk, played, { port: server.port });
    for (let i = 0; i < 50 && !replay.isOver; i++) await pause(10);
    await driven.close();
    return {
      driven,
      server,
      report: {
        pairs: replay.pairs,
        surplus: replay.surplus,
        missing: replay.missing.map((t) => t.message),
      } satisfies Report,
    };
  } finally {
    server.close();
  }
}

/** What the engine says will come of a request: its result, or that it is given up. Returns how many reports did not come. */
function expectAsked({ trace }: Played, { act, result, error, progress }: Asked): number {
  const isOf = (m: Message): boolean =>
    'method' in m &&
    m.method === act.method &&
    JSON.stringify(m.params?.['arguments']) === JSON.stringify(act.params?.['arguments']);
  const ids = new Set(
    transfersOf(trace)
      .flatMap(messagesOf)
      .filter(isOf)
      .map((m) => (m as { id: number }).id),
  );
  const isGivenUp = trace.entries.some(
    (e) =>
      e.kind === 'happening' && ids.has(e.requestId as number) && (e.what === 'cancelled' || e.what === 'timed-out'),
  );
  if (act.method === 'subscriptions/listen') {
    expect(result).toEqual({ closed: isGivenUp ? 'local' : 'graceful' });
    return 0;
  }
  expect(error === undefined).toBe(!isGivenUp);
  if (!isGivenUp) expect(result).toMatchObject(act.result as object);
  if (!act.wantsProgress) return 0;
  const told = transfersOf(trace)
    .filter((t) => t.outcome === 'delivered')
    .flatMap(messagesOf)
    .map((m) => m as { method?: string; params?: JsonObject })
    .filter((m) => m.method === 'notifications/progress' && ids.has(m.params!['progressToken'] as number))
    .map((m) => m.params!['progress']);
  // SDK 2.x reports progress of its own when it asks again; and a call that is given up may be given up before its server runs.
  const heard = [...new Set(progress)];
  expect(told.slice(0, heard.length)).toEqual(heard);
  return isGivenUp ? 0 : told.length - heard.length;
}

/** What clients write in their own words: who they are, what they can, which version they would like, why they give up. */
function expectMessage({ predicted, real }: Replay['pairs'][number]): void {
  const plain = (message: unknown): unknown =>
    JSON.parse(JSON.stringify(message, (name, value: unknown) => (OWN_WORDS.has(name) ? undefined : value)));
  // SDK 2.x says in notifications, too, which version they are of; the text asks for it in requests.
  const isNotification = 'method' in predicted && !('id' in predicted);
  const { _meta, ...params } = real.params ?? {};
  expect(plain(isNotification && real.params ? { ...real, params } : real)).toEqual(plain(predicted));
}
const OWN_WORDS = new Set([
  'id',
  'progressToken',
  'requestId',
  'reason',
  'protocolVersion',
  'capabilities',
  'clientInfo',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
]);

describe.concurrent.each(['stdio', 'http+sse', 'streamable-http'] as const)('%s', (transport) => {
  it.each(rows.filter((row) => row.transport === transport))('$slug $revision, SDK $sdk', async (row) => {
    const played = play(row.slug, row.revision, row.transport, row.own);
    const { driven, report, ...more } =
      transport === 'stdio' ? await overPipe(row, played) : await overSockets(row, played);
    expect(driven.asked.length).toBeGreaterThan(0);
    // Reports that arrive in one piece with the result are not heard; the client says so (departure 29).
    const unheard = driven.asked.reduce((sum, asked) => sum + expectAsked(played, asked), 0);
    // A call that asks and is sent again has two such pieces, and the client may say so of the first and hear the second.
    const told = driven.errors.filter((text) => /unknown token/.test(text)).length;
    if (!isGivenUp(row)) expect(told).toBeGreaterThanOrEqual(unheard);
    if (transport === 'streamable-http')
      expect({ unheard, told: isGivenUp(row) ? 0 : told }).toEqual({ unheard: 0, told: 0 });
    expect(report.surplus).toEqual([]);
    expect(report.missing).toEqual([]);
    for (const pair of report.pairs) expectMessage(pair);
    if (!('server' in more) || played.trace.profile === 'minimal') return;
    const { server } = more as { server: Awaited<ReturnType<typeof replayHttp>> };
    for (const { transfer, real } of server.requests) {
      const [predicted] = readHttp(Buffer.from(textOf(transfer.frame)));
      // SDK 1.32 sends the version header on HTTP+SSE, too; 1.9, which knows only that transport, has none.
      const heads = layoutOf(real).filter(
        (line) => !(transport === 'http+sse' && line.startsWith('mcp-protocol-version')),
      );
      expect(heads).toEqual(layoutOf(predicted!));
    }
  });
});
