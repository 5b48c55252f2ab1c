// Figure 3.1: the server asks in the middle of a call. What it shows, what can be changed, what it runs.
import {
  describe,
  endOf,
  formatTime,
  overHttp,
  parametersOf,
  readValues,
  reverseCall as scenario,
  runOver,
  transfersOf,
  type Parameter,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';

const ERAS = ['2025-11-25', '2026-07-28'];

const own = ['revision', 'where', 'thinkMs', 'cancelAfterMs'].map((name): Parameter => {
  const parameter = parametersOf(scenario).find((p) => p.name === name)!;
  if (parameter.kind !== 'choice' || name !== 'revision') return parameter;
  return { ...parameter, options: parameter.options.filter(({ value }) => ERAS.includes(value)) };
});

function runOf(values: Values): Trace {
  const given = { ...values, transport: 'streamable-http', rateBps: Infinity };
  return runOver(overHttp, scenario, readValues(parametersOf(scenario), given).values);
}

/** Why a question that the values ask for is in no message; absent if it is sent. */
export function refusalOf({ revision, where }: Values): string | undefined {
  if (where === 'inside') return undefined;
  if (revision === '2026-07-28')
    return 'Not sent: in 2026-07-28 a server sends no requests at all. What it needs, it can only ask for in the result of a call.';
  if (where === 'nowhere')
    return 'Not sent: a server opens no connection to its client. The call is answered and no GET stream is open, so there is no way to it.';
  return undefined;
}

export const reverseCall: FigureDeclaration = {
  slug: 'reverse-call',
  number: '3.1',
  chapter: 'reverse-calls',
  title: 'The server asks back',
  question: ({ thinkMs, cancelAfterMs, where, revision }) => {
    if (where !== 'inside')
      return 'The call is over, and the server wants to ask the user something. On which connection does the question travel?';
    if (Number.isFinite(cancelAfterMs))
      return `The user gives up after ${formatTime(Number(cancelAfterMs))}, while the question is out. What becomes of both requests?`;
    return revision === '2026-07-28'
      ? `The call needs an answer that takes ${formatTime(Number(thinkMs))}. How many requests does the server send?`
      : `Request 10 waits for request 42, which the other side sends. Which bytes say that the two belong together?`;
  },
  summary:
    'A tool call during which the server asks the client: forward id 10, reverse id 42, both tables of pending ids, and the handler that joins them, which no byte tells of.',
  instruments: ['Ladder', 'Registers'],
  parameters: own,
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid', 'curl'],
  lanes: (values): readonly Lane[] => [{ name: String(values['revision']), trace: runOf(values) }],
  steps: ([lane]) =>
    transfersOf(lane!.trace)
      .map((entry) => ({ lane: 0, entry, atMs: endOf(entry) }))
      .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index),
  say: ({ entry }, [lane]) => {
    const { trace } = lane!;
    const said = describe(entry, trace);
    const refusal = entry.index === transfersOf(trace).at(-1)!.index ? refusalOf(trace.values) : undefined;
    return refusal === undefined ? said : `${said} ${refusal}`;
  },
  sum: (_, { revision, where }) =>
    where !== 'inside'
      ? 'What the server wants to know belongs to no call any more.'
      : revision === '2026-07-28'
        ? 'The server sends no request: its question is the result of the first call, and the second call brings the answer.'
        : "No byte ties request 42 to request 10. That the handler of 10 asked 42, and waits for it, stands only in the server's memory.",
};
