// Runs any scenario over any transport, as the shell and the tests do. Loads all of them; a figure takes its own instead.
import { InputError, requireValues, type Value, type Values } from '../parameters.ts';
import type { Revision, Transport } from '../protocol/revisions.ts';
import { scenarioOf } from '../scenarios/registry.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Trace } from '../trace.ts';
import { overSse } from './over-sse.ts';
import { overStdio } from './over-stdio.ts';
import { parametersOf, runOver, transportsOf } from './run.ts';
import { overHttp, type WireMaker } from './wires.ts';
import type { Fault } from './world.ts';

const MAKERS: Readonly<Record<Transport, WireMaker>> = {
  stdio: overStdio,
  'streamable-http': overHttp,
  'http+sse': overSse,
};

/**
 * Runs a scenario. `given` holds revision, transport, profile and the scenario's own parameters by name; what is not
 * given has its default. `faults` come on top of the scenario's own.
 * @throws InputError for an unknown name or a value out of range, in one line that says what is allowed.
 */
export function run(slug: string, given: Readonly<Record<string, Value>> = {}, faults: readonly Fault[] = []): Trace {
  const scenario = scenarioOf(slug);
  const values = requireValues(parametersOf(scenario), given);
  const allowed = transportsOf(scenario, values['revision'] as Revision);
  if (allowed.includes(values['transport'] as Transport)) return runWith(scenario, values, faults);
  throw new InputError(
    `transport is "${values['transport']}"; ${slug} in ${values['revision']} runs on: ${allowed.join(', ')}`,
  );
}

/** Runs a scenario with values that are known to be good. */
export function runWith(scenario: Scenario, values: Values, faults: readonly Fault[] = []): Trace {
  return runOver(MAKERS[values['transport'] as Transport], scenario, values, faults);
}
