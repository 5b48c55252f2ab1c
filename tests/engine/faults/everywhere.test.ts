// Every fault in every scenario, revision, transport and profile where it can happen: the run ends, and is a trace.
import {
  bytesOf,
  describeWithFaults,
  FAULTS,
  faultsFor,
  pairsOf,
  PAYLOAD_LAYERS,
  run,
  SCENARIOS,
  spansOf,
  textOf,
  transfersOf,
  type Trace,
} from '#engine';
import { describe, expect, it } from 'vitest';
import { inOrderOfTime } from '../laws/order.ts';

/** They leave something out, which bears no mark, or let all of it happen at another address. */
const UNMARKED: ReadonlySet<string> = new Set([
  'no-initialized',
  'late-acknowledgement',
  'response-after-cancel',
  'endpoint-prefix',
]);

function problemsIn(trace: Trace, slug: string): readonly string[] {
  const { entries } = trace;
  const problems = [...inOrderOfTime(trace)];
  for (const { index, frame, outcome } of transfersOf(trace)) {
    let end = 0;
    for (const { from, to } of spansOf(frame)) {
      if (from !== end) problems.push(`${index}: the spans leave a gap at ${end}`);
      end = to;
    }
    if (end !== frame.byteLength || bytesOf(frame).length !== end) problems.push(`${index}: the spans end at ${end}`);
    if (outcome !== 'delivered' && outcome !== 'lost') problems.push(`${index}: neither delivered nor lost`);
  }
  for (const { index, frame, message, batch } of transfersOf(trace)) {
    const payload = frame.pieces.filter((p) => PAYLOAD_LAYERS.has(p.layer)).map((p) => p.text);
    const sent = message ?? batch;
    // A message in two reads is in neither of them.
    if (sent && slug !== 'split-utf8' && JSON.stringify(JSON.parse(payload.join(''))) !== JSON.stringify(sent))
      problems.push(`${index}: the bytes hold another message`);
    const length = /^content-length: (\d+)\r$/im.exec(trace.transport === 'stdio' ? '' : textOf(frame))?.[1];
    const body = bytesOf(frame).length - (textOf(frame).indexOf('\r\n\r\n') + 4);
    if (length !== undefined && body !== Number(length)) problems.push(`${index}: its body has another length`);
  }
  for (const entry of entries) {
    const sentence = describeWithFaults(entry, trace);
    if (/NaN|undefined|null|\[object/.test(sentence)) problems.push(sentence);
  }
  for (const { index, cause } of entries)
    if (cause !== undefined && !(cause >= 0 && cause < index)) problems.push(`${index} has the cause ${cause}`);
  if (entries.some(({ fault }) => fault !== undefined && fault !== slug)) problems.push('another fault is named');
  const first = entries.findIndex(({ fault }) => fault !== undefined);
  // Nothing is different before it is touched.
  const plain = run(trace.scenario, trace.values).entries;
  for (let i = 0; i < first && !UNMARKED.has(slug); i++) {
    if (plain[i]?.kind !== entries[i]?.kind || plain[i]?.atMs !== entries[i]?.atMs)
      problems.push(`${i} is another entry than without the fault`);
  }
  return problems;
}

describe.each(SCENARIOS.map((scenario) => ({ slug: scenario.slug, scenario })))('$slug', ({ scenario }) => {
  const cases = pairsOf(scenario).flatMap((pair) => scenario.profiles.map((profile) => ({ ...pair, profile })));
  const runs = cases.flatMap((given) =>
    faultsFor(scenario, given.revision, given.transport, given).map(({ slug }) => ({ slug, given })),
  );

  it(`each run ends and is whole (${runs.length} runs)`, () => {
    expect(runs.length).toBeGreaterThan(0);
    for (const { slug, given } of runs) {
      const trace = run(scenario.slug, given, [{ fault: slug }]);
      expect(problemsIn(trace, slug), `${slug} ${JSON.stringify(given)}`).toEqual([]);
      expect(trace.entries.some(({ fault }) => fault === slug)).toBe(true);
    }
  });

  it('the same fault gives the same trace', () => {
    for (const { slug, given } of runs.slice(0, 100)) {
      const faults = [{ fault: slug }];
      expect(JSON.stringify(run(scenario.slug, given, faults))).toBe(JSON.stringify(run(scenario.slug, given, faults)));
    }
  });

  it('a fault that cannot happen changes nothing, and one that is none here is refused', () => {
    for (const given of cases.slice(0, 4)) {
      const { revision, transport } = given;
      const can = new Set(faultsFor(scenario, revision, transport, given));
      const plain = JSON.stringify(run(scenario.slug, given).entries);
      for (const row of FAULTS.filter((f) => !can.has(f))) {
        const isNone =
          !row.transports.includes(transport) ||
          revision < (row.since ?? revision) ||
          revision > (row.until ?? revision);
        const attempt = () => run(scenario.slug, given, [{ fault: row.slug }]);
        if (isNone) expect(attempt).toThrow(/ is no fault in .*; it is one /);
        else expect(JSON.stringify(attempt().entries), row.slug).toBe(plain);
      }
    }
  });
});
