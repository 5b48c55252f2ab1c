// When the client of a call hears something, and how long it hears nothing: read off a trace. Draws nothing.
import { endOf, totalsOf, transfersOf, type Trace } from '#engine';

export interface Hearing {
  /** When the request leaves, and when the last byte has come, ms. */
  readonly fromMs: number;
  readonly endMs: number;
  /** When bytes of the answer have come. */
  readonly heardMs: readonly number[];
  /** The longest time without any: from, to. */
  readonly silence: readonly [fromMs: number, toMs: number];
  readonly framingBytes: number;
  readonly totalBytes: number;
}

export function hearingOf(trace: Trace): Hearing {
  const transfers = transfersOf(trace);
  const fromMs = transfers[0]!.leavesAtMs;
  const heardMs = transfers
    .filter(({ from }) => from === 'server')
    .map(endOf)
    .sort((a, b) => a - b);
  const moments = [fromMs, ...heardMs];
  const silence = heardMs
    .map((toMs, i): readonly [number, number] => [moments[i]!, toMs])
    .reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a));
  const { framingBytes, totalBytes } = totalsOf(trace);
  return { fromMs, endMs: heardMs.at(-1)!, heardMs, silence, framingBytes, totalBytes };
}
