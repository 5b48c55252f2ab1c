// How a session opens in each revision: a handshake, or nothing at all.
import { mechanic } from '../protocol/mechanics.ts';
import type { Revision } from '../protocol/revisions.ts';
import { handshake } from '../protocol/session.ts';
import type { Act } from './scenario.ts';

export function opening(revision: Revision): readonly Act[] {
  if (!mechanic('handshake', revision).value) return [];
  return [
    { act: 'request', method: 'initialize', ...handshake(revision) },
    { act: 'notification', method: 'notifications/initialized' },
  ];
}
