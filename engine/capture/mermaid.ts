// A trace as a Mermaid sequence diagram.
import { formatTime, nameMessage } from '../describe.ts';
import type { Entry, Trace, Transfer } from '../trace.ts';

export function toMermaid(trace: Trace, title: string): string {
  const lines = trace.entries.flatMap(lineOf).map((line) => `  ${line}`);
  return [
    '---',
    `title: ${JSON.stringify(title)}`,
    '---',
    'sequenceDiagram',
    '  participant client',
    '  participant server',
    ...lines,
  ].join('\n');
}

function lineOf(entry: Entry): readonly string[] {
  if (entry.kind === 'work') return [];
  if (entry.kind === 'transfer') {
    const arrow = entry.outcome === 'lost' ? '--x' : entry.from === 'client' ? '->>' : '-->>';
    const label = labelOf(entry);
    return label === '' ? [] : [`${entry.from}${arrow}${entry.to}: ${label}`];
  }
  const notes = {
    cut: 'the line drops',
    noticed: 'learns that the client is gone',
    waiting: 'waits, then tries again',
    finished: 'has the result',
  };
  return [`Note over ${entry.party}: ${notes[entry.what]}, ${formatTime(entry.atMs)}`];
}

/** Semicolons end a statement in Mermaid, and a hash begins an entity. */
function labelOf({ carrier, message, http, eventId }: Transfer): string {
  const text = message
    ? nameMessage(message)
    : carrier === 'request'
      ? 'GET, Last-Event-ID'
      : http && 'status' in http
        ? String(http.status)
        : eventId
          ? `event ${eventId}, empty`
          : '';
  return text.replace(/[;#]/g, ' ');
}
