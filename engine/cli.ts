// The engine from a shell: finds the command, prints what it says. Only this file and shell/ know Node.
import process from 'node:process';
import { InputError } from './index.ts';
import type { Printed } from './shell/arguments.ts';
import { faults, rules, scenarios } from './shell/catalogue.ts';
import { lintFile } from './shell/lint.ts';
import { simulate } from './shell/simulate.ts';

const USAGE = `usage:
  wire scenarios [--json]
  wire simulate <scenario> [--revision R] [--transport T] [--profile P] [--set name=value ...]
                [--fault name[:parameter=value ...] ...] [--json]
  wire faults [--json]
  wire rules [--json]
  wire lint <file or -> [--format F] [--revision R] [--json]`;

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Printed>> = {
  scenarios,
  simulate,
  faults,
  rules,
  lint: lintFile,
};

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
