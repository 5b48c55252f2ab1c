// The cases: captures of reported faults, each with its verdict, the place of the first cause and whose fault it is.
import { readdirSync, readFileSync } from 'node:fs';
import { lint, readCapture, type Finding, type Revision } from '#engine';
import { describe, expect, it } from 'vitest';

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly revision: Revision;
  readonly party: string;
  readonly input: { readonly format: string; readonly text: string };
  readonly expected: { readonly verdict: string; readonly at: string; readonly also?: readonly string[] };
}

const folder = new URL('../../fixtures/cases/', import.meta.url);
const cases = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case);

/** "lines 54 and 60: ..." -> 54, 60; "entry 1: ..." -> 1 */
function placesIn(text: string): readonly number[] {
  const [, numbers = ''] = /^(?:lines?|entry|entries) ([\d, and]+)/.exec(text)!;
  return [...numbers.matchAll(/\d+/g)].map(Number);
}

const placeOf = ({ at }: Finding, { input }: Case): number => (input.format === 'har' ? at.entry! : at.line!);

describe.each(cases)('$id', (one) => {
  const { expected, input, party, revision } = one;
  const [place] = placesIn(expected.at) as [number];
  const allowed = [place, ...(expected.also ?? []).flatMap(placesIn)];

  it('is recognised', () => {
    expect(readCapture(input.text).format).toBe(input.format);
  });

  it.each([{ given: undefined }, { given: revision }])(
    'has its verdict and its first cause (revision $given)',
    ({ given }) => {
      const report = lint(readCapture(input.text), { revision: given });
      const serious = report.findings.filter(({ severity }) => severity !== 'note');
      const words = serious.map((finding) => `${placeOf(finding, one)}: ${finding.rule}: ${finding.message}`);
      expect(words.filter((_, i) => !allowed.includes(placeOf(serious[i]!, one)))).toEqual([]);
      expect({ verdict: report.verdict, words }).toMatchObject({ verdict: expected.verdict });
      if (expected.verdict === 'ok') return;
      const main = serious.find((finding) => placeOf(finding, one) === place && finding.severity === expected.verdict);
      expect(main, words.join('\n')).toBeDefined();
      expect(main!.party).toBe(party);
    },
  );
});
