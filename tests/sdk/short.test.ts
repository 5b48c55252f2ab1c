// The short session against the official servers, live: the engine's bytes are accepted, the answers are those it predicts.
import { readFileSync } from 'node:fs';
import { PROFILES, run, transfersOf, type Message } from '#engine';
import { describe, expect, it } from 'vitest';
import { DEPARTURES, differencesBetween, VERSIONS } from './departures.ts';
import { startHttp } from './http-server.ts';
import { asAnswer, exchangesOf, Pipe, Sockets } from './live.ts';
import { layoutOf, messagesIn, nameMessage, type JsonRpc } from './raw-http.ts';

const namesOf = (messages: readonly (JsonRpc | Message)[]) =>
  messages.map((m) => [nameMessage(m as JsonRpc), (m as JsonRpc).id]);

/** The result is the engine's but for the differences that are written down. */
function expectResult(revision: keyof typeof DEPARTURES, method: string, engine: Message, sdk: JsonRpc): void {
  const known = DEPARTURES[revision].filter((d) => d.method === method);
  const found = differencesBetween((engine as { result: unknown }).result, sdk.result);
  const inOrder = (rows: readonly { path: string }[]) => rows.toSorted((a, b) => a.path.localeCompare(b.path));
  expect(inOrder(found)).toEqual(inOrder(known.map(({ method: _method, why: _why, ...difference }) => difference)));
}

const methodOf = (message: Message | undefined): string => (message as { method: string }).method;

describe.each(['2025-11-25', '2026-07-28'] as const)('%s', (revision) => {
  it.each(Object.entries(VERSIONS[revision]))(
    'the departures were taken from %s %s, which is installed',
    (name, version) => {
      const manifest = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string };
      expect(manifest.version).toBe(version);
    },
  );

  it.each(PROFILES)('Streamable HTTP over a socket, %s headers', async (profile) => {
    const server = await startHttp(revision);
    const sockets = new Sockets(server.port);
    const predicted = exchangesOf(run('short', { revision, transport: 'streamable-http', profile: 'measured' }));
    try {
      const sent = exchangesOf(run('short', { revision, transport: 'streamable-http', profile }));
      expect(sent).toHaveLength(predicted.length);
      for (const [i, { sent: request }] of sent.entries()) {
        const answer = await sockets.exchange(request);
        const { expected } = predicted[i]!;
        expect(layoutOf(answer)).toEqual(layoutOf(asAnswer(expected)));
        const messages = expected.map((t) => t.message).filter((m) => m !== undefined);
        expect(namesOf(messagesIn(answer))).toEqual(namesOf(messages));
        for (const [j, message] of messagesIn(answer).entries()) {
          expectResult(revision, methodOf(request.message), messages[j]!, message);
        }
      }
    } finally {
      sockets.close();
      server.close();
    }
  });

  it('stdio over a pipe', async () => {
    const pipe = new Pipe(revision);
    let asked = '';
    for (const transfer of transfersOf(run('short', { revision, transport: 'stdio' }))) {
      const { from, message } = transfer;
      if (from === 'client') {
        pipe.write(transfer);
        asked = methodOf(message);
        continue;
      }
      const line = await pipe.line();
      const answer = JSON.parse(line) as JsonRpc;
      expect(line).toBe(JSON.stringify(answer));
      expect(namesOf([answer])).toEqual(namesOf([message!]));
      expectResult(revision, asked, message!, answer);
    }
    expect(await pipe.close()).toBe('');
    expect(pipe.stderr).toBe('');
  });
});
