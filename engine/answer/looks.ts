// All that a situation may depend on, by name.
import { ACCESS } from './findings/access.ts';
import { ENVELOPE } from './findings/envelope.ts';
import { FEATURES } from './findings/features.ts';
import type { Look } from './findings/finding.ts';
import { MODERN } from './findings/modern.ts';
import { SESSION } from './findings/session.ts';

export const LOOKS = { ...ACCESS, ...ENVELOPE, ...SESSION, ...MODERN, ...FEATURES } as const satisfies Readonly<
  Record<string, Look>
>;

export type LookName = keyof typeof LOOKS;
