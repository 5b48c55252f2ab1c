// Figure 6.3 but for its engine: controls, the messages as steps, and what each of them says.
import { REVISIONS, type RouteGame, type Stream } from '#engine';
import type { FigureDeclaration } from '../kit/declaration.ts';

/** `ask`: the first message is on the table and nothing is told yet. */
export type RouteStep =
  { readonly kind: 'ask' } | { readonly kind: 'told'; readonly index: number } | { readonly kind: 'score' };

const NAMES: Readonly<Record<Stream, string>> = {
  own: 'the stream of its own POST',
  other: "another POST's stream",
  get: 'the GET stream',
  listen: 'the subscription',
  none: 'no stream',
};

/** The stream in words; HTTP+SSE has only one, and no other name for it. */
export function nameOfStream(stream: Stream, revision: string): string {
  return stream === 'get' && revision === '2024-11-05' ? 'the event stream' : NAMES[stream];
}

export const about: Omit<FigureDeclaration<RouteGame, RouteStep>, 'lanes'> = {
  slug: 'message-router',
  number: '6.3',
  chapter: 'streamable-http',
  title: 'Which stream may carry it?',
  question: ({ revision }) =>
    `Call 3 is running, call 4 too, and the client listens. In ${revision}, which stream does each message take?`,
  summary:
    'Ten messages and the streams that may carry them, in each of the five revisions: choose first, then see the verdict, the rule and the score.',
  instruments: ['Table'],
  parameters: [
    {
      kind: 'choice',
      name: 'revision',
      label: 'revision',
      default: '2025-11-25',
      options: REVISIONS.map((value) => ({ value, label: value })),
      about: 'The revision whose rules hold.',
    },
    {
      kind: 'text',
      name: 'picks',
      label: 'choices',
      default: '',
      maxLinkLength: 12,
      placeholder: '',
      about:
        'What was chosen, one letter for each message: o own POST, t other POST, g GET, l subscription, n none, - nothing.',
    },
  ],
  exports: ['svg', 'png'],
  steps: ({ cards }): readonly RouteStep[] => [
    { kind: 'ask' },
    ...cards.map((_, index) => ({ kind: 'told', index }) as const),
    { kind: 'score' },
  ],
  say: (step, game) => sentenceOf(step, game),
};

function sentenceOf(step: RouteStep, { cards, revision, score, chosen }: RouteGame): string {
  if (step.kind === 'ask')
    return `First: ${cards[0]!.message.name}, ${cards[0]!.message.about}. Choose the stream that may carry it.`;
  if (step.kind === 'score')
    return chosen === 0
      ? `That is where ${cards.length} messages go in ${revision}. Choose for yourself, from the first one on.`
      : `${scoreText(score)} of ${cards.length} ${score === cards.length ? 'are right: all of them' : 'points'} in ${revision}${chosen < cards.length ? `; ${cards.length - chosen} were not chosen` : ''}.`;
  const { message, right, why, picked, streams } = cards[step.index]!;
  const fit = picked && (streams[picked]?.fit ?? 'wrong');
  const verdict =
    fit === undefined
      ? ''
      : ` You chose ${nameOfStream(picked!, revision)}: ${fit === 'allowed' ? 'allowed, but only just' : fit}.`;
  return `${message.name}: ${nameOfStream(right, revision)}.${verdict} ${why}`;
}

/** Halves as people write them. */
export function scoreText(score: number): string {
  const whole = Math.floor(score);
  return score === whole ? String(whole) : whole === 0 ? '½' : `${whole}½`;
}
