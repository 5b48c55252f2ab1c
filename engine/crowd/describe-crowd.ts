// One sentence for each recorded entry of a crowd, for captions and transcripts. People count from 1.
import type { CrowdEntry } from './crowd.ts';

const HAPPENED = {
  down: 'goes down',
  up: 'is up again, and empty',
  killed: 'is gone for good',
  added: 'is new',
} as const;

export function describeCrowd(entry: CrowdEntry): string {
  if (entry.kind === 'replica') return `Replica ${entry.replica + 1} ${HAPPENED[entry.what]}.`;
  const { client, message, session, replica, status } = entry;
  const named = session === 0 ? '' : ` of session ${session}`;
  const sends = `Client ${client + 1} sends ${message}${named}`;
  if (replica === undefined) return `${sends}; no replica is up: 503.`;
  const to = `${sends} to replica ${replica + 1}`;
  if (status === undefined) return `${to}, which goes before it has answered.`;
  return status < 300 ? `${to}: ${status}.` : `${to}, which does not know it: ${status}.`;
}
