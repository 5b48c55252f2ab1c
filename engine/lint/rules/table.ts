// All rules, group by group. Adds nothing to them.
import type { Rule } from '../rule.ts';
import { AUTH } from './auth.ts';
import { BROWSER } from './browser.ts';
import { DEPLOYMENT } from './deployment.ts';
import { ERRORS } from './errors.ts';
import { FEATURES } from './features.ts';
import { HEADERS } from './headers.ts';
import { HTTP_SSE } from './http-sse.ts';
import { HTTP } from './http.ts';
import { INPUT_REQUIRED } from './input-required.ts';
import { JSONRPC } from './jsonrpc.ts';
import { PROGRESS } from './progress.ts';
import { REQUESTS_MODERN } from './requests-modern.ts';
import { RESULTS } from './results.ts';
import { RESUME } from './resume.ts';
import { SESSION } from './session.ts';
import { STDIO } from './stdio.ts';
import { STREAMS_LEGACY } from './streams-legacy.ts';
import { STREAMS_MODERN } from './streams-modern.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';
import { TASKS_MODERN } from './tasks-extension.ts';
import { TASKS_LEGACY } from './tasks-legacy.ts';
import { VERSION_LEGACY } from './version-legacy.ts';
import { VERSION_MODERN } from './version-modern.ts';

export const RULES: readonly Rule[] = [
  ...JSONRPC,
  ...STDIO,
  ...HTTP,
  ...HTTP_SSE,
  ...STREAMS_LEGACY,
  ...RESUME,
  ...SESSION,
  ...VERSION_LEGACY,
  ...PROGRESS,
  ...FEATURES,
  ...TASKS_LEGACY,
  ...AUTH,
  ...DEPLOYMENT,
  ...BROWSER,
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
