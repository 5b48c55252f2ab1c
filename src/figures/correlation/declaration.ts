// Figure 2.1: answers that come in another order than their questions. What it shows, what can be changed, what it runs.
import {
  correlation as scenario,
  describe,
  endOf,
  matchesIn,
  overStdio,
  parametersOf,
  readValues,
  runOver,
  transfersOf,
  type ChoiceParameter,
  type Matching,
  type NumberParameter,
  type Parameter,
  type Trace,
  type Transfer,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';

const matching: ChoiceParameter = {
  kind: 'choice',
  name: 'matching',
  label: 'client matches by',
  default: 'id',
  options: [
    { value: 'id', label: 'id' },
    { value: 'fifo', label: 'first in, first out' },
  ],
  about: 'Whether the client looks at the id of a response, or gives each response to the oldest request that waits.',
};

/** As many as can be looked at: the scenario itself allows more. */
const MOST_REQUESTS = 12;

/** The scenario's own parameters, as they are here. */
const CHANGES: Readonly<Record<string, Partial<NumberParameter> | Partial<ChoiceParameter>>> = {
  requests: { max: MOST_REQUESTS },
  jitterMs: {},
  seed: {},
  asks: { default: 'yes' },
};
const own = scenario.parameters
  .filter(({ name }) => name in CHANGES)
  .map((parameter) => ({ ...parameter, ...CHANGES[parameter.name] }) as Parameter);

function runOf({ matching: _, ...values }: Values): Trace {
  return runOver(overStdio, scenario, readValues(parametersOf(scenario), { ...values, rateBps: Infinity }).values);
}

export const isFifo = ({ matching }: Values): boolean => (matching as Matching) === 'fifo';

/** What goes on once the session is open: the searches, and what the server asks meanwhile. */
function shownIn(trace: Trace): readonly Transfer[] {
  const transfers = transfersOf(trace);
  const opened = transfers.findIndex(
    ({ message }) => message && 'method' in message && message.method === 'notifications/initialized',
  );
  return transfers.slice(opened + 1);
}

export const correlation: FigureDeclaration = {
  slug: 'correlation',
  number: '2.1',
  chapter: 'messages',
  title: 'Whose answer is this?',
  question: ({ requests, matching }) =>
    matching === 'fifo'
      ? `This client gives each answer to its oldest question. Of ${requests} questions, how many get their own answer?`
      : `${requests} questions are out at once, each takes its own time. What tells whose an answer is?`,
  summary:
    'Many requests in flight on one pipe, answered out of order: both tables of pending ids, and a client that matches first in, first out, wrongly.',
  instruments: ['Ladder', 'Registers'],
  parameters: [matching, ...own],
  exports: ['svg', 'png', 'jsonl', 'mermaid'],
  lanes: (values): readonly Lane[] => [
    { name: isFifo(values) ? 'first in, first out' : 'by id', trace: runOf(values) },
  ],
  steps: ([lane]) =>
    shownIn(lane!.trace)
      .map((entry) => ({ lane: 0, entry, atMs: endOf(entry) }))
      .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index),
  say: ({ entry }, [lane]) => {
    const said = describe(entry, lane!.trace);
    const match = matchesIn(lane!.trace, lane!.name === 'by id' ? 'id' : 'fifo').find((m) => m.entry === entry.index);
    if (!match || match.answers === match.givenTo) return said;
    return `${said} The client gives it to request ${match.givenTo}: the wrong answer.`;
  },
  sum: ([lane], values) => {
    const { trace } = lane!;
    // The answer to the server's own question is the client's.
    const matches = matchesIn(trace, isFifo(values) ? 'fifo' : 'id').filter(
      ({ entry }) => (trace.entries[entry] as Transfer).from === 'server',
    );
    const wrong = matches.filter(({ answers, givenTo }) => answers !== givenTo).length;
    return `${wrong} of ${matches.length} answers are given to the wrong question: this client ${isFifo(values) ? 'goes by the order in which they come' : 'goes by the id'}.`;
  },
};

/** The question or the answer in a message, as the script numbers them: "question 3". */
export function textIn({ message }: Transfer): string | undefined {
  if (!message) return undefined;
  const text = JSON.stringify(message);
  return /(?:question|answer) \d+/.exec(text)?.[0];
}
