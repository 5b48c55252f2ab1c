// Which faults can happen in a scenario: found by letting each of them happen, so that no list can be out of date.
import { readValues, type Value } from '../parameters.ts';
import type { Revision, Transport } from '../protocol/revisions.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { parametersOf } from '../sim/run.ts';
import type { FaultRow } from './fault.ts';
import { runWithFaults } from './run-with-faults.ts';
import { FAULTS, isFaultIn } from './table.ts';

/**
 * The faults that, with their defaults, touch something in a scenario. `given`: values of the scenario; where no profile
 * is among them, one of its profiles is enough.
 */
export function faultsFor(
  scenario: Scenario,
  revision: Revision,
  transport: Transport,
  given: Readonly<Record<string, Value>> = {},
): readonly FaultRow[] {
  const profiles = given['profile'] === undefined ? scenario.profiles : [given['profile']];
  const settings = profiles.map(
    (profile) => readValues(parametersOf(scenario), { ...given, revision, transport, profile }).values,
  );
  return FAULTS.filter(
    (row) =>
      isFaultIn(row, revision, transport) &&
      settings.some((values) =>
        runWithFaults(scenario, values, [{ fault: row.slug }]).entries.some((entry) => entry.fault === row.slug),
      ),
  );
}
