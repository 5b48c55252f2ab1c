// Faults that only take time: every moment is worked out here by hand, from the link, the steps and the sizes.
import { parseFaults, run, transfersOf, type Transfer, type Value } from '#engine';
import { describe, expect, it } from 'vitest';

const [latencyMs, stepMs, steps] = [40, 200, 40];
const link = { latencyMs, rateBps: Infinity };
/** One call of forty steps, in a revision whose request opens with nothing before it. */
const call = (fault: string, given: Readonly<Record<string, Value>> = {}) =>
  run(
    'progress',
    { revision: '2026-07-28', transport: 'streamable-http', n: steps, stepMs, ...link, ...given },
    parseFaults(fault),
  );
const events = (trace: ReturnType<typeof run>): readonly Transfer[] =>
  transfersOf(trace).filter((t) => t.carrier === 'event' && t.message && 'method' in t.message);
/** The request takes one latency, the step its time, the event another latency. */
const plainArrivalMs = (step: number): number => 2 * latencyMs + step * stepMs;

describe('a proxy that buffers', () => {
  it('lets the first event through when 4096 bytes are there', () => {
    const [first] = events(call(''));
    expect(first!.arrivesAtMs).toBe(plainArrivalMs(1));
    // Reports 1 to 9 have 146 bytes, those after them 148: a number of two digits stands in the number and in the text.
    const sizes = events(call('')).map((t) => t.frame.byteLength);
    expect(sizes).toEqual(Array.from({ length: steps }, (_, i) => (i < 9 ? 146 : 148)));
    // 9 × 146 + 18 × 148 = 3978 is too little, 9 × 146 + 19 × 148 = 4126 is enough.
    const released = 28;
    const delayed = events(call('proxy-buffer:bytes=4096'));
    expect(delayed[0]!.arrivesAtMs).toBe(plainArrivalMs(released));
    expect(delayed[released - 1]!.arrivesAtMs).toBe(plainArrivalMs(released));
    expect(delayed.every((t) => t.outcome === 'delivered')).toBe(true);
  });

  it('lets everything through at the end when it never fills', () => {
    const trace = call('proxy-buffer:bytes=1000000');
    for (const event of events(trace)) expect(event.arrivesAtMs).toBe(plainArrivalMs(steps));
  });

  it('changes nothing when it holds one byte', () => {
    const arrivals = (fault: string) => events(call(fault)).map((t) => t.arrivesAtMs);
    expect(arrivals('proxy-buffer:bytes=1')).toEqual(arrivals(''));
  });

  it('never delivers what a stream without an end has put into it', () => {
    const trace = run('get-stream', { revision: '2025-11-25' }, parseFaults('proxy-buffer,stream-left-open'));
    for (const t of transfersOf(trace)) expect(['delivered', 'lost']).toContain(t.outcome);
  });
});

it('compression without flush holds everything until its window is full or the stream ends', () => {
  for (const event of events(call('compression'))) expect(event.arrivesAtMs).toBe(plainArrivalMs(steps));
});

describe('a proxy that ends idle streams', () => {
  const cuts = (fault: string) =>
    call(fault).entries.flatMap((e) => (e.kind === 'happening' && e.what === 'cut' && e.fault ? [e.atMs] : []));

  it('ends one as long after its last byte as it says', () => {
    // The head has come after two latencies; the first event would need a step more.
    expect(cuts('idle-timeout:idleMs=150')[0]).toBe(2 * latencyMs + 150);
  });

  it('ends none whose steps are shorter', () => {
    expect(cuts('idle-timeout:idleMs=201')).toEqual([]);
  });

  it('ends none that is kept alive often enough, each comment a latency under way', () => {
    // A comment leaves 50 ms after something has come, and comes 40 ms later: never more than 90 ms without a byte.
    expect(cuts('idle-timeout:idleMs=91:keepAliveMs=50')).toEqual([]);
    expect(cuts('idle-timeout:idleMs=89:keepAliveMs=50')[0]).toBe(2 * latencyMs + 89);
  });
});

describe('a pipe that nobody empties', () => {
  const lines = (fault: string) =>
    transfersOf(run('pipes', { revision: '2025-11-25', transport: 'stdio' }, parseFaults(fault))).filter(
      (t) => t.from === 'server',
    );

  it('stops the line before which it is full', () => {
    // 3 × 30 000 bytes are more than 65 536; 2 × 30 000 are not.
    const lost = lines('full-pipe').map((t) => t.outcome === 'lost');
    expect(lost.indexOf(true)).toBe(2);
  });

  it('goes on when it is emptied: the line leaves then, and takes a latency', () => {
    const stuck = lines('full-pipe:drainedAtMs=9000').find((t) => t.fault)!;
    expect(stuck.outcome).toBe('delivered');
    expect(stuck.leavesAtMs).toBe(9000);
  });
});
