// A scenario by its name, with faults if there are any: what the shell, the tests and the prose run.
// Figures take their own scenario and its transport (`runOver`), so that their readers load nothing else.
import { runWithFaults } from './faults/run-with-faults.ts';
import type { Fault } from './faults/fault.ts';
import { InputError, requireValues, type Value } from './parameters.ts';
import type { Revision, Transport } from './protocol/revisions.ts';
import { scenarioOf } from './scenarios/registry.ts';
import { parametersOf, transportsOf } from './sim/run.ts';
import type { Trace } from './trace.ts';

/**
 * Runs a scenario. `given` holds revision, transport, profile and the scenario's own parameters by name; what is not
 * given has its default. `faults` come on top of what the scenario itself lets go wrong.
 * @throws InputError for an unknown name or a value out of range, in one line that says what is allowed.
 */
export function run(slug: string, given: Readonly<Record<string, Value>> = {}, faults: readonly Fault[] = []): Trace {
  const scenario = scenarioOf(slug);
  const values = requireValues(parametersOf(scenario), given);
  const allowed = transportsOf(scenario, values['revision'] as Revision);
  if (allowed.includes(values['transport'] as Transport)) return runWithFaults(scenario, values, faults);
  throw new InputError(
    `transport is "${values['transport']}"; ${slug} in ${values['revision']} runs on: ${allowed.join(', ')}`,
  );
}
