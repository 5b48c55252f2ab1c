// Parameters that faults have in common, made from the few words in which they differ.
import type { ChoiceParameter, NumberParameter } from '../parameters.ts';

type Numbers = Pick<NumberParameter, 'label' | 'default' | 'about'> & Partial<NumberParameter>;

export const count = (name: string, row: Numbers): NumberParameter => ({
  kind: 'number',
  name,
  unit: 'count',
  min: 1,
  max: 200,
  step: 1,
  ...row,
});

export const time = (name: string, row: Numbers): NumberParameter => ({
  kind: 'number',
  name,
  unit: 'ms',
  min: 0,
  max: 600_000,
  step: 10,
  ...row,
});

export const oneOf = (name: string, label: string, values: readonly string[], about: string): ChoiceParameter => ({
  kind: 'choice',
  name,
  label,
  default: values[0]!,
  options: values.map((value) => ({ value, label: value.replaceAll('-', ' ') })),
  about,
});

/** Which of those that the fault can hit. */
export const nth = count('nth', {
  label: 'which',
  default: 1,
  max: 50,
  about: 'Which one it hits, counted from 1 among those that it can hit.',
});
