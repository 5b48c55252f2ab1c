// A fact as plain data, for pictures that do not load the table: level, sentence and address. Knows no picture.
import { FACTS, factUrl, type FactId, type Level, type SpecRevision } from '../protocol/facts.ts';

export interface FactNote {
  readonly level: Level;
  readonly text: string;
  readonly url: string;
}

/** The address is that of the given revision's page, where the fact stands on one. */
export function factNote(id: FactId, revision?: SpecRevision): FactNote {
  const { level, text } = FACTS[id];
  return { level, text, url: factUrl(id, revision) };
}
