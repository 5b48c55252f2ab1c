// One sentence for each entry of a trace with faults: what describe.ts says, and what it cannot know of bytes that are wrong.
import { describe, formatCount, formatTime } from '../describe.ts';
import type { Entry, Trace, Transfer } from '../trace.ts';
import { faultOf } from './table.ts';

/** One sentence, or two: what happens in an entry, and which fault has its hand in it. */
export function describeWithFaults(entry: Entry, trace: Trace): string {
  if (entry.fault === undefined) return describe(entry, trace);
  return `${sentence(entry, trace)} Fault: ${faultOf(entry.fault).title}.`;
}

function sentence(entry: Entry, trace: Trace): string {
  if (entry.kind !== 'transfer') return describe(entry, trace);
  if (isNoMessage(entry)) {
    const who = entry.from === 'client' ? 'The client' : 'The server';
    return `${who} sends ${formatCount(entry.frame.byteLength)} bytes that are no message. ${arrival(entry)}`;
  }
  const plain = describe({ ...entry, outcome: 'delivered' }, trace).replace(
    'error undefined',
    'an error without a code',
  );
  return entry.outcome === 'lost' ? plain.replace(` ${arrival(entry)}`, ' It never arrives.') : plain;
}

/** What carries a message on its transport, and carries none here. */
const isNoMessage = ({ carrier, message, batch, eventId }: Transfer): boolean =>
  !message && !batch && eventId === undefined && (carrier === 'line' || carrier === 'event');

const arrival = ({ arrivesAtMs }: Transfer): string => `It arrives at ${formatTime(arrivesAtMs)}.`;
