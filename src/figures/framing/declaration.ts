// Figure 7.1: one session, carried four ways. What it shows, what can be changed, what it runs.
import {
  describe,
  formatCount,
  overHttp,
  overStdio,
  parametersOf,
  PROFILES,
  readValues,
  rowsOf,
  progress,
  runOver,
  short,
  totalsOf,
  TRANSPORT_NAMES,
  type ChoiceParameter,
  type NumberParameter,
  type Revision,
  type Trace,
  type Transport,
  type Values,
} from '#engine';
import { laneOf, type FigureDeclaration, type Lane } from '../kit/declaration.ts';

/** A way to carry the session: a transport in a revision. Its key is the value in links. */
export interface Way {
  readonly key: string;
  readonly label: string;
  readonly transport: Transport;
  readonly revision: Revision;
}

/** Both transports that are current, in the last revision with sessions and the first without. */
const CARRIERS: readonly Transport[] = ['stdio', 'streamable-http'];
const ERAS: readonly Revision[] = ['2025-11-25', '2026-07-28'];

export const WAYS: readonly Way[] = CARRIERS.flatMap((transport) =>
  ERAS.map((revision) => ({
    key: `${transport}-${revision}`,
    label: `${TRANSPORT_NAMES[transport]}, ${revision}`,
    transport,
    revision,
  })),
);

export function wayOf(key: unknown): Way {
  return WAYS.find((way) => way.key === key)!;
}

const SESSIONS = [short, progress];

const link = short.parameters as readonly NumberParameter[];

function choice(
  name: string,
  label: string,
  about: string,
  options: ChoiceParameter['options'],
  byDefault: string,
): ChoiceParameter {
  return { kind: 'choice', name, label, about, options, default: byDefault };
}

const wayOptions = WAYS.map(({ key, label }) => ({ value: key, label }));

/** The session on one way, with the values of the figure's controls. */
export const laneOn = (way: Way, values: Values): Lane => laneOf(way.label, () => traceOn(way, values));

function traceOn(way: Way, { session, profile, latencyMs, rateBps }: Values): Trace {
  const scenario = SESSIONS.find(({ slug }) => slug === session)!;
  const { revision, transport } = way;
  const given = { revision, transport, profile: profile!, latencyMs: latencyMs!, rateBps: rateBps! };
  return runOver(
    transport === 'stdio' ? overStdio : overHttp,
    scenario,
    readValues(parametersOf(scenario), given).values,
  );
}

export const framing: FigureDeclaration = {
  slug: 'framing',
  number: '7.1',
  chapter: 'framing-cost',
  title: 'One session, carried four ways',
  question: () =>
    'Before you look: over HTTP, which revision sends more bytes in total, the one with sessions or the one without?',
  summary:
    'The same session on a pipe and over HTTP, in two revisions: payload, framing and time of every message, and the difference between any two ways.',
  instruments: ['Budget', 'Ladder'],
  parameters: [
    choice(
      'session',
      'session',
      'Which session is carried.',
      SESSIONS.map(({ slug, title }) => ({ value: slug, label: title.toLowerCase() })),
      'short',
    ),
    choice(
      'profile',
      'headers',
      'Only the headers that are needed, or those that the official TypeScript SDK sends.',
      PROFILES.map((p) => ({ value: p, label: p === 'minimal' ? 'minimal' : 'as the SDK sends' })),
      'minimal',
    ),
    choice(
      'way',
      'way',
      'The transport and revision whose messages are listed.',
      wayOptions,
      'streamable-http-2025-11-25',
    ),
    choice(
      'against',
      'compared with',
      'The transport and revision to compare it with.',
      wayOptions,
      'streamable-http-2026-07-28',
    ),
    ...link,
  ],
  exports: ['jsonl', 'har', 'mermaid', 'curl'],
  lanes: (values) => [laneOn(wayOf(values['way']), values)],
  steps: ([lane]) =>
    rowsOf(lane!.trace).map(({ transfer }) => ({ lane: 0, entry: transfer, atMs: transfer.arrivesAtMs })),
  say: ({ entry }, [lane]) => describe(entry, lane!.trace),
  sum: (_, values) =>
    `Bytes of the session: ${WAYS.map((way) => {
      const { totalBytes, payloadBytes, framingBytes } = totalsOf(laneOn(way, values).trace);
      return `${way.label} ${formatCount(totalBytes)}, of them ${formatCount(payloadBytes)} JSON and ${formatCount(framingBytes)} framing`;
    }).join('; ')}.`,
};
