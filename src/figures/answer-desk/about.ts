// Figure 6.2 but for its engine: samples, controls, the gates as steps, and what each of them says.
import {
  formatCode,
  formatCount,
  READ_LIMIT,
  REVISIONS,
  type DeskAnswer,
  type DeskReading,
  type Revision,
  type Values,
} from '#engine';
import { OWN, type FigureDeclaration } from '../kit/declaration.ts';
import { SAMPLES } from './samples.ts';

/** What the engine makes of a request. Plain data: it travels in the page. */
export interface Desk {
  /** The revision whose answer is shown whole. */
  readonly revision: Revision;
  /** Absent: the request is too long to be judged at once. */
  readonly reading?: DeskReading;
  readonly characters: number;
}

export type DeskStep = { readonly kind: 'gate'; readonly index: number } | { readonly kind: 'answer' };

function textOf({ sample, text }: Values): string {
  return sample === OWN ? String(text) : SAMPLES.find(({ value }) => value === sample)!.text;
}

export const about: Omit<FigureDeclaration<Desk, DeskStep>, 'lanes'> = {
  slug: 'answer-desk',
  number: '6.2',
  chapter: 'streamable-http',
  title: 'One request, five strict servers',
  question: ({ sample }) =>
    sample === 'call'
      ? 'This call is right for 2025-11-25. Which of the other four revisions answers it with a result, and where do the rest stop it?'
      : 'Before you look: which revisions let this request through, and at which gate do the others stop it?',
  summary:
    'Write a request, or take one of the usual mistakes: what a strict server of each of the five revisions answers, with status, headers, body and the rule that decides.',
  instruments: ['Gates'],
  parameters: [
    {
      kind: 'choice',
      name: 'sample',
      label: 'request',
      default: 'call',
      options: [...SAMPLES.map(({ value, label }) => ({ value, label })), { value: OWN, label: 'your own' }],
      about: 'Which request is sent; own takes the text.',
    },
    {
      kind: 'text',
      name: 'text',
      label: 'Type or paste an HTTP request: request line, headers, an empty line, body',
      default: '',
      maxLinkLength: 1200,
      placeholder: 'POST /mcp HTTP/1.1',
      about: 'The request to send, where the sample is own; Content-Length is added where it is missing.',
    },
    {
      kind: 'choice',
      name: 'revision',
      label: 'revision',
      default: '2025-11-25',
      options: REVISIONS.map((value) => ({ value, label: value })),
      about: 'The revision whose answer is shown whole.',
    },
  ],
  exports: [],
  samples: { choice: 'sample', text: 'text', textOf },
  steps: ({ reading }): readonly DeskStep[] => {
    const last = Math.max(-1, ...(reading?.answers ?? []).map(({ gate }) => gate));
    return [...Array.from({ length: last + 1 }, (_, index) => ({ kind: 'gate', index }) as const), { kind: 'answer' }];
  },
  say: (step, made) => sentenceOf(step, made),
};

function sentenceOf(step: DeskStep, { reading, revision, characters }: Desk): string {
  if (!reading)
    return `${formatCount(characters)} characters are too many to judge while you type; up to ${formatCount(READ_LIMIT)} are read. Your text is still in the field.`;
  if (step.kind === 'answer') {
    const answer = reading.answers.find((a) => a.revision === revision)!;
    return `${revision}: ${resultOf(answer)}. ${answer.because.text}`;
  }
  const { question } = reading.gates[step.index]!;
  const here = reading.answers.filter(({ gate }) => gate === step.index);
  const at = `Gate ${step.index + 1}. ${question}`;
  if (here.length === 0) return `${at} It passes.`;
  return `${at} ${here.map((answer) => `${answer.revision}: ${resultOf(answer)}`).join('; ')}.`;
}

/** "200", "400 with error −32600". */
export function resultOf({ status, code }: DeskAnswer): string {
  return code === undefined ? String(status) : `${status} with error ${formatCode(code)}`;
}
