// The handler that works on a call, as the ladder shows it: from the request to its answer or its end, with the
// question that belongs to it. All of this is in the server's memory; the trace tells when.
import { kindOf, type Message, type RequestId, type Transfer } from '#engine';
import type { Aside } from '../ladder/rows.ts';

type Ided = { readonly id?: RequestId; readonly params?: { readonly requestId?: RequestId } };
const idOf = (message: Message | undefined): RequestId | undefined => (message as Ided | undefined)?.id;

const isCall = ({ from, message }: Transfer): boolean =>
  from === 'client' && message !== undefined && kindOf(message) === 'request';

/** The handlers in these entries, each as the rows that it spans: a call, and what ends it. */
function spansIn(
  entries: readonly Transfer[],
): readonly { readonly id: RequestId; readonly rows: readonly [number, number] }[] {
  return entries.flatMap((entry, first) => {
    if (!isCall(entry)) return [];
    const id = idOf(entry.message)!;
    const last = entries.findIndex((other, row) => row > first && ends(other, id));
    return [{ id, rows: [first, last < 0 ? entries.length - 1 : last] as const }];
  });
}

/** Whether a transfer is the answer to a call, or takes it back. */
function ends({ from, message }: Transfer, id: RequestId): boolean {
  if (!message) return false;
  const kind = kindOf(message);
  if (kind === 'notification') return from === 'client' && (message as Ided).params?.requestId === id;
  return from === 'server' && kind !== 'request' && idOf(message) === id;
}

/** What stands beside each row. */
export function asidesOf(entries: readonly Transfer[]): readonly (Aside | undefined)[] {
  const spans = spansIn(entries);
  return entries.map((entry, row) => {
    const span = spans.find(({ rows: [first, last] }) => row >= first && row <= last);
    if (!span) return undefined;
    const { id, rows } = span;
    if (row === rows[0]) return { look: 'begin', text: `handler of ${id} starts` };
    if (row === rows[1] && isQuestion(entry)) return { look: 'end', text: `handler of ${id} asks, and is over` };
    if (row === rows[1])
      return {
        look: 'end',
        text: entry.from === 'client' ? `handler of ${id} is stopped` : `handler of ${id} is done`,
      };
    return { look: 'through', ...textIn(entry, id) };
  });
}

function textIn({ from, message }: Transfer, id: RequestId): { readonly text?: string } {
  if (!message) return {};
  const isRequest = kindOf(message) === 'request';
  if (from === 'server' && isRequest) return { text: `asks ${idOf(message)}, and waits` };
  return from === 'client' && !isRequest ? { text: `${idOf(message)} is answered: goes on with ${id}` } : {};
}

/** A result that asks (2026-07-28). */
function isQuestion({ message }: Transfer): boolean {
  return message !== undefined && 'result' in message && message.result['resultType'] === 'input_required';
}
