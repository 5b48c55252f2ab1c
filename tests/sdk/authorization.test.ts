// The challenge, live: the engine's client at official servers behind the SDK's own gate, and the official client that takes
// a token from whoever has one at the engine's server.
import { EXAMPLE, messagesOf, transfersOf } from '#engine';
import { describe, expect, it } from 'vitest';
import { play } from './played.ts';
import { LiveHttp, playAgainst } from './player.ts';
import { valueOf } from './raw-http.ts';
import { drive } from './real-clients.ts';
import { startReal } from './real-servers.ts';
import { Replay } from './replay.ts';
import { replayHttp } from './replay-http.ts';
import { Handlers } from './scripted.ts';

describe.concurrent('the client is the engine', () => {
  it.each([
    ['2025-03-26', '1.32'],
    ['2025-06-18', '1.32'],
    ['2025-11-25', '1.32'],
    ['2026-07-28', '2.4'],
  ] as const)('%s at SDK %s behind requireBearerAuth: 401, then everything with the token', async (revision, sdk) => {
    const played = play('authorization', revision, 'streamable-http');
    const server = await startReal(sdk, played, new Handlers(played));
    const live = new LiveHttp(server.port);
    try {
      const { pairs, surplus } = await playAgainst(live, played.trace);
      // The gate explains itself in a body of OAuth, which is no message.
      expect(surplus.filter((message) => message.jsonrpc !== undefined)).toEqual([]);
      expect(pairs.length).toBeGreaterThan(1);
      const [first, ...rest] = transfersOf(played.trace).filter((t) => t.carrier === 'request');
      const refused = live.answerTo(first!)!;
      expect(refused.startLine).toMatch(/ 401 /);
      expect(valueOf(refused.headers, 'www-authenticate')).toContain(`resource_metadata="${EXAMPLE.resourceMetadata}"`);
      for (const request of rest) expect(live.answerTo(request)!.startLine).toMatch(/ 20\d /);
    } finally {
      await live.close();
      server.close();
    }
  });
});

describe.concurrent('the client is SDK 2.4', () => {
  it('2026-07-28 at the engine: asks again with the token, and goes on with it', async () => {
    const played = play('authorization', '2026-07-28', 'streamable-http');
    const replay = new Replay(played.trace);
    const own = await replayHttp(replay);
    try {
      const { asked } = await drive('2.4', played, { port: own.port });
      expect(asked.map(({ error }) => error)).toEqual(asked.map(() => undefined));
      expect(replay.surplus).toEqual([]);
      expect(replay.missing.flatMap(messagesOf)).toEqual([]);
      const shown = own.requests.map(({ real }) => valueOf(real.headers, 'authorization'));
      expect(shown).toEqual([undefined, ...shown.slice(1).map(() => `Bearer ${EXAMPLE.token}`)]);
    } finally {
      own.close();
    }
  });
});
