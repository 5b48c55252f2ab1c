// What the linter finds in runs without faults: recommendations that a profile leaves out, as the figures show it.
import type { Finding } from '#engine';

interface OwnFinding {
  readonly rule: string;
  /** In both profiles if absent. */
  readonly profile?: 'minimal';
  readonly why: string;
}

const OWN_FINDINGS: readonly OwnFinding[] = [
  {
    rule: 'poll.prime',
    why: 'A server of 2025-11-25 without a store of events, which the official one is by default, has no ids to begin streams with.',
  },
  {
    rule: 'http.accel-buffering',
    profile: 'minimal',
    why: 'The minimal profile leaves out what is only recommended.',
  },
];

export const isOwn = ({ rule }: Finding, profile: string): boolean =>
  OWN_FINDINGS.some((own) => own.rule === rule && (own.profile ?? profile) === profile);
