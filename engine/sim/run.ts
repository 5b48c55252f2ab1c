// Runs a scenario to its end at once and returns its Trace. The only place where the parts of a run are put together.
import type { Parameter, Value, Values } from '../parameters.ts';
import { requireValues } from '../parameters.ts';
import { TRANSPORT_NAMES, type Profile, type Revision, type Transport } from '../protocol/revisions.ts';
import { EXAMPLE } from '../protocol/session.ts';
import type { RequestId } from '../protocol/messages.ts';
import { scenarioOf } from '../scenarios/registry.ts';
import type { RequestAct, Scenario } from '../scenarios/scenario.ts';
import type { Entry, Trace } from '../trace.ts';
import { Clock } from './clock.ts';
import { HttpWire } from './http-wire.ts';
import { Client, Server } from './peers.ts';
import { StdioWire } from './stdio-wire.ts';
import type { Draft, Fault, World } from './world.ts';

/** All parameters of a scenario: which revision, transport and header profile, then its own. */
export function parametersOf(scenario: Scenario): readonly Parameter[] {
  return [
    choice('revision', 'revision', scenario.revisions, (r) => r, 'The protocol revision that both sides speak.'),
    choice('transport', 'transport', scenario.transports, (t) => TRANSPORT_NAMES[t], 'What carries the messages.'),
    choice(
      'profile',
      'headers',
      scenario.profiles,
      (p) => PROFILE_LABELS[p],
      'Only the headers that are needed, or those that the TypeScript SDK sends.',
    ),
    ...scenario.parameters,
  ];
}

const PROFILE_LABELS: Readonly<Record<Profile, string>> = { minimal: 'minimal', measured: 'as the SDK sends' };

function choice<T extends string>(
  name: string,
  label: string,
  values: readonly T[],
  labelOf: (value: T) => string,
  about: string,
): Parameter {
  const options = values.map((value) => ({ value, label: labelOf(value) }));
  return { kind: 'choice', name, label, default: values[0]!, options, about };
}

/**
 * Runs a scenario. `given` holds revision, transport, profile and the scenario's own parameters by name; what is not
 * given has its default. `faults` come on top of the scenario's own.
 * @throws InputError for an unknown name or a value out of range, in one line that says what is allowed.
 */
export function run(slug: string, given: Readonly<Record<string, Value>> = {}, faults: readonly Fault[] = []): Trace {
  const scenario = scenarioOf(slug);
  return runWith(scenario, requireValues(parametersOf(scenario), given), faults);
}

/** Runs a scenario with values that are known to be good. */
export function runWith(scenario: Scenario, values: Values, faults: readonly Fault[] = []): Trace {
  const revision = values['revision'] as Revision;
  const transport = values['transport'] as Transport;
  const profile = values['profile'] as Profile;
  const script = scenario.script(values, revision);
  const entries: Entry[] = [];
  const clock = new Clock();
  const { host, path, sessionId } = EXAMPLE;
  const world: World = {
    clock,
    link: { latencyMs: Number(values['latencyMs']), rateBps: Number(values['rateBps']) },
    revision,
    profile,
    host,
    path,
    sessionId,
    keepsEvents: script.keepsEvents ?? false,
    record: <T extends Entry>(entry: Omit<T, 'index'>) => {
      const recorded = Object.assign(entry, { index: entries.length }) as unknown as Draft<T>;
      entries.push(recorded as Entry);
      return recorded;
    },
  };
  const acts = new Map<RequestId, RequestAct>();
  const plan = { acts: script.acts, firstId: script.firstId ?? 1, reconnectMs: script.reconnectMs ?? 0 };
  const client = new Client(world, plan, (id, act) => acts.set(id, act));
  const server = new Server(world, (id) => acts.get(id)!);
  const peers = { client, server };
  client.wire =
    transport === 'stdio'
      ? new StdioWire(world, peers)
      : new HttpWire(world, peers, [...(script.faults ?? []), ...faults]);
  client.proceed();
  clock.run();
  return { scenario: scenario.slug, revision, transport, profile, values, entries };
}
