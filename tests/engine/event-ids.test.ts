// What a store of events gives back: by scheme of ids, size and age; the closed form for what is lost; and the scenario
// `event-store`, whose own store does as the best row says.
import {
  defaultValues,
  eventsInTurns,
  FACTS,
  ID_SCHEMES,
  lostInTurns,
  madeEvents,
  parametersOf,
  replay,
  runWith,
  scenarioOf,
  transfersOf,
  type IdSchemeId,
  type MadeEvent,
  type StorePlan,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { valuesFor } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

const schemeOf = (id: IdSchemeId) => ID_SCHEMES.find((scheme) => scheme.id === id)!;
const everything = { keepsEvents: Infinity, timeToLiveMs: Infinity, replays: 'one-stream' } as const;

const anyEvents: fc.Arbitrary<readonly MadeEvent[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('7', 'get', '8'), fc.integer({ min: 0, max: 500 })), { maxLength: 40 }),
    fc.nat({ max: 20 }),
  )
  .map(([list, seen]) => {
    let atMs = 0;
    let mine = 0;
    return list.map(([stream, afterMs]) => ({
      stream,
      atMs: (atMs += afterMs),
      wasSeen: stream !== '7' || mine++ < seen,
    }));
  });
const endOf = (events: readonly MadeEvent[]) => (events.at(-1)?.atMs ?? 0) + 100;
const anySize = fc.oneof(fc.constant(Infinity), fc.nat({ max: 30 }));
const anyAge = fc.oneof(fc.constant(Infinity), fc.nat({ max: 8000 }));
const anyStore: fc.Arbitrary<StorePlan> = fc.record({
  scheme: fc.constantFrom(...ID_SCHEMES),
  keepsEvents: anySize,
  timeToLiveMs: anyAge,
  replays: fc.constantFrom('one-stream' as const, 'everything-after' as const),
});

describe('schemes', () => {
  test.each(ID_SCHEMES)(`$id: unique or not, as its row says ${runsOf()}`, ({ isUnique, make, fact }) => {
    const numbered = (events: readonly MadeEvent[]) =>
      events.map(({ stream }, inAll) => {
        const inStream = events.slice(0, inAll).filter((event) => event.stream === stream).length;
        return make({ stream, inStream, inAll });
      });
    let collided = false;
    fc.assert(
      fc.property(anyEvents, (events) => {
        collided ||= new Set(numbered(events)).size < events.length;
      }),
      chance,
    );
    expect(collided).toBe(!isUnique);
    expect(FACTS).toHaveProperty([fact]);
  });
});

describe('replay', () => {
  it(`unique ids, all kept, one stream: everything arrives once ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom(...ID_SCHEMES.filter((scheme) => scheme.isUnique)), (events, scheme) => {
        const { verdicts, lastEventId } = replay(events, '7', endOf(events), { scheme, ...everything });
        if (lastEventId !== undefined) expect([...verdicts.values()].filter((v) => v !== 'delivered')).toEqual([]);
      }),
      chance,
    );
  });

  it(`whatever the store: own events are delivered, doubled or lost, others' only ever wrong ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyEvents, anyStore, (events, store) => {
        const { verdicts, lost, replayed } = replay(events, '7', endOf(events), store);
        for (const [place, verdict] of verdicts) expect(verdict === 'wrong-stream').toBe(events[place]!.stream !== '7');
        expect(lost).toBe([...verdicts.values()].filter((verdict) => verdict === 'lost').length);
        for (const place of replayed) {
          expect(place).toBeGreaterThanOrEqual(events.length - store.keepsEvents);
          expect(endOf(events) - events[place]!.atMs).toBeLessThanOrEqual(store.timeToLiveMs);
        }
        if (store.scheme.isUnique) expect([...verdicts.values()]).not.toContain('duplicated');
      }),
      chance,
    );
  });

  it(`streams in turns: as many lost as the closed form says ${runsOf(500)}`, () => {
    fc.assert(
      fc.property(
        fc.record({
          streams: fc.integer({ min: 1, max: 5 }),
          stepMs: fc.integer({ min: 1, max: 400 }),
          made: fc.integer({ min: 0, max: 20 }),
        }),
        fc.nat({ max: 20 }),
        fc.nat({ max: 5000 }),
        anyStore,
        (turns, some, laterMs, store) => {
          if (!store.scheme.isUnique) return;
          const plan = { ...turns, seen: Math.min(some, turns.made) };
          const events = eventsInTurns(plan);
          const resumeAtMs = events.length * plan.stepMs + laterMs;
          const { lost } = replay(events, '0', resumeAtMs, { ...store, replays: 'one-stream' });
          expect(lost).toBe(lostInTurns(plan, resumeAtMs, store));
        },
      ),
      { ...chance, numRuns: 500 },
    );
  });

  describe('two streams in turns, five events each, the client has seen two of the first', () => {
    const plan = { streams: 2, stepMs: 100, made: 5, seen: 2 };
    const events = eventsInTurns(plan);
    const judge = (id: IdSchemeId, store: Partial<StorePlan> = {}) => {
      const { verdicts, found, lost } = replay(events, '0', 1000, { scheme: schemeOf(id), ...everything, ...store });
      return { found, lost, words: [...verdicts.values()].filter((verdict) => verdict !== 'delivered') };
    };

    it('kept for good: a number that names no stream finds the other one', () => {
      expect(judge('stream-and-number')).toEqual({ found: 'here', lost: 0, words: [] });
      expect(judge('random')).toEqual({ found: 'here', lost: 0, words: [] });
      const { found, lost, words } = judge('counter-per-stream');
      // Both streams have an event 1; the other stream's came later and is in the map.
      expect({ found, lost }).toEqual({ found: 'elsewhere', lost: 3 });
      expect(words.sort()).toEqual(['lost', 'lost', 'lost', 'wrong-stream', 'wrong-stream', 'wrong-stream']);
    });

    it('one counter, everything after: the other stream comes along', () => {
      expect(judge('one-counter', { replays: 'everything-after' }).words).toEqual(Array(4).fill('wrong-stream'));
      expect(judge('one-counter').words).toEqual([]);
    });

    it('room for four: events 3 and 4 are there, 2 is lost; without the stream in the id all three are', () => {
      expect(judge('stream-and-number', { keepsEvents: 4 }).lost).toBe(1);
      expect(judge('random', { keepsEvents: 4 }).lost).toBe(3);
      expect(judge('one-counter', { keepsEvents: 4 }).lost).toBe(3);
    });

    it('kept for 350 ms: of what was made at 400, 600 and 800 ms the last is left at 1000 ms', () => {
      expect(judge('stream-and-number', { timeToLiveMs: 350 }).lost).toBe(2);
      // At the very end of its time an event is still there.
      expect(judge('stream-and-number', { timeToLiveMs: 400 }).lost).toBe(1);
    });
  });
});

describe('the scenario event-store', () => {
  const scenario = scenarioOf('event-store');
  const anyValues = valuesFor(parametersOf(scenario));
  const defaults = defaultValues(parametersOf(scenario));

  it(`its store replays what the row stream-and-number replays ${runsOf(100)}`, () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const trace = runWith(scenario, values);
        const made = madeEvents(trace);
        if (!made) return;
        const { events, ids, stream, resumeAtMs } = made;
        const store = { scheme: schemeOf('stream-and-number'), ...everything };
        const { lastEventId, replayed, verdicts } = replay(events, stream, resumeAtMs, store);
        const sent = transfersOf(trace);
        expect(lastEventId).toBe(sent.find((t) => t.lastEventId !== undefined)!.lastEventId);
        expect(replayed.map((place) => ids[place])).toEqual(sent.filter((t) => t.replayed).map((t) => t.eventId));
        expect(new Set(verdicts.values())).toEqual(new Set(['delivered']));
      }),
      { ...chance, numRuns: 100 },
    );
  });

  it('a counter in each stream: the same run is well by luck, or loses all that was to come', () => {
    const judge = (k: number) => {
      const { events, stream, resumeAtMs } = madeEvents(runWith(scenario, { ...defaults, k }))!;
      const scheme = schemeOf('counter-per-stream');
      const { lastEventId, found, lost } = replay(events, stream, resumeAtMs, { scheme, ...everything });
      return { lastEventId, found, lost };
    };
    // The standing stream has made its events 0 and 1. Number 2 only the call has.
    expect(judge(2)).toEqual({ lastEventId: '2', found: 'here', lost: 0 });
    // Number 1 the standing stream made later: progress 2 to 5 and the result are lost.
    expect(judge(1)).toEqual({ lastEventId: '1', found: 'elsewhere', lost: 5 });
  });
});
