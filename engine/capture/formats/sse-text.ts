// The body of one event stream, without the request that opened it.
import type { Input } from './input.ts';
import type { Capture } from './record.ts';

const FIELD = /^(?:data|event|id|retry)\s?:|^:/;

export const isStreamLine = (line: string): boolean => FIELD.test(line);

/** An answer to nobody: a stream that was there when the capture began. */
export function readStreamText(input: Input): Capture {
  return {
    format: 'sse-text',
    transport: 'http',
    *items() {
      yield { kind: 'more', exchange: 'stream', place: input.place(0, input.bytes.length) };
    },
  };
}
