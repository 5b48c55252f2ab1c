// Client era by server era: the engine's clients at the official servers, and the official client that speaks both at the
// engine's servers. Codes may differ, what comes of it may not.
import { messagesOf, transfersOf, type Transport } from '#engine';
import { describe, expect, it } from 'vitest';
import { play } from './played.ts';
import { LiveHttp, LivePipe, playAgainst, type Live } from './player.ts';
import { startReal, type Sdk } from './real-servers.ts';
import { Handlers } from './scripted.ts';
import { drive } from './real-clients.ts';
import { Replay } from './replay.ts';
import { replayHttp } from './replay-http.ts';

const SERVERS: readonly { readonly server: string; readonly sdk: Sdk }[] = [
  { server: 'legacy', sdk: '1.32' },
  { server: 'modern', sdk: '2.4' },
  { server: 'dual', sdk: '2.4' },
];
/** Over HTTP, a server of 2024-11-05 speaks nothing but HTTP+SSE. */
const FIRST: readonly { readonly server: string; readonly sdk: Sdk }[] = [
  { server: 'first', sdk: '1.9' },
  { server: 'first', sdk: '1.32' },
];
const CLIENTS = ['legacy', 'modern', 'dual'];

/** Where SDK 1.32 is more patient than the engine's server: over stdio it serves before it is initialized (departure 12). */
const isPatient = (client: string, server: string, transport: Transport): boolean =>
  client === 'modern' && server === 'legacy' && transport === 'stdio';

const rows = (['stdio', 'streamable-http'] as const).flatMap((transport) =>
  CLIENTS.flatMap((client) =>
    [...SERVERS, ...(transport === 'streamable-http' ? FIRST : [])].map(({ server, sdk }) => ({
      transport,
      client,
      server,
      sdk,
    })),
  ),
);

describe.concurrent('the client is the engine', () => {
  it.each(rows.filter((r) => !isPatient(r.client, r.server, r.transport)))(
    '$transport: $client client at a $server server, SDK $sdk',
    async ({ transport, client, server, sdk }) => {
      const own = { client, server, probeTimeoutMs: 60_000 };
      const played = play('era-matrix', '2026-07-28', transport, own);
      const real =
        transport === 'stdio' ? undefined : await startReal(sdk, played, new Handlers(played), server === 'dual');
      const live: Live = real
        ? new LiveHttp(real.port)
        : new LivePipe('tests/sdk/scripted-stdio.ts', sdk, 'era-matrix', '2026-07-28', JSON.stringify(own));
      try {
        // Results and refusals come where they are predicted; an error that the engine leaves without an id may have null for one.
        const { surplus } = await playAgainst(live, played.trace);
        // A GET is refused with a body, and its id is null (departure 19).
        expect(surplus.filter(({ id, error }) => !(id === null && error?.code === -32000))).toEqual([]);
      } finally {
        await live.close();
        real?.close();
      }
    },
  );
});

describe.concurrent('the client is SDK 2.4 and speaks both', () => {
  it.each(['legacy', 'modern', 'dual', 'silent'])('Streamable HTTP: at a %s server of the engine', async (server) => {
    const played = play('era-matrix', '2026-07-28', 'streamable-http', { client: 'dual', server });
    const replay = new Replay(played.trace);
    const own = await replayHttp(replay);
    try {
      const { asked } = await drive('2.4 auto', played, { port: own.port });
      expect(asked.map(({ error, result }) => [error, result !== undefined])).toEqual([[undefined, true]]);
      expect(replay.missing.flatMap(messagesOf)).toEqual([]);
      expect(transfersOf(played.trace).length).toBeGreaterThan(3);
    } finally {
      own.close();
    }
  });
});

describe.concurrent('the client is SDK 1.32, with the fallback that its documentation shows', () => {
  it('Streamable HTTP: at a server of the engine that only knows HTTP+SSE', async () => {
    const played = play('era-matrix', '2026-07-28', 'streamable-http', { client: 'legacy', server: 'first' });
    const replay = new Replay(played.trace);
    const own = await replayHttp(replay);
    try {
      const { asked, close } = await drive('1.32 falls back', played, { port: own.port });
      expect(asked.map(({ error, result }) => [error, result !== undefined])).toEqual([[undefined, true]]);
      await close();
      expect(replay.missing.flatMap(messagesOf)).toEqual([]);
      expect(replay.surplus).toEqual([]);
    } finally {
      own.close();
    }
  });
});
