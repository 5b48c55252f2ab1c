// What can be asked of a run by name, for numbers in prose. Knows the engine's sums; knows nothing of how they are shown.
import { endOf, outcomeOf, recover, rowsOf, run, summarise, type Row, type Value } from '#engine';

/** A run: scenario, revision, transport, header profile and the scenario's own parameters. */
export interface RunChoice {
  readonly scenario: string;
  readonly revision?: string;
  readonly transport?: string;
  readonly profile?: string;
  readonly set?: Readonly<Record<string, Value>>;
  /** One message of the run or several, counted from 1; then only their own bytes can be asked for. */
  readonly message?: number | readonly number[];
}

export type Measures = ReadonlyMap<string, number>;

/** The values that `run` takes, with the defaults of the prose: 2025-11-25, and HTTP where there is a choice. */
export function givenOf({ revision = '2025-11-25', transport = 'streamable-http', profile, set }: RunChoice) {
  return { revision, transport, ...(profile !== undefined && { profile }), ...set };
}

/** Everything that can be asked of a run, by name; nested names have dots: `layers.meta`, `resume.finishedAtMs`. */
export function measuresOf(choice: RunChoice): Measures {
  const given = givenOf(choice);
  if (choice.message !== undefined) return messageMeasures(choice.scenario, given, [choice.message].flat());
  const { totals, layers, counts, resume } = summarise(choice.scenario, given);
  const endsAtMs = Math.max(...run(choice.scenario, given).entries.map(endOf));
  const outcomes = resume && {
    resume: outcomeOf(recover('resume', given)),
    resend: outcomeOf(recover('resend', given)),
  };
  return new Map(numbersIn({ ...totals, endsAtMs, layers, counts, ...outcomes }));
}

function messageMeasures(
  scenario: string,
  given: Readonly<Record<string, Value>>,
  messages: readonly number[],
): Measures {
  const rows = rowsOf(run(scenario, given)).filter((row) => row.transfer.message);
  const chosen = messages.map((message) => {
    const row = rows[message - 1];
    if (!row) throw new Error(`message is ${message}; allowed: 1 to ${rows.length}`);
    return row;
  });
  const sum = (bytesOf: (row: Row) => number): number => chosen.reduce((total, row) => total + bytesOf(row), 0);
  const payloadBytes = sum((row) => row.payloadBytes);
  const framingBytes = sum((row) => row.framingBytes);
  const totalBytes = payloadBytes + framingBytes;
  const ownFramingBytes = sum((row) => row.ownFramingBytes);
  const metaBytes = sum((row) => row.transfer.frame.layerBytes.meta);
  const chunkBytes = sum((row) => row.transfer.frame.layerBytes.chunk);
  const framingShare = framingBytes / totalBytes;
  return new Map(
    numbersIn({ payloadBytes, framingBytes, totalBytes, ownFramingBytes, metaBytes, chunkBytes, framingShare }),
  );
}

function numbersIn(value: object, prefix = ''): readonly (readonly [string, number])[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'number') return [[prefix + name, member] as const];
    return typeof member === 'object' && member !== null ? numbersIn(member, `${prefix}${name}.`) : [];
  });
}
