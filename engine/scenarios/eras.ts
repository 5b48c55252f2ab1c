// The kinds of client and server, as choices that several scenarios share.
import type { ChoiceParameter } from '../parameters.ts';

type Options = ChoiceParameter['options'];

export const CLIENTS: Options = [
  { value: 'legacy', label: 'legacy' },
  { value: 'dual', label: 'dual-era' },
  { value: 'modern', label: 'modern' },
];

export const SERVERS: Options = [
  { value: 'legacy', label: 'legacy' },
  { value: 'silent', label: 'legacy, silent' },
  { value: 'dual', label: 'dual-era' },
  { value: 'modern', label: 'modern' },
];
