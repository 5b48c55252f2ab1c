// Arbitrary texts, sessions and parameter values for the property tests. Knows the engine's door, none of its scenarios.
import {
  boundOf,
  defaultValues,
  pairsOf,
  parametersOf,
  PROFILES,
  REVISIONS,
  runWith,
  transportsIn,
  TRANSPORTS,
  type Json,
  type JsonObject,
  type Parameter,
  type Scenario,
  type Trace,
  type Value,
} from '#engine';
import fc from 'fast-check';

type Act = ReturnType<Scenario['script']>['acts'][number];
type RequestAct = Extract<Act, { readonly act: 'request' }>;

/** Every revision on every transport that it defines. */
const PAIRS = REVISIONS.flatMap((revision) => transportsIn(revision).map((transport) => ({ revision, transport })));

/** Any UTF-16 text, lone surrogates included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })))
    .map((units) => String.fromCharCode(...units)),
);

/** Texts that a careless splitter would trip over. */
const trap = fc.constantFrom(
  '"_meta":',
  '{"_meta":{"progressToken":1}}',
  ',"_meta":{}}',
  '\n',
  '\r\n\r\n',
  '\n\ndata: ',
  '\u2028',
  '0\r\n\r\n',
);
const memberName = fc.oneof(anyText, fc.constantFrom('_meta', 'params', 'result', 'id', '7', '__proto__', 'toString'));

const { json, object } = fc.letrec<{ json: Json; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    anyText,
    trap,
    fc.array(tie('json'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(memberName, tie('json'), { maxKeys: 5 }),
}));

/** An object whose own `_meta` may be anything, at any place among its members. */
const holder: fc.Arbitrary<JsonObject> = fc.oneof(
  object,
  fc
    .tuple(object, object, object)
    .map(([before, meta, after]) => ({ ...before, _meta: meta, ...after, content: before })),
);

const headerText = fc.stringMatching(/^[\w./:-]{1,30}$/);

/** Names that look as if they were encoded already, or have spaces where a header loses them. */
const encodedLook = fc.constantFrom('=?base64?YQ==?=', '=?base64??=', ' a', 'a ', 'a b', 'a\tb', '', '=?base64?');

const someMs = fc.double({ min: 0.5, max: 900, noNaN: true });

/** What a server does before it answers: works, tells, asks, waits, keeps the stream alive, puts the client off. */
const handler: fc.Arbitrary<NonNullable<RequestAct['handler']>> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: someMs.map((ms) => ({ do: 'work' as const, ms })) },
      fc.record({ do: fc.constant('notify' as const), method: headerText, afterMs: someMs }),
      fc.record({ do: fc.constant('keep-alive' as const), afterMs: someMs }),
      fc.record({ do: fc.constant('wait' as const), ms: someMs }),
      fc.constant({ do: 'put-off' as const }),
      fc.record({
        do: fc.constant('ask' as const),
        key: headerText,
        method: headerText,
        params: object,
        answer: object,
        answerAfterMs: someMs,
      }),
    ),
    { maxLength: 6 },
  )
  .map((steps) => steps.map((step, i) => (step.do === 'work' ? { ...step, step: i + 1, of: steps.length } : step)));

const request: fc.Arbitrary<RequestAct> = fc.oneof(
  fc.record(
    { act: fc.constant('request' as const), method: headerText, params: holder, result: holder },
    { requiredKeys: ['act', 'method', 'result'] },
  ),
  fc.record(
    {
      act: fc.constant('request' as const),
      method: fc.constant('tools/call'),
      params: fc.record({ name: fc.oneof(headerText, anyText, trap, encodedLook), arguments: json }),
      result: holder,
      handler,
      wantsProgress: fc.boolean(),
      inBackground: fc.boolean(),
      cancelAfterMs: fc.double({ min: 1, max: 4000, noNaN: true }),
      timeoutMs: fc.double({ min: 1, max: 4000, noNaN: true }),
    },
    { requiredKeys: ['act', 'method', 'params', 'result'] },
  ),
);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: request },
  fc.record({ act: fc.constant('notification' as const), method: headerText }),
  fc.record({ act: fc.constant('push' as const), method: headerText }),
  fc.record({ act: fc.constant('pause' as const), ms: someMs }),
  fc.constant({ act: 'open-stream' as const }),
  fc.constant({ act: 'keep-alive' as const }),
  fc.constant({ act: 'join' as const }),
);

const link = fc.record({
  latencyMs: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1000, noNaN: true })),
  rateBps: fc.oneof(
    fc.constant(Infinity),
    fc.double({ min: 3, max: 9, noNaN: true }).map((exponent) => 10 ** exponent),
  ),
});

/** The trace of a session that nobody has planned, on any transport, revision and profile; its line may drop. */
export const anyTrace: fc.Arbitrary<Trace> = fc
  .record({
    acts: fc.array(act, { minLength: 1, maxLength: 6 }),
    firstId: fc.integer({ min: 0, max: 2 ** 40 }),
    keepsEvents: fc.boolean(),
    mishaps: fc.array(fc.record({ kind: fc.constant('cut' as const), afterEvent: fc.integer({ min: 0, max: 8 }) }), {
      maxLength: 1,
    }),
    reconnectMs: fc.double({ min: 2000, max: 5000, noNaN: true }),
    opens: fc.boolean(),
    leaves: fc.boolean(),
    pair: fc.constantFrom(...PAIRS),
    profile: fc.constantFrom(...PROFILES),
    link,
  })
  .map(({ acts, firstId, keepsEvents, mishaps, reconnectMs, opens, leaves, pair, link, profile }) => {
    const scenario: Scenario = {
      slug: 'anything',
      title: 'Anything',
      about: 'A session made by chance.',
      revisions: REVISIONS,
      transports: TRANSPORTS,
      profiles: PROFILES,
      parameters: [],
      script: () => ({
        acts: [...(opens ? [{ act: 'open' } as const] : []), ...acts, ...(leaves ? [{ act: 'leave' } as const] : [])],
        firstId,
        keepsEvents,
        reconnectMs,
      }),
    };
    return runWith(scenario, { ...pair, profile, ...link }, mishaps);
  });

const share = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));

/** Values in range for some parameters, bounds that depend on others included; the ends come up often. */
export function valuesFor(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, Value>> {
  return fc.array(share, { minLength: parameters.length, maxLength: parameters.length }).map((shares) => {
    const values: Record<string, Value> = {};
    for (const [i, parameter] of parameters.entries()) values[parameter.name] = valueAt(parameter, shares[i]!, values);
    return values;
  });
}

function valueAt(parameter: Parameter, share: number, values: Readonly<Record<string, Value>>): Value {
  if (parameter.kind === 'choice') {
    const { options } = parameter;
    return options[Math.min(Math.floor(share * options.length), options.length - 1)]!.value;
  }
  const [min, max] = [boundOf(parameter.min, values), boundOf(parameter.max, values)];
  if (max === Infinity) return share > 0.75 ? Infinity : min * 10 ** (8 * share);
  const value = Math.min(min + share * (max - min), max);
  return parameter.unit === 'count' ? Math.round(value) : value;
}

/** A scenario with any values that it allows, in any revision on any transport where it can run. */
export function anyRunOf(scenario: Scenario): fc.Arbitrary<Trace> {
  const others = valuesFor(parametersOf(scenario));
  return fc
    .tuple(fc.constantFrom(...pairsOf(scenario)), others)
    .map(([pair, values]) => runWith(scenario, { ...values, ...pair }));
}

/** A scenario in every revision, on every transport, in every profile: once as it is by default, then with values by chance. */
export function someRunsOf(scenario: Scenario, each: number, seed: number): readonly Trace[] {
  const own = fc.sample(valuesFor(parametersOf(scenario)), { seed, numRuns: each });
  return pairsOf(scenario).flatMap((pair) =>
    scenario.profiles.flatMap((profile) =>
      [defaultValues(parametersOf(scenario)), ...own].map((values) =>
        runWith(scenario, { ...values, ...pair, profile }),
      ),
    ),
  );
}
