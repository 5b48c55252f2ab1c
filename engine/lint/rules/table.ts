// All rules, group by group. Adds nothing to them.
import type { Rule } from '../rule.ts';
import { AUTH } from './auth.ts';
import { BROWSER } from './browser.ts';
import { DEPLOYMENT } from './deployment.ts';
import { FEATURES } from './features.ts';
import { HTTP_SSE } from './http-sse.ts';
import { HTTP } from './http.ts';
import { JSONRPC } from './jsonrpc.ts';
import { PROGRESS } from './progress.ts';
import { RESUME } from './resume.ts';
import { SESSION } from './session.ts';
import { STDIO } from './stdio.ts';
import { STREAMS_LEGACY } from './streams-legacy.ts';
import { TASKS_LEGACY } from './tasks-legacy.ts';
import { VERSION_LEGACY } from './version-legacy.ts';

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
];
