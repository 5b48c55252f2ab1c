// `npm test`: every stage in order, one line each, the full output of a stage that fails, and the sum at the end.
// Runners are counted from their own JSON reports; any other stage is one check. A stage that could not run has failed.
// `npm test -- lint vitest` runs only these stages.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findOrInstallBrowser } from './browser.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Stages that must have passed before. */
  readonly after?: readonly string[];
  /** Reads the runner's report; stages without one count as one check. */
  readonly count?: () => Count;
}

const resultsFolder = 'test-results';
const report = (name: string): string => `${resultsFolder}/${name}.json`;
const readReport = (name: string) => JSON.parse(readFileSync(report(name), 'utf8'));

function countVitest(): Count {
  const { numPassedTests, numFailedTests } = readReport('vitest');
  return { passed: numPassedTests, failed: numFailedTests };
}

function countPlaywright(): Count {
  const { expected, unexpected, flaky } = readReport('playwright').stats;
  return { passed: expected, failed: unexpected + flaky };
}

const stages: readonly Stage[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'lint', command: ['eslint', '--max-warnings=0', '.'] },
  { name: 'engine-types', command: ['tsc', '-p', 'engine'] },
  { name: 'site-types', command: ['astro', 'check', '--minimumFailingSeverity=warning'] },
  { name: 'svelte-types', command: ['svelte-check', '--fail-on-warnings', '--output=human'] },
  {
    name: 'vitest',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`],
    count: countVitest,
  },
  { name: 'build', command: ['astro', 'build'] },
  {
    name: 'build-under-base',
    command: ['astro', 'build', '--outDir', 'dist-base'],
    environment: { SITE: 'https://example.test', BASE: '/mcp-wire' },
  },
  { name: 'budget', command: ['node', 'scripts/budget.ts'], after: ['build'] },
  {
    name: 'playwright',
    command: ['playwright', 'test'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') },
    after: ['build', 'build-under-base'],
    count: countPlaywright,
  },
];

interface Run {
  readonly exitCode: number;
  readonly output: string;
}

function run(stage: Stage, environment: NodeJS.ProcessEnv): Promise<Run> {
  const [command, ...parameters] = stage.command;
  return new Promise((resolve) => {
    const child = spawn(command!, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...stage.environment },
      shell: process.platform === 'win32',
    });
    let output = '';
    const add = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('error', (error) => resolve({ exitCode: 1, output: output + error.message }));
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? 1, output }));
  });
}

/** A runner that fails without a failed test (a file that does not load, no tests at all) still counts as one. */
function countOf(stage: Stage, exitCode: number): Count {
  if (!stage.count) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const { passed, failed } = stage.count();
    const silent = (exitCode !== 0 && failed === 0) || passed + failed === 0;
    return { passed, failed: silent ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !stages.some((stage) => stage.name === name));
if (unknown) {
  console.error(`No stage "${unknown}"; allowed: ${stages.map((stage) => stage.name).join(', ')}`);
  process.exit(2);
}
const chosen = stages.filter((stage) => wanted.length === 0 || wanted.includes(stage.name));

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });

const environment: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' };
delete environment['FORCE_COLOR'];
const failedStages = new Set<string>();
const sum = { passed: 0, failed: 0 };

/** One line for each stage; two columns so that the eye finds the one that failed. */
function conclude(stage: Stage, { passed, failed }: Count, note: string, output = ''): void {
  sum.passed += passed;
  sum.failed += failed;
  if (failed > 0) failedStages.add(stage.name);
  const counts = stage.count ? `${passed} passed, ${failed} failed` : '';
  console.log(`${failed > 0 ? 'FAILED' : 'ok    '}  ${stage.name.padEnd(17)} ${note.padStart(7)}  ${counts}`.trimEnd());
  if (failed > 0 && output) console.log(`\n${output.trim()}\n`);
}

for (const stage of chosen) {
  const missing = stage.after?.find((name) => failedStages.has(name));
  if (missing) {
    conclude(stage, { passed: 0, failed: 1 }, 'not run', `${stage.name} needs ${missing}, which failed.`);
    continue;
  }
  const startedAtMs = Date.now();
  try {
    if (stage.after?.includes('build')) environment['CHROME_PATH'] = await findOrInstallBrowser();
    const { exitCode, output } = await run(stage, environment);
    const seconds = `${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`;
    conclude(stage, countOf(stage, exitCode), seconds, output);
  } catch (error) {
    conclude(stage, { passed: 0, failed: 1 }, 'not run', (error as Error).message);
  }
}

process.exitCode = sum.failed > 0 ? 1 : 0;
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
