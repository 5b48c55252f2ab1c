// Which rows belong together, and where the line that joins them runs: exchanges on their connection, or, on a pipe,
// requests with their answers. Knows rows by number; draws nothing.
import { kindOf, messagesOf, type Entry, type RequestId } from '#engine';

/** What a lane shows in one row. */
export interface LaneMark {
  readonly lane: number;
  /** The line comes from the row above; goes on to the row below. */
  readonly above: boolean;
  readonly below: boolean;
  /** An event stream is open: above this row's middle, below it. */
  readonly streamAbove: boolean;
  readonly streamBelow: boolean;
  /** The row itself belongs to the group. */
  readonly isMember: boolean;
  /** Stands in the first row of a group: the number of the exchange, or the id of the request. */
  readonly label: string | undefined;
}

export interface Lanes {
  readonly count: number;
  /** What the groups are, for the head of the column. */
  readonly kind: 'exchange' | 'request' | 'none';
  /** By row. */
  readonly marks: readonly (readonly LaneMark[])[];
}

interface Group {
  readonly label: string;
  readonly rows: number[];
  /** The lane that it has to have, if it is given. */
  readonly lane: number | undefined;
  streamFrom: number;
  isOpen: boolean;
}

/** The lanes of these entries, one row each. */
export function lanesOf(entries: readonly Entry[]): Lanes {
  const hasExchanges = entries.some((e) => e.kind === 'transfer' && e.exchange !== undefined);
  const groups = hasExchanges ? exchangesIn(entries) : requestsIn(entries);
  const last = entries.length - 1;
  const placed = placedInLanes(groups, last);
  const marks = entries.map((_, row) => placed.flatMap((group) => markIn(group, row, last)));
  return {
    count: Math.max(0, ...placed.map(({ lane }) => lane + 1)),
    kind: groups.length === 0 ? 'none' : hasExchanges ? 'exchange' : 'request',
    marks,
  };
}

type PlacedGroup = Group & { readonly lane: number };

/** Groups that must share a lane do; the others take the first lane that is free. */
function placedInLanes(groups: readonly Group[], last: number): readonly PlacedGroup[] {
  const freeFrom: number[] = [];
  return groups.map((group) => {
    const first = group.rows[0]!;
    const free = freeFrom.findIndex((row) => row < first);
    const lane = group.lane ?? (free < 0 ? freeFrom.length : free);
    freeFrom[lane] = group.isOpen ? last : group.rows.at(-1)!;
    return { ...group, lane };
  });
}

function markIn({ lane, rows, streamFrom, isOpen, label }: PlacedGroup, row: number, last: number): LaneMark[] {
  const first = rows[0]!;
  const end = isOpen ? last + 1 : rows.at(-1)!;
  if (row < first || row > end) return [];
  const isStream = Number.isFinite(streamFrom);
  return [
    {
      lane,
      above: row > first,
      below: row < end,
      streamAbove: isStream && row > streamFrom,
      streamBelow: isStream && row >= streamFrom && row < end,
      isMember: rows.includes(row),
      label: row === first ? label : undefined,
    },
  ];
}

/** HTTP exchanges, each on the lane of its connection; a stream begins with its head. */
function exchangesIn(entries: readonly Entry[]): readonly Group[] {
  const groups = new Map<number, Group>();
  const lanes = new Map<number, number>();
  entries.forEach((entry, row) => {
    if (entry.kind === 'happening' && entry.connection !== undefined) {
      // A connection that is gone takes its exchange along.
      const groupsOn = [...groups.values()].filter((g) => g.isOpen && g.lane === lanes.get(entry.connection!));
      for (const group of groupsOn) {
        group.rows.push(row);
        group.isOpen = false;
      }
    }
    // What is lost after its connection has gone belongs to no exchange that is still there.
    const isStray =
      entry.kind === 'transfer' && entry.outcome === 'lost' && groups.get(entry.exchange ?? -1)?.isOpen === false;
    if (entry.kind !== 'transfer' || entry.exchange === undefined || isStray) return;
    const { exchange, connection, carrier, http } = entry;
    if (!lanes.has(connection)) lanes.set(connection, lanes.size);
    const group = groups.get(exchange) ?? {
      label: String(exchange + 1),
      rows: [],
      lane: lanes.get(connection),
      streamFrom: Infinity,
      isOpen: true,
    };
    groups.set(exchange, group);
    group.rows.push(row);
    if (carrier === 'head') group.streamFrom = row;
    if (carrier === 'answer' || carrier === 'end' || (carrier === 'event' && http)) group.isOpen = false;
  });
  return [...groups.values()];
}

/** Requests with their answers, by who asked: each side counts its ids for itself. */
function requestsIn(entries: readonly Entry[]): readonly Group[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  entries.forEach((entry, row) => {
    if (entry.kind !== 'transfer') return;
    for (const message of messagesOf(entry)) {
      const { id, params } = message as {
        readonly id?: RequestId;
        readonly params?: { readonly requestId?: RequestId };
      };
      const kind = kindOf(message);
      const asker = kind === 'request' || kind === 'notification' ? entry.from : entry.to;
      const key = `${asker} ${id ?? params?.requestId}`;
      if (kind === 'request') {
        const group = { label: String(id), rows: [], lane: undefined, streamFrom: Infinity, isOpen: true };
        groups.push(group);
        open.set(key, group);
      }
      const group = open.get(key);
      group?.rows.push(row);
      // An answer ends the wait, and so does taking the request back.
      if (group && kind !== 'request') {
        group.isOpen = false;
        open.delete(key);
      }
    }
  });
  return groups;
}
