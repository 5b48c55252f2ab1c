// Why a stream dies that nobody closes: something between the two sides ends what has been idle for too long, or what is
// too old. When, what it costs, and who keeps it alive. Knows times only.
import type { FactId } from '../protocol/facts.ts';

/** The advice to send comments on an idle stream. */
export const KEEP_ALIVE: FactId = 'sse.keep-alive';

export interface StreamPlan {
  /** When the server says something, ms, in order. */
  readonly messagesAtMs: readonly number[];
  /** The server sends a comment whenever nothing was sent for so long, ms; Infinity: never. */
  readonly keepAliveMs: number;
  /** The middle ends a stream on which nothing came for so long, ms. What comes in that very moment is late. */
  readonly idleMs: number;
  /** The middle ends a stream that is so old, ms, whatever is sent on it. */
  readonly maxAgeMs: number;
  /** From the end of a stream to the next, ms; above 0. */
  readonly reconnectMs: number;
  readonly untilMs: number;
}

export interface StreamLife {
  readonly fromMs: number;
  /** When it ends, ms; `untilMs` for the one that is alive then. */
  readonly toMs: number;
  readonly diedOf: 'idle' | 'age' | undefined;
  /** When the server says something on it, and when it only sends a comment, ms. */
  readonly messagesAtMs: readonly number[];
  readonly commentsAtMs: readonly number[];
}

export interface StreamLives {
  readonly lives: readonly StreamLife[];
  /** Messages while no stream was open: lost, unless the server keeps events. */
  readonly missed: number;
}

/** All streams from 0 to `untilMs`, one after the other. */
export function streamLives(plan: StreamPlan): StreamLives {
  const { keepAliveMs, idleMs, maxAgeMs, reconnectMs, untilMs } = plan;
  const lives: StreamLife[] = [];
  let next = 0;
  let missed = 0;
  for (let fromMs = 0; fromMs < untilMs;) {
    for (; (plan.messagesAtMs[next] ?? Infinity) < fromMs; next++) missed++;
    let lastMs = fromMs;
    const messagesAtMs: number[] = [];
    const commentsAtMs: number[] = [];
    const tooOldMs = fromMs + maxAgeMs;
    for (;;) {
      const messageMs = plan.messagesAtMs[next] ?? Infinity;
      const commentMs = lastMs + keepAliveMs;
      const activeMs = Math.min(messageMs, commentMs);
      if (activeMs >= Math.min(lastMs + idleMs, tooOldMs, untilMs)) break;
      if (messageMs <= commentMs) {
        messagesAtMs.push(messageMs);
        next++;
      } else commentsAtMs.push(commentMs);
      lastMs = activeMs;
    }
    const endMs = Math.min(lastMs + idleMs, tooOldMs);
    const isAlive = endMs >= untilMs;
    lives.push({
      fromMs,
      toMs: isAlive ? untilMs : endMs,
      diedOf: isAlive ? undefined : endMs === tooOldMs ? 'age' : 'idle',
      messagesAtMs,
      commentsAtMs,
    });
    fromMs = isAlive ? untilMs : endMs + reconnectMs;
  }
  for (; (plan.messagesAtMs[next] ?? Infinity) < untilMs; next++) missed++;
  return { lives, missed };
}

/**
 * How long a stream lives on which the server says nothing, without a simulation, ms: until it is too old if comments
 * come more often than the middle is patient, else until the patience is over, or before if it is too old first.
 */
export function quietLifeMs({
  keepAliveMs,
  idleMs,
  maxAgeMs,
}: Pick<StreamPlan, 'keepAliveMs' | 'idleMs' | 'maxAgeMs'>): number {
  return keepAliveMs < idleMs ? maxAgeMs : Math.min(idleMs, maxAgeMs);
}

/** How many streams a quiet time needs: one for each life and the pause after it, ⌈until / (life + reconnect)⌉. */
export function quietStreams(plan: StreamPlan): number {
  return Math.ceil(plan.untilMs / (quietLifeMs(plan) + plan.reconnectMs)) || 1;
}
