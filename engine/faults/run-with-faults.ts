// A run with faults: puts the rig between the simulator and its wire. Knows no scenario and no fault by name.
import type { Values } from '../parameters.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { runOver } from '../sim/run.ts';
import { everyWire, type WireMaker } from '../sim/wires.ts';
import type { Trace } from '../trace.ts';
import type { Fault } from './fault.ts';
import { Rig, type Active } from './rig.ts';
import { faultOf, valuesOf } from './table.ts';

/**
 * Runs a scenario with values that are known to be good, and lets the faults happen. Without faults: the plain run.
 * @throws InputError for a fault or a value of one that does not exist.
 */
export function runWithFaults(
  scenario: Scenario,
  values: Values,
  faults: readonly Fault[],
  wireFor: WireMaker = everyWire,
): Trace {
  if (faults.length === 0) return runOver(wireFor, scenario, values);
  const active: readonly Active[] = faults.map((fault) => {
    const row = faultOf(fault.fault);
    return { row, tampering: row.make(valuesOf(fault)) };
  });
  const mishaps = active.flatMap(({ tampering }) => tampering.mishaps ?? []);
  const faulty: WireMaker = (world, client, server, all) =>
    new Rig(world, client, server, active).connect(wireFor, all);
  return runOver(faulty, scenario, values, mishaps);
}
