// A trace as a Mermaid sequence diagram.
import { formatTime, nameMessage } from '../describe.ts';
import { messagesOf, type Entry, type Trace, type Transfer } from '../trace.ts';
import { textOf } from '../wire/frame.ts';

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
    cancelled: 'gives up',
    'timed-out': 'gives up: no answer',
    'hung-up': 'has hung up',
    closed: 'closes its end',
    exited: 'ends',
    restarted: 'starts the server again',
    authorized: 'has a token',
    refused: 'was refused',
  };
  return [`Note over ${entry.party}: ${notes[entry.what]}, ${formatTime(entry.atMs)}`];
}

/** Semicolons end a statement in Mermaid, and a hash begins an entity. */
function labelOf(transfer: Transfer): string {
  const messages = messagesOf(transfer).map(nameMessage);
  return (messages.length > 0 ? messages.join(' + ') : bareLabelOf(transfer)).replace(/[;#]/g, ' ');
}

/** What a transfer without a message is, in a word or two. */
function bareLabelOf({ carrier, http, eventId, lastEventId, frame }: Transfer): string {
  if (http && 'verb' in http) return `${http.verb}${lastEventId === undefined ? '' : ', Last-Event-ID'}`;
  if (http) return String(http.status);
  if (eventId !== undefined) return `event ${eventId}, empty`;
  if (carrier === 'comment') return 'comment';
  if (carrier !== 'event') return '';
  return /retry: \d+|endpoint/.exec(textOf(frame))?.[0] ?? '';
}
