// All rules, group by group. Adds nothing to them.
import type { Rule } from '../rule.ts';
import { ERRORS } from './errors.ts';
import { HEADERS } from './headers.ts';
import { HTTP } from './http.ts';
import { INPUT_REQUIRED } from './input-required.ts';
import { JSONRPC } from './jsonrpc.ts';
import { REQUESTS_MODERN } from './requests-modern.ts';
import { RESULTS } from './results.ts';
import { STDIO } from './stdio.ts';
import { STREAMS_MODERN } from './streams-modern.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';
import { TASKS_MODERN } from './tasks-extension.ts';
import { VERSION_MODERN } from './version-modern.ts';

export const RULES: readonly Rule[] = [
  ...JSONRPC,
  ...STDIO,
  ...HTTP,
  ...VERSION_MODERN,
  ...HEADERS,
  ...STREAMS_MODERN,
  ...RESULTS,
  ...INPUT_REQUIRED,
  ...SUBSCRIPTIONS,
  ...REQUESTS_MODERN,
  ...TASKS_MODERN,
  ...ERRORS,
];
