// What the linter finds in recorded sessions of the official SDKs: nothing but the departures below. Where requests were
// written by hand to be wrong, only what the server does is looked at.
import { readdirSync, readFileSync } from 'node:fs';
import { lint, readRecording, utf8Encode, type Finding, type Party, type Revision, type Trace } from '#engine';
import { describe, expect, it } from 'vitest';
import { SDK_DEPARTURES } from '../../sdk/departures.ts';

interface Recording {
  readonly name: string;
  readonly protocolVersion: Revision;
  readonly transport: 'stdio' | 'http' | 'http+sse';
  readonly connections: readonly (readonly { readonly atMs: number; readonly from: Party; readonly text: string }[])[];
}

interface Departure {
  readonly rule: string;
  /** Names of recordings that have it. */
  readonly where: RegExp;
  /** The row of the SDK's departures, where there is one. */
  readonly number?: number;
  readonly why: string;
}

/** SDK 1.32.2 and 2.4.0, as the recordings have them. */
const DEPARTURES: readonly Departure[] = [
  {
    rule: 'poll.prime',
    where: /^(?:errors-)?v[12]-2025-11-25-http/,
    number: 6,
    why: 'Without a store of events no event has an id, so that streams do not begin with one.',
  },
  {
    rule: 'session.reinit',
    where: /session-lost$/,
    number: 5,
    why: 'The client of 1.x goes on in a session that is gone.',
  },
  {
    rule: 'jsonrpc.error-id-missing',
    where: /^errors-v1-2025-11-25-http-session$|session-lost$/,
    why: 'What the transport of 1.x refuses before it has read the message has null as its id.',
  },
  {
    rule: 'resource.not-found-legacy',
    where: /^errors-v1-2025-11-25/,
    number: 3,
    why: 'Unknown resources are invalid parameters for 1.x.',
  },
  {
    rule: 'http.origin-403',
    where: /^errors-v1-2025-11-25-http/,
    number: 1,
    why: 'Origin is not looked at by default.',
  },
  {
    rule: 'cors.preflight',
    where: /^errors-v1-2025-11-25-http/,
    why: 'The transport leaves CORS to the program around it, and this one has none.',
  },
  {
    rule: 'session.require-400',
    where: /^errors-v1-http\+sse$/,
    why: 'The address of Streamable HTTP is not there: 404 is about the address.',
  },
];

const folder = 'tests/fixtures/recordings';
const recordings = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Recording,
);

function findingsIn({ name, connections, transport, protocolVersion }: Recording): readonly Finding[] {
  const chunks = connections.map((all) => all.map(({ atMs, from, text }) => ({ atMs, from, bytes: utf8Encode(text) })));
  const trace: Trace = {
    scenario: name,
    values: {},
    profile: 'measured',
    revision: protocolVersion,
    transport: transport === 'stdio' ? 'stdio' : 'streamable-http',
    entries: readRecording(transport === 'stdio' ? 'stdio' : 'http', chunks),
  };
  const isByHand = name.startsWith('errors-');
  return lint(trace).findings.filter(({ severity, party }) => severity !== 'note' && !(isByHand && party === 'client'));
}

const departureOf = ({ rule }: Finding, { name }: Recording): Departure | undefined =>
  DEPARTURES.find((departure) => departure.rule === rule && departure.where.test(name));

describe('recorded sessions', () => {
  const seen = new Set<Departure>();

  it.each(recordings)('$name has no findings but known departures', (recording) => {
    const strangers = findingsIn(recording).flatMap((finding) => {
      const departure = departureOf(finding, recording);
      if (departure) seen.add(departure);
      return departure ? [] : [`${finding.at.index} ${finding.rule} (${finding.party}): ${finding.message}`];
    });
    expect(strangers).toEqual([]);
  });

  it('show each departure, and those with a number are in the table of the SDKs', () => {
    expect(DEPARTURES.filter((departure) => !seen.has(departure))).toEqual([]);
    const numbers = DEPARTURES.flatMap(({ number }) => number ?? []);
    expect(numbers.filter((number) => !SDK_DEPARTURES.some((row) => row.number === number))).toEqual([]);
  });
});
