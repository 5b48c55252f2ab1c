// A trace as JSON lines: one object per transfer, its message as it was sent.
import { transfersOf, type Trace } from '../trace.ts';
import { textOf } from '../wire/frame.ts';

export function toJsonLines(trace: Trace): string {
  return transfersOf(trace)
    .map(
      ({
        index,
        from,
        carrier,
        atMs,
        arrivesAtMs,
        outcome,
        connection,
        exchange,
        eventId,
        lastEventId,
        frame,
        message,
        batch,
      }) => {
        const { payloadBytes, framingBytes } = frame;
        const where = {
          connection,
          ...(exchange !== undefined && { exchange }),
          ...(eventId !== undefined && { eventId }),
          ...(lastEventId !== undefined && { lastEventId }),
        };
        return `${JSON.stringify({ index, from, carrier, sentAtMs: atMs, arrivesAtMs, outcome, ...where, payloadBytes, framingBytes, ...(message && { message }), ...(batch && { batch }), text: textOf(frame) })}\n`;
      },
    )
    .join('');
}
