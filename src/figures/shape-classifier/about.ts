// Figure 2.2 but for its engine: samples, controls, the steps of the key and what each of them says.
import {
  formatCode,
  formatCount,
  READ_LIMIT,
  SHAPE_NAMES,
  type Question,
  type RevisionVerdict,
  type ShapeReading,
  type Values,
} from '#engine';
import { OWN, type FigureDeclaration } from '../kit/declaration.ts';

/** What the engine makes of a text. Plain data: it travels in the page. */
export interface Classified {
  readonly from: 'client' | 'server';
  /** Absent: the text is too long to be judged at once. */
  readonly reading?: ShapeReading;
  readonly verdicts: readonly RevisionVerdict[];
  readonly characters: number;
}

export type KeyStep =
  | { readonly kind: 'question'; readonly index: number }
  | { readonly kind: 'shape' }
  | { readonly kind: 'verdict'; readonly index: number };

const SAMPLES: readonly { readonly value: string; readonly label: string; readonly text: string }[] = [
  {
    value: 'request',
    label: 'a call',
    text: '{"jsonrpc":"2.0","id":7,"method":"tools/call",\n "params":{"name":"docs_search","arguments":{"query":"sse"}}}',
  },
  { value: 'notification', label: 'no id', text: '{"jsonrpc":"2.0","method":"notifications/initialized"}' },
  {
    value: 'result',
    label: 'a result',
    text: '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"3 hits"}]}}',
  },
  {
    value: 'error',
    label: 'an error',
    text: '{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}',
  },
  {
    value: 'question',
    label: 'a question back',
    text: '{"jsonrpc":"2.0","id":42,"method":"elicitation/create",\n "params":{"message":"Which edition?","requestedSchema":{"type":"object","properties":{}}}}',
  },
  {
    value: 'batch',
    label: 'an array',
    text: '[{"jsonrpc":"2.0","id":8,"method":"tools/list"},\n {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}]',
  },
  { value: 'id-null', label: 'id null', text: '{"jsonrpc":"2.0","id":null,"method":"tools/list"}' },
  { value: 'neither', label: 'no method', text: '{"jsonrpc":"2.0","id":7,"params":{"name":"docs_search"}}' },
  {
    value: 'broken',
    label: 'a comma too many',
    text: '{\n  "jsonrpc": "2.0",\n  "id": 7,\n  "method": "tools/list",\n}',
  },
];

export const QUESTIONS: Readonly<Record<Question, string>> = {
  json: 'Is it JSON?',
  array: 'Is it an array?',
  object: 'Is it an object?',
  method: 'Has it a method?',
  id: 'Has it an id?',
  error: 'Has it an error?',
  result: 'Has it a result?',
};

function textOf({ sample, text }: Values): string {
  return sample === OWN ? String(text) : SAMPLES.find(({ value }) => value === sample)!.text;
}

export const about: Omit<FigureDeclaration<Classified, KeyStep>, 'lanes'> = {
  slug: 'shape-classifier',
  number: '2.2',
  chapter: 'messages',
  title: 'What kind of message is this?',
  question: () => 'Before you look: which members of it does a receiver read to know, and will every revision take it?',
  summary:
    'Any JSON told apart as a receiver tells it: request, notification, response, batch or none, by which member, and what each of the five revisions makes of it.',
  instruments: ['Key'],
  parameters: [
    {
      kind: 'choice',
      name: 'sample',
      label: 'message',
      default: 'request',
      options: [...SAMPLES.map(({ value, label }) => ({ value, label })), { value: OWN, label: 'your own' }],
      about: 'Which message is looked at; own takes the text.',
    },
    {
      kind: 'choice',
      name: 'from',
      label: 'sent by the',
      default: 'client',
      options: [
        { value: 'client', label: 'client' },
        { value: 'server', label: 'server' },
      ],
      about: 'Which side sends it: that decides what it may be, not what it is.',
    },
    {
      kind: 'text',
      name: 'text',
      label: 'Type or paste JSON',
      default: '',
      maxLinkLength: 1000,
      placeholder: '{"jsonrpc":"2.0", …',
      about: 'The text to look at, where the sample is own.',
    },
  ],
  exports: [],
  samples: { choice: 'sample', text: 'text', textOf },
  steps: ({ reading, verdicts }): readonly KeyStep[] => [
    ...(reading?.path ?? []).map((_, index) => ({ kind: 'question', index }) as const),
    { kind: 'shape' },
    ...verdicts.map((_, index) => ({ kind: 'verdict', index }) as const),
  ],
  say: (step, made) => sentenceOf(step, made),
};

function sentenceOf(step: KeyStep, { reading, verdicts, characters, from }: Classified): string {
  if (!reading)
    return `${formatCount(characters)} characters are too many to judge while you type; up to ${formatCount(READ_LIMIT)} are read. Your text is still in the field.`;
  switch (step.kind) {
    case 'question': {
      const { question, yes, evidence } = reading.path[step.index]!;
      return `${QUESTIONS[question]} ${yes ? 'Yes' : 'No'}: ${evidence}.`;
    }
    case 'shape': {
      const { fault, shape, reason } = reading;
      const where =
        fault && characters > 0
          ? ` It breaks at line ${fault.place.line}, column ${fault.place.column}, byte ${fault.place.byte}.`
          : '';
      return `It is ${SHAPE_NAMES[shape]}. ${reason}${where}`;
    }
    case 'verdict': {
      const { revision, text } = verdicts[step.index]!;
      return `${revision}, sent by the ${from}: ${outcomeOf(verdicts[step.index]!)}. ${text}`;
    }
  }
}

/** "refused, error −32700". */
export function outcomeOf({ outcome, code }: RevisionVerdict): string {
  return code === undefined ? OUTCOMES[outcome] : `${outcome}, error ${formatCode(code)}`;
}

const OUTCOMES: Readonly<Record<RevisionVerdict['outcome'], string>> = {
  accepted: 'accepted',
  refused: 'refused',
  dropped: 'not legal, and no answer says so',
};
