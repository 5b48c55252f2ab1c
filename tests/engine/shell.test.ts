// The engine from a shell: what it prints, and how it refuses. Runs the real command.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { countsOf, FAULTS, InputError, pairsOf, RULES, run, SCENARIOS, summarise, totalsOf } from '#engine';
import { describe, expect, it } from 'vitest';

interface Printed {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Thirty processes that read the same files: Node keeps what it made of them. */
const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/wire-shell' };

function wire(...args: readonly string[]): Promise<Printed> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['engine/cli.ts', ...args], { env }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

async function wireJson(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await wire(...args, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** What the shell prints is what `summarise` returns; a few real processes show that it prints that. */
const sample = SCENARIOS.flatMap((scenario) =>
  pairsOf(scenario).map((pair) => ({ slug: scenario.slug, ...pair, profile: scenario.profiles.at(-1)! })),
);
const spawned = sample.filter((_, i) => i % Math.ceil(sample.length / 12) === 0);

describe('the numbers of a run', () => {
  it.each(SCENARIOS.map((scenario) => ({ slug: scenario.slug, scenario })))(
    '$slug, wherever it runs',
    ({ slug, scenario }) => {
      for (const given of pairsOf(scenario).flatMap((pair) =>
        scenario.profiles.map((profile) => ({ ...pair, profile })),
      )) {
        const summary = summarise(slug, given);
        expect(summary).toMatchObject({ scenario: slug, ...given });
        expect(summary.totals).toEqual(totalsOf(run(slug, given)));
        expect(summary.counts).toEqual(countsOf(run(slug, given)));
        const layers = Object.values(summary.layers);
        expect(layers.reduce((a, b) => a + b)).toBe(summary.totals.totalBytes);
        for (const recovered of [summary.resume, summary.resend]) {
          expect(recovered && Object.keys(recovered)).toEqual(
            slug === 'broken-stream' ? ['finishedAtMs', 'repeatedSteps', 'wastedMs'] : undefined,
          );
        }
      }
    },
  );

  it('layer-counts ends at one session, five requests of which two are active, four events, ten messages', () => {
    const counts = { sessions: 1, httpRequests: 5, activeRequests: 2, sseEvents: 4, messages: 10 };
    expect(summarise('layer-counts').counts).toEqual(counts);
  });
});

describe.concurrent('simulate --json', () => {
  it.each(spawned)('$slug $revision $transport $profile', async ({ slug, ...given }) => {
    const args = ['--revision', given.revision, '--transport', given.transport, '--profile', given.profile];
    const printed = await wireJson('simulate', slug, ...args);
    const expected = JSON.parse(
      JSON.stringify(summarise(slug, given), (_, v: unknown) => (v === Infinity ? 'Infinity' : v)),
    ) as unknown;
    expect(printed).toEqual(expected);
  });

  it('broken-stream with every parameter set', async () => {
    const set = { n: 20, k: 3, stepMs: 500, latencyMs: 50, reconnectMs: 200, rateBps: 1e6 };
    const args = Object.entries(set).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    const printed = await wireJson('simulate', 'broken-stream', ...args);
    expect(printed).toMatchObject({ parameters: set });
    const { resume, resend } = summarise('broken-stream', set);
    expect(printed).toMatchObject({ resume, resend });
  });

  it('an infinite rate is the text that --set takes', async () => {
    const printed = await wireJson('simulate', 'broken-stream', '--set', 'rateBps=Infinity');
    expect(printed).toMatchObject({
      parameters: { rateBps: 'Infinity' },
      resume: { finishedAtMs: 1480 },
      resend: { finishedAtMs: 2480 },
    });
  });
});

describe.concurrent('readable', () => {
  it('scenarios --json lists each with its revisions, transports and parameters', async () => {
    const { stdout } = await wire('scenarios', '--json');
    const rows = JSON.parse(stdout) as { slug: string; parameters: { name: string }[] }[];
    expect(rows.map(({ slug, parameters }) => [slug, parameters.map((p) => p.name)])).toEqual(
      SCENARIOS.map(({ slug, parameters }) => [slug, parameters.map((p) => p.name)]),
    );
    for (const row of rows)
      expect(row).toMatchObject({
        title: expect.any(String),
        revisions: expect.any(Array),
        transports: expect.any(Array),
      });
  });

  it('scenarios names each scenario and parameter', async () => {
    const { stdout } = await wire('scenarios');
    for (const { slug, parameters } of SCENARIOS)
      for (const word of [slug, ...parameters.map((p) => p.name)]) expect(stdout).toContain(word);
  });

  it('simulate prints a table', async () => {
    const { stdout, exitCode } = await wire('simulate', 'short', '--transport', 'streamable-http');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      'short, 2025-11-25, streamable-http, minimal headers',
      '  messages   17',
      '  POSTs      9',
      '  payload    3,666 B',
      '  framing    2,478 B, 40 %',
      '  total      6,144 B',
    ]);
  });

  it('simulate broken-stream prints both ways to recover', async () => {
    const { stdout } = await wire('simulate', 'broken-stream');
    expect(stdout).toContain(
      '  resume     1.48 s, 0 steps repeated, 0 ms wasted\n  resend     2.48 s, 2 steps repeated, 400 ms wasted\n',
    );
  });
});

describe.concurrent('refusals: exit 2, one line that says what is allowed, nothing printed', () => {
  it.each<[string, string]>([
    ['simulat short', 'scenarios, simulate'],
    ['constructor', 'scenarios, simulate'],
    ['simulate', 'short, progress, broken-stream'],
    ['simulate shrot --json', 'short, progress, broken-stream'],
    ['simulate short long', '--revision'],
    ['simulate short --revision', '--revision'],
    ['simulate short --verbose', '--revision, --transport, --profile, --set, --fault, --json'],
    ['simulate short --json=yes', '--json'],
    ['scenarios --all', '--json'],
    ['scenarios short', '--json'],
    ['simulate short --set n=3', 'latencyMs, rateBps'],
    ['simulate short --set latencyMs', 'name=value'],
    ['simulate broken-stream --set __proto__=3', 'n, k, stepMs'],
    ['simulate broken-stream --set n=0', 'from 1 to 200'],
  ])('wire %s', async (line, allowed) => {
    const { exitCode, stdout, stderr } = await wire(...line.split(' '));
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^wire: [^\n]+\n$/);
    expect(stderr).toContain(allowed);
  });

  it('no command prints the usage', async () => {
    const { exitCode, stdout, stderr } = await wire();
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('wire simulate <scenario>');
  });
});

describe('what the shell hands on to run, and run refuses', () => {
  it.each<[string, Record<string, string>, string]>([
    ['shrot', {}, 'short, progress, broken-stream'],
    ['short', { revision: '2023-01-01' }, '2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28'],
    ['short', { transport: 'carrier-pigeon' }, 'stdio, http+sse, streamable-http'],
    ['short', { revision: '2024-11-05', transport: 'streamable-http' }, 'runs on: stdio, http+sse'],
    ['short', { transport: 'http+sse' }, 'runs on: stdio, streamable-http'],
    ['broken-stream', { transport: 'stdio' }, 'allowed: streamable-http'],
    ['short', { profile: 'maximal' }, 'minimal, measured'],
    ['broken-stream', { speed: '3' }, 'n, k, stepMs, latencyMs, reconnectMs, rateBps'],
    ['broken-stream', { n: '201' }, 'from 1 to 200'],
    ['broken-stream', { n: '2.5' }, 'whole numbers from 1 to 200'],
    ['broken-stream', { n: 'five' }, 'from 1 to 200'],
    ['broken-stream', { n: '' }, 'from 1 to 200'],
    ['broken-stream', { n: 'NaN' }, 'from 1 to 200'],
    ['broken-stream', { n: 'Infinity' }, 'from 1 to 200'],
    ['broken-stream', { k: '6' }, 'from 0 to 5 (n)'],
    ['broken-stream', { k: '-1' }, 'from 0 to'],
    ['broken-stream', { reconnectMs: '79' }, 'from 80 (2 × latencyMs) to 60000'],
    ['broken-stream', { latencyMs: '-1' }, 'from 0 to 1000'],
    ['broken-stream', { rateBps: '0' }, 'from 1000 to Infinity'],
  ])('%s %j', (slug, given, allowed) => {
    const refusal = (): unknown => run(slug, given);
    expect(refusal).toThrow(InputError);
    expect(refusal).toThrow(allowed);
    expect(refusal).toThrow(/^[^\n]+$/);
  });
});

describe('faults', () => {
  it('are listed, without what makes them', async () => {
    const rows = (await wireJson('faults')) as unknown as readonly { readonly slug: string }[];
    expect(rows.map((row) => row.slug)).toEqual(FAULTS.map((row) => row.slug));
  });

  it('happen in a run, which says where', async () => {
    const summary = await wireJson('simulate', 'progress', '--transport', 'stdio', '--fault', 'stray-print:line=2');
    expect(summary['faults']).toEqual([{ fault: 'stray-print:line=2', entries: [5] }]);
  });

  it('are refused where they are none', async () => {
    const { exitCode, stderr } = await wire(
      'simulate',
      'short',
      '--transport',
      'streamable-http',
      '--fault',
      'stray-print',
    );
    expect(exitCode).toBe(2);
    expect(stderr).toBe('wire: stray-print is no fault in 2025-11-25 over streamable-http; it is one over stdio\n');
  });
});

describe('the linter', () => {
  const broken = 'tests/fixtures/cases/001-stdout-startup-banner.json';
  const captureOf = (path: string): string =>
    (JSON.parse(readFileSync(path, 'utf8')) as { input: { text: string } }).input.text;
  const lintText = (text: string, ...args: readonly string[]): Promise<Printed> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['engine/cli.ts', 'lint', '-', ...args],
        { env },
        (error, stdout, stderr) => {
          resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
        },
      );
      child.stdin!.end(text);
    });

  it('prints the table without its functions', async () => {
    const rows = (await wireJson('rules')) as unknown as Record<string, unknown>[];
    expect(rows.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id));
    expect(rows[0]).toMatchObject({ severity: 'error', party: 'sender', fact: 'jsonrpc.version' });
  });
  it('exits with 1 for an error and prints where it is', async () => {
    const { exitCode, stdout, stderr } = await lintText(captureOf(broken), '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    const { revision, verdict, findings } = JSON.parse(stdout) as Record<string, never[]>;
    expect({ revision, verdict }).toEqual({ revision: '2025-06-18', verdict: 'error' });
    expect(findings).toMatchObject([
      { rule: 'stdio.stdout-noise', severity: 'error', party: 'server', at: { line: 2 } },
    ]);
    expect(Object.keys(findings![0]!)).toEqual(['rule', 'severity', 'party', 'at', 'message', 'fix', 'fact']);
  });
  it('prints a list to read', async () => {
    const { stdout } = await lintText(captureOf(broken));
    expect(stdout).toMatch(/^error {2}2025-06-18 {2}1 error, 0 warnings, 0 notes/);
    expect(stdout).toContain('line 2  error  stdio.stdout-noise  (server)');
    expect(stdout).toContain('https://modelcontextprotocol.io/specification/2025-06-18/');
  });
  it('exits with 0 where nothing is wrong, and with 2 and one line where there is nothing to lint', async () => {
    const fine = await lintText(captureOf('tests/fixtures/cases/006-same-id-in-both-directions.json'));
    expect(fine.exitCode).toBe(0);
    for (const [text, ...args] of [
      [''],
      ['hello'],
      ['{"log":{"entries":[{'],
      [captureOf(broken), '--format', 'har'],
      [captureOf(broken), '--revision', 'x'],
    ] as const) {
      const { exitCode, stdout, stderr } = await lintText(text, ...args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/^wire: [^\n]+\n$/);
    }
  });
});
