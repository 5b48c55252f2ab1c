// The tool that works in steps and reports each: what several scenarios call.
import type { JsonObject } from '../protocol/messages.ts';
import type { RequestAct } from './scenario.ts';

/** The result of the long search. */
export const DEEP: JsonObject = {
  content: [
    {
      type: 'text',
      text: 'All archives searched. Two matches: [42] Resuming a broken event stream. [57] Progress notifications.',
    },
  ],
  isError: false,
};

/** A call of the tool that works in steps and reports each. */
export function deepSearch(count: number, stepMs: number): RequestAct {
  const params = { name: 'deep_search', arguments: { query: 'sse resumption' } };
  const handler = Array.from(
    { length: count },
    (_, i) => ({ do: 'work', ms: stepMs, step: i + 1, of: count }) as const,
  );
  return { act: 'request', method: 'tools/call', params, result: DEEP, handler, wantsProgress: true };
}
