// Figure 4.2: three pipes between two processes. What it shows, what can be changed, what it runs.
import { formatBytes, runPipes, type PipeMoment, type PipeRun, type Values } from '#engine';
import type { FigureDeclaration } from '../kit/declaration.ts';

const KIB = 1024;

/** One moment of the run, by its place. */
export interface PipeStep {
  readonly index: number;
  readonly moment: PipeMoment;
}

const yesNo = (yes: string, no: string) => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

function traitsOf({ stderr, reading, capacityBytes, messageBytes, logBytes, calls }: Values) {
  return {
    drainsStderr: stderr === 'yes',
    readsWhileWriting: reading === 'yes',
    capacityBytes: Number(capacityBytes),
    messageBytes: Number(messageBytes),
    logBytes: Number(logBytes),
    calls: Number(calls),
  };
}

export const pipes: FigureDeclaration<PipeRun, PipeStep> = {
  slug: 'pipes',
  number: '4.2',
  chapter: 'stdio',
  title: 'Three pipes, and how they jam',
  question: (values) => {
    const { calls, logBytes, capacityBytes, drainsStderr, messageBytes } = traitsOf(values);
    return drainsStderr || logBytes === 0
      ? `Each pipe holds ${formatBytes(capacityBytes)}, each message is ${formatBytes(messageBytes)}. Do all ${calls} calls get their results?`
      : `The server logs ${formatBytes(logBytes)} for each call, and nobody reads stderr, which holds ${formatBytes(capacityBytes)}. How many of ${calls} calls get a result?`;
  },
  summary:
    'A server process and its three pipes from start to end: how full each pipe is, whose write does not return, and the two deadlocks that come of it, by name.',
  instruments: ['Tanks'],
  parameters: [
    {
      kind: 'choice',
      name: 'stderr',
      label: 'client reads stderr',
      default: 'no',
      options: yesNo('yes', 'no'),
      about: 'Whether the client takes log text out of stderr, or lets it fill up.',
    },
    {
      kind: 'choice',
      name: 'reading',
      label: 'reads results while it writes',
      default: 'yes',
      options: yesNo('yes', 'no'),
      about: 'Whether the client reads stdout while it still has requests to write.',
    },
    {
      kind: 'choice',
      name: 'capacityBytes',
      label: 'a pipe holds',
      default: String(64 * KIB),
      options: [4, 16, 64].map((kib) => ({ value: String(kib * KIB), label: `${kib} KiB` })),
      about: 'How many bytes a pipe holds before a write to it has to wait: 64 KiB on Linux.',
    },
    {
      kind: 'number',
      name: 'messageBytes',
      label: 'message',
      unit: 'bytes',
      default: 4 * KIB,
      min: 64,
      max: 64 * KIB,
      stops: [64, 256, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB],
      about: 'The length of each request and of each result.',
    },
    {
      kind: 'number',
      name: 'logBytes',
      label: 'log per call',
      unit: 'bytes',
      default: 16 * KIB,
      min: 0,
      max: 64 * KIB,
      stops: [0, 256, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB],
      about: 'How much the server writes to stderr for each call.',
    },
    {
      kind: 'number',
      name: 'calls',
      label: 'calls',
      unit: 'count',
      default: 8,
      min: 1,
      max: 12,
      step: 1,
      about: 'How many requests the client has to send.',
    },
  ],
  exports: ['svg', 'png'],
  lanes: (values) => runPipes(traitsOf(values)),
  steps: ({ moments }) => moments.map((moment, index) => ({ index, moment })),
  say: ({ moment }) => moment.says,
};
