// What a reader may change: one row per parameter, read by sliders, links, embeds, the shell and the tests.
// Knows nothing of any scenario or figure; bad input becomes a Problem that names the place and what is allowed.

/** A parameter's value. Numbers may be `Infinity` where the row's `max` is. */
export type Value = number | string;
export type Values = Readonly<Record<string, Value>>;

/** A bound: a number, or so many times another parameter's value. */
export type Bound = number | { readonly parameter: string; readonly times: number };

export type Unit = 'ms' | 'bit/s' | 'bytes' | 'count';

export interface NumberParameter {
  readonly kind: 'number';
  /** The name in links, embeds and the shell; carries its unit (`latencyMs`). */
  readonly name: string;
  readonly label: string;
  /** The letter that formulas use. */
  readonly symbol?: string;
  readonly unit: Unit;
  readonly default: number;
  readonly min: Bound;
  readonly max: Bound;
  /** Distance between two slider stops; integers only where the unit is `count` or `bytes`. */
  readonly step?: number;
  /** The slider's stops, where even steps make no sense (rates). Any value in range is valid in a link. */
  readonly stops?: readonly number[];
  /** One sentence for the parameter table. */
  readonly about: string;
}

export interface ChoiceParameter {
  readonly kind: 'choice';
  readonly name: string;
  readonly label: string;
  readonly default: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly about: string;
}

/** Text of the reader's own. Any text is allowed; a long one stays in the page and out of links. */
export interface TextParameter {
  readonly kind: 'text';
  readonly name: string;
  readonly label: string;
  readonly default: string;
  /** The most UTF-16 code units that go into a link or an attribute. */
  readonly maxLinkLength: number;
  /** What the empty field says. */
  readonly placeholder: string;
  readonly about: string;
}

export type Parameter = NumberParameter | ChoiceParameter | TextParameter;

/** Why a given value cannot be used. `message` is one line that says what is allowed. */
export interface Problem {
  readonly name: string;
  readonly given: string;
  readonly message: string;
}

/** Input that the engine refuses; `message` is one line that says what is allowed. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The values that every parameter has before anyone touches it. */
export function defaultValues(parameters: readonly Parameter[]): Values {
  return Object.fromEntries(parameters.map((p) => [p.name, p.default]));
}

/** The number that a bound stands for, given the other values. */
export function boundOf(bound: Bound, values: Values): number {
  return typeof bound === 'number' ? bound : Number(values[bound.parameter]) * bound.times;
}

function parseNumber(text: string): number {
  if (/^(infinity|infinite|inf|∞)$/i.test(text.trim())) return Infinity;
  return text.trim() === '' ? NaN : Number(text);
}

function boundText(bound: Bound, values: Values): string {
  const number = boundOf(bound, values);
  if (typeof bound === 'number') return String(number);
  return `${number} (${bound.times === 1 ? '' : `${bound.times} × `}${bound.parameter})`;
}

/** What was given, as the kind of value that the parameter has. */
function valueFrom({ kind }: Parameter, raw: Value): Value {
  if (kind === 'text') return String(raw);
  return kind === 'number' && typeof raw === 'string' ? parseNumber(raw) : raw;
}

/** `given` is the text that the value was read from: a problem quotes what its reader wrote. */
function problemWith(parameter: Parameter, value: Value, values: Values, given: Value = value): Problem | undefined {
  const { name } = parameter;
  const problem = (allowed: string): Problem => ({
    name,
    given: String(given),
    message: `${name} is "${given}"; ${allowed}`,
  });
  if (parameter.kind === 'text') return undefined;
  if (parameter.kind === 'choice') {
    if (parameter.options.some((o) => o.value === value)) return undefined;
    return problem(`allowed: ${parameter.options.map((o) => o.value).join(', ')}`);
  }
  const min = boundOf(parameter.min, values);
  const max = boundOf(parameter.max, values);
  const isWithin = typeof value === 'number' && value >= min && value <= max;
  if (isWithin && (!isWhole(parameter) || !Number.isFinite(value) || Number.isInteger(value))) return undefined;
  return problem(
    `allowed: ${isWhole(parameter) ? 'whole numbers' : 'numbers'} from ${boundText(parameter.min, values)} to ${boundText(parameter.max, values)}`,
  );
}

function isWhole(parameter: NumberParameter): boolean {
  return parameter.unit === 'count' || parameter.unit === 'bytes';
}

/**
 * Reads values that came from a link, an attribute or the shell. Names that are not given get their default.
 * A value that cannot be used is reported and replaced: an unreadable one by its default, one out of range by the
 * nearest allowed value, so that `values` can always be drawn.
 */
export function readValues(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, Value>>,
): { readonly values: Values; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const values: Record<string, Value> = { ...defaultValues(parameters) };
  const known = new Map(parameters.map((p) => [p.name, p]));
  for (const [name, raw] of Object.entries(given)) {
    const parameter = known.get(name);
    if (!parameter) {
      problems.push({
        name,
        given: String(raw),
        message: `no parameter "${name}"; allowed: ${[...known.keys()].join(', ')}`,
      });
      continue;
    }
    const value = valueFrom(parameter, raw);
    // Bounds that depend on another parameter are checked below, when all values are known.
    const independent =
      parameter.kind === 'number'
        ? { ...parameter, min: fixed(parameter.min, -Infinity), max: fixed(parameter.max, Infinity) }
        : parameter;
    const problem = problemWith(independent, value, values, raw);
    if (problem) problems.push(problem);
    values[name] = problem && parameter.kind === 'choice' ? parameter.default : nearest(independent, value);
  }
  for (const parameter of parameters) {
    const value = values[parameter.name]!;
    const problem = problemWith(parameter, value, values, given[parameter.name]);
    if (!problem) continue;
    // A default that another value pushed out of range is moved without a word: nobody asked for it.
    if (parameter.name in given && !problems.some((p) => p.name === parameter.name)) problems.push(problem);
    values[parameter.name] = nearest(parameter, value, values);
  }
  return { values, problems };
}

const fixed = (bound: Bound, otherwise: number): number => (typeof bound === 'number' ? bound : otherwise);

function nearest(parameter: Parameter, value: Value, values: Values = {}): Value {
  if (parameter.kind !== 'number') return value;
  const number = typeof value === 'number' && !Number.isNaN(value) ? value : parameter.default;
  const clamped = Math.min(Math.max(number, boundOf(parameter.min, values)), boundOf(parameter.max, values));
  return isWhole(parameter) && Number.isFinite(clamped) ? Math.round(clamped) : clamped;
}

/** Like `readValues`, for callers that must not go on with a guess: throws InputError for the first problem. */
export function requireValues(parameters: readonly Parameter[], given: Readonly<Record<string, Value>>): Values {
  const { values, problems } = readValues(parameters, given);
  const [first] = problems;
  if (first) throw new InputError(first.message);
  return values;
}

/** Whether a link can hold a value: a text may be too long for it, or hold half a character, which no address can. */
export function fitsLink(parameter: Parameter, value: Value): boolean {
  if (parameter.kind !== 'text') return true;
  const text = String(value);
  return text.length <= parameter.maxLinkLength && !/\p{Surrogate}/u.test(text);
}

/**
 * The values that differ from their defaults, as text for a link or an attribute, in the order of the rows. A value that
 * fits no link is left out.
 */
export function writeValues(parameters: readonly Parameter[], values: Values): Readonly<Record<string, string>> {
  const changed = parameters.filter((p) => values[p.name] !== p.default && fitsLink(p, values[p.name]!));
  return Object.fromEntries(changed.map((p) => [p.name, String(values[p.name])]));
}
