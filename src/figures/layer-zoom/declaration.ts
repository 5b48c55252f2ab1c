// Figure 1.3: one run of bytes, layer by layer. What it shows, what can be changed, what it runs.
import {
  describe,
  endOf,
  layerZoom as scenario,
  overHttp,
  parametersOf,
  readValues,
  runOver,
  transfersOf,
  type Parameter,
  type Trace,
  type Values,
} from '#engine';
import type { FigureDeclaration, Lane } from '../kit/declaration.ts';
import { LAYER_ROWS } from './layers.ts';

const layer: Parameter = {
  kind: 'choice',
  name: 'layer',
  label: 'layer',
  default: 'sse',
  options: LAYER_ROWS.map(({ key, label }) => ({ value: key, label })),
  about: 'Whose bytes are lit.',
};

function runOf({ layer: _, ...values }: Values): Trace {
  return runOver(overHttp, scenario, readValues(parametersOf(scenario), values).values);
}

export const layerZoom: FigureDeclaration = {
  slug: 'layer-zoom',
  number: '1.3',
  chapter: 'layers',
  title: 'Whose byte is this?',
  question: ({ keeps, comment }) =>
    keeps === 'no' && comment === 'no'
      ? 'One event, one message: is that always so?'
      : 'One event, one message, people say. Which of these blocks of bytes is an event without a message, and which is no event at all?',
  summary:
    'The bytes of one call and of the stream that answers it; choose a layer and see which bytes are its own, and how many of it there are. A priming event and a comment break "one event, one message".',
  instruments: ['Bytes'],
  parameters: [layer, ...scenario.parameters.filter(({ name }) => name === 'keeps' || name === 'comment')],
  exports: ['svg', 'png', 'jsonl', 'har', 'mermaid', 'curl'],
  lanes: (values): readonly Lane[] => [{ name: 'one call', trace: runOf(values) }],
  steps: ([lane]) =>
    transfersOf(lane!.trace)
      .map((entry) => ({ lane: 0, entry, atMs: endOf(entry) }))
      .sort((a, b) => a.atMs - b.atMs || a.entry.index - b.entry.index),
  say: ({ entry }, [lane]) => describe(entry, lane!.trace),
};
