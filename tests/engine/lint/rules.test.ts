// The rule table: each row says what it has to, is fired by one capture at least and spared by a near miss.
import { FACTS, holdsIn, lint, readCapture, REVISIONS, RULES, type Fact, type Revision } from '#engine';
import { describe, expect, it } from 'vitest';
import type { Trial } from './captures.ts';
import { TRIALS } from './trials.ts';

const textsOf = (some: string | readonly string[]): readonly string[] => (typeof some === 'string' ? [some] : some);

/** Characters of the low surrogates from U+DC80 on stand for one byte that is no UTF-8. */
const bytesOf = (text: string): Uint8Array =>
  Buffer.concat(
    [...text].map((c) => (/[\uDC80-\uDCFF]/.test(c) ? Buffer.from([c.charCodeAt(0) - 0xdc00]) : Buffer.from(c))),
  );

const findingsIn = (text: string, { revision }: Trial) =>
  lint(readCapture(bytesOf(text)), { revision: revision as Revision | undefined }).findings;

describe('the table', () => {
  it('names each rule once', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });
  it.each(RULES)('$id says what it looks at and what mends it, and its fact holds wherever it does', (rule) => {
    for (const sentence of [rule.checks, rule.fix]) expect(sentence).toMatch(/^[A-Z].*[.]$/s);
    const fact = FACTS[rule.fact] as Fact;
    const revisions = REVISIONS.filter((revision) => holdsIn(rule, revision));
    expect(revisions.length).toBeGreaterThan(0);
    expect(revisions.filter((revision) => !holdsIn(fact, revision))).toEqual([]);
    expect(rule.follows?.filter((id) => !RULES.some((other) => other.id === id)) ?? []).toEqual([]);
  });
  it('has a trial for each rule, and no others', () => {
    expect(TRIALS.map(({ rule }) => rule).sort()).toEqual(RULES.map(({ id }) => id).sort());
  });
});

describe.each(TRIALS)('$rule', (trial) => {
  const row = RULES.find(({ id }) => id === trial.rule)!;
  it.each(textsOf(trial.fires).map((text, i) => ({ text, i })))('fires on capture $i', ({ text, i }) => {
    const findings = findingsIn(text, trial);
    const found = findings.find(({ rule }) => rule === trial.rule);
    expect(found, JSON.stringify(findings.map(({ rule, message }) => `${rule}: ${message}`))).toBeDefined();
    if (i === 0) {
      expect(found!.severity).toBe(row.severity === 'note' ? 'note' : found!.severity);
      if (trial.at !== undefined) expect(found!.at.line).toBe(trial.at);
    }
    const { at } = found!;
    expect(at.bytes![0]).toBeLessThanOrEqual(at.bytes![1]);
  });
  it('has its own severity at least once', () => {
    const severities = textsOf(trial.fires).flatMap((text) =>
      findingsIn(text, trial).flatMap(({ rule, severity }) => (rule === trial.rule ? [severity] : [])),
    );
    expect(severities).toContain(row.severity);
  });
  it.each(textsOf(trial.spares).map((text, i) => ({ text, i })))('spares capture $i', ({ text }) => {
    expect(
      findingsIn(text, trial)
        .filter(({ rule }) => rule === trial.rule)
        .map(({ message }) => message),
    ).toEqual([]);
  });
});
