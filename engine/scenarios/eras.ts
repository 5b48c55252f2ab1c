// The kinds of client and server, as choices that several scenarios share.
import type { ChoiceParameter } from '../parameters.ts';

type Options = ChoiceParameter['options'];

export const CLIENTS: Options = [
  { value: 'legacy', label: 'legacy' },
  { value: 'dual', label: 'dual-era' },
  { value: 'modern', label: 'modern' },
];

/** A server that only knows the first revision, and so over HTTP only HTTP+SSE. */
export const FIRST = { value: 'first', label: 'legacy, 2024-11-05' };

export const SERVERS: Options = [
  { value: 'legacy', label: 'legacy' },
  { value: 'silent', label: 'legacy, silent' },
  { value: 'dual', label: 'dual-era' },
  { value: 'modern', label: 'modern' },
];
