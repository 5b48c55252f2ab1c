// The command that lints a capture and prints what was found.
import { readFileSync } from 'node:fs';
import {
  CAPTURE_FORMATS,
  FACTS,
  factUrl,
  InputError,
  lint,
  readCapture,
  REVISIONS,
  type CaptureFormat,
  type Finding,
  type LintReport,
  type Revision,
} from '../index.ts';
import { parse, print, type Printed } from './arguments.ts';

/** Exit code 1 where a rule with a MUST is broken. */
export function lintFile(args: readonly string[]): Printed {
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
