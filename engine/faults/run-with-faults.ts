// A run with faults: puts the rig between the simulator and its wire. Knows no scenario and no fault by name.
import { InputError, type Values } from '../parameters.ts';
import type { Revision, Transport } from '../protocol/revisions.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { runOver } from '../sim/run.ts';
import { everyWire, type WireMaker } from '../sim/wires.ts';
import type { Trace } from '../trace.ts';
import type { Fault } from './fault.ts';
import { Rig, type Active } from './rig.ts';
import { faultOf, isFaultIn, valuesOf, whereText } from './table.ts';

/**
 * Runs a scenario with values that are known to be good, and lets the faults happen. Without faults: the plain run.
 * @throws InputError for a fault or a value of one that does not exist, and for one that is none in this revision or on
 * this transport.
 */
export function runWithFaults(
  scenario: Scenario,
  values: Values,
  faults: readonly Fault[],
  wireFor: WireMaker = everyWire,
): Trace {
  if (faults.length === 0) return runOver(wireFor, scenario, values);
  const revision = values['revision'] as Revision;
  const transport = values['transport'] as Transport;
  const active: readonly Active[] = faults.map((fault) => {
    const row = faultOf(fault.fault);
    if (!isFaultIn(row, revision, transport))
      throw new InputError(`${row.slug} is no fault in ${revision} over ${transport}; it is one ${whereText(row)}`);
    return { row, tampering: row.make(valuesOf(fault)) };
  });
  const mishaps = active.flatMap(({ tampering }) => tampering.mishaps ?? []);
  const comesBackAfterMs = scenario.script(values, revision, transport).reconnectMs === undefined ? 0 : undefined;
  const faulty: WireMaker = (world, client, server, all) =>
    new Rig(world, client, server, active, comesBackAfterMs).connect(wireFor, all);
  return runOver(faulty, scenario, values, mishaps);
}
