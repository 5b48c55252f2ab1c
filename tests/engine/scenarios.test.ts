// What each scenario is there to show, in one revision or all: the answer that a reader would look for.
import {
  messagesOf,
  pairsOf,
  mayBeOlder,
  run,
  scenarioOf,
  textOf,
  transfersOf,
  type JsonObject,
  type Message,
  type Trace,
  type Transfer,
  type Value,
} from '#engine';
import { describe, expect, it } from 'vitest';

type Plain = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
};
const plain = (message: Message): Plain => message as unknown as Plain;

/** "client tools/call 10", "server result 10": who says what, in order. */
const saidIn = (trace: Trace): readonly string[] =>
  transfersOf(trace).flatMap((t) =>
    messagesOf(t).map((m) => {
      const { id, method, params } = plain(m);
      const about = id ?? (params?.['requestId'] as number | undefined);
      return `${t.from} ${method ?? ('error' in m ? `error ${m.error.code}` : 'result')}${about === undefined ? '' : ` ${about}`}`;
    }),
  );
const whats = (trace: Trace): readonly string[] =>
  trace.entries.flatMap((e) => (e.kind === 'happening' ? [e.what] : []));
const requestsIn = (trace: Trace): readonly Transfer[] => transfersOf(trace).filter((t) => t.carrier === 'request');
const statusesIn = (trace: Trace): readonly number[] =>
  transfersOf(trace).flatMap(({ http }) => (http && 'status' in http ? [http.status] : []));
const headerOf = ({ frame }: Transfer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(textOf(frame))?.[1];
const on = (slug: string, transport: string, more: Record<string, Value> = {}): Trace =>
  run(slug, { transport, ...more });

describe('reverse-call', () => {
  const legacy = pairsOf(scenarioOf('reverse-call')).filter(({ revision }) => revision < '2026-07-28');

  it.each(legacy)('$revision $transport: request 42 runs inside request 10', (pair) => {
    const [ask] = [pair.revision < '2025-06-18' ? 'sampling/createMessage' : 'elicitation/create'];
    expect(saidIn(run('reverse-call', { ...pair }))).toEqual([
      'client tools/call 10',
      `server ${ask} 42`,
      'client result 42',
      'server result 10',
    ]);
  });

  it.each(legacy)('$revision $transport: who cancels 10 sees 42 cancelled, and nobody answers', (pair) => {
    const said = saidIn(run('reverse-call', { ...pair, cancelAfterMs: 400 }));
    expect(said.slice(2)).toEqual(['client notifications/cancelled 10', 'server notifications/cancelled 42']);
  });

  it.each(['stdio', 'streamable-http'])(
    '2026-07-28 %s: a result asks, and the call comes again under a new id',
    (transport) => {
      const trace = on('reverse-call', transport, { revision: '2026-07-28' });
      expect(saidIn(trace)).toEqual([
        'client tools/call 10',
        'server result 10',
        'client tools/call 11',
        'server result 11',
      ]);
    },
  );

  it('2026-07-28: who gives up while thinking says nothing', () => {
    const trace = on('reverse-call', 'streamable-http', { revision: '2026-07-28', cancelAfterMs: 400 });
    expect(saidIn(trace)).toEqual(['client tools/call 10', 'server result 10']);
    expect(whats(trace)).toEqual(['cancelled']);
  });

  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s: outside of a call it needs the standing stream',
    (revision) => {
      const said = (where: string) => saidIn(on('reverse-call', 'streamable-http', { revision, where })).slice(2);
      const [ask] = [revision < '2025-06-18' ? 'sampling/createMessage' : 'elicitation/create'];
      expect(said('stream')).toEqual([`server ${ask} 42`, 'client result 42']);
      expect(said('nowhere')).toEqual([]);
    },
  );

  it('2026-07-28: a server asks nothing outside of a call', () => {
    for (const where of ['stream', 'nowhere'])
      for (const transport of ['stdio', 'streamable-http'])
        expect(saidIn(on('reverse-call', transport, { revision: '2026-07-28', where }))).toHaveLength(2);
  });
});

describe('authorization', () => {
  it.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
    '%s: 401, then the same request with a token, then all with it',
    (revision) => {
      const trace = on('authorization', 'streamable-http', { revision });
      const [first, second, ...rest] = requestsIn(trace);
      const refusal = transfersOf(trace)[1]!;
      expect(statusesIn(trace)[0]).toBe(401);
      expect(headerOf(refusal, 'WWW-Authenticate')).toMatch(
        revision < '2025-06-18' ? /^Bearer$/ : /^Bearer resource_metadata="https:\S+"$/,
      );
      expect(second!.message).toBe(first!.message);
      expect(headerOf(first!, 'Authorization')).toBeUndefined();
      expect(rest.length).toBeGreaterThan(0);
      for (const request of [second!, ...rest]) expect(headerOf(request, 'Authorization')).toMatch(/^Bearer \S+$/);
    },
  );
});

describe('version-negotiation', () => {
  it('the header names what was agreed, and is not there where it did not exist', () => {
    const versions = (serverNewest: string) =>
      requestsIn(on('version-negotiation', 'streamable-http', { serverNewest })).map((t) =>
        headerOf(t, 'MCP-Protocol-Version'),
      );
    expect(versions('2025-11-25')).toEqual([undefined, '2025-11-25', '2025-11-25', '2025-11-25']);
    expect(versions('2025-06-18')).toEqual([undefined, '2025-06-18', '2025-06-18', '2025-06-18']);
    expect(versions('2025-03-26')).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('a client that does not speak the answer leaves', () => {
    const trace = on('version-negotiation', 'stdio', { serverNewest: '2024-11-05', clientOldest: '2025-03-26' });
    expect(saidIn(trace)).toEqual(['client initialize 1', 'server result 1']);
    expect(whats(trace)).toEqual(['closed']);
  });

  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])(
    'a server of 2024-11-05 takes no POST: a client of %s falls back, if it speaks that revision',
    (revision) => {
      const at = (clientOldest: string) =>
        run('version-negotiation', {
          revision,
          transport: 'streamable-http',
          serverNewest: '2024-11-05',
          clientOldest,
        });
      const requests = requestsIn(at('2024-11-05')).map(({ http, message }) => [
        (http as { verb: string }).verb,
        message && 'method' in message ? message.method : undefined,
      ]);
      expect(requests).toEqual([
        ['POST', 'initialize'],
        ['GET', undefined],
        ['POST', 'initialize'],
        ['POST', 'notifications/initialized'],
        ['POST', 'tools/list'],
      ]);
      expect(requestsIn(at('2025-03-26'))).toHaveLength(1);
    },
  );
});

describe('session-life', () => {
  it('404, initialize without the old id, the same call in the new session', () => {
    const trace = run('session-life', { revision: '2025-06-18' });
    const sessions = requestsIn(trace).map((t) => headerOf(t, 'Mcp-Session-Id'));
    const [old] = new Set(sessions.filter(Boolean));
    const fresh = sessions.at(-1)!;
    expect(fresh).not.toBe(old);
    expect(sessions).toEqual([undefined, old, old, old, undefined, fresh, fresh, fresh, fresh]);
    expect(statusesIn(trace)).toContain(404);
  });

  it('a session that is gone at the end is gone', () => {
    expect(statusesIn(run('session-life', { forgetBefore: 20 }))).not.toContain(404);
  });
});

describe('restart', () => {
  it('2026-07-28: listens again and asks again, under new ids', () => {
    const said = saidIn(on('restart', 'stdio', { revision: '2026-07-28' })).filter((line) => line.startsWith('client'));
    expect(said).toEqual([
      'client subscriptions/listen 1',
      'client tools/call 2',
      'client subscriptions/listen 3',
      'client tools/call 4',
    ]);
  });

  it('before: initializes again, subscribes again, asks again', () => {
    const said = saidIn(on('restart', 'stdio')).filter(
      (line) => /client \w+\//.test(line) || line.includes('initialize'),
    );
    expect(said.slice(3)).toEqual([
      'client tools/call 3',
      'client initialize 4',
      'client notifications/initialized',
      'client resources/subscribe 5',
      'client tools/call 6',
    ]);
  });
});

describe('listen', () => {
  const trace = (ends: string) => on('listen', 'streamable-http', { ends });

  it('the acknowledgement comes first; every message names the subscription; the result ends it', () => {
    const messages = transfersOf(trace('server')).flatMap(messagesOf).slice(1).map(plain);
    expect(messages[0]!.method).toBe('notifications/subscriptions/acknowledged');
    for (const { params, result } of messages)
      expect((params ?? result)!['_meta']).toMatchObject({ 'io.modelcontextprotocol/subscriptionId': 6 });
    expect(messages.at(-1)!.result).toMatchObject({ resultType: 'complete' });
  });

  it('the client closes the stream, and sends nothing', () => {
    expect(whats(trace('client'))).toEqual(['cancelled', 'closed', 'noticed']);
    expect(requestsIn(trace('client'))).toHaveLength(1);
  });

  it('a stream that breaks is listened to again, under a new id', () => {
    expect(requestsIn(trace('drop')).map((t) => plain(t.message!).id)).toEqual([6, 7]);
  });

  it('keeps the stream alive with a comment', () => {
    expect(transfersOf(trace('server')).filter((t) => t.carrier === 'comment')).toHaveLength(1);
  });
});

describe('header-mirror', () => {
  it('a header that says something else is refused: 400, -32020; then the client looks and asks again', () => {
    const trace = run('header-mirror', { sent: 'other' });
    expect(statusesIn(trace)).toEqual([200, 400, 200, 200]);
    expect(saidIn(trace)).toContain('server error -32020 2');
  });

  it.each([
    ['eu-north', 'eu-north'],
    ['eu north', 'eu north'],
    ['Zürich', '=?base64?WsO8cmljaA==?='],
    [' x', '=?base64?IHg=?='],
    ['=?base64?hi?=', '=?base64?PT9iYXNlNjQ/aGk/PQ==?='],
  ])('"%s" is sent as "%s"', (region, sent) => {
    expect(headerOf(requestsIn(run('header-mirror', { region }))[1]!, 'Mcp-Param-Region')).toBe(sent);
  });
});

describe('input-required', () => {
  it('a busy server gives a state and asks for nothing; the client comes back with the state alone', () => {
    const trace = on('input-required', 'streamable-http', { busy: 'yes' });
    const [first, second] = transfersOf(trace).flatMap(messagesOf).map(plain).slice(1);
    expect(Object.keys(first!.result!)).toEqual(['resultType', 'requestState', '_meta']);
    expect(second!.params).toMatchObject({ requestState: first!.result!['requestState'] });
    expect(second!.params).not.toHaveProperty('inputResponses');
  });

  it('a state that was tampered with is refused', () => {
    const said = saidIn(on('input-required', 'streamable-http', { revision: '2026-07-28', state: 'changed' }));
    expect(said).toEqual(['client tools/call 1', 'server result 1', 'client tools/call 2', 'server error -32602 2']);
  });

  it('without its state the server starts over, does the first step again and asks again', () => {
    const trace = on('input-required', 'streamable-http', { revision: '2026-07-28', state: 'left-out' });
    expect(saidIn(trace)).toHaveLength(6);
    expect(trace.entries.flatMap((e) => (e.kind === 'work' ? [[e.step, e.again]] : []))).toEqual([
      [1, false],
      [1, true],
      [2, false],
    ]);
  });
});

describe('tasks', () => {
  const methods = (course: string) =>
    saidIn(on('tasks', 'streamable-http', { course }))
      .filter((line) => line.startsWith('client'))
      .map((line) => line.split(' ')[1]);
  it.each([
    ['completes', ['tools/call', 'tasks/get', 'tasks/get', 'tasks/get', 'tasks/get']],
    ['asks', ['tools/call', 'tasks/get', 'tasks/get', 'tasks/get', 'tasks/get', 'tasks/update', 'tasks/get']],
    ['is-cancelled', ['tools/call', 'tasks/get', 'tasks/get', 'tasks/get', 'tasks/cancel', 'tasks/get']],
    ['tells', ['tools/call', 'subscriptions/listen']],
  ])('%s', (course, expected) => expect(methods(course)).toEqual(expected));

  it('Mcp-Name is the task', () => {
    expect(headerOf(requestsIn(on('tasks', 'streamable-http'))[1]!, 'Mcp-Name')).toMatch(/^tk_/);
  });
});

describe('polling', () => {
  it('the client comes back no sooner than it is told', () => {
    const trace = run('polling', { retryMs: 700 });
    const hungUp = trace.entries.filter((e) => e.kind === 'happening' && e.what === 'hung-up');
    const gets = requestsIn(trace).filter((t) => t.lastEventId !== undefined);
    expect(gets).toHaveLength(hungUp.length);
    for (const [i, get] of gets.entries()) expect(get.atMs).toBeGreaterThanOrEqual(hungUp[i]!.atMs + 700);
  });
});

describe('era-matrix', () => {
  const outcomeOf = (trace: Trace): string => {
    const found = saidIn(trace);
    if (whats(trace).includes('finished'))
      return found.includes('client initialize 1') || found.some((line) => line.startsWith('client initialize'))
        ? 'legacy'
        : 'modern';
    return 'none';
  };
  it.each([
    ['legacy', 'legacy', 'legacy'],
    ['legacy', 'silent', 'legacy'],
    ['legacy', 'dual', 'legacy'],
    ['legacy', 'modern', 'none'],
    ['modern', 'legacy', 'none'],
    ['modern', 'silent', 'none'],
    ['modern', 'dual', 'modern'],
    ['modern', 'modern', 'modern'],
    ['dual', 'legacy', 'legacy'],
    ['dual', 'silent', 'legacy'],
    ['dual', 'dual', 'modern'],
    ['dual', 'modern', 'modern'],
    ['legacy', 'first', 'legacy'],
    ['modern', 'first', 'none'],
    ['dual', 'first', 'legacy'],
  ])('a %s client and a %s server speak: %s', (client, server, expected) => {
    for (const transport of ['stdio', 'streamable-http'])
      expect(outcomeOf(on('era-matrix', transport, { client, server }))).toBe(expected);
  });

  const fallback = (client: string, server: string) =>
    transfersOf(on('era-matrix', 'streamable-http', { client, server })).flatMap((t) =>
      t.carrier === 'request' || (t.http && 'status' in t.http && t.http.status >= 400)
        ? [Object.values(t.http!)[0] as string | number]
        : [],
    );

  it('probe, initialize, GET: each refusal leads to the older way', () => {
    expect(fallback('dual', 'first').slice(0, 5)).toEqual(['POST', 405, 'POST', 405, 'GET']);
    expect(fallback('legacy', 'first').slice(0, 3)).toEqual(['POST', 405, 'GET']);
    // 400 lets a client of 2025-11-25 look, whatever the body says; there is nothing.
    expect(fallback('legacy', 'modern')).toEqual(['POST', 400, 'GET', 405]);
    expect(fallback('dual', 'legacy')).not.toContain('GET');
  });

  it.each([
    ['2024-11-05', 404, undefined, false],
    ['2025-03-26', 403, undefined, true],
    ['2025-06-18', 499, undefined, true],
    ['2025-06-18', 500, undefined, false],
    ['2025-11-25', 403, undefined, false],
    ['2025-11-25', 400, -32022, true],
    ['2026-07-28', 400, -32022, false],
    ['2026-07-28', 400, -32000, true],
    ['2026-07-28', 404, -32601, false],
    ['2026-07-28', 404, undefined, true],
    ['2026-07-28', 405, undefined, true],
    ['2026-07-28', 401, undefined, false],
  ] as const)('a client of %s that is answered %i with the code %s looks for the older transport: %s', (...row) => {
    const [revision, status, code, looks] = row;
    expect(mayBeOlder(revision, status, code)).toBe(looks);
  });
});

describe('lifetimes', () => {
  const opened = (values: Record<string, Value>) => requestsIn(run('lifetimes', values))[0]?.atMs;
  const HOUR_MS = 3_600_000;

  it('opens when the host starts, or at the first call of the server; who is never needed, never', () => {
    // Five calls in eight hours: one every eighty minutes, by turns.
    expect([1, 2, 3].map((server) => opened({ server }))).toEqual([0, 0, 0]);
    expect([1, 2, 3].map((server) => opened({ server, connect: 'lazy' }))).toEqual(
      [80, 160, 240].map((minutes) => (minutes * HOUR_MS) / 60),
    );
    expect(opened({ server: 3, connect: 'lazy', calls: 2 })).toBeUndefined();
  });

  it('keeps one session over all calls, and ends it with the day', () => {
    const trace = run('lifetimes', { calls: 12, servers: 1 });
    expect(saidIn(trace).filter((said) => said.startsWith('client tools/call'))).toHaveLength(12);
    expect(new Set(requestsIn(trace).flatMap((t) => headerOf(t, 'Mcp-Session-Id') ?? [])).size).toBe(1);
    expect(requestsIn(trace).at(-1)!.http).toEqual({ verb: 'DELETE' });
  });
});

describe('layer-zoom', () => {
  const carriers = (values: Record<string, Value>) =>
    transfersOf(run('layer-zoom', values)).map(
      ({ carrier, message }) => `${carrier}${message ? ' with a message' : ''}`,
    );

  it('has an event without a message and a comment that is no event', () => {
    expect(carriers({}).slice(2, 5)).toEqual(['event', 'event with a message', 'comment']);
  });

  it('without both, one event is one message', () => {
    const inStream = carriers({ keeps: 'no', comment: 'no' }).slice(2, -1);
    expect(new Set(inStream)).toEqual(new Set(['event with a message']));
  });
});
