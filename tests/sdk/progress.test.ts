// A long tool call against the official servers, live: events in the order and layout that the engine writes, line by line,
// chunk by chunk; and what becomes of them when the line drops.
import { run, textOf, transfersOf, type Transfer } from '#engine';
import { describe, expect, it } from 'vitest';
import { deep, work } from './acme-content.ts';
import { startHttp } from './http-server.ts';
import { asAnswer, exchangesOf, Pipe, Sockets } from './live.ts';
import { layoutOf, messagesIn, readHttp, valueOf, type HttpMessage, type JsonRpc } from './raw-http.ts';

/** Progress as it is; of the result, only which one it is. */
const eventsIn = (messages: readonly JsonRpc[]) =>
  messages.map(({ id, params, result }) => (result ? { id, content: result['content'] } : params));

const predictedEvents = (transfers: readonly Transfer[]) =>
  eventsIn(
    transfers
      .filter((t) => t.from === 'server' && t.message && t.outcome === 'delivered')
      .map((t) => t.message as JsonRpc),
  );

describe.each(['2025-11-25', '2026-07-28'] as const)('%s', (revision) => {
  it('Streamable HTTP: head, events, chunks and end as predicted', async () => {
    const server = await startHttp(revision, { isDeep: true });
    const sockets = new Sockets(server.port);
    const trace = run('progress', { revision, transport: 'streamable-http', profile: 'measured', n: work.count });
    try {
      for (const { sent, expected } of exchangesOf(trace)) {
        const answer = await sockets.exchange(sent);
        expect(layoutOf(answer)).toEqual(layoutOf(asAnswer(expected)));
        if (!(sent.message as JsonRpc).method?.startsWith('tools/')) continue;
        expect(eventsIn(messagesIn(answer))).toEqual(predictedEvents(expected));
        // The same bytes in each chunk, so the same sizes: only the order of members differs.
        const sizes = ({ parts }: HttpMessage) => parts.map((part) => Buffer.byteLength(part));
        expect(sizes(answer)).toEqual(sizes(asAnswer(expected)));
      }
    } finally {
      sockets.close();
      server.close();
    }
  });

  it('stdio: one line each, in order', async () => {
    const pipe = new Pipe(revision, 'deep');
    const transfers = transfersOf(run('progress', { revision, transport: 'stdio', n: work.count }));
    const events: JsonRpc[] = [];
    for (const transfer of transfers) {
      if (transfer.from === 'client') pipe.write(transfer);
      else events.push(JSON.parse(await pipe.line()) as JsonRpc);
    }
    const isEvent = ({ params, result }: JsonRpc) => params !== undefined || result?.['content'] !== undefined;
    expect(eventsIn(events.filter(isEvent))).toEqual(
      predictedEvents(transfers.filter((t) => isEvent(t.message as JsonRpc))),
    );
    expect(await pipe.close()).toBe('');
  });
});

const k = 2;

/** Enough of an answer: k progress events. On a busy machine more may have come; then they were not seen. */
const hasSeenK = (answer: HttpMessage): boolean => messagesIn(answer).length >= k;

function upToK(answer: HttpMessage): HttpMessage {
  const last = answer.parts.findIndex(
    (_, i) => messagesIn({ ...answer, parts: answer.parts.slice(0, i + 1) }).length === k,
  );
  return { ...answer, parts: answer.parts.slice(0, last + 1) };
}

it('2025-11-25: after a break, the GET for the rest is answered with exactly what was missed', async () => {
  const server = await startHttp('2025-11-25', { isDeep: true, keepsEvents: true });
  const sockets = new Sockets(server.port);
  const opening = exchangesOf(run('progress', { transport: 'streamable-http', profile: 'measured' })).slice(0, 2);
  const trace = run('broken-stream', { revision: '2025-11-25', profile: 'measured', n: work.count, k });
  const [first, second] = exchangesOf(trace);
  try {
    for (const { sent } of opening) await sockets.exchange(sent);
    const broken = upToK(await sockets.exchange(first!.sent, hasSeenK));
    sockets.reset(first!.sent.connection);
    const arrived = first!.expected.filter((t) => t.outcome === 'delivered');
    expect(layoutOf(broken)).toEqual(layoutOf(asAnswer(arrived)));
    expect(eventsIn(messagesIn(broken))).toEqual(predictedEvents(first!.expected));

    const lastId = broken.parts.at(-1)!.match(/^id: (.*)$/m)![1]!;
    const [asked] = readHttp(Buffer.from(textOf(second!.sent.frame)));
    const predictedId = valueOf(asked!.headers, 'last-event-id')!;
    const rest = await sockets.exchange(second!.sent, undefined, (text) => text.replace(predictedId, lastId));
    expect(layoutOf(rest)).toEqual(layoutOf(asAnswer(second!.expected)));
    expect(eventsIn(messagesIn(rest))).toEqual(predictedEvents(second!.expected));
  } finally {
    sockets.close();
    server.close();
  }
});

it('2026-07-28: after a break the server stops; sent again under a new id, the call starts over', async () => {
  const stops: number[] = [];
  const server = await startHttp('2026-07-28', { isDeep: true, onStop: (step) => stops.push(step) });
  const sockets = new Sockets(server.port);
  const trace = run('broken-stream', { revision: '2026-07-28', profile: 'measured', n: work.count, k });
  const [first, second] = exchangesOf(trace);
  try {
    const broken = upToK(await sockets.exchange(first!.sent, hasSeenK));
    sockets.reset(first!.sent.connection);
    const arrived = first!.expected.filter((t) => t.outcome === 'delivered');
    expect(layoutOf(broken)).toEqual(layoutOf(asAnswer(arrived)));

    const again = await sockets.exchange(second!.sent);
    expect(layoutOf(again)).toEqual(layoutOf(asAnswer(second!.expected)));
    expect(eventsIn(messagesIn(again))).toEqual(predictedEvents(second!.expected));
    expect(messagesIn(again).at(-1)!.result!['content']).toEqual(deep.content);
    expect(stops).toHaveLength(1);
    expect(stops[0]).toBeLessThan(work.count);
  } finally {
    sockets.close();
    server.close();
  }
});
