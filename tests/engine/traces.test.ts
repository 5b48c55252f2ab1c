// What holds in every trace, of the scenarios with any values and of sessions made by chance: causes, order, queues, sums.
import {
  endOf,
  layersOf,
  messageTimeMs,
  rowsOf,
  run,
  SCENARIOS,
  totalsOf,
  transfersOf,
  type RequestId,
  type Trace,
  type Transfer,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyRunOf, anyTrace } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

const kinds = [
  ...SCENARIOS.map((scenario) => ({ name: scenario.slug, traces: anyRunOf(scenario) })),
  { name: 'sessions made by chance', traces: anyTrace },
];

/** Virtual time adds and takes away the same numbers in other orders; this much may be left over. */
const roundingMs = 1e-6;

const isRequest = (t: Transfer): boolean => !!t.message && 'method' in t.message && 'id' in t.message;
const isResponse = (t: Transfer): boolean => !!t.message && !('method' in t.message);
const idOf = (t: Transfer): RequestId => (t.message as { id: RequestId }).id;
const linkOf = ({ values }: Trace) => ({ latencyMs: Number(values['latencyMs']), rateBps: Number(values['rateBps']) });
/** 8b/R, written out once more: bits, at so many a second, in milliseconds. */
const takesMs = (bytes: number, { rateBps }: { rateBps: number }): number => ((8 * bytes) / rateBps) * 1000;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe.each(kinds)('$name', ({ traces }) => {
  const always = (check: (trace: Trace) => void): void => fc.assert(fc.property(traces, check), chance);

  it(`entries stand in order of time, each after its cause is over ${runsOf()}`, () => {
    always(({ entries }) => {
      for (const [i, entry] of entries.entries()) {
        expect(entry.index).toBe(i);
        expect(Number.isFinite(entry.atMs)).toBe(true);
        expect(endOf(entry)).toBeGreaterThanOrEqual(entry.atMs - roundingMs);
        expect(entry.atMs).toBeGreaterThanOrEqual(entries[i - 1]?.atMs ?? 0);
        if (entry.cause === undefined) {
          expect(entry.atMs).toBe(0);
          continue;
        }
        expect(entry.cause).toBeLessThan(i);
        expect(entry.atMs).toBeGreaterThanOrEqual(endOf(entries[entry.cause]!) - roundingMs);
      }
    });
  });

  it(`nothing comes of what is lost; only a dropped line loses ${runsOf()}`, () => {
    always((trace) => {
      const { entries } = trace;
      const cut = entries.find((e) => e.kind === 'happening' && e.what === 'cut');
      for (const entry of entries) {
        const cause = entries[entry.cause ?? -1];
        if (cause?.kind === 'transfer') expect(cause.outcome).toBe('delivered');
        if (entry.kind !== 'transfer') continue;
        const isHit = cut?.kind === 'happening' && cut.connection === entry.connection;
        if (entry.outcome === 'lost') {
          expect(isHit).toBe(true);
          expect(entry.arrivesAtMs).toBeGreaterThanOrEqual(cut!.atMs);
        } else if (isHit) expect(entry.arrivesAtMs).toBeLessThanOrEqual(cut.atMs);
      }
      const fates = transfersOf(trace).map((t) => t.outcome);
      expect(fates.filter((f) => f === 'lost').length + fates.filter((f) => f === 'delivered').length).toBe(
        fates.length,
      );
    });
  });

  it(`each response answers one pending request, and each request is answered or its line dropped ${runsOf()}`, () => {
    always((trace) => {
      const pending = new Set<RequestId>();
      const used = new Set<RequestId>();
      const sentAt = new Map<RequestId, number>();
      const moments = transfersOf(trace)
        .flatMap((t) => [
          { atMs: t.atMs, order: 2 * t.index, t, isArrival: false },
          { atMs: t.arrivesAtMs, order: 2 * t.index + 1, t, isArrival: true },
        ])
        .sort((a, b) => a.atMs - b.atMs || a.order - b.order);
      for (const { t, isArrival } of moments) {
        if (isRequest(t) && !isArrival) {
          expect(t.from).toBe('client');
          expect(used.has(idOf(t))).toBe(false);
          used.add(idOf(t));
          pending.add(idOf(t));
          sentAt.set(idOf(t), t.arrivesAtMs);
        }
        if (!isResponse(t)) continue;
        expect(t.from).toBe('server');
        expect(pending.has(idOf(t))).toBe(true);
        expect(t.atMs).toBeGreaterThanOrEqual(sentAt.get(idOf(t))! - roundingMs);
        if (isArrival && t.outcome === 'delivered') pending.delete(idOf(t));
      }
      // A request whose stream broke stays unanswered where it was sent again instead of resumed.
      const waits = trace.entries.filter((e) => e.kind === 'happening' && e.what === 'waiting').length;
      const resumes = transfersOf(trace).filter((t) => t.carrier === 'request' && !t.message).length;
      expect(pending.size).toBe(waits - resumes);
      expect(waits).toBeLessThanOrEqual(1);
    });
  });

  it(`bytes of one direction of a connection queue, and t = l + 8(bp + bf)/R on an idle one ${runsOf()}`, () => {
    always((trace) => {
      const link = linkOf(trace);
      const directions = Map.groupBy(transfersOf(trace), (t) => `${t.connection} ${t.from}`);
      for (const transfers of directions.values()) {
        let freeAtMs = 0;
        for (const { atMs, leavesAtMs, arrivesAtMs, frame } of transfers) {
          expect(leavesAtMs).toBeCloseTo(Math.max(atMs, freeAtMs), 6);
          const idleMs = link.latencyMs + takesMs(frame.payloadBytes + frame.framingBytes, link);
          expect(messageTimeMs(frame.payloadBytes, frame.framingBytes, link)).toBeCloseTo(idleMs, 6);
          if (leavesAtMs === atMs) expect(arrivesAtMs - atMs).toBeCloseTo(idleMs, 6);
          expect(leavesAtMs).toBeGreaterThanOrEqual(freeAtMs - roundingMs);
          freeAtMs = leavesAtMs + takesMs(frame.byteLength, link);
          expect(arrivesAtMs).toBeCloseTo(freeAtMs + link.latencyMs, 6);
        }
      }
    });
  });

  it(`a connection carries one HTTP exchange after the other ${runsOf()}`, () => {
    always((trace) => {
      if (trace.transport === 'stdio') return;
      for (const transfers of Map.groupBy(transfersOf(trace), (t) => t.connection).values()) {
        const exchanges = [...Map.groupBy(transfers, (t) => t.exchange).values()];
        let overAtMs = 0;
        for (const [request, ...answer] of exchanges) {
          expect(request!.carrier).toBe('request');
          expect(request!.atMs).toBeGreaterThanOrEqual(overAtMs);
          expect(answer.length).toBeGreaterThan(0);
          expect(answer.every((t) => t.from === 'server')).toBe(true);
          const ends = answer.filter((t) => ['answer', 'end'].includes(t.carrier) || t.frame.layerBytes.chunk === 0);
          expect(ends.filter((t) => t.carrier !== 'head').length).toBeLessThanOrEqual(1);
          overAtMs = answer.at(-1)!.arrivesAtMs;
        }
      }
    });
  });

  it(`totals are the sum of the rows and the sum of the layers ${runsOf()}`, () => {
    always((trace) => {
      const totals = totalsOf(trace);
      const rows = rowsOf(trace);
      expect(sum(rows.map((r) => r.payloadBytes))).toBe(totals.payloadBytes);
      expect(sum(rows.map((r) => r.framingBytes))).toBe(totals.framingBytes);
      expect(sum(Object.values(layersOf(trace)))).toBe(totals.totalBytes);
      expect(totals.payloadBytes + totals.framingBytes).toBe(totals.totalBytes);
      expect(totals.framingShare).toBeCloseTo(totals.framingBytes / totals.totalBytes, 12);
      const counted = rows.flatMap((r) => [r.transfer, ...r.others]).map((t) => t.index);
      expect(counted.sort((a, b) => a - b)).toEqual(transfersOf(trace).map((t) => t.index));
      expect(rows.filter((r) => r.transfer.message)).toHaveLength(totals.messages);
      const posts = transfersOf(trace).filter((t) => t.carrier === 'request' && t.message);
      expect(totals.posts).toBe(posts.length);
    });
  });
});

describe.each(SCENARIOS.map((scenario) => ({ slug: scenario.slug, traces: anyRunOf(scenario) })))(
  '$slug',
  ({ slug, traces }) => {
    it(`the same values give the same trace ${runsOf(50)}`, () => {
      fc.assert(
        fc.property(traces, (trace) => {
          expect(JSON.stringify(run(slug, trace.values).entries)).toBe(JSON.stringify(trace.entries));
        }),
        { ...chance, numRuns: 50 },
      );
    });
  },
);
