// Runs a scenario to its end at once and returns its Trace. The only place where the parts of a run are put together.
// Knows no transport by name: who runs over one does not load the others.
import type { Parameter, Values } from '../parameters.ts';
import { mechanic } from '../protocol/mechanics.ts';
import {
  REVISIONS,
  TRANSPORT_NAMES,
  transportsIn,
  type Profile,
  type Revision,
  type Transport,
} from '../protocol/revisions.ts';
import { EXAMPLE } from '../protocol/session.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Entry, Trace } from '../trace.ts';
import { Client } from './client.ts';
import { Clock } from './clock.ts';
import { Server } from './server.ts';
import { Shared } from './shared.ts';
import type { WireMaker } from './wires.ts';
import type { Draft, Mishap, World } from './world.ts';

/** All parameters of a scenario: which revision, transport and header profile, then its own. */
export function parametersOf(scenario: Scenario): readonly Parameter[] {
  return [
    choice(
      'revision',
      'revision',
      scenario.revisions,
      (r) => r,
      'The protocol revision that both sides speak.',
      defaultRevision(scenario),
    ),
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

/** The newest revision with a session, unless the scenario says otherwise or does not know it. */
function defaultRevision({ revision, revisions }: Scenario): Revision {
  return revision ?? revisions.findLast((r) => mechanic('handshake', r).value) ?? revisions.at(-1)!;
}

const PROFILE_LABELS: Readonly<Record<Profile, string>> = { minimal: 'minimal', measured: 'as the SDK sends' };

function choice<T extends string>(
  name: string,
  label: string,
  values: readonly T[],
  labelOf: (value: T) => string,
  about: string,
  byDefault: T = values[0]!,
): Parameter {
  const options = values.map((value) => ({ value, label: labelOf(value) }));
  return { kind: 'choice', name, label, default: byDefault, options, about };
}

/** The transports on which a scenario can run in a revision. */
export function transportsOf(scenario: Scenario, revision: Revision): readonly Transport[] {
  return transportsIn(revision).filter((transport) => scenario.transports.includes(transport));
}

/** Every revision of a scenario on every transport where it can run. */
export function pairsOf(scenario: Scenario): readonly { readonly revision: Revision; readonly transport: Transport }[] {
  return scenario.revisions.flatMap((revision) =>
    transportsOf(scenario, revision).map((transport) => ({ revision, transport })),
  );
}

/** Runs a scenario with values that are known to be good, over the transport that the caller brings. */
export function runOver(
  wireFor: WireMaker,
  scenario: Scenario,
  values: Values,
  mishaps: readonly Mishap[] = [],
): Trace {
  const revision = values['revision'] as Revision;
  const transport = values['transport'] as Transport;
  const profile = values['profile'] as Profile;
  const script = scenario.script(values, revision, transport);
  const entries: Entry[] = [];
  const clock = new Clock();
  const { host, path, ssePath, sessionId } = EXAMPLE;
  const own = mechanic('handshake', revision).value ? 'legacy' : 'modern';
  const kinds = { legacyRevision: own === 'legacy' ? revision : LAST_LEGACY, modernRevision: NEWEST };
  const serverEra = script.server ?? own;
  const newestRevision = script.serverNewest ?? kinds.legacyRevision;
  const newest = serverEra === 'modern' || serverEra === 'dual' ? kinds.modernRevision : newestRevision;
  // A server that is older than Streamable HTTP has the transport that came before.
  const spoken = transport === 'streamable-http' && !transportsIn(newest).includes(transport) ? 'http+sse' : transport;
  const opens = script.acts.some((act) => act.act === 'open');
  const hasSessions = script.hasSessions ?? true;
  const world: World = {
    clock,
    link: { latencyMs: Number(values['latencyMs']), rateBps: Number(values['rateBps']) },
    transport,
    profile,
    host,
    path: spoken === 'http+sse' ? ssePath : path,
    revision,
    // A script that begins in the middle of a session has one.
    sessionId: hasSessions && !opens ? sessionId : undefined,
    token: undefined,
    keepsEvents: (script.keepsEvents ?? false) && mechanic('eventIds', revision).value,
    record: <T extends Entry>(entry: Omit<T, 'index'>) => {
      const recorded = entry as unknown as Draft<T>;
      recorded.index = entries.length;
      if (recorded.kind === 'transfer' && world.transport !== transport) recorded.transport = world.transport;
      entries.push(recorded as Entry);
      return recorded;
    },
    land: (entry, arrive) => clock.at(entry.arrivesAtMs, arrive),
  };
  const shared = new Shared();
  const allMishaps = [...(script.mishaps ?? []), ...mishaps];
  const client = new Client(
    world,
    {
      ...kinds,
      acts: script.acts,
      era: script.client ?? own,
      firstId: script.firstId ?? 1,
      reconnectMs: script.reconnectMs ?? 0,
      probeTimeoutMs: script.probeTimeoutMs ?? 10_000,
      oldestRevision: script.clientOldest ?? kinds.legacyRevision,
      authorizationMs: script.authorizationMs ?? 0,
      restartMs: script.restartMs ?? 0,
    },
    shared,
  );
  const server = new Server(
    world,
    {
      ...kinds,
      era: serverEra,
      transport: spoken,
      firstId: script.firstServerId ?? 1,
      hasSessions,
      capabilities: script.serverCapabilities ?? {},
      newestRevision,
      wantsToken: script.authorizationMs !== undefined,
      mishaps: allMishaps,
    },
    shared,
  );
  client.wire = wireFor(world, client, server, allMishaps);
  client.start();
  clock.run();
  return { scenario: scenario.slug, revision, transport, profile, values, entries };
}

const NEWEST = REVISIONS.at(-1)!;
const LAST_LEGACY = REVISIONS.filter((revision) => mechanic('handshake', revision).value).at(-1)!;
