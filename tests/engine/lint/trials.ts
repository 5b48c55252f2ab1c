// All trials, group by group: one file for each group of rules.
import type { Trial } from './captures.ts';
import { HTTP_TRIALS } from './http.ts';
import { JSONRPC_TRIALS } from './jsonrpc.ts';
import { STDIO_TRIALS } from './stdio.ts';

export const TRIALS: readonly Trial[] = [...JSONRPC_TRIALS, ...STDIO_TRIALS, ...HTTP_TRIALS];
