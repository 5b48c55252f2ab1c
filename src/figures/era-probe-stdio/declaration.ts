// Figure 4.3: a client finds out which era the server on its pipe speaks. What it shows, what can be changed, what it runs.
import {
  describe,
  endOf,
  eraProbeStdio as scenario,
  formatTime,
  overStdio,
  parametersOf,
  readValues,
  runOver,
  type ChoiceParameter,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';
import { verdictAt } from './verdict.ts';

const ownNames = ['server', 'probeTimeoutMs'];
const own = scenario.parameters.filter(({ name }) => ownNames.includes(name));

/** The kinds of server, in the order in which they are compared. */
export const SERVERS = (own.find(({ name }) => name === 'server') as ChoiceParameter).options;

export function runOf(values: Values): Trace {
  return runOver(overStdio, scenario, readValues(parametersOf(scenario), values).values);
}

export const eraProbeStdio: FigureDeclaration = {
  slug: 'era-probe-stdio',
  number: '4.3',
  chapter: 'stdio',
  title: 'Which era is this?',
  question: ({ server, probeTimeoutMs }) =>
    server === 'silent'
      ? `The client asks for the server's versions and waits at most ${formatTime(Number(probeTimeoutMs))}. This server says nothing to what it does not know. When does the client have the list of tools?`
      : `The client asks for the server's versions first. Which era does it take this server for, and how many lines go over the pipe until it has the list of tools?`,
  summary:
    'A client that speaks both eras starts a server on a pipe: server/discover first, initialize if an error or silence comes back, with four kinds of server side by side.',
  instruments: ['Ladder'],
  parameters: own,
  exports: ['svg', 'png', 'jsonl', 'mermaid'],
  lanes: (values): readonly Lane[] => [
    { name: SERVERS.find(({ value }) => value === values['server'])!.label, trace: runOf(values) },
  ],
  steps: ([lane]) =>
    lane!.trace.entries
      .filter((entry) => entry.kind !== 'happening' || entry.what !== 'finished')
      .map((entry) => ({ lane: 0, entry, atMs: entry.kind === 'happening' ? entry.atMs : endOf(entry) }))
      .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index),
  say: ({ entry }, [lane]) => {
    const verdict = verdictAt(entry, lane!.trace);
    const said = describe(entry, lane!.trace);
    return verdict ? `${said} To the client this is a ${verdict} server.` : said;
  },
};
