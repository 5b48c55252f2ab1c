// Each fault once, against what was checked by hand.
import { FAULTS, parseFaults, run, textOf, type Entry } from '#engine';
import { describe, expect, it } from 'vitest';
import { EXPECTED, type Expected } from './expected.ts';

const runOf = ({ scenario, revision, transport, given, fault }: Expected) =>
  run(scenario, { revision, transport, ...given }, parseFaults(fault));

function shown(entry: Entry): string {
  if (entry.kind === 'transfer') return textOf(entry.frame);
  return entry.kind === 'happening' ? `${entry.what} at ${Math.round(entry.atMs * 1000) / 1000}` : '';
}

function tells(entry: Entry): string {
  if (entry.kind === 'happening') return `${entry.what}${entry.requestId === undefined ? '' : ` ${entry.requestId}`}`;
  const status = entry.kind === 'transfer' && entry.http && 'status' in entry.http ? entry.http.status : 0;
  return status >= 300 ? String(status) : '';
}

it('every fault is here', () => {
  expect(EXPECTED.map(({ fault }) => fault.split(':')[0]).toSorted()).toEqual(
    FAULTS.map(({ slug }) => slug).toSorted(),
  );
});

describe.each(EXPECTED)('$fault, $scenario, $revision, $transport', (expected) => {
  const { entries } = runOf(expected);
  const slug = expected.fault.split(':')[0];
  const touched = entries.filter((entry) => entry.fault !== undefined);

  it('touches what it should, and says so', () => {
    expect(touched.map((entry) => entry.index)).toEqual(expected.touches);
    expect(new Set(touched.map((entry) => entry.fault))).toEqual(new Set([slug]));
    expect(shown(touched[0]!)).toContain(expected.shows);
  });

  it('has these consequences', () => {
    const later = entries.slice(expected.touches[0]! + 1).map(tells);
    expect(later.filter((text) => text !== '').join(' ')).toBe(expected.then);
  });
});
