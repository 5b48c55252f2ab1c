// What stands between the two sides: buffers, time-outs, compression, pipes that nobody empties, redirects.
// They hold, drop or turn away bytes; nothing in a message changes.
import type { Draft } from '../../sim/world.ts';
import { transmissionMs } from '../../sim/link.ts';
import type { Transfer } from '../../trace.ts';
import { challengeIn } from '../../protocol/session.ts';
import { commentFrame } from '../../wire/exchange.ts';
import { nthTime, type FaultRow, type Tampering } from '../fault.ts';
import { withMoreHeaders, withoutHeader, withReason, withStartLine } from '../frames.ts';
import { count, nth, oneOf, time } from '../row-parameters.ts';

const HTTP = ['streamable-http', 'http+sse'] as const;
const ENDS: ReadonlySet<Transfer['carrier']> = new Set(['answer', 'end']);

/** No run goes on for longer because of comments that keep it alive. */
const LONGEST_MS = 3_600_000;

interface Held {
  readonly transfer: Draft<Transfer>;
  readonly arrive: () => void;
}

/** Holds what comes after the head of a stream until so many bytes are there, or the stream ends; then all go on at once. */
function holdUntil(bytes: number): Tampering {
  const held = new Map<number, Held[]>();
  return {
    carries(transfer, arrive, { world: { clock } }) {
      const { exchange, carrier, from } = transfer;
      if (from === 'client' || exchange === undefined || carrier === 'head' || carrier === 'answer') return false;
      // An event that has a status of its own is a whole answer.
      if (transfer.http) return false;
      const waiting = held.get(exchange) ?? [];
      held.set(exchange, waiting);
      waiting.push({ transfer, arrive });
      // What is never let go never arrives.
      transfer.outcome = 'lost';
      clock.at(transfer.arrivesAtMs, () => {
        const here = waiting.filter((h) => h.transfer.arrivesAtMs <= clock.nowMs);
        const size = here.reduce((sum, h) => sum + h.transfer.frame.byteLength, 0);
        if (size < bytes && carrier !== 'end') return;
        for (const { transfer: freed, arrive: go } of waiting.splice(0, here.length)) {
          freed.arrivesAtMs = clock.nowMs;
          freed.outcome = 'delivered';
          go();
        }
      });
      return true;
    },
  };
}

export const DEPLOYMENT_FAULTS: readonly FaultRow[] = [
  {
    slug: 'proxy-buffer',
    title: 'A proxy buffers the stream',
    about: 'A proxy before the client holds events until its buffer is full or the stream ends.',
    parameters: [
      count('bytes', { label: 'buffer', default: 4096, max: 1_048_576, about: 'Bytes that the buffer holds.' }),
    ],
    transports: HTTP,
    party: 'deployment',
    fires: [],
    consequences: [],
    pains: [7],
    make: ({ bytes }) => holdUntil(Number(bytes)),
  },
  {
    slug: 'compression',
    title: 'Compression without flush',
    about:
      'Something on the way compresses the stream and lets go of nothing before its window is full; simplified: the bytes stay as many as they were.',
    parameters: [
      count('bytes', { label: 'window', default: 32_768, max: 1_048_576, about: 'Bytes that the compressor gathers.' }),
    ],
    transports: HTTP,
    party: 'deployment',
    fires: [],
    consequences: [],
    pains: [24],
    make: ({ bytes }) => holdUntil(Number(bytes)),
  },
  {
    slug: 'idle-timeout',
    title: 'A proxy ends idle streams',
    about: 'A proxy drops the connection under a request when nothing has passed for a while.',
    parameters: [
      time('idleMs', { label: 'idle time', default: 100, min: 1, about: 'How long nothing may pass.' }),
      time('keepAliveMs', {
        label: 'keep-alive',
        default: 0,
        about: 'After so long without a word the server sends a comment line; 0: never.',
      }),
    ],
    transports: ['streamable-http'],
    party: 'deployment',
    fires: [],
    consequences: ['http.sse-no-response', 'http.sse-closed-early', 'jsonrpc.id-reuse-session', 'poll.retry-ignored'],
    pains: [14],
    make: ({ idleMs, keepAliveMs }) => {
      const lastAtMs = new Map<number, number>();
      const over = new Set<number>();
      return {
        writes({ carrier, exchange, http }) {
          if (exchange !== undefined && (ENDS.has(carrier) || (carrier === 'event' && http))) over.add(exchange);
          return undefined;
        },
        arrived(transfer, rig) {
          const { exchange, carrier } = transfer;
          if (exchange === undefined || over.has(exchange) || carrier === 'request') return;
          const { clock } = rig.world;
          const passedAtMs = clock.nowMs;
          lastAtMs.set(exchange, passedAtMs);
          const isQuiet = () => lastAtMs.get(exchange) === passedAtMs && !over.has(exchange);
          clock.at(passedAtMs + Number(idleMs), () => {
            if (!isQuiet()) return;
            over.add(exchange);
            rig.drop(exchange, transfer.index, 'idle-timeout');
          });
          if (Number(keepAliveMs) === 0 || Number(keepAliveMs) >= Number(idleMs)) return;
          clock.at(passedAtMs + Number(keepAliveMs), () => {
            if (isQuiet() && rig.inFlight.size > 0 && clock.nowMs < LONGEST_MS)
              rig.send(transfer, commentFrame(), 'comment');
          });
        },
      };
    },
  },
  {
    slug: 'full-pipe',
    title: 'Nobody reads stderr',
    about: 'The server logs to a pipe that the client does not empty; when it is full, the server stands still.',
    parameters: [
      count('logBytes', {
        label: 'log',
        default: 30_000,
        max: 1_048_576,
        about: 'Bytes that it logs before each line.',
      }),
      count('pipeBytes', { label: 'pipe', default: 65_536, max: 1_048_576, about: 'Bytes that the pipe holds.' }),
      time('drainedAtMs', {
        label: 'emptied at',
        default: Infinity,
        max: Infinity,
        about: 'When the client empties the pipe at last.',
      }),
    ],
    transports: ['stdio'],
    party: 'client',
    fires: [],
    consequences: ['cancel.direction'],
    pains: [15],
    make: ({ logBytes, pipeBytes, drainedAtMs }) => {
      let logged = 0;
      let freeAtMs = 0;
      return {
        carries(transfer, arrive, { world: { clock, link } }) {
          if (transfer.from === 'client') return false;
          logged += Number(logBytes);
          const drained = Number(drainedAtMs);
          if (logged <= Number(pipeBytes) || clock.nowMs >= drained) return false;
          if (drained === Infinity) {
            transfer.outcome = 'lost';
            return true;
          }
          transfer.leavesAtMs = Math.max(drained, freeAtMs);
          freeAtMs = transfer.leavesAtMs + transmissionMs(transfer.frame.byteLength, link.rateBps);
          transfer.arrivesAtMs = freeAtMs + link.latencyMs;
          clock.at(transfer.arrivesAtMs, arrive);
          return true;
        },
      };
    },
  },
  {
    slug: 'redirect',
    title: 'A redirect to the same address',
    about: 'Something before the server sends the request elsewhere, because of a slash; the client follows.',
    parameters: [
      nth,
      oneOf('status', 'status', ['307', '308'], 'Both keep the method and the body.'),
      oneOf(
        'loses',
        'loses',
        ['nothing', 'authorization', 'https'],
        'What gets lost on the way: nothing, the Authorization header, or the s of https.',
      ),
    ],
    transports: ['streamable-http'],
    party: 'deployment',
    fires: [],
    consequences: ['auth.every-request', 'http.disconnect-cancels', 'init.early-client', 'session.assign-late'],
    pains: [17],
    make: ({ nth: wanted, status, loses }) => {
      const isWanted = nthTime(wanted);
      let away: number | undefined;
      let followed: object | undefined;
      let isRefused = false;
      return {
        objects(request, refusal, rig) {
          if (
            loses === 'authorization' &&
            request.message !== undefined &&
            request.message === followed &&
            !isRefused
          ) {
            isRefused = true;
            return { status: 401, challenge: challengeIn(rig.world.revision) };
          }
          if (refusal || !request.message || away !== undefined || !isWanted()) return refusal;
          if (loses === 'authorization' && rig.world.token === undefined) return refusal;
          away = request.exchange;
          return { status: Number(status) };
        },
        writes(transfer, { world }) {
          if (transfer.from === 'server' && away !== undefined && transfer.exchange === away) {
            const scheme = loses === 'https' ? 'http' : 'https';
            const location = { name: 'Location', value: `${scheme}://${world.host}${world.path}/` };
            transfer.frame = withMoreHeaders(withReason(transfer.frame), [location]);
            return 'touched';
          }
          if (transfer.message === undefined || transfer.message !== followed || isRefused) return undefined;
          const moved = withStartLine(transfer.frame, (line) => line.replace(`${world.path} `, `${world.path}/ `));
          transfer.frame = (loses === 'authorization' && withoutHeader(moved, 'Authorization')) || moved;
          return 'touched';
        },
        refused(refusal, _id, entry, rig) {
          const answered = rig.exchanges.transfers.findLast((t) => t.index === entry);
          if (away === undefined || answered?.exchange !== away || followed !== undefined) return refusal;
          const { message } = rig.exchanges.transfers.find((t) => t.exchange === away && t.from === 'client')!;
          followed = message!;
          rig.again(message!, entry);
          return undefined;
        },
      };
    },
  },
];
