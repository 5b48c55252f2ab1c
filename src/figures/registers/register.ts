// A table that a peer holds, at two moments: what it has now, and what changed with the last step. Knows no protocol.
import type { Party } from '#engine';

export interface RegisterRow {
  /** Tells the row from others, at any moment. */
  readonly key: string;
  readonly cells: readonly string[];
}

export interface Register {
  /** Whose it is. */
  readonly owner: Party;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly RegisterRow[];
  /** What stands there when it has no rows. */
  readonly empty: string;
  /** What is said of a row that has gone with the last step, e.g. "answered". */
  readonly gone: string;
}

export type Change = 'new' | 'changed' | 'gone';

export interface MarkedRow extends RegisterRow {
  readonly change: Change | undefined;
  /** The word that tells the change. */
  readonly word: string;
}

const WORDS: Readonly<Record<Exclude<Change, 'gone'>, string>> = { new: 'new', changed: 'changed' };

/**
 * The rows of a register, each with what the last step did to it. A row that has just gone stays for this one step, in
 * its old place. Without an earlier moment nothing counts as changed.
 */
export function markedRows(now: Register, before: Register | undefined): readonly MarkedRow[] {
  if (!before) return now.rows.map((row) => ({ ...row, change: undefined, word: '' }));
  const earlier = new Map(before.rows.map((row) => [row.key, row]));
  const present = new Set(now.rows.map((row) => row.key));
  const rows: MarkedRow[] = now.rows.map((row) => {
    const old = earlier.get(row.key);
    const change = !old ? 'new' : old.cells.join('\n') === row.cells.join('\n') ? undefined : 'changed';
    return { ...row, change, word: change ? WORDS[change] : '' };
  });
  before.rows.forEach((row, i) => {
    if (!present.has(row.key)) rows.splice(Math.min(i, rows.length), 0, { ...row, change: 'gone', word: now.gone });
  });
  return rows;
}

/** How many rows a register has at most over all steps, so that its place keeps its size. */
export function mostRows(registers: readonly Register[]): number {
  return registers.reduce((most, now, i) => Math.max(most, markedRows(now, registers[i - 1]).length), 1);
}
