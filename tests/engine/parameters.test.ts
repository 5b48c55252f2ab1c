// Parameter rows: whatever a link holds becomes values that can be drawn, and problems that say what is allowed.
import {
  boundOf,
  defaultValues,
  fitsLink,
  InputError,
  parametersOf,
  readValues,
  requireValues,
  run,
  SCENARIOS,
  writeValues,
  type TextParameter,
  type Value,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, valuesFor } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

const numRuns = 250;

describe.each(SCENARIOS.map((scenario) => ({ slug: scenario.slug, parameters: parametersOf(scenario) })))(
  '$slug',
  ({ slug, parameters }) => {
    const names = parameters.map((p) => p.name);
    const value: fc.Arbitrary<Value> = fc.oneof(
      fc.double(),
      fc.integer(),
      anyText,
      fc.constantFrom(
        'Infinity',
        '-inf',
        '∞',
        'NaN',
        '',
        ' ',
        '0x10',
        '1e3',
        '-0',
        '2.5',
        '1e999',
        'stdio',
        '2026-07-28',
      ),
    );
    const anything = fc.dictionary(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, anyText, fc.constantFrom('__proto__', 'toString')),
      value,
    );
    const always = <T>(arbitrary: fc.Arbitrary<T>, check: (given: T) => void): void =>
      fc.assert(fc.property(arbitrary, check), { ...chance, numRuns });

    it(`whatever is given, the values can be drawn ${runsOf(numRuns)}`, () => {
      always(anything, (given) => {
        const { values } = readValues(parameters, given);
        expect(Object.keys(values).sort()).toEqual([...names].sort());
        expect(() => requireValues(parameters, values)).not.toThrow();
        for (const parameter of parameters) {
          const is = values[parameter.name]!;
          if (parameter.kind === 'choice') {
            expect(parameter.options.map((o) => o.value)).toContain(is);
            continue;
          }
          if (parameter.kind === 'text') continue;
          expect(is).toBeGreaterThanOrEqual(boundOf(parameter.min, values));
          expect(is).toBeLessThanOrEqual(boundOf(parameter.max, values));
          if (parameter.unit === 'count' || parameter.unit === 'bytes') expect(Number.isInteger(is)).toBe(true);
        }
      });
    });

    it(`a problem is one line that names the parameter, what was given and what is allowed ${runsOf(numRuns)}`, () => {
      always(anything, (given) => {
        for (const problem of readValues(parameters, given).problems) {
          expect(Object.hasOwn(given, problem.name)).toBe(true);
          expect(problem.given).toBe(String(given[problem.name]));
          expect(problem.message).toContain(problem.name);
          expect(problem.message).toMatch(/; allowed: \S/);
        }
      });
    });

    it(`what is in range is taken as it is, and comes back from a link ${runsOf(numRuns)}`, () => {
      always(valuesFor(parameters), (values) => {
        expect(readValues(parameters, values)).toEqual({ values, problems: [] });
        const written = writeValues(parameters, values);
        expect(readValues(parameters, written)).toEqual({ values, problems: [] });
        for (const [name, text] of Object.entries(written))
          expect(text).not.toBe(String(defaultValues(parameters)[name]));
      });
    });

    it('the defaults are allowed and need no link', () => {
      expect(readValues(parameters, {})).toEqual({ values: defaultValues(parameters), problems: [] });
      expect(writeValues(parameters, defaultValues(parameters))).toEqual({});
    });

    it(`each refused value is refused by run, with the first problem ${runsOf(numRuns)}`, () => {
      always(anything, (given) => {
        const [first] = readValues(parameters, given).problems;
        if (!first) return;
        expect(() => run(slug, given)).toThrow(InputError);
        expect(() => run(slug, given)).toThrow(first.message);
      });
    });
  },
);

describe('what a link may get wrong', () => {
  const parameters = parametersOf(SCENARIOS.find((s) => s.slug === 'broken-stream')!);
  it.each<[Record<string, Value>, Record<string, Value>, string]>([
    [{ n: '3', k: '9' }, { n: 3, k: 3 }, 'k is "9"; allowed: whole numbers from 0 to 3 (n)'],
    [{ k: '9', n: '3' }, { n: 3, k: 3 }, 'k is "9"; allowed: whole numbers from 0 to 3 (n)'],
    [{ k: '1e3' }, { k: 5 }, 'k is "1e3"; allowed: whole numbers from 0 to 5 (n)'],
    [{ n: '2.4' }, { n: 2 }, 'n is "2.4"; allowed: whole numbers from 1 to 200'],
    [{ n: 'many' }, { n: 5 }, 'n is "many"; allowed: whole numbers from 1 to 200'],
    [{ n: '' }, { n: 5 }, 'n is ""; allowed: whole numbers from 1 to 200'],
    [{ stepMs: '-1' }, { stepMs: 1 }, 'stepMs is "-1"; allowed: numbers from 1 to 10000'],
    [
      { latencyMs: '100', reconnectMs: '50' },
      { reconnectMs: 200 },
      'reconnectMs is "50"; allowed: numbers from 200 (2 × latencyMs) to 60000',
    ],
    [{ rateBps: '10' }, { rateBps: 1000 }, 'rateBps is "10"; allowed: numbers from 1000 to Infinity'],
    [{ transport: 'stdio' }, { transport: 'streamable-http' }, 'transport is "stdio"; allowed: streamable-http'],
    [
      { speed: '9' },
      {},
      'no parameter "speed"; allowed: revision, transport, profile, n, k, stepMs, latencyMs, reconnectMs, rateBps',
    ],
  ])('%j', (given, expected, message) => {
    const { values, problems } = readValues(parameters, given);
    expect(values).toMatchObject(expected);
    expect(problems.map((p) => p.message)).toEqual([message]);
  });

  it('a default that another value pushes out of range moves without a word', () => {
    expect(readValues(parameters, { n: '1' })).toMatchObject({ values: { n: 1, k: 1 }, problems: [] });
    expect(readValues(parameters, { latencyMs: '900' })).toMatchObject({ values: { reconnectMs: 1800 }, problems: [] });
  });
});

describe('text', () => {
  const text: TextParameter = {
    kind: 'text',
    name: 'text',
    label: 'text',
    default: '{}',
    maxLinkLength: 20,
    placeholder: '',
    about: 'Any text.',
  };

  it(`of any kind is taken as it is, and comes back from a link that can hold it ${runsOf(numRuns)}`, () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const { values, problems } = readValues([text], { text: given });
        expect(values).toEqual({ text: given });
        expect(problems).toEqual([]);
        const written = writeValues([text], values);
        const back = new URLSearchParams(new URLSearchParams(written).toString());
        const isKept = fitsLink(text, given);
        expect(readValues([text], Object.fromEntries(back)).values).toEqual({ text: isKept ? given : '{}' });
        expect(isKept).toBe(given.length <= 20 && !/\p{Surrogate}/u.test(given));
      }),
      { ...chance, numRuns },
    );
  });

  it('that looks like a number stays text, and an empty one is no default', () => {
    expect(readValues([text], { text: 7 }).values).toEqual({ text: '7' });
    expect(writeValues([text], { text: '' })).toEqual({ text: '' });
  });
});
