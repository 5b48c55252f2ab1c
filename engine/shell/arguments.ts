// What the commands have in common: reading arguments, printing JSON. Knows no command.
import { parseArgs } from 'node:util';
import { InputError } from '../index.ts';

/** What a command prints, and the exit code where it is not 0. */
export type Printed = string | { readonly text: string; readonly exitCode: number };

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

export function parse(args: readonly string[], options: Options, mostPositionals: number) {
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

/** JSON has no Infinity; it is printed as the text that `--set` takes. */
export function print(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => (v === Infinity ? 'Infinity' : v), 2);
}
