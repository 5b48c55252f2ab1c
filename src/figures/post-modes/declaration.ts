// Figure 6.1: one call, answered with a body or with a stream. What it shows, what can be changed, what it runs.
import {
  describe,
  endOf,
  formatCount,
  formatTime,
  overHttp,
  parametersOf,
  postModes as scenario,
  readValues,
  runOver,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';
import { hearingOf } from './hearing.ts';

/** The call with the values of the controls, or with one of them changed. */
const runOf = (values: Values, instead: Values = {}): Trace =>
  runOver(overHttp, scenario, readValues(parametersOf(scenario), { ...values, ...instead }).values);

/** Whether the server answers with a stream: it has something to report, and the client asked for it. */
export const mayReport = ({ progress, token }: Values): boolean => progress === 'yes' && token === 'yes';

const OWN = ['workMs', 'progress', 'token', 'reports', 'latencyMs'];

export const postModes: FigureDeclaration = {
  slug: 'post-modes',
  number: '6.1',
  chapter: 'streamable-http',
  title: 'One call, two ways to answer it',
  question: (values) => {
    const workMs = formatTime(Number(values['workMs']));
    return mayReport(values)
      ? `The tool works for ${workMs} and reports ${values['reports']} times. How many bytes more than one plain body does that cost, and when does the client first hear something?`
      : `The tool works for ${workMs} and the client hears nothing of it. What would have to change in the request, and what in the answer, for it to hear more?`;
  },
  summary:
    'A tool call answered with one JSON body or with an event stream: when the client first hears something, how long the silence is, what each way costs.',
  instruments: ['Ladder', 'Timeline'],
  parameters: parametersOf(scenario).filter(({ name }) => OWN.includes(name)),
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid', 'curl'],
  /** First the call as it is set; then, for comparison, the same call answered with one body. */
  lanes: (values): readonly Lane[] => [
    { name: mayReport(values) ? 'event stream' : 'JSON body', trace: runOf(values) },
    { name: 'JSON body', trace: runOf(values, { progress: 'no' }) },
  ],
  steps: ([lane]) =>
    lane!.trace.entries
      .filter((entry) => entry.kind === 'transfer')
      .map((entry) => ({ lane: 0, entry, atMs: endOf(entry) }))
      .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index),
  say: ({ entry }, [lane]) => describe(entry, lane!.trace),
  sum: (lanes) =>
    lanes
      .map(({ name, trace }, i) => {
        const { totalBytes, heardMs, fromMs, silence } = hearingOf(trace);
        return `${i === 0 ? 'As set' : 'For comparison'}, ${name}: ${formatCount(totalBytes)} bytes, first word after ${formatTime(heardMs[0]! - fromMs)}, longest silence ${formatTime(silence[1] - silence[0])}.`;
      })
      .join(' '),
};
