// The engine's own traffic is in order: every scenario, in every revision, on every transport and in every profile where
// it runs, gives no finding but what its profile leaves out.
import { lint, pairsOf, run, SCENARIOS } from '#engine';
import { describe, expect, it } from 'vitest';
import { isOwn } from './own-findings.ts';

const runs = SCENARIOS.flatMap((scenario) =>
  pairsOf(scenario).flatMap((pair) => scenario.profiles.map((profile) => ({ slug: scenario.slug, ...pair, profile }))),
);

describe('a run without faults', () => {
  it.each(runs)('$slug, $revision, $transport, $profile', ({ slug, ...given }) => {
    const others = lint(run(slug, given)).findings.filter((finding) => !isOwn(finding, given.profile));
    const words = others.map(({ rule, at, message, revision }) => `${at.index}: ${rule} (${revision}): ${message}`);
    expect(words).toEqual([]);
  });
});
