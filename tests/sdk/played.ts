// The scenarios as the SDKs can play them in a second: opened with a handshake, with small times, on a link without delay.
import {
  defaultValues,
  EXAMPLE,
  mechanic,
  parametersOf,
  runWith,
  scenarioOf,
  type RequestAct,
  type Revision,
  type Scenario,
  type Script,
  type Trace,
  type Transport,
  type Values,
} from '#engine';

/** Times that a test can wait for, by scenario. */
const QUICK: Readonly<Record<string, Values>> = {
  lifetimes: { dayMs: 400 },
  correlation: { requests: 6, jitterMs: 120 },
  'reverse-call': { thinkMs: 60 },
  'input-required': { thinkMs: 60, workMs: 40 },
  'post-modes': { workMs: 120 },
  'get-stream': { idleMs: 80, changes: 2, keepAliveMs: Infinity },
  cancel: { cancelAfterMs: 500 },
  timeout: { timeoutMs: 700 },
  progress: { n: 5, stepMs: 40 },
  'broken-stream': { n: 5, k: 2, stepMs: 80, reconnectMs: 120 },
  'event-store': { n: 5, k: 2, reconnectMs: 120 },
  polling: { n: 3, stepMs: 80, retryMs: 100 },
  listen: { quietMs: 120 },
  restart: { restartMs: 0 },
  authorization: { authorizationMs: 0 },
};

export interface Played {
  readonly slug: string;
  readonly revision: Revision;
  readonly transport: Transport;
  readonly script: Script;
  readonly trace: Trace;
}

/** `own`: parameters that differ, in the terms of the scenario. */
/** `change`: what the script says instead. */
export function play(
  slug: string,
  revision: Revision,
  transport: Transport,
  own: Values = {},
  change: Partial<Script> = {},
): Played {
  const scenario = scenarioOf(slug);
  const values = {
    ...defaultValues(parametersOf(scenario)),
    ...QUICK[slug],
    latencyMs: 0,
    rateBps: Infinity,
    ...own,
    revision,
    transport,
    profile: scenario.profiles.at(-1)!,
  };
  const given = { ...scenario.script(values, revision, transport), ...change };
  const isOpen = given.acts.some((act) => act.act === 'open') || !mechanic('handshake', revision).value;
  // A real session cannot begin in the middle: its first request is initialize, with the first id.
  const script: Script = isOpen ? given : { ...given, firstId: 0, acts: [{ act: 'open' }, ...given.acts] };
  const opened: Scenario = { ...scenario, script: () => script };
  return { slug, revision, transport, script, trace: runWith(opened, values) };
}

/** All that the client asks for, batches taken apart. */
export function requestsOf({ acts }: Script): readonly RequestAct[] {
  return acts.flatMap((act) => (act.act === 'request' ? [act] : act.act === 'batch' ? act.requests : []));
}

export const { clientInfo, serverInfo, serverCapabilities } = EXAMPLE;
