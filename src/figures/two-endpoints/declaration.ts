// Figure 5.1: the same misfortune on two endpoints and on one. What it shows, what can be changed, what it runs.
import {
  countsOf,
  describe,
  endOf,
  formatTime,
  MISFORTUNES,
  reachedAtMs,
  transfersOf,
  twoEndpoints as scenario,
  twoEndpointsWith,
  type ChoiceParameter,
  type Entry,
  type Era,
  type Misfortune,
  type NumberParameter,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';

export const ERAS: readonly { readonly era: Era; readonly name: string }[] = [
  { era: 'two', name: 'HTTP+SSE, 2024-11-05' },
  { era: 'one', name: 'Streamable HTTP, 2025-11-25' },
];

interface Told {
  readonly label: string;
  readonly question: string;
}

export const TOLD: Readonly<Record<Misfortune, Told>> = {
  none: {
    label: 'nothing',
    question: 'A call reports three times and ends. On which HTTP exchange does its result come, in each of the two?',
  },
  drop: {
    label: 'the stream drops',
    question:
      'A call has reported once when the stream drops. The server goes on working. Which of the two clients gets that work?',
  },
  gap: {
    label: 'news in the gap',
    question:
      'The stream drops while nothing happens, and before the client is back the tools change. Which client hears of it?',
  },
  balancer: {
    label: 'another server',
    question:
      'A balancer sends the call to a server that did not answer initialize; with one address, the servers keep no sessions. Who gets a result?',
  },
  crowd: {
    label: 'one long answer',
    question: 'Two calls at once: a long document, and a short search. Does the short answer have to wait?',
  },
};

const fault: ChoiceParameter = {
  kind: 'choice',
  name: 'fault',
  label: 'what goes wrong',
  default: 'drop',
  options: MISFORTUNES.map((value) => ({ value, label: TOLD[value].label })),
  about: 'What goes wrong, in the same way on both transports.',
};

const reconnectMs: NumberParameter = {
  kind: 'number',
  name: 'reconnectMs',
  label: 'reconnect',
  unit: 'ms',
  default: 500,
  min: 0,
  max: 5000,
  stops: [0, 100, 200, 500, 1000, 2000, 5000],
  about: 'How long after a break the client opens the next connection.',
};

const link = (name: string, byDefault: number): NumberParameter => ({
  ...(scenario.parameters.find((parameter) => parameter.name === name) as NumberParameter),
  default: byDefault,
});

export const misfortuneIn = ({ fault: chosen }: Values): Misfortune => chosen as Misfortune;

const WANTED: Readonly<Record<Misfortune, string>> = {
  none: 'result',
  drop: 'result',
  gap: 'news',
  balancer: 'result',
  crowd: 'short answer',
};

/** What the client waits for, and what a run costs it. */
export const inTheEnd = (trace: Trace, misfortune: Misfortune) => ({
  requests: countsOf(trace, trace.entries.length - 1).httpRequests,
  lost: transfersOf(trace).filter(({ outcome }) => outcome === 'lost').length,
  wanted: WANTED[misfortune],
  /** Absent: it never comes. */
  atMs: reachedAtMs(trace, misfortune),
});

/** What the reader steps through: what is on the wire, and what becomes of it. */
const isStep = (entry: Entry): boolean =>
  entry.kind === 'transfer' || (entry.kind === 'happening' && (entry.what === 'cut' || entry.what === 'refused'));

/** A break is told when it happens, everything else when it is over. */
export const momentOf = (entry: Entry): number => (entry.kind === 'happening' ? entry.atMs : endOf(entry));

/** The first event of HTTP+SSE, which carries an address and no message. */
export const isEndpoint = (entry: Entry, { transport, entries }: Trace): boolean =>
  transport === 'http+sse' &&
  entry.kind === 'transfer' &&
  entry.carrier === 'event' &&
  !entry.message &&
  entries[entry.index] === entry;

export const twoEndpoints: FigureDeclaration = {
  slug: 'two-endpoints',
  number: '5.1',
  chapter: 'http-sse',
  title: 'Two addresses, or one',
  question: (values) => TOLD[misfortuneIn(values)].question,
  summary:
    'A session on HTTP+SSE beside the same session on Streamable HTTP, with four things that go wrong: a dropped stream, news in the gap, another server behind a balancer, one long answer.',
  instruments: ['Ladder'],
  parameters: [fault, reconnectMs, link('latencyMs', 40), link('rateBps', 1_000_000)],
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid'],
  lanes: (values): readonly Lane[] =>
    ERAS.map(({ era, name }) => ({ name, trace: twoEndpointsWith(misfortuneIn(values), era, values) })),
  steps: (lanes) =>
    lanes
      .flatMap(({ trace }, lane) =>
        trace.entries.filter(isStep).map((entry) => ({ lane, entry, atMs: momentOf(entry) })),
      )
      .sort((a, b) => a.atMs - b.atMs || a.lane - b.lane || a.entry.index - b.entry.index),
  say: ({ entry, lane }, lanes) => `${lanes[lane]!.name}. ${describe(entry, lanes[lane]!.trace)}`,
  sum: (lanes, values) =>
    lanes
      .map(({ name, trace }) => {
        const { requests, lost, wanted, atMs } = inTheEnd(trace, misfortuneIn(values));
        return `${name}: HTTP requests ${requests}, lost on the way ${lost}; the client ${atMs === undefined ? `never has its ${wanted}` : `has its ${wanted} after ${formatTime(atMs)}`}.`;
      })
      .join(' '),
};
