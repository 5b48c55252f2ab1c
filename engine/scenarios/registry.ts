// All scenarios by slug: what the shell, the figures and the tests list.
import { InputError } from '../parameters.ts';
import { brokenStream } from './broken-stream.ts';
import { progress } from './progress.ts';
import type { Scenario } from './scenario.ts';
import { short } from './short.ts';

export const SCENARIOS: readonly Scenario[] = [short, progress, brokenStream];

export function scenarioOf(slug: string): Scenario {
  const scenario = SCENARIOS.find((s) => s.slug === slug);
  if (!scenario) throw new InputError(`no scenario "${slug}"; allowed: ${SCENARIOS.map((s) => s.slug).join(', ')}`);
  return scenario;
}
