// Figure 8.1: a stream that breaks, in two revisions. What it shows, what can be changed, what it runs.
import {
  brokenStream as scenario,
  describe,
  endOf,
  formatTime,
  recover,
  RECOVERY_REVISION,
  type Entry,
  type Recovery,
} from '#engine';
import { laneOf, type FigureDeclaration, type Step } from '../kit/declaration.ts';

export const RECOVERIES: readonly { readonly recovery: Recovery; readonly verb: string; readonly gist: string }[] = [
  { recovery: 'resume', verb: 'resume', gist: 'the server keeps the events and goes on working' },
  { recovery: 'resend', verb: 'send again', gist: 'the server keeps nothing; the call starts over' },
];

/** What the reader steps through: all but the steps of work, which their events tell. */
const isStep = (entry: Entry): boolean => entry.kind !== 'work' || entry.outcome === 'stopped' || entry.again;

export const brokenStream: FigureDeclaration = {
  slug: 'broken-stream',
  number: '8.1',
  chapter: 'broken-stream',
  title: 'The stream breaks in the middle of a call',
  question: ({ n, k, stepMs, reconnectMs }) =>
    `The server needs ${formatTime(Number(n) * Number(stepMs))} of work. The line drops after event ${k} of ${n} and is back ${formatTime(Number(reconnectMs))} later. When does each client have its result?`,
  summary:
    'A tool call whose event stream breaks: resumed under 2025-11-25, sent again under 2026-07-28, on one time axis, with the formulas beside the simulation.',
  instruments: ['Timeline'],
  parameters: scenario.parameters,
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid'],
  lanes: (values) =>
    RECOVERIES.map(({ recovery, verb }) =>
      laneOf(`${RECOVERY_REVISION[recovery]}: ${verb}`, () => recover(recovery, values)),
    ),
  steps: (lanes) =>
    lanes
      .flatMap(({ trace }, lane) =>
        trace.entries.filter(isStep).map((entry): Step => ({ lane, entry, atMs: momentOf(entry) })),
      )
      .sort((a, b) => a.atMs - b.atMs || a.lane - b.lane || a.entry.index - b.entry.index),
  say: ({ entry, lane }, lanes) => `${lanes[lane]!.name}. ${describe(entry, lanes[lane]!.trace)}`,
};

/** Waiting is told when it begins; everything else when it is over. */
function momentOf(entry: Entry): number {
  return entry.kind === 'happening' ? entry.atMs : endOf(entry);
}
