// What the peers hold: numbers of the worked examples that can be counted by hand, and laws that hold at every step.
import {
  cursorsAt,
  endOf,
  kindOf,
  logAt,
  matchesIn,
  messagesOf,
  pairsOf,
  run,
  SCENARIOS,
  sessionsAt,
  transfersOf,
  waitingAt,
  type Message,
  type Trace,
} from '#engine';
import { describe, expect, it } from 'vitest';

const idsOf = (trace: Trace, index: number) => {
  const { client, server } = waitingAt(trace, index);
  return { client: client.map(({ id }) => id), server: server.map(({ id }) => id) };
};
/** The transfer that brings this message. */
const bringing = (trace: Trace, is: (message: Message) => boolean): number =>
  transfersOf(trace).find((t) => messagesOf(t).some(is))!.index;
const isResultOf = (id: number) => (message: Message) =>
  kindOf(message) === 'result' && 'id' in message && message.id === id;

describe('waitingAt', () => {
  it('keeps forward request 10 while reverse request 42 is out, and settles the inner one first', () => {
    const trace = run('reverse-call', {});
    const steps = transfersOf(trace).map(({ index }) => idsOf(trace, index));
    expect(steps).toEqual([
      { client: [10], server: [] },
      { client: [10], server: [42] },
      { client: [10], server: [] },
      { client: [], server: [] },
    ]);
  });

  it('takes 10 back with its cancellation; 42 stays until the server takes it back', () => {
    const trace = run('reverse-call', { cancelAfterMs: 400 });
    const [, asked, cancelled, withdrawn] = transfersOf(trace).map(({ index }) => idsOf(trace, index));
    expect([asked, cancelled, withdrawn]).toEqual([
      { client: [10], server: [42] },
      { client: [], server: [42] },
      { client: [], server: [] },
    ]);
  });

  it('counts the ids of each side for themselves: both wait for their own 3', () => {
    const trace = run('correlation', { asks: 'yes' });
    const { client, server } = idsOf(
      trace,
      bringing(trace, (m) => 'method' in m && m.method === 'elicitation/create'),
    );
    expect(client).toEqual([2, 3, 4, 5, 6, 7]);
    expect(server).toEqual([3]);
  });

  it('gives the old id up when a call is sent again, and keeps it when the stream is resumed', () => {
    const waitingAfter = (revision: string) => {
      const trace = run('broken-stream', { revision });
      const { index } = trace.entries.find((e) => e.kind === 'happening' && e.what === 'waiting')!;
      const again = trace.entries.find((e) => e.cause === index)!;
      return idsOf(trace, again.index).client;
    };
    expect(waitingAfter('2025-11-25')).toEqual([7]);
    expect(waitingAfter('2026-07-28')).toEqual([8]);
  });

  const pairs = SCENARIOS.flatMap((scenario) => pairsOf(scenario).map((pair) => ({ slug: scenario.slug, ...pair })));
  it.each(pairs)('$slug $revision $transport: whoever gets a response has waited for it', ({ slug, ...pair }) => {
    const trace = run(slug, { ...pair });
    for (const transfer of transfersOf(trace)) {
      if (transfer.outcome === 'lost' || (transfer.http && 'status' in transfer.http && transfer.http.status >= 400))
        continue;
      for (const message of messagesOf(transfer)) {
        if (kindOf(message) !== 'result') continue;
        const { id } = message as { readonly id: number };
        const before = trace.entries.findLast((e) => endOf(e) < endOf(transfer));
        const known = waitingAt(trace, before!.index)[transfer.to].map((w) => w.id);
        const givenUp = trace.entries.some(
          (e) => e.kind === 'happening' && e.requestId === id && e.atMs < endOf(transfer),
        );
        if (!givenUp) expect(known).toContain(id);
        expect(waitingAt(trace, transfer.index)[transfer.to].map((w) => w.id)).not.toContain(id);
      }
    }
  });
});

describe('cursorsAt and sessionsAt', () => {
  const trace = run('layer-counts');
  const last = bringing(trace, isResultOf(7));

  it('each stream has its own last event id', () => {
    expect(cursorsAt(trace, last)).toEqual([
      { request: 4, verb: 'GET', events: 1, lastEventId: 'get-0', isOpen: true },
      { request: 5, verb: 'POST', events: 3, lastEventId: '7-2', isOpen: true },
    ]);
  });

  it('one session, told by the first answer and named by every request after it', () => {
    expect(sessionsAt(trace, 0)).toEqual([]);
    expect(sessionsAt(trace, 1)).toMatchObject([{ sinceMs: 80, named: 0 }]);
    expect(sessionsAt(trace, last)).toMatchObject([{ id: 'q3Vb0R7mX2tLw9KpZs5yUA', named: 4 }]);
  });
});

describe('matchesIn', () => {
  it('by id, every response goes where it belongs', () => {
    for (let seed = 1; seed <= 30; seed++)
      for (const { answers, givenTo } of matchesIn(run('correlation', { seed, requests: 12 }), 'id'))
        expect(givenTo).toBe(answers);
  });

  it('first in, first out: right only where order of answers is order of questions', () => {
    const given = (jitterMs: number) =>
      matchesIn(run('correlation', { jitterMs }), 'fifo')
        .slice(1)
        .map(({ answers, givenTo }) => [answers, givenTo]);
    expect(given(0).every(([a, g]) => a === g)).toBe(true);
    expect(given(400).filter(([a, g]) => a !== g).length).toBeGreaterThan(0);
    expect(given(400).map(([, g]) => g)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('the client never gives two responses to one request', () => {
    for (const how of ['id', 'fifo'] as const) {
      const given = matchesIn(run('correlation', { requests: 20, asks: 'yes' }), how).map(({ givenTo }) => givenTo);
      expect(new Set(given).size).toBe(given.length);
    }
  });
});

describe('logAt', () => {
  const tookIn = (revision: string, nowMs: number) =>
    logAt(run('input-required', { revision, transport: 'streamable-http', rateBps: Infinity }), nowMs)
      .filter(({ message }) => message && 'method' in message && message.method === 'tools/call')
      .map(({ tookMs, isOpen }) => [tookMs, isOpen]);

  it('one request that waits for the user: 300 + 40 + 5000 + 40 + 100 ms', () => {
    expect(tookIn('2025-11-25', Infinity)).toEqual([[5480, false]]);
  });

  it('two requests that wait for nobody: 300 ms and 100 ms', () => {
    expect(tookIn('2026-07-28', Infinity)).toEqual([
      [300, false],
      [100, false],
    ]);
  });

  it('while it is open, it has taken as long as it is open', () => {
    expect(tookIn('2026-07-28', 140)).toEqual([[100, true]]);
  });
});
