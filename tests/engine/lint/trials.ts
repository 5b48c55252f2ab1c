// All trials, group by group: one file for each group of rules.
import type { Trial } from './captures.ts';
import { DEPLOYMENT_TRIALS } from './deployment.ts';
import { FEATURES_TRIALS } from './features.ts';
import { HEADER_TRIALS } from './headers.ts';
import { HTTP_SSE_TRIALS } from './http-sse.ts';
import { HTTP_TRIALS } from './http.ts';
import { JSONRPC_TRIALS } from './jsonrpc.ts';
import { PROGRESS_TRIALS } from './progress.ts';
import { ERROR_TRIALS, INPUT_TRIALS, RESULT_TRIALS } from './results.ts';
import { SESSION_TRIALS } from './session.ts';
import { STDIO_TRIALS } from './stdio.ts';
import { STREAMS_LEGACY_TRIALS } from './streams-legacy.ts';
import { STREAM_MODERN_TRIALS } from './streams-modern.ts';
import { REQUEST_MODERN_TRIALS, SUBSCRIPTION_TRIALS } from './subscriptions.ts';
import { TASK_MODERN_TRIALS } from './tasks-extension.ts';
import { VERSION_LEGACY_TRIALS } from './version-legacy.ts';
import { VERSION_MODERN_TRIALS } from './version-modern.ts';

export const TRIALS: readonly Trial[] = [
  ...JSONRPC_TRIALS,
  ...STDIO_TRIALS,
  ...HTTP_TRIALS,
  ...STREAMS_LEGACY_TRIALS,
  ...SESSION_TRIALS,
  ...VERSION_LEGACY_TRIALS,
  ...PROGRESS_TRIALS,
  ...HTTP_SSE_TRIALS,
  ...DEPLOYMENT_TRIALS,
  ...FEATURES_TRIALS,
  ...VERSION_MODERN_TRIALS,
  ...HEADER_TRIALS,
  ...STREAM_MODERN_TRIALS,
  ...RESULT_TRIALS,
  ...INPUT_TRIALS,
  ...SUBSCRIPTION_TRIALS,
  ...REQUEST_MODERN_TRIALS,
  ...TASK_MODERN_TRIALS,
  ...ERROR_TRIALS,
];
