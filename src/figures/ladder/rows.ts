// From entries of a trace to the rows of a ladder: who to whom, the words, the bytes, the lanes. Nothing here is a pixel.
import { type Entry, type Party } from '#engine';
import { lanesOf, type LaneMark, type Lanes } from './lanes.ts';
import type { Words } from './words.ts';

/** A column of the ladder. */
export interface Actor {
  readonly key: string;
  /** Which hue and side it has. */
  readonly party: Party;
  readonly name: string;
}

export const TWO_ACTORS: readonly Actor[] = [
  { key: 'client', party: 'client', name: 'client' },
  { key: 'server', party: 'server', name: 'server' },
];

export interface LadderRow {
  readonly entry: Entry;
  readonly atMs: number;
  /** An arrow between two columns, a block of work, a mark on one column. */
  readonly shape: 'arrow' | 'block' | 'mark';
  readonly party: Party;
  /** Columns, from 0; equal for a block and a mark. */
  readonly from: number;
  readonly to: number;
  readonly words: Words;
  readonly payloadBytes: number;
  readonly framingBytes: number;
  readonly isLost: boolean;
  readonly marks: readonly LaneMark[];
  /** What a figure adds to the words, and whether that is bad news. */
  readonly note: Note | undefined;
  readonly aside: Aside | undefined;
}

/** Something that is on no wire, drawn beside the last column: it begins, goes on or ends in a row. */
export interface Aside {
  readonly look: 'begin' | 'through' | 'end';
  readonly text?: string;
}

export interface Note {
  readonly text: string;
  readonly isWrong?: boolean;
}

export interface LadderRows {
  readonly rows: readonly LadderRow[];
  readonly lanes: Lanes;
  /** The most bytes that one row has, for the scale of the bars. */
  readonly mostBytes: number;
}

/** Who sends and receives an entry, by the key of a column. Where there are two columns: the parties themselves. */
export type Route = (entry: Entry) => readonly [from: string, to: string];

export const byParty: Route = (entry) =>
  entry.kind === 'transfer' ? [entry.from, entry.to] : [entry.party, entry.party];

export interface LadderParts {
  readonly actors: readonly Actor[];
  readonly route: Route;
  readonly words: (entry: Entry) => Words;
  readonly noteOf: ((entry: Entry) => Note | undefined) | undefined;
  readonly asideOf: ((entry: Entry) => Aside | undefined) | undefined;
}

/** The rows of a ladder. `entries` in the order in which they are to be shown. */
export function ladderRows(
  entries: readonly Entry[],
  { actors, route, words, noteOf, asideOf }: LadderParts,
): LadderRows {
  const lanes = lanesOf(entries);
  const columnOf = (key: string) => actors.findIndex((actor) => actor.key === key);
  const rows = entries.map((entry, i): LadderRow => {
    const [from, to] = route(entry).map(columnOf) as [number, number];
    const frame = entry.kind === 'transfer' ? entry.frame : undefined;
    return {
      entry,
      atMs: entry.atMs,
      shape: entry.kind === 'transfer' ? 'arrow' : entry.kind === 'work' ? 'block' : 'mark',
      party: actors[from]!.party,
      from,
      to,
      words: words(entry),
      payloadBytes: frame?.payloadBytes ?? 0,
      framingBytes: frame?.framingBytes ?? 0,
      isLost: entry.kind === 'transfer' ? entry.outcome === 'lost' : entry.kind === 'happening' && entry.what === 'cut',
      marks: lanes.marks[i]!,
      note: noteOf?.(entry),
      aside: asideOf?.(entry),
    };
  });
  return { rows, lanes, mostBytes: Math.max(1, ...rows.map((row) => row.payloadBytes + row.framingBytes)) };
}
