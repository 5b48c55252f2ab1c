// Who may talk to a server on this machine: Origin checks beside the code that people write, run for real, and DNS
// rebinding with every combination of defences.
import {
  ALLOWED_SAMPLE,
  attack,
  ATTACKS,
  attackMatrix,
  FACTS,
  ORIGIN_CHECKS,
  ORIGIN_RULE,
  ORIGIN_SAMPLES,
  STANDARDS,
  type AttackId,
  type Browsing,
  type CorsPolicy,
  type Defence,
  type ListVerdict,
  type OriginCheckId,
} from '#engine';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chance, runsOf } from './chance.ts';

const checkOf = (id: OriginCheckId) => ORIGIN_CHECKS.find((check) => check.id === id)!;
const passing = (id: OriginCheckId) =>
  ORIGIN_SAMPLES.map(({ origin }) => origin).filter((origin) => checkOf(id).judge(origin, ALLOWED_SAMPLE) === 'passes');

describe('Origin checks', () => {
  /** The row's own line of JavaScript, run. */
  const run = (code: string, origin: string | undefined, allowed: readonly string[]): ListVerdict => {
    try {
      return new Function('origin', 'allowed', `return ${code};`)(origin, allowed) ? 'passes' : 'refused';
    } catch {
      return 'throws';
    }
  };
  const anyOrigin = fc.oneof(
    fc.constantFrom(...ORIGIN_SAMPLES.map(({ origin }) => origin)),
    fc.string().filter((text) => !/[%]|xn--/i.test(text)),
    fc.webUrl({ withQueryParameters: false }),
  );

  test.each(ORIGIN_CHECKS)(`$id judges as its code does ${runsOf()}`, ({ code, judge }) => {
    fc.assert(
      fc.property(anyOrigin, (origin) => {
        expect(judge(origin, ALLOWED_SAMPLE), String(origin)).toBe(run(code, origin, ALLOWED_SAMPLE));
      }),
      chance,
    );
  });

  it('all let the page in that they are meant for', () => {
    const wanted = ORIGIN_SAMPLES.filter(({ isWanted }) => isWanted).map(({ origin }) => origin);
    expect(wanted).toEqual(ALLOWED_SAMPLE);
    for (const { id } of ORIGIN_CHECKS) expect(passing(id), id).toContain(wanted[0]);
  });

  it('only the exact one lets nobody else in; every other says what is wrong with it', () => {
    for (const { id, flaw } of ORIGIN_CHECKS) expect(passing(id).length === 1, id).toBe(flaw === undefined);
    expect(FACTS).toHaveProperty([ORIGIN_RULE]);
  });

  it('who else comes in', () => {
    const others = (id: OriginCheckId) => passing(id).filter((origin) => origin !== ALLOWED_SAMPLE[0]);
    expect(others('exact-or-absent')).toEqual([undefined]);
    expect(others('starts-with')).toEqual(['http://localhost:30001', 'http://localhost:3000.evil.test']);
    expect(others('ends-with')).toEqual(['https://localhost:3000', 'http://evil-localhost:3000']);
    expect(others('pattern')).toEqual(['http://localhost:30001', 'http://localhost:3000.evil.test']);
    expect(others('null-too')).toEqual(['null']);
    expect(others('parses-first')).toEqual([undefined]);
    expect(others('contains')).toHaveLength(5);
  });

  it('the check that parses first throws on null', () => {
    expect(checkOf('parses-first').judge('null', ALLOWED_SAMPLE)).toBe('throws');
    expect(checkOf('parses-first').judge('app://obsidian.md', ['app://obsidian.md'])).toBe('refused');
  });
});

const browsing: Browsing = { localNetwork: 'absent', timeToLiveMs: 0, pinMs: 60_000, stayMs: 300_000 };
const weak: Defence = {
  bind: 'all-interfaces',
  originCheck: 'anything',
  checksHost: false,
  wantsToken: false,
  refusesSimple: false,
};
const resultOf = (id: AttackId, defence: Partial<Defence> = {}, other: Partial<Browsing> = {}) =>
  attack(
    ATTACKS.find((one) => one.id === id)!,
    { ...weak, ...defence },
    { ...browsing, ...other },
  ).result;

describe('rebinding', () => {
  it('no defence: all get through, but a foreign page has to ask first, or does not see the answer', () => {
    const results = ATTACKS.map(({ id }) => [id, resultOf(id)]);
    expect(Object.fromEntries(results)).toEqual({
      'rebound-post': 'through',
      'rebound-get': 'through',
      'foreign-json': 'stopped',
      'foreign-plain': 'blind',
      neighbour: 'through',
    });
  });

  it('loopback stops the other machine, and no page', () => {
    for (const { id } of ATTACKS)
      expect(resultOf(id, { bind: 'loopback' })).toBe(id === 'neighbour' ? 'stopped' : resultOf(id));
  });

  it('an Origin check that lets through what has none misses the GET of a rebound page; a Host check does not', () => {
    expect(resultOf('rebound-post', { originCheck: 'exact-or-absent' })).toBe('stopped');
    expect(resultOf('rebound-get', { originCheck: 'exact-or-absent' })).toBe('through');
    expect(resultOf('rebound-get', { originCheck: 'exact' })).toBe('stopped');
    expect(resultOf('rebound-get', { checksHost: true })).toBe('stopped');
    // What a program writes itself, no check of headers stops.
    expect(resultOf('neighbour', { originCheck: 'exact', checksHost: true })).toBe('through');
  });

  it('a token stops all of them', () => {
    for (const { id } of ATTACKS) expect(resultOf(id, { wantsToken: true })).toBe('stopped');
  });

  it('the name has to run out while the page is open', () => {
    expect(resultOf('rebound-post', {}, { stayMs: 59_999 })).toBe('stopped');
    expect(resultOf('rebound-post', {}, { stayMs: 60_000 })).toBe('through');
    expect(resultOf('rebound-post', {}, { timeToLiveMs: 400_000 })).toBe('stopped');
    expect(resultOf('foreign-plain', {}, { stayMs: 0 })).toBe('blind');
  });

  it('a browser that guards the local network lets no insecure page through, and asks for a secure one', () => {
    for (const localNetwork of ['denied', 'granted'] as const) {
      expect(resultOf('rebound-post', {}, { localNetwork })).toBe('stopped');
      expect(resultOf('neighbour', {}, { localNetwork })).toBe('through');
    }
    expect(resultOf('foreign-plain', {}, { localNetwork: 'denied' })).toBe('stopped');
    expect(resultOf('foreign-plain', {}, { localNetwork: 'granted' })).toBe('blind');
  });

  it('a server that is generous with CORS opens itself to every page, rebound or not', () => {
    const cors: CorsPolicy = {
      allowOrigin: 'reflect',
      allowMethods: ['POST'],
      allowHeaders: ['content-type'],
      exposeHeaders: [],
      allowCredentials: true,
      preflightStatus: 204,
      on: 'every-answer',
    };
    expect(resultOf('foreign-json', { cors })).toBe('through');
    expect(resultOf('foreign-json', { cors, originCheck: 'exact-or-absent' })).toBe('stopped');
  });

  it('who refuses simple requests has no blind ones', () => {
    expect(resultOf('foreign-plain', { refusesSimple: true })).toBe('stopped');
  });

  it('sixteen rows, each another; more defence never helps an attacker', () => {
    const rows = attackMatrix(browsing);
    expect(new Set(rows.map(({ defence }) => JSON.stringify(defence))).size).toBe(16);
    const strength = { through: 2, blind: 1, stopped: 0 };
    const isAtLeast = (a: Defence, b: Defence): boolean =>
      (a.bind === 'loopback' || b.bind === 'all-interfaces') &&
      (a.originCheck !== 'anything' || b.originCheck === 'anything') &&
      (a.checksHost || !b.checksHost) &&
      (a.wantsToken || !b.wantsToken);
    for (const a of rows)
      for (const b of rows.filter((row) => isAtLeast(a.defence, row.defence)))
        for (const { id } of ATTACKS) expect(strength[a.results[id]]).toBeLessThanOrEqual(strength[b.results[id]]);
    // Who stands alone against all five: the token.
    const safe = rows.filter(({ results }) => Object.values(results).every((result) => result === 'stopped'));
    expect(safe.filter(({ defence }) => defence.wantsToken)).toHaveLength(8);
    expect(safe.filter(({ defence }) => !defence.wantsToken).map(({ defence }) => defence)).toEqual([
      { ...weak, bind: 'loopback', originCheck: 'exact-or-absent', checksHost: true },
    ]);
  });

  const anyDefence: fc.Arbitrary<Defence> = fc.record({
    bind: fc.constantFrom('loopback' as const, 'all-interfaces' as const),
    originCheck: fc.constantFrom(...ORIGIN_CHECKS.map(({ id }) => id)),
    checksHost: fc.boolean(),
    wantsToken: fc.boolean(),
    refusesSimple: fc.boolean(),
  });

  it(`the steps tell the result: all go on but the last, and each names a rule that exists ${runsOf()}`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...ATTACKS), anyDefence, (how, defence) => {
        const { result, steps } = attack(how, defence, browsing);
        expect(steps.slice(0, -1).every(({ isStopped }) => !isStopped)).toBe(true);
        expect(steps.at(-1)!.isStopped).toBe(result !== 'through');
        for (const { rule, fact, text } of steps) {
          if (rule) expect(STANDARDS).toHaveProperty([rule]);
          if (fact) expect(FACTS).toHaveProperty([fact]);
          expect(text).toMatch(/\.$/);
        }
      }),
      chance,
    );
  });
});
