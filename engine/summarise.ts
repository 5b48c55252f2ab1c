// The numbers of one run: what the shell prints and what prose quotes.
import { outcomeOf, recover } from './broken-stream.ts';
import type { Fault } from './faults/fault.ts';
import { faultText } from './faults/text.ts';
import type { Value } from './parameters.ts';
import { brokenStream } from './scenarios/broken-stream.ts';
import { run } from './run.ts';
import { countsOf, layersOf, totalsOf, type Counts, type Totals, type Trace } from './trace.ts';
import type { LayerBytes } from './wire/frame.ts';

export interface Recovered {
  readonly finishedAtMs: number;
  readonly repeatedSteps: number;
  readonly wastedMs: number;
}

export interface Summary {
  readonly scenario: string;
  readonly revision: string;
  readonly transport: string;
  readonly profile: string;
  readonly parameters: Readonly<Record<string, Value>>;
  readonly totals: Totals;
  /** Bytes per layer; they add up to totals.totalBytes. */
  readonly layers: LayerBytes;
  /** When the last message has arrived. */
  readonly counts: Counts;
  /** Only for `broken-stream`: both ways to recover, each under the revision that has it. */
  readonly resume?: Recovered;
  readonly resend?: Recovered;
  /** The faults that were asked for, and the entries that each has touched. */
  readonly faults?: readonly { readonly fault: string; readonly entries: readonly number[] }[];
}

/** @throws InputError as `run` does. */
export function summarise(
  slug: string,
  given: Readonly<Record<string, Value>> = {},
  faults: readonly Fault[] = [],
): Summary {
  const trace = run(slug, given, faults);
  const { scenario, revision, transport, profile, values } = trace;
  const { revision: _revision, transport: _transport, profile: _profile, ...parameters } = values;
  const numbers = {
    scenario,
    revision,
    transport,
    profile,
    parameters,
    totals: totalsOf(trace),
    layers: layersOf(trace),
    counts: countsOf(trace),
    ...(faults.length > 0 && { faults: faults.map((fault) => touchedBy(fault, trace)) }),
  };
  // Both ways to recover are what the scenario itself is about.
  if (faults.length > 0) return numbers;
  if (slug !== brokenStream.slug) return numbers;
  return { ...numbers, resume: recovered(recover('resume', given)), resend: recovered(recover('resend', given)) };
}

function touchedBy(fault: Fault, { entries }: Trace): { readonly fault: string; readonly entries: readonly number[] } {
  const touched = entries.filter((entry) => entry.fault === fault.fault).map((entry) => entry.index);
  return { fault: faultText([fault]), entries: touched };
}

function recovered(trace: Trace): Recovered {
  const { finishedAtMs, repeatedSteps, wastedMs } = outcomeOf(trace);
  return { finishedAtMs, repeatedSteps, wastedMs };
}
