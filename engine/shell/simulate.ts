// The command that runs a scenario and prints what it costs.
import {
  formatCount,
  formatShare,
  formatTime,
  InputError,
  parametersOf,
  parseFaults,
  SCENARIOS,
  scenarioOf,
  summarise,
  type Summary,
  type Value,
} from '../index.ts';
import { parse, print } from './arguments.ts';

export function simulate(args: readonly string[]): string {
  const { values, positionals } = parse(
    args,
    {
      revision: { type: 'string' },
      transport: { type: 'string' },
      profile: { type: 'string' },
      set: { type: 'string', multiple: true },
      fault: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    },
    1,
  );
  const [slug] = positionals;
  if (slug === undefined)
    throw new InputError(`simulate needs a scenario; allowed: ${SCENARIOS.map((s) => s.slug).join(', ')}`);
  const scenario = scenarioOf(slug);
  const given: Record<string, Value> = {};
  for (const name of ['revision', 'transport', 'profile']) {
    const value = values[name];
    if (typeof value === 'string') given[name] = value;
  }
  const own = scenario.parameters.map((p) => p.name);
  for (const pair of (values['set'] ?? []) as readonly string[]) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0));
    if (at < 0) throw new InputError(`--set takes name=value, not "${pair}"; names of ${slug}: ${own.join(', ')}`);
    if (!parametersOf(scenario).some((p) => p.name === name))
      throw new InputError(`${slug} has no parameter "${name}"; allowed: ${own.join(', ')}`);
    given[name] = pair.slice(at + 1);
  }
  const chosen = ((values['fault'] ?? []) as readonly string[]).flatMap(parseFaults);
  const summary = summarise(slug, given, chosen);
  return values['json'] ? print(summary) : table(summary);
}

function table({ scenario, revision, transport, profile, totals, layers, resume, resend, faults }: Summary): string {
  const rows: [string, string][] = [
    ['messages', formatCount(totals.messages)],
    ['POSTs', formatCount(totals.posts)],
    ['payload', `${formatCount(totals.payloadBytes)} B`],
    ['framing', `${formatCount(totals.framingBytes)} B, ${formatShare(totals.framingShare)}`],
    ['total', `${formatCount(totals.totalBytes)} B`],
    ...Object.entries(layers)
      .filter(([, bytes]) => bytes > 0)
      .map(([layer, bytes]): [string, string] => [`  ${layer}`, `${formatCount(bytes)} B`]),
  ];
  for (const [name, recovered] of Object.entries({ resume, resend })) {
    if (recovered)
      rows.push([
        name,
        `${formatTime(recovered.finishedAtMs)}, ${recovered.repeatedSteps} steps repeated, ${formatTime(recovered.wastedMs)} wasted`,
      ]);
  }
  for (const { fault, entries } of faults ?? [])
    rows.push([
      'fault',
      `${fault}: ${entries.length === 0 ? 'nothing to touch here' : `entries ${entries.join(', ')}`}`,
    ]);
  const head = `${scenario}, ${revision}, ${transport}${transport === 'stdio' ? '' : `, ${profile} headers`}`;
  return [head, ...rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`)].join('\n');
}
