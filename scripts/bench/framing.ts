// Framing a session: every message of the short one as a frame with its spans, and that frame's bytes, over HTTP. The
// floor turns the same messages into JSON and bytes with what the platform has, and knows nothing of heads or spans.
import { bytesOf, EXAMPLE, jsonAnswerFrame, postFrame, run, transfersOf, type HttpContext } from '#engine';
import { median, type Bench } from './bench.ts';

const rounds = 300;
const sessionsInARound = 20;
const { host, path, sessionId } = EXAMPLE;
const context: HttpContext = { revision: '2025-11-25', profile: 'minimal', host, path, sessionId, token: undefined };
const encoder = new TextEncoder();

function sessionsMs(frameAll: () => void): number {
  const startedAtMs = performance.now();
  for (let i = 0; i < sessionsInARound; i += 1) frameAll();
  return (performance.now() - startedAtMs) / sessionsInARound;
}

export const bench: Bench = {
  floor: 'JSON.stringify and UTF-8 of the same payloads',
  measure() {
    const trace = run('short', { revision: context.revision, transport: 'streamable-http' });
    const messages = transfersOf(trace).flatMap(({ from, message }) => (message ? [{ from, message }] : []));
    const frame = (): void => {
      for (const { from, message } of messages) {
        bytesOf(from === 'client' ? postFrame(message, context) : jsonAnswerFrame(message, context, 'json', false));
      }
    };
    const encode = (): void => {
      for (const { message } of messages) encoder.encode(JSON.stringify(message));
    };
    const samplesMs: { frame: number[]; floor: number[] } = { frame: [], floor: [] };
    for (let round = 0; round < rounds; round += 1) {
      samplesMs.floor.push(sessionsMs(encode));
      samplesMs.frame.push(sessionsMs(frame));
    }
    const floor = median(samplesMs.floor);
    return Promise.resolve({ ratio: median(samplesMs.frame) / floor, floor, unit: 'ms' });
  },
};
