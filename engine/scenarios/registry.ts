// All scenarios by slug, in the order of the book: what the shell, the figures and the tests list.
import { InputError } from '../parameters.ts';
import { authorization } from './authorization.ts';
import { batch } from './batch.ts';
import { beforeAfter } from './before-after.ts';
import { brokenStream } from './broken-stream.ts';
import { cancel } from './cancel.ts';
import { correlation } from './correlation.ts';
import { eraMatrix } from './era-matrix.ts';
import { eraProbeStdio } from './era-probe-stdio.ts';
import { eventStore } from './event-store.ts';
import { getStream } from './get-stream.ts';
import { headerMirror } from './header-mirror.ts';
import { inputRequired } from './input-required.ts';
import { layerCounts } from './layer-counts.ts';
import { layerZoom } from './layer-zoom.ts';
import { lifetimes } from './lifetimes.ts';
import { listen } from './listen.ts';
import { messageRouter } from './message-router.ts';
import { pipes } from './pipes.ts';
import { polling } from './polling.ts';
import { postModes } from './post-modes.ts';
import { progress } from './progress.ts';
import { restart } from './restart.ts';
import { reverseCall } from './reverse-call.ts';
import { sessionLife } from './session-life.ts';
import { short } from './short.ts';
import { tasks } from './tasks.ts';
import { timeout } from './timeout.ts';
import { twoEndpoints } from './two-endpoints.ts';
import { versionNegotiation } from './version-negotiation.ts';
import type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [
  lifetimes,
  layerCounts,
  layerZoom,
  correlation,
  reverseCall,
  inputRequired,
  pipes,
  restart,
  eraProbeStdio,
  twoEndpoints,
  postModes,
  messageRouter,
  getStream,
  batch,
  cancel,
  timeout,
  short,
  progress,
  brokenStream,
  polling,
  eventStore,
  sessionLife,
  versionNegotiation,
  beforeAfter,
  headerMirror,
  listen,
  eraMatrix,
  tasks,
  authorization,
];

export function scenarioOf(slug: string): Scenario {
  const scenario = SCENARIOS.find((s) => s.slug === slug);
  if (!scenario) throw new InputError(`no scenario "${slug}"; allowed: ${SCENARIOS.map((s) => s.slug).join(', ')}`);
  return scenario;
}
