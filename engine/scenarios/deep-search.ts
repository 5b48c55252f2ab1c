// The tool that works in steps and reports each: what several scenarios call.
import type { JsonObject } from '../protocol/messages.ts';
import type { HandlerStep, RequestAct } from './scenario.ts';

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
  const handler: HandlerStep[] = [];
  for (let step = 1; step <= count; step++) handler.push({ do: 'work', ms: stepMs, step, of: count });
  return { act: 'request', method: 'tools/call', params, result: DEEP, handler, wantsProgress: true };
}
