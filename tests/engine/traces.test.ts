// What holds in every trace: of every scenario, in every revision, on every transport and in every profile where it runs,
// and of sessions made by chance.
import { run, SCENARIOS, type Trace } from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTrace, someRunsOf } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';
import * as bytes from './laws/bytes.ts';
import type { Law } from './laws/law.ts';
import * as link from './laws/link.ts';
import * as methods from './laws/methods.ts';
import * as order from './laws/order.ts';
import * as requests from './laws/requests.ts';
import * as streams from './laws/streams.ts';
import * as words from './laws/words.ts';

/** In words, by file: what the laws say. */
const ALWAYS: Readonly<Record<string, Law>> = { ...order, ...link, ...requests, ...streams, ...bytes };
/** These speak of methods and names; those of a session made by chance are no words. */
const OF_SCENARIOS: Readonly<Record<string, Law>> = { ...methods, ...words };

/** "eventIdsAreUnique" -> "event ids are unique" */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const rows = (laws: Readonly<Record<string, Law>>) =>
  Object.entries(laws).map(([name, law]) => ({ law, says: inWords(name) }));

/** The first problems, each with the values that bring it back. */
function problemsIn(traces: readonly Trace[], law: Law): readonly string[] {
  const found: string[] = [];
  for (const trace of traces) {
    for (const problem of law(trace)) found.push(`${trace.scenario} ${JSON.stringify(trace.values)}: ${problem}`);
    if (found.length > 2) break;
  }
  return found.slice(0, 3);
}

const each = 4;

describe.each(SCENARIOS.map((scenario) => ({ slug: scenario.slug, scenario })))('$slug', ({ scenario }) => {
  const traces = someRunsOf(scenario, each, chance.seed);

  it.each(rows({ ...ALWAYS, ...OF_SCENARIOS }))(`$says (${traces.length} runs, seed ${chance.seed})`, ({ law }) => {
    expect(problemsIn(traces, law)).toEqual([]);
  });

  it('the same values give the same trace', () => {
    for (const trace of traces.slice(0, 40)) {
      expect(JSON.stringify(run(scenario.slug, trace.values).entries)).toBe(JSON.stringify(trace.entries));
    }
  });
});

describe('sessions made by chance', () => {
  const numRuns = 300;
  it.each(rows(ALWAYS))(`$says ${runsOf(numRuns)}`, ({ law }) => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        expect(law(trace)).toEqual([]);
      }),
      { ...chance, numRuns },
    );
  });
});
