// 100,000 calls through 16 replicas, chosen by chance: most find no session and are asked again. The floor is an event queue alone: a
// binary heap that as many moments go through, with as many of them waiting at a time as there are clients.
import { runCrowd, type CrowdResult } from '#engine';
import { median, type Bench } from './bench.ts';

const rounds = 9;
const clients = 1000;
const plan = { policy: 'random', replicas: 16, clients, callsPerClient: 100, restarts: 3 } as const;

interface Moment {
  readonly atMs: number;
  readonly order: number;
}

const isBefore = (a: Moment, b: Moment): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

function add(heap: Moment[], moment: Moment): void {
  let child = heap.push(moment) - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!isBefore(moment, heap[parent]!)) break;
    heap[child] = heap[parent]!;
    child = parent;
  }
  heap[child] = moment;
}

function take(heap: Moment[]): Moment {
  const first = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  let parent = 0;
  for (let child = 1; child < heap.length; child = 2 * parent + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, last)) break;
    heap[parent] = heap[child]!;
    parent = child;
  }
  heap[parent] = last;
  return first;
}

/** Each moment that comes up plans the next, until there have been so many. */
function queueAlone(moments: number): number {
  const heap: Moment[] = [];
  let state = 1;
  let order = 0;
  const later = (atMs: number): Moment => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return { atMs: atMs + state / 2 ** 32, order: order++ };
  };
  while (order < clients) add(heap, later(0));
  while (order < moments) add(heap, later(take(heap).atMs));
  let lastMs = 0;
  while (heap.length > 0) lastMs = take(heap).atMs;
  return lastMs;
}

function tookMs(work: () => unknown): number {
  const startedAtMs = performance.now();
  work();
  return performance.now() - startedAtMs;
}

export const bench: Bench = {
  floor: 'a bare event queue with as many moments',
  measure() {
    const samplesMs: { crowd: number[]; floor: number[] } = { crowd: [], floor: [] };
    for (let round = 0; round < rounds; round += 1) {
      let result: CrowdResult | undefined;
      samplesMs.crowd.push(tookMs(() => (result = runCrowd(plan))));
      const { calls, moments } = result!;
      if (calls.length !== 100_000) throw new Error(`${calls.length} calls`);
      samplesMs.floor.push(tookMs(() => queueAlone(moments)));
    }
    const floor = median(samplesMs.floor);
    return Promise.resolve({ ratio: median(samplesMs.crowd) / floor, floor, unit: 'ms' });
  },
};
