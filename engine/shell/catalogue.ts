// The commands that list what there is: scenarios, faults, rules.
import { FAULTS, REVISIONS, RULES, SCENARIOS, type Parameter } from '../index.ts';
import { parse, print } from './arguments.ts';

export function scenarios(args: readonly string[]): string {
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

export function faults(args: readonly string[]): string {
  const { values } = parse(args, { json: { type: 'boolean' } }, 0);
  if (values['json']) return print(FAULTS.map(({ make: _make, ...row }) => row));
  return FAULTS.map((row) =>
    [`${row.slug}  ${row.about}`, ...row.parameters.map((p) => `    ${describeParameter(p)}`)].join('\n'),
  ).join('\n');
}

function describeParameter(p: Parameter): string {
  return `${p.name.padEnd(12)} ${p.about} Default ${p.default}.`;
}

export function rules(args: readonly string[]): string {
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
