// Runs any scenario over any transport, as the shell and the tests do.
import type { Values } from '../parameters.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Trace } from '../trace.ts';
import { everyWire } from './every-wire.ts';
import { runOver } from './run.ts';
import type { Mishap } from './world.ts';

/** Runs a scenario with values that are known to be good. */
export function runWith(scenario: Scenario, values: Values, mishaps: readonly Mishap[] = []): Trace {
  return runOver(everyWire, scenario, values, mishaps);
}
