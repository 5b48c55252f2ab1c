// What an observer wrote down beside the pipes, as something that rules can look at. Reads words, so it may miss some.
import type { Party } from '../../trace.ts';
import type { Happening } from '../model.ts';

interface Row {
  readonly what: Happening['what'];
  readonly says: RegExp;
}

/** First match. */
const ROWS: readonly Row[] = [
  { what: 'signal', says: /\bSIG(?:TERM|KILL|INT|HUP)\b|\bkill(?:s|ed)?\b/i },
  { what: 'stdin-closed', says: /\bstdin\b.*\b(?:closed|closes|ended|EOF)\b|\b(?:closed|closes)\b.*\bstdin\b/i },
  { what: 'process-ends', says: /\b(?:exit(?:s|ed)?|terminate[sd]?|crash(?:es|ed)?|died|ends)\b/i },
  {
    what: 'process-starts',
    says: /\b(?:re)?(?:spawn|launch|start)(?:s|ed|es)?\b|\bnew (?:server )?process\b|\bforks?\b/i,
  },
];

const BY = /\bby (?:the )?(client|server)\b|^\s*(?:the )?(client|host|server)\b/i;

export function happeningOf(text: string): { readonly what: Happening['what']; readonly by: Party | undefined } {
  const what = ROWS.find(({ says }) => says.test(text))?.what ?? 'other';
  const [, after, first] = BY.exec(text) ?? [];
  const word = (after ?? first)?.toLowerCase();
  return { what, by: word === 'server' ? 'server' : word === undefined ? undefined : 'client' };
}
