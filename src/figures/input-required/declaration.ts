// Figure 3.2: the same question to the user in two revisions. What it shows, what can be changed, what it runs.
import {
  describe,
  endOf,
  formatTime,
  inputRequired as scenario,
  logAt,
  overHttp,
  parametersOf,
  readValues,
  runOver,
  type Entry,
  type Message,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';

/** `where`: where the time that the user thinks shows in the log. */
export const ERAS = [
  {
    revision: '2025-11-25',
    gist: 'one call; the server sends a request inside it',
    where: 'of it the user thought',
  },
  {
    revision: '2026-07-28',
    gist: 'two calls; the question is the result of the first',
    where: 'that the user thought: in no line',
  },
] as const;

function runOf(revision: string, values: Values): Trace {
  const given = { ...values, revision, transport: 'streamable-http', rateBps: Infinity };
  return runOver(overHttp, scenario, readValues(parametersOf(scenario), given).values);
}

/** Whether a transfer, or a line of the access log, is a tool call. */
export const isToolCall = ({ message }: { readonly message?: Message | undefined }): boolean =>
  message !== undefined && 'method' in message && message.method === 'tools/call';

/** What has to do with the call; the opening of the session has not. */
export function shownIn({ entries }: Trace): readonly Entry[] {
  const first = entries.findIndex((e) => e.kind === 'transfer' && isToolCall(e));
  const opening = entries[first - 1];
  return entries.slice(first).filter((e) => {
    // The server's receipt for what the client said last in the opening.
    const isReceipt = opening?.kind === 'transfer' && e.kind === 'transfer' && e.exchange === opening.exchange;
    return !isReceipt && !(e.kind === 'happening' && e.what === 'finished');
  });
}

/** When the call begins, ms. */
export const startOf = (trace: Trace): number => shownIn(trace)[0]!.atMs;

export const inputRequired: FigureDeclaration = {
  slug: 'input-required',
  number: '3.2',
  chapter: 'reverse-calls',
  title: 'One question, two eras',
  question: ({ thinkMs, workMs, busy, state }) => {
    if (state === 'changed')
      return 'The client changes a few bytes of the state before it gives it back. What does the server do?';
    if (state === 'left-out') return 'The client answers, but leaves out the state. How often is the user asked?';
    if (busy === 'yes')
      return 'The server of 2026-07-28 is busy at first, and puts the client off. How many calls is that, and how often is the user asked?';
    return `The server works ${formatTime(Number(workMs))}, then asks the user, who thinks ${formatTime(Number(thinkMs))}. How long is the longest HTTP request in each revision?`;
  },
  summary:
    'A tool call that needs an answer of the user: a request of the server inside one long call, or a result that asks and a second call; with the access log of each, and a state to tamper with.',
  instruments: ['Ladder'],
  parameters: ['thinkMs', 'workMs', 'busy', 'state'].map((name) => scenario.parameters.find((p) => p.name === name)!),
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid', 'curl'],
  lanes: (values): readonly Lane[] => ERAS.map(({ revision }) => ({ name: revision, trace: runOf(revision, values) })),
  steps: (lanes) =>
    lanes
      .flatMap(({ trace }, lane) =>
        shownIn(trace).map((entry) => ({ lane, entry, atMs: endOf(entry) - startOf(trace) })),
      )
      .sort((a, b) => a.atMs - b.atMs || a.lane - b.lane || a.entry.index - b.entry.index),
  say: ({ entry, lane }, lanes) => `${lanes[lane]!.name}. ${describe(entry, lanes[lane]!.trace)}`,
  sum: (lanes) =>
    lanes
      .map(({ name, trace }) => {
        const calls = logAt(trace, Infinity).filter(isToolCall);
        const slowestMs = Math.max(...calls.map(({ tookMs }) => tookMs));
        return `In the access log of ${name}: tool calls ${calls.length}, the slowest HTTP request ${formatTime(slowestMs)}.`;
      })
      .join(' '),
};
