// Laws of time and cause: entries stand in order, each after what made it happen, which its side can know of.
import { endOf, type Entry, type Trace } from '#engine';
import { ROUNDING_MS, type Law } from './law.ts';

export const inOrderOfTime: Law = ({ entries }) =>
  entries.flatMap((entry, i) => [
    ...(entry.index === i ? [] : [`entry ${i} has the index ${entry.index}`]),
    ...(Number.isFinite(entry.atMs) && entry.atMs >= (entries[i - 1]?.atMs ?? 0) ? [] : [`entry ${i} is early`]),
    ...(endOf(entry) >= entry.atMs - ROUNDING_MS ? [] : [`entry ${i} ends before it begins`]),
  ]);

export const afterItsCause: Law = ({ entries }) =>
  entries.flatMap((entry, i) => {
    if (entry.cause === undefined) return mayBeginByItself(entry) ? [] : [`entry ${i} has no cause`];
    const cause = entries[entry.cause];
    if (!cause || entry.cause >= i) return [`entry ${i} has a later cause`];
    if (entry.atMs < endOf(cause) - ROUNDING_MS) return [`entry ${i} is before the end of its cause`];
    if (cause.kind === 'transfer' && cause.outcome === 'lost') return [`entry ${i} comes of what is lost`];
    return canKnow(entry, cause) ? [] : [`entry ${i} comes of what its side cannot know`];
  });

/** The script begins with the client; users give up, and servers have something to tell or to ask, when they like. */
function mayBeginByItself(entry: Entry): boolean {
  if (entry.kind === 'work') return false;
  if (entry.kind === 'happening')
    return ['cancelled', 'timed-out', 'exited', 'closed'].includes(entry.what) || entry.atMs === 0;
  if (entry.from === 'client') return true;
  const isUnasked = entry.message && 'method' in entry.message;
  return isUnasked || entry.carrier === 'comment';
}

function canKnow(entry: Entry, cause: Entry): boolean {
  if (entry.kind === 'happening' && ['cut', 'noticed', 'hung-up'].includes(entry.what)) return true;
  const side = entry.kind === 'transfer' ? entry.from : entry.party;
  if (cause.kind === 'transfer') return cause.to === side;
  // That a connection was closed under it is known to the client the moment it happens there.
  if (cause.kind === 'happening' && cause.what === 'hung-up') return side === 'client';
  if (cause.kind === 'happening' && cause.what === 'exited') return true;
  return cause.party === side;
}

/** The first thing that a peer does is not an answer to nothing. */
export const clientBegins: Law = ({ entries, transport }: Trace) => {
  const [first] = entries;
  if (!first || first.kind === 'happening') return [];
  const isPush =
    first.kind === 'transfer' && first.from === 'server' && transport === 'stdio' && first.cause === undefined;
  return (first.kind === 'transfer' && first.from === 'client') || isPush ? [] : ['the client does not begin'];
};
