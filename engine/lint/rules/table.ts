// All rules, group by group. Adds nothing to them.
import type { Rule } from '../rule.ts';
import { HTTP } from './http.ts';
import { JSONRPC } from './jsonrpc.ts';
import { PROGRESS } from './progress.ts';
import { STDIO } from './stdio.ts';

export const RULES: readonly Rule[] = [...JSONRPC, ...STDIO, ...HTTP, ...PROGRESS];
