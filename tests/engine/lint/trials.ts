// All trials, group by group: one file for each group of rules.
import type { Trial } from './captures.ts';
import { DEPLOYMENT_TRIALS } from './deployment.ts';
import { FEATURES_TRIALS } from './features.ts';
import { HTTP_SSE_TRIALS } from './http-sse.ts';
import { HTTP_TRIALS } from './http.ts';
import { JSONRPC_TRIALS } from './jsonrpc.ts';
import { PROGRESS_TRIALS } from './progress.ts';
import { SESSION_TRIALS } from './session.ts';
import { STDIO_TRIALS } from './stdio.ts';
import { STREAMS_LEGACY_TRIALS } from './streams-legacy.ts';
import { VERSION_LEGACY_TRIALS } from './version-legacy.ts';

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
];
