// Each fault fires its rule: wherever it has its hand in a run, the linter finds the rule of its row first, blames whom the
// row blames, and finds nothing beside but the listed consequences.
import { FAULTS, firedBy, InputError, lint, pairsOf, run, SCENARIOS, type FaultRow, type Trace } from '#engine';
import { describe, expect, it } from 'vitest';
import { isOwn } from './own-findings.ts';

interface Otherwise {
  readonly faults: readonly string[];
  /** In runs of these scenarios; in all if absent. */
  readonly scenarios?: readonly string[];
  readonly profile?: 'minimal';
  /** In runs that begin after the handshake. */
  readonly isWithoutHandshake?: true;
  /** What may be found first instead; `nothing`: the run shows no fault. */
  readonly first?: readonly string[];
  /** What may be found beside. */
  readonly beside?: readonly string[];
  readonly why: string;
}

const ERAS = ['era-matrix', 'era-probe-stdio'];

const OTHERWISE: readonly Otherwise[] = [
  {
    faults: ['no-session-header'],
    isWithoutHandshake: true,
    first: ['nothing'],
    why: 'Nobody sees that the server has given a session.',
  },
  {
    faults: ['gone-session'],
    scenarios: ['timeout'],
    first: ['nothing'],
    why: 'Nothing was answered in the session before, so that "not initialized" may mean what it says.',
  },
  {
    faults: ['no-authorization'],
    scenarios: ['authorization'],
    first: ['nothing'],
    why: 'The request is the first one that could have the token, so that nobody has seen it.',
  },
  {
    faults: ['no-endpoint'],
    profile: 'minimal',
    first: ['nothing'],
    why: 'The GET does not even say that it takes a stream: it may ask for anything.',
  },
  {
    faults: ['reply-to-notification'],
    first: ['jsonrpc.error-id-missing'],
    why: 'Where requests wait, an error without an id may be meant for one of them, and lacks its id then.',
  },
  {
    faults: ['duplicate-id'],
    scenarios: ['broken-stream'],
    first: ['http.reissue'],
    why: 'A stream that is closed is a request that is cancelled: its id is free, but not for the same call.',
  },
  {
    faults: ['duplicate-id'],
    scenarios: ['authorization'],
    first: ['nothing'],
    why: 'What was refused with 401 is sent again under its id.',
  },
  {
    faults: ['duplicate-id'],
    scenarios: ERAS,
    first: ['jsonrpc.id-reuse-session', 'http.accept-get', 'nothing'],
    why: 'The second request is initialize, which is judged by an older revision, and begins a session over HTTP; refused, the client asks for the stream of HTTP+SSE, whose text wants no Accept.',
  },
  {
    faults: ['restart', 'expire-session'],
    scenarios: ['layer-counts'],
    beside: ['init.early-client'],
    why: 'The script goes on by the clock while the client opens a new session.',
  },
  {
    faults: ['server-request'],
    scenarios: ERAS,
    first: ['init.early-server'],
    why: 'The server is an older one, which may ask; but it asks too early.',
  },
  {
    faults: ['session-id-given'],
    scenarios: ERAS,
    first: ['nothing'],
    why: 'The server is an older one, which gives sessions.',
  },
  {
    faults: ['foreign-origin'],
    scenarios: ['authorization'],
    first: ['cors.origin'],
    why: 'The first request has no token and is refused, which says nothing of Origin.',
  },
  {
    faults: ['foreign-origin'],
    scenarios: ['timeout'],
    first: ['nothing'],
    why: 'The only request is not answered.',
  },
  {
    faults: ['foreign-origin'],
    scenarios: [...ERAS, 'version-negotiation'],
    first: ['cors.origin'],
    beside: ['http.origin-unvalidated'],
    why: 'What was agreed on is an older revision, which does not say 403.',
  },
  {
    faults: ['no-method-header', 'wrong-method-header', 'no-version-header', 'wrong-version-header'],
    scenarios: ERAS,
    beside: ['error.legacy-range'],
    why: 'The refusal is one of a server of 2026-07-28, what follows is of an older one.',
  },
];

interface Given {
  readonly slug: string;
  readonly revision: Parameters<typeof firedBy>[1];
  readonly transport: Parameters<typeof firedBy>[2];
  readonly profile: string;
}

const runs: readonly Given[] = SCENARIOS.flatMap((scenario) =>
  pairsOf(scenario).flatMap((pair) => scenario.profiles.map((profile) => ({ slug: scenario.slug, ...pair, profile }))),
);

function runWith({ slug, ...given }: Given, fault: string): Trace | undefined {
  try {
    const trace = run(slug, given, [{ fault }]);
    return trace.entries.some((entry) => entry.fault === fault) ? trace : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const hasHandshake = ({ entries }: Trace): boolean =>
  entries.some((e) => e.kind === 'transfer' && e.message && 'method' in e.message && e.message.method === 'initialize');

const applies = (row: FaultRow, given: Given, trace: Trace) => (other: Otherwise) =>
  other.faults.includes(row.slug) &&
  (other.scenarios?.includes(given.slug) ?? true) &&
  (other.profile ?? given.profile) === given.profile &&
  !(other.isWithoutHandshake && hasHandshake(trace));

/** What is wrong with what the linter finds; nothing where all is as the row says. */
function disagreement(row: FaultRow, given: Given, trace: Trace): string | undefined {
  const wanted = firedBy(row, given.revision, given.transport);
  const others = OTHERWISE.filter(applies(row, given, trace));
  const found = lint(trace).findings.filter(
    (finding) => finding.rule === wanted || (finding.severity !== 'note' && !isOwn(finding, given.profile)),
  );
  const words = found.map(({ rule, at, message }) => `${at.index} ${rule}: ${message}`).join('; ');
  const first = wanted === undefined ? [] : [wanted, ...others.flatMap((other) => other.first ?? [])];
  const allowed = new Set([...first, ...row.consequences, ...others.flatMap((other) => other.beside ?? [])]);
  const stranger = found.find(({ rule }) => !allowed.has(rule));
  if (stranger) return `${row.slug} is followed by ${stranger.rule}, which its row does not list: ${words}`;
  if (wanted === undefined || (found.length === 0 && first.includes('nothing'))) return undefined;
  if (!first.includes(found[0]?.rule ?? 'nothing')) return `${row.slug} should be found as ${wanted}: ${words}`;
  if (found[0]!.rule === wanted && found[0]!.party !== row.party) return `${row.slug} is blamed on ${found[0]!.party}`;
  return undefined;
}

describe('faults', () => {
  const seen = new Set<string>();

  it.each(runs)('in $slug, $revision, $transport, $profile are found by their rules', (given) => {
    const wrong = FAULTS.flatMap((row) => {
      const trace = runWith(given, row.slug);
      if (!trace) return [];
      const how = disagreement(row, given, trace);
      const wanted = firedBy(row, given.revision, given.transport);
      if (wanted !== undefined && lint(trace).findings.some(({ rule }) => rule === wanted)) seen.add(row.slug);
      return how === undefined ? [] : [how];
    });
    expect(wrong).toEqual([]);
  });

  it('like a token that is left out are found once the token was seen', () => {
    const given = { revision: '2026-07-28', transport: 'streamable-http' } as const;
    const [first] = lint(
      run('authorization', given, [{ fault: 'no-authorization', values: { nth: 2 } }]),
    ).findings.filter((finding) => !isOwn(finding, 'minimal'));
    expect(first?.rule).toBe('auth.every-request');
    seen.add('no-authorization');
  });

  it('like a header that is not encoded are found where there is something to encode', () => {
    const given = { revision: '2026-07-28', transport: 'streamable-http', region: 'Zürich' } as const;
    const [first] = lint(run('header-mirror', given, [{ fault: 'raw-header' }])).findings.filter(
      (finding) => !isOwn(finding, 'minimal'),
    );
    expect(first).toMatchObject({ rule: 'hdr.encode', party: 'client' });
    seen.add('raw-header');
  });

  it('are all found somewhere, but for those that break no rule', () => {
    const expected = FAULTS.filter(({ fires }) => fires.length > 0).map(({ slug }) => slug);
    expect(expected.filter((slug) => !seen.has(slug))).toEqual([]);
  });
});
