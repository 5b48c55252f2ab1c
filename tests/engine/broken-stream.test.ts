// broken-stream: the closed forms are the simulation, for all parameters; what resuming and sending again each cost.
import {
  closedForm,
  endOf,
  outcomeOf,
  parametersOf,
  recover,
  scenarioOf,
  sizesOf,
  transfersOf,
  type Recovery,
  type Trace,
  type Value,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesFor } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

const numRuns = 500;
const microsecond = 0.001;

const anyValues = valuesFor(parametersOf(scenarioOf('broken-stream')).filter((p) => p.name !== 'revision'));
const always = (check: (values: Record<string, Value>) => void): void =>
  fc.assert(fc.property(anyValues, check), { ...chance, numRuns });

const recoveries: readonly Recovery[] = ['resume', 'resend'];

describe.each(recoveries)('%s', (recovery) => {
  const bothWays = (values: Record<string, Value>) => {
    const trace = recover(recovery, values);
    return { simulated: outcomeOf(trace), computed: closedForm(recovery, trace.values, sizesOf(trace)) };
  };

  it(`infinite rate: the two agree within 1 µs ${runsOf(numRuns)}`, () => {
    always((values) => {
      const { simulated, computed } = bothWays({ ...values, rateBps: Infinity });
      expect(Math.abs(simulated.brokenAtMs - computed.brokenAtMs)).toBeLessThan(microsecond);
      expect(Math.abs(simulated.finishedAtMs - computed.finishedAtMs)).toBeLessThan(microsecond);
      expect(simulated).toMatchObject({ repeatedSteps: computed.repeatedSteps, wastedMs: computed.wastedMs });
    });
  });

  it(`any rate: the two agree to a billionth ${runsOf(numRuns)}`, () => {
    always((values) => {
      const { simulated, computed } = bothWays(values);
      expect(Math.abs(simulated.brokenAtMs / computed.brokenAtMs - 1 || 0)).toBeLessThan(1e-9);
      expect(Math.abs(simulated.finishedAtMs / computed.finishedAtMs - 1)).toBeLessThan(1e-9);
      expect(simulated).toMatchObject({ repeatedSteps: computed.repeatedSteps, wastedMs: computed.wastedMs });
    });
  });

  it(`infinite rate: the formulas as the chapter prints them ${runsOf(numRuns)}`, () => {
    always((values) => {
      const [n, k, s, l, tr] = ['n', 'k', 'stepMs', 'latencyMs', 'reconnectMs'].map((name) => Number(values[name])) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const { brokenAtMs, finishedAtMs } = outcomeOf(recover(recovery, { ...values, rateBps: Infinity }));
      const breakMs = 2 * l + k * s;
      const finishMs = recovery === 'resume' ? Math.max(2 * l + n * s, breakMs + tr) : breakMs + tr + n * s;
      expect(Math.abs(brokenAtMs - breakMs)).toBeLessThan(microsecond);
      expect(Math.abs(finishedAtMs - finishMs)).toBeLessThan(microsecond);
    });
  });
});

/** What the client got, by request: the numbers of the progress events, then 'result'. */
function seenBy(trace: Trace): Record<string, (number | 'result')[]> {
  const seen: Record<string, (number | 'result')[]> = {};
  for (const { carrier, message, outcome } of transfersOf(trace)) {
    if (carrier !== 'event' || outcome === 'lost' || !message) continue;
    const { id, params } = message as { id?: number; params?: { progressToken: number; progress: number } };
    (seen[String(id ?? params!.progressToken)] ??= []).push(params?.progress ?? 'result');
  }
  return seen;
}

const steps = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

it(`resumed: the client gets every event once, in order; no step is done twice ${runsOf(numRuns)}`, () => {
  always((values) => {
    const trace = recover('resume', values);
    expect(seenBy(trace)).toEqual({ 7: [...steps(Number(values['n'])), 'result'] });
    expect(trace.entries.filter((e) => e.kind === 'work')).toHaveLength(Number(values['n']));
    expect(outcomeOf(trace)).toMatchObject({ repeatedSteps: 0, wastedMs: 0, unseenRepeatedSteps: 0 });
  });
});

it(`sent again: k events under the old id, then all under a new one; the server keeps nothing ${runsOf(numRuns)}`, () => {
  always((values) => {
    const trace = recover('resend', values);
    const [n, k] = [Number(values['n']), Number(values['k'])];
    expect(seenBy(trace)).toEqual({ ...(k > 0 && { 7: steps(k) }), 8: [...steps(n), 'result'] });
    expect(outcomeOf(trace)).toMatchObject({ repeatedSteps: k, keptBytes: 0 });
    // The server stops in the step that it is in when it learns of the break; after that it works for the new request only.
    const noticed = trace.entries.find((e) => e.kind === 'happening' && e.what === 'noticed');
    const given = trace.entries.filter((e) => e.kind === 'work' && e.requestId === 7);
    for (const work of given) expect(endOf(work)).toBeLessThanOrEqual(noticed?.atMs ?? Infinity);
    const stopped = given.filter((work) => work.kind === 'work' && work.outcome === 'stopped');
    expect(stopped).toEqual(noticed ? [given.at(-1)] : []);
    const isAgain = trace.entries.filter((e) => e.kind === 'work' && e.again);
    expect(isAgain).toHaveLength(k + outcomeOf(trace).unseenRepeatedSteps);
  });
});

it(`resuming asks with a GET for the stream after the last event seen, and replays only what came after ${runsOf(100)}`, () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const transfers = transfersOf(recover('resume', values));
      const lastSeen = transfers.findLast((t) => t.exchange === 0 && t.eventId && t.outcome === 'delivered')!.eventId!;
      const again = transfers.filter((t) => t.exchange === 1);
      expect(again[0]).toMatchObject({ carrier: 'request', from: 'client', http: { verb: 'GET' } });
      const asked = again[0]!.frame.pieces.findIndex((p) => /^last-event-id: $/i.test(p.text));
      expect(again[0]!.frame.pieces[asked + 1]!.text).toBe(lastSeen);
      const numbers = again.filter((t) => t.eventId).map((t) => Number(t.eventId!.split('-')[1]));
      const next = Number(lastSeen.split('-')[1]) + 1;
      expect(numbers).toEqual(numbers.map((_, i) => next + i));
    }),
    { ...chance, numRuns: 100 },
  );
});
