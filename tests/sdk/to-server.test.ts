// The engine's client bytes against the official servers, over real sockets and pipes: accepted, and answered as predicted.
import {
  SCENARIOS,
  transfersOf,
  transportsOf,
  type JsonObject,
  type Revision,
  type Transfer,
  type Transport,
  type Values,
} from '#engine';
import { describe, expect, it } from 'vitest';
import { differencesBetween } from './departures.ts';
import { asAnswer } from './live.ts';
import { play } from './played.ts';
import { LiveHttp, LivePipe, playAgainst, type Live, type Outcome } from './player.ts';
import { layoutOf, type HttpMessage, type JsonRpc } from './raw-http.ts';
import { startReal, type Sdk } from './real-servers.ts';
import { Handlers } from './scripted.ts';

/** What no SDK can play, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'batch stdio': 'both SDKs leave a batch on a pipe unanswered: see departures.test.ts',
  'era-matrix': 'kinds of peers, not of revisions: see eras.test.ts',
  'era-probe-stdio': 'the same',
  restart: 'the process ends by itself: see from-server.test.ts',
  'session-life': 'no SDK server forgets a session by itself',
  authorization: 'the gate is not the server: see authorization.test.ts',
  tasks:
    'SDK 2.4 has no tasks extension; the tasks of 2025-11-25, which SDK 1.32 has, are other messages than the engine has',
};

interface Row {
  readonly slug: string;
  readonly sdk: Sdk;
  readonly revision: Revision;
  readonly transport: Transport;
  readonly own: Values;
}

/** SDK 1.9 speaks 2024-11-05 by itself; 1.32 does when it is asked to. */
function sdksFor(revision: Revision): readonly Sdk[] {
  if (revision === '2026-07-28') return ['2.4'];
  return revision === '2024-11-05' ? ['1.32', '1.9'] : ['1.32'];
}

/** A server that speaks all four versions answers with the one that is asked for. */
function ownOf(slug: string, sdk: Sdk, revision: Revision): Values {
  return slug === 'version-negotiation' && sdk !== '2.4' ? { serverNewest: revision, clientOldest: '2024-11-05' } : {};
}

/** A server that speaks 2024-11-05 only answers with that, whatever it is asked for. */
const NEGOTIATED: readonly Row[] = (['2025-03-26', '2025-06-18', '2025-11-25'] as const).map((revision) => ({
  slug: 'version-negotiation',
  sdk: '1.9',
  revision,
  transport: 'stdio',
  own: { serverNewest: '2024-11-05', clientOldest: '2024-11-05' },
}));

const rows: readonly Row[] = [
  ...NEGOTIATED,
  ...SCENARIOS.filter(({ slug }) => !(slug in LEFT_OUT)).flatMap((scenario) =>
    scenario.revisions.flatMap((revision) =>
      transportsOf(scenario, revision)
        .filter((transport) => !(`${scenario.slug} ${transport}` in LEFT_OUT))
        .flatMap((transport) =>
          sdksFor(revision).map((sdk) => ({
            slug: scenario.slug,
            sdk,
            revision,
            transport,
            own: ownOf(scenario.slug, sdk, revision),
          })),
        ),
    ),
  ),
];

async function run({ slug, sdk, revision, transport, own }: Row) {
  const played = play(slug, revision, transport, own);
  const handlers = new Handlers(played);
  const server = transport === 'stdio' ? undefined : await startReal(sdk, played, handlers);
  const live: Live = server
    ? new LiveHttp(server.port)
    : new LivePipe('tests/sdk/scripted-stdio.ts', sdk, slug, revision, JSON.stringify(own));
  try {
    const outcome = await playAgainst(live, played.trace);
    return { played, live, outcome };
  } finally {
    await live.close();
    server?.close();
  }
}

/** Where the SDK's results differ, whatever it is asked. */
const KNOWN: Readonly<Record<string, string>> = {
  ttlMs: 'SDK 2.x lets nobody keep a result unless the server says so; the engine says a minute',
  cacheScope: 'the same: private, not public',
  requestState: 'each server has a state of its own, and the client gives it back',
};

/** What the SDK's results have that the engine's have not, or otherwise. */
function resultDifferences({ pairs }: Outcome) {
  return pairs.flatMap(({ predicted, real }) =>
    'result' in predicted
      ? differencesBetween(predicted.result, (real as { result: JsonObject }).result).filter(
          ({ path }) => !(path in KNOWN),
        )
      : [],
  );
}

describe.concurrent.each(['stdio', 'http+sse', 'streamable-http'] as const)('%s', (transport) => {
  it.each(rows.filter((row) => row.transport === transport))('$slug $revision, SDK $sdk', async (row) => {
    const { played, live, outcome } = await run(row);
    // A server that is slow to hear that a call was given up may have reported once more.
    const isLate = ({ method }: JsonRpc): boolean =>
      method === 'notifications/progress' && (row.slug === 'cancel' || row.slug === 'timeout');
    expect(outcome.surplus.filter((message) => !isLate(message))).toEqual([]);
    expect(resultDifferences(outcome)).toEqual([]);
    if (!(live instanceof LiveHttp) || played.trace.profile === 'minimal') return;
    const transfers = transfersOf(played.trace);
    for (const request of transfers.filter((t) => t.carrier === 'request')) {
      const answers = transfers.filter(
        (t) => t.exchange === request.exchange && t.from === 'server' && t.outcome === 'delivered',
      );
      if (answers.length === 0) continue;
      const [predicted, real] = [asAnswer(answers), live.answerTo(request)!].map((answer) =>
        framingOf(answer, row, request),
      );
      expect(real).toEqual(predicted);
    }
  });
});

/** The framing of an answer without what is known to differ; each rule names the departure that it stands for. */
function framingOf(
  answer: HttpMessage,
  { sdk, slug, transport }: Row,
  { http, lastEventId }: Transfer,
): readonly string[] {
  const isStandingGet = http !== undefined && 'verb' in http && http.verb === 'GET' && lastEventId === undefined;
  const isGivenUp = slug === 'cancel' || slug === 'timeout';
  const lines = layoutOf(answer).filter(
    (line) =>
      !(isStandingGet && isBare(line)) &&
      // A polled stream is told when to come back at its beginning, not when it is left.
      !(slug === 'polling' && /^… CRLF (id: … LF )?(retry: \d+)/.test(line)) &&
      !(slug === 'polling' && isBare(line)) &&
      // Comments come by the SDK's own clock.
      !/^… CRLF : keepalive/.test(line) &&
      // SDK 1.x ends the stream of a cancelled call no sooner than the session.
      !(isGivenUp && sdk !== '2.4' && (line === 'cut off' || line === '0 CRLF CRLF')),
  );
  // On one stream for all, events of different requests come as they come.
  return transport === 'http+sse' && isStandingGet ? lines.toSorted() : lines;
}

/** A priming event: SDK 1.x sends none on the standing stream. */
const isBare = (line: string): boolean => /^… CRLF id: … LF (retry: \d+ LF )?data: {2}LF {2}LF CRLF$/.test(line);
