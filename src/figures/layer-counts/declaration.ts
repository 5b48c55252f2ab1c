// Figure 1.1: one session, counted five ways. What it shows, what can be changed, what it runs.
import {
  countsOf,
  describe,
  endOf,
  layerCounts as scenario,
  messagesOf,
  overHttp,
  parametersOf,
  readValues,
  runOver,
  transfersOf,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';

const runOf = (values: Values): Trace => runOver(overHttp, scenario, readValues(parametersOf(scenario), values).values);

export const layerCounts: FigureDeclaration = {
  slug: 'layer-counts',
  number: '1.1',
  chapter: 'layers',
  title: 'One session, counted five ways',
  question: ({ reports }) =>
    `A client opens a session, lists the tools, opens the standing stream and calls a tool that ${reportsIn(Number(reports))}; meanwhile the server tells of a change. How many sessions, HTTP requests, events and messages is that?`,
  summary:
    'One MCP session step by step, with live counters for sessions, HTTP requests, server-sent events and JSON-RPC messages; foretell which of them a step moves.',
  instruments: ['Ladder', 'Registers'],
  parameters: scenario.parameters.filter(({ name }) => name === 'reports'),
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid', 'curl'],
  lanes: (values): readonly Lane[] => [{ name: 'one session', trace: runOf(values) }],
  // To the last message: what is counted is the moment when it has arrived.
  steps: ([lane]) => {
    const transfers = transfersOf(lane!.trace);
    const last = Math.max(...transfers.filter((t) => messagesOf(t).length > 0).map((t) => t.index));
    return transfers
      .filter(({ index }) => index <= last)
      .map((entry) => ({ lane: 0, entry, atMs: endOf(entry) }))
      .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index);
  },
  say: ({ entry }, [lane]) => describe(entry, lane!.trace),
  sum: (lanes) => {
    const [{ trace }] = lanes as [Lane];
    const counts = countsOf(trace, layerCounts.steps(lanes).at(-1)!.entry.index);
    return `By then: MCP sessions ${counts.sessions}; HTTP requests ${counts.httpRequests}, of them active ${counts.activeRequests}; SSE events ${counts.sseEvents}; JSON-RPC messages ${counts.messages}.`;
  },
};

const reportsIn = (count: number): string =>
  ['never reports', 'reports once', 'reports twice'][count] ?? `reports ${count} times`;
