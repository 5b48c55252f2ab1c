// The engine from a shell: reads arguments, prints numbers. Only this file of the engine knows Node.
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  FAULTS,
  formatCount,
  formatShare,
  formatTime,
  InputError,
  parametersOf,
  parseFaults,
  SCENARIOS,
  scenarioOf,
  summarise,
  type Parameter,
  type Summary,
  type Value,
} from './index.ts';

const USAGE = `usage:
  wire scenarios [--json]
  wire simulate <scenario> [--revision R] [--transport T] [--profile P] [--set name=value ...]
                [--fault name[:parameter=value ...] ...] [--json]
  wire faults [--json]`;

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => string>> = { scenarios, simulate, faults };

function scenarios(args: readonly string[]): string {
  const { values } = parse(args, { json: { type: 'boolean' } }, 0);
  const rows = SCENARIOS.map((scenario) => ({
    slug: scenario.slug,
    title: scenario.title,
    about: scenario.about,
    revisions: scenario.revisions,
    transports: scenario.transports,
    profiles: scenario.profiles,
    parameters: scenario.parameters,
  }));
  if (values['json']) return print(rows);
  return rows
    .map((row) => [`${row.slug}  ${row.about}`, ...row.parameters.map((p) => `    ${describeParameter(p)}`)].join('\n'))
    .join('\n');
}

function faults(args: readonly string[]): string {
  const { values } = parse(args, { json: { type: 'boolean' } }, 0);
  if (values['json']) return print(FAULTS.map(({ make: _make, ...row }) => row));
  return FAULTS.map((row) =>
    [`${row.slug}  ${row.about}`, ...row.parameters.map((p) => `    ${describeParameter(p)}`)].join('\n'),
  ).join('\n');
}

function describeParameter(p: Parameter): string {
  return `${p.name.padEnd(12)} ${p.about} Default ${p.default}.`;
}

function simulate(args: readonly string[]): string {
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

/** JSON has no Infinity; it is printed as the text that `--set` takes. */
function print(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => (v === Infinity ? 'Infinity' : v), 2);
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

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function parse(args: readonly string[], options: Options, mostPositionals: number) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    if (parsed.positionals.length > mostPositionals)
      throw new Error(`unexpected "${parsed.positionals[mostPositionals]}"`);
    return parsed;
  } catch (error) {
    throw new InputError(
      `${(error as Error).message.split('\n')[0]?.split('. To ')[0]}; allowed: ${Object.keys(options)
        .map((o) => `--${o}`)
        .join(', ')}`,
    );
  }
}

function main([command, ...args]: readonly string[]): number {
  const handler = command === undefined ? undefined : Object.hasOwn(COMMANDS, command) && COMMANDS[command];
  if (!handler) {
    const helps = command === undefined || command === '--help' || command === 'help';
    console.error(helps ? USAGE : `wire: no command "${command}"; allowed: ${Object.keys(COMMANDS).join(', ')}`);
    return 2;
  }
  try {
    console.log(handler(args));
    return 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(`wire: ${error.message}`);
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
