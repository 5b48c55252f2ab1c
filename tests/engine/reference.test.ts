// The reference numbers, to the byte and the microsecond. They were worked out by hand from the sources, not by this engine.
import {
  closedForm,
  outcomeOf,
  recover,
  rowsOf,
  run,
  sizesOf,
  textOf,
  totalsOf,
  transfersOf,
  type Recovery,
} from '#engine';
import { describe, expect, it } from 'vitest';
import breaks from '../fixtures/reference/break.json' with { type: 'json' };
import session from '../fixtures/reference/short-session.json' with { type: 'json' };

const microsecond = 0.001;

describe.each(Object.entries(session.revisions))('short, %s', (revision, { totals, messages }) => {
  const traceOn = (transport: string) => run('short', { revision, transport, profile: 'minimal' });

  it('sends these messages in this order, on both transports', () => {
    for (const transport of ['stdio', 'streamable-http']) {
      const sent = transfersOf(traceOn(transport)).filter((t) => t.message);
      expect(sent.map(({ from, message }) => [from, JSON.stringify(message)])).toEqual(
        messages.map(({ from, message }) => [from, JSON.stringify(message)]),
      );
    }
  });

  it('frames each message on HTTP with exactly these bytes', () => {
    const rows = rowsOf(traceOn('streamable-http')).map(({ transfer, others, payloadBytes, framingBytes }) => {
      const head = [transfer, ...others].map((t) => textOf(t.frame).replace(/\{.*$/s, '')).join('');
      return {
        from: transfer.from,
        message: transfer.message,
        payloadBytes,
        httpFramingBytes: framingBytes,
        httpHead: head,
      };
    });
    expect(rows).toEqual(messages);
  });

  it('frames each message on stdio with a newline', () => {
    const rows = rowsOf(traceOn('stdio'));
    expect(rows.map((r) => [r.payloadBytes, r.framingBytes])).toEqual(messages.map((m) => [m.payloadBytes, 1]));
  });

  it('adds up', () => {
    const http = totalsOf(traceOn('streamable-http'));
    expect(http).toEqual({
      messages: totals.messages,
      posts: totals.posts,
      payloadBytes: totals.payloadBytes,
      framingBytes: totals.httpFramingBytes,
      framingShare: totals.httpFramingBytes / totals.httpTotalBytes,
      totalBytes: totals.httpTotalBytes,
    });
    expect(http.framingShare).toBeCloseTo(totals.httpFramingShare, 4);
    expect(http.framingBytes / http.messages).toBeCloseTo(totals.httpFramingPerMessage, 1);
    const stdio = totalsOf(traceOn('stdio'));
    expect(stdio).toMatchObject({ messages: totals.messages, posts: 0, payloadBytes: totals.payloadBytes });
    expect(stdio.framingBytes).toBe(totals.stdioFramingBytes);
  });
});

it('short: the headline', () => {
  const of = (revision: string) => totalsOf(run('short', { revision, transport: 'streamable-http' }));
  const [older, newer] = [of('2025-11-25'), of('2026-07-28')];
  expect([older.framingBytes, older.posts, older.totalBytes]).toEqual([2478, 9, 6144]);
  expect([newer.framingBytes, newer.posts, newer.totalBytes]).toEqual([1708, 6, 6797]);
  expect(older.framingShare.toFixed(2)).toBe('0.40');
  expect(newer.framingShare.toFixed(2)).toBe('0.25');
});

describe.each(breaks.cases)('broken-stream, n=$n k=$k step=$stepS latency=$latencyS reconnect=$reconnectS', (row) => {
  const given = {
    n: row.n,
    k: row.k,
    stepMs: row.stepS * 1000,
    latencyMs: row.latencyS * 1000,
    reconnectMs: row.reconnectS * 1000,
  };
  const finishedAtMs = { resume: row.expect.resumeFinishS * 1000, resend: row.expect.resendFinishS * 1000 };

  it.each(['resume', 'resend'] satisfies Recovery[])('%s, by simulation and by closed form', (recovery) => {
    const trace = recover(recovery, given);
    for (const outcome of [outcomeOf(trace), closedForm(recovery, trace.values, sizesOf(trace))]) {
      expect(Math.abs(outcome.brokenAtMs - row.expect.breakS * 1000)).toBeLessThan(microsecond);
      expect(Math.abs(outcome.finishedAtMs - finishedAtMs[recovery])).toBeLessThan(microsecond);
      expect(outcome.repeatedSteps).toBe(recovery === 'resend' ? row.expect.repeatedSteps : 0);
      expect(Math.abs(outcome.wastedMs - (recovery === 'resend' ? row.expect.wastedWorkS * 1000 : 0))).toBeLessThan(
        microsecond,
      );
    }
  });

  it('the difference', () => {
    const [resume, resend] = [outcomeOf(recover('resume', given)), outcomeOf(recover('resend', given))];
    expect(Math.abs(resend.finishedAtMs - resume.finishedAtMs - row.expect.differenceS * 1000)).toBeLessThan(
      microsecond,
    );
  });
});
