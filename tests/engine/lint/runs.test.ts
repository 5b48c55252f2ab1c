// The engine's own traffic is in order: every scenario, in every revision, on every transport and in every profile where
// it runs, gives no finding.
import { lint, pairsOf, run, SCENARIOS } from '#engine';
import { describe, expect, it } from 'vitest';

const runs = SCENARIOS.flatMap((scenario) =>
  pairsOf(scenario).flatMap((pair) => scenario.profiles.map((profile) => ({ slug: scenario.slug, ...pair, profile }))),
);

/** A server of 2025-11-25 without a store of events, which the official one is by default, has no ids to begin streams with. */
const KEEPS_NO_EVENTS = 'poll.prime';
/** The minimal profile leaves out what is only recommended. */
const leavesOut = (rule: string, profile: string) => profile === 'minimal' && rule === 'http.accel-buffering';

describe('a run without faults', () => {
  it.each(runs)('$slug, $revision, $transport, $profile', ({ slug, ...given }) => {
    const others = lint(run(slug, given)).findings.filter(
      ({ rule }) => rule !== KEEPS_NO_EVENTS && !leavesOut(rule, given.profile),
    );
    const words = others.map(({ rule, at, message, revision }) => `${at.index}: ${rule} (${revision}): ${message}`);
    expect(words).toEqual([]);
  });
});
