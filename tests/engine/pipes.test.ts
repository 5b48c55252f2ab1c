// Three pipes: what is put in comes out or stays in, no pipe holds more than it can, and each deadlock comes exactly when
// somebody can work it out by hand.
import { runPipes, type PipeTraits } from '#engine';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { chance, runsOf } from './chance.ts';

const KIB = 1024;
const usual: PipeTraits = {
  capacityBytes: 64 * KIB,
  messageBytes: 4 * KIB,
  logBytes: 16 * KIB,
  calls: 8,
  drainsStderr: false,
  readsWhileWriting: true,
};
const lastOf = (traits: Partial<PipeTraits>) => {
  const { moments, end } = runPipes({ ...usual, ...traits });
  return { ...moments.at(-1)!, end };
};

test('16 KiB of log for each call fill 64 KiB after four calls', () => {
  expect(lastOf({})).toMatchObject({ end: 'stderr-full', answered: 4, held: { stderr: 64 * KIB } });
  expect(lastOf({}).doing.server).toEqual({ text: 'waits in write(stderr)', isBlocked: true });
});

test('who reads stderr is done', () => {
  const last = lastOf({ drainsStderr: true });
  expect(last).toMatchObject({ end: 'finished', answered: 8, held: { stdin: 0, stdout: 0, stderr: 0 } });
  expect(last.says).toContain('exits');
});

test('both write and neither reads: requests and results are longer than their pipes', () => {
  const last = lastOf({ logBytes: 0, capacityBytes: 4 * KIB, messageBytes: 16 * KIB, readsWhileWriting: false });
  expect(last).toMatchObject({ end: 'both-write', answered: 0, held: { stdin: 4 * KIB, stdout: 4 * KIB } });
  expect([last.doing.client.isBlocked, last.doing.server.isBlocked]).toEqual([true, true]);
});

const numRuns = 300;
const traits = fc.record<PipeTraits>({
  capacityBytes: fc.constantFrom(1, 64, 4 * KIB, 64 * KIB),
  messageBytes: fc.integer({ min: 1, max: 300 }).map((n) => n * 16),
  logBytes: fc.integer({ min: 0, max: 300 }).map((n) => n * 16),
  calls: fc.integer({ min: 1, max: 6 }),
  drainsStderr: fc.boolean(),
  readsWhileWriting: fc.boolean(),
});

it(`whatever the sizes, it ends, and as the sizes say ${runsOf(numRuns)}`, () => {
  const small = traits.filter(({ capacityBytes, messageBytes }) => capacityBytes > 1 || messageBytes < 200);
  fc.assert(
    fc.property(small, (given) => {
      const { capacityBytes, logBytes, calls, drainsStderr, readsWhileWriting } = given;
      const { moments, end } = runPipes(given);
      for (const { held, answered } of moments) {
        for (const bytes of Object.values(held)) expect(bytes >= 0 && bytes <= capacityBytes).toBe(true);
        expect(answered).toBeLessThanOrEqual(calls);
      }
      const { answered } = moments.at(-1)!;
      expect(end === 'finished').toBe(answered === calls);
      if (drainsStderr && readsWhileWriting) expect(end).toBe('finished');
      if (!drainsStderr && readsWhileWriting)
        expect(answered).toBe(logBytes === 0 ? calls : Math.min(calls, Math.floor(capacityBytes / logBytes)));
      if (drainsStderr && end !== 'finished') expect(end).toBe('both-write');
    }),
    { ...chance, numRuns },
  );
});
