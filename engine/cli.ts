// The engine from a shell: reads arguments, prints numbers. Only this file of the engine knows Node.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  CAPTURE_FORMATS,
  FACTS,
  factUrl,
  FAULTS,
  formatCount,
  formatShare,
  formatTime,
  InputError,
  lint,
  parametersOf,
  parseFaults,
  readCapture,
  REVISIONS,
  RULES,
  SCENARIOS,
  scenarioOf,
  summarise,
  type CaptureFormat,
  type Finding,
  type LintReport,
  type Parameter,
  type Revision,
  type Summary,
  type Value,
} from './index.ts';

const USAGE = `usage:
  wire scenarios [--json]
  wire simulate <scenario> [--revision R] [--transport T] [--profile P] [--set name=value ...]
                [--fault name[:parameter=value ...] ...] [--json]
  wire faults [--json]
  wire rules [--json]
  wire lint <file or -> [--format F] [--revision R] [--json]`;

/** What a command prints, and the exit code where it is not 0. */
type Printed = string | { readonly text: string; readonly exitCode: number };

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Printed>> = {
  scenarios,
  simulate,
  faults,
  rules,
  lint: lintFile,
};

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

function rules(args: readonly string[]): string {
  const { values } = parse(args, { json: { type: 'boolean' } }, 0);
  const rows = RULES.map(({ id, since, until, transports, severity, level, party, checks, fix, fact, follows }) => ({
    id,
    revisions: REVISIONS.filter((revision) => (since ?? revision) <= revision && revision <= (until ?? revision)),
    transports: transports ?? ['stdio', 'http', 'http+sse'],
    severity,
    level,
    party,
    checks,
    fix,
    fact,
    ...(follows && { follows }),
  }));
  if (values['json']) return print(rows);
  return rows.map((row) => `${row.id.padEnd(28)} ${row.severity.padEnd(8)} ${row.checks}`).join('\n');
}

/** Exit code 1 where a rule with a MUST is broken. */
function lintFile(args: readonly string[]): Printed {
  const { values, positionals } = parse(
    args,
    { format: { type: 'string' }, revision: { type: 'string' }, json: { type: 'boolean' } },
    1,
  );
  const [file] = positionals;
  if (file === undefined) throw new InputError('lint needs a file, or - for standard input');
  const format = oneOf('format', values['format'], CAPTURE_FORMATS) ?? 'auto';
  const revision = oneOf('revision', values['revision'], REVISIONS);
  const report = lint(readCapture(readInput(file), format), { revision });
  const exitCode = report.verdict === 'error' ? 1 : 0;
  return { text: values['json'] ? print(reportRow(report)) : reportText(report), exitCode };
}

function readInput(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** The value of an option that has a list of them; nothing for `auto`. */
function oneOf<T extends CaptureFormat | Revision>(name: string, given: unknown, allowed: readonly T[]): T | undefined {
  if (given === undefined || given === 'auto') return undefined;
  if ((allowed as readonly unknown[]).includes(given)) return given as T;
  throw new InputError(`--${name} is "${String(given)}"; allowed: auto, ${allowed.join(', ')}`);
}

function reportRow({ revision, verdict, findings }: LintReport) {
  const rows = findings.map(({ rule, severity, party, at, message, fix, fact }) => ({
    rule,
    severity,
    party,
    at,
    message,
    fix,
    fact,
  }));
  return { revision, verdict, findings: rows };
}

function reportText({ revision, verdict, findings }: LintReport): string {
  const counts = ['error', 'warning', 'note'].map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return `${count} ${severity}${count === 1 ? '' : 's'}`;
  });
  return [`${verdict}  ${revision}  ${counts.join(', ')}`, ...findings.map(findingText)].join('\n\n');
}

function findingText({ rule, severity, party, at, message, fix, fact, revision, because }: Finding): string {
  const where = at.entry === undefined ? `line ${at.line}` : `entry ${at.entry}, line ${at.line}`;
  const judged = because === '' ? revision : `${revision}, since ${because}`;
  const { level } = FACTS[fact];
  const page = factUrl(fact, revision);
  return [
    `${where}  ${severity}  ${rule}  (${party})`,
    `  ${message}`,
    `  fix    ${fix}`,
    `  rule   ${level}, judged by ${judged}`,
    `         ${page}`,
  ].join('\n');
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
    const printed = handler(args);
    if (typeof printed === 'string') {
      console.log(printed);
      return 0;
    }
    console.log(printed.text);
    return printed.exitCode;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(`wire: ${error.message}`);
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
