// The rows themselves, and faults as text.
import {
  FAULTS,
  faultsFor,
  faultText,
  firedBy,
  InputError,
  pairsOf,
  parseFaults,
  REVISIONS,
  run,
  SCENARIOS,
  transportsIn,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesFor } from '../arbitraries.ts';
import { chance, runsOf } from '../chance.ts';

describe.each(FAULTS.map((row) => ({ slug: row.slug, row })))('$slug', ({ row }) => {
  it('is told in one sentence, and its words fit in a link', () => {
    expect(row.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(row.about).toMatch(/^[A-Z].*[^.]\.$/);
    for (const { name, about } of row.parameters) {
      expect(name).toMatch(/^[a-z][A-Za-z]*$/);
      expect(about).toMatch(/\.$/);
    }
    const choices = row.parameters.flatMap((p) => (p.kind === 'choice' ? p.options.map((o) => o.value) : []));
    for (const choice of choices) expect(choice).toMatch(/^[\w./-]+$/);
  });

  it('breaks one rule at most wherever it can happen, and does not follow from itself', () => {
    for (const revision of REVISIONS)
      for (const transport of transportsIn(revision)) {
        const firing = row.fires.filter(
          (f) =>
            (f.since ?? revision) <= revision &&
            revision <= (f.until ?? revision) &&
            (f.transport ?? transport) === transport,
        );
        expect(firing.length).toBeLessThanOrEqual(1);
        expect(firedBy(row, revision, transport)).toBe(firing[0]?.rule);
      }
    for (const { rule } of row.fires) expect(row.consequences).not.toContain(rule);
  });
});

it('each happens in some scenario', () => {
  const happens = SCENARIOS.flatMap((scenario) =>
    pairsOf(scenario).flatMap(({ revision, transport }) => faultsFor(scenario, revision, transport)),
  );
  // A few need another choice than the default: only text that has to be encoded can be left unencoded.
  const others = FAULTS.filter((row) => !happens.includes(row)).filter(
    ({ slug: fault }) =>
      !SCENARIOS.some((scenario) =>
        scenario.parameters.some(
          (parameter) =>
            parameter.kind === 'choice' &&
            parameter.options.some(({ value }) =>
              pairsOf(scenario).some((pair) => occurs(scenario.slug, { ...pair, [parameter.name]: value }, fault)),
            ),
        ),
      ),
  );
  expect(others.map((row) => row.slug)).toEqual([]);
});

function occurs(slug: string, given: Parameters<typeof run>[1], fault: string): boolean {
  try {
    return run(slug, given, [{ fault }]).entries.some((entry) => entry.fault === fault);
  } catch (error) {
    // Not in this revision, or not on this transport.
    if (error instanceof InputError) return false;
    throw error;
  }
}

it('no two have the same name', () => {
  expect(new Set(FAULTS.map((row) => row.slug)).size).toBe(FAULTS.length);
});

describe('faults as text', () => {
  const some = fc
    .constantFrom(...FAULTS)
    .chain((row) => valuesFor(row.parameters).map((values) => ({ fault: row.slug, values })));

  it(`are read back as they were written ${runsOf(500)}`, () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), (faults) => {
        expect(parseFaults(faultText(faults))).toEqual(faults);
      }),
      { ...chance, numRuns: 500 },
    );
  });

  it('leave out what is as it always is', () => {
    expect(faultText(parseFaults('cut:after=1, stray-print:line=3'))).toBe('cut,stray-print:line=3');
    expect(parseFaults('')).toEqual([]);
  });

  it.each([
    ['cot', /^no fault "cot"; allowed: cut, lose, /],
    ['cut:befor=2', /^cut: no parameter "befor"; allowed: after, nth$/],
    ['cut:after', /^cut takes name=value, not "after"; names: after, nth$/],
    ['cut:after=-1', /^cut: after is "-1"; allowed: whole numbers from 0 to 200$/],
    ['accept:value=html', /^accept: value is "html"; allowed: application\/json, /],
    ['no-challenge:nth=1', /^no-challenge: no parameter "nth"; it has none$/],
    ['toString', /^no fault "toString"; /],
  ])('%s is refused in one line that says what is allowed', (text, says) => {
    expect(() => parseFaults(text)).toThrow(InputError);
    expect(() => parseFaults(text)).toThrow(says);
  });
});
