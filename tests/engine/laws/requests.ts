// Laws of JSON-RPC: ids, who answers whom, and what becomes of every request.
import { transfersOf, type Message, type RequestId, type Trace } from '#engine';
import {
  happeningsOf,
  idOf,
  isRequest,
  isResponse,
  methodOf,
  ROUNDING_MS,
  sentIn,
  type Law,
  type Sent,
} from './law.ts';

/** The same request once more, since the first was refused before anyone read it (401). */
function isSecondTry(trace: Trace, { transfer, message }: Sent): boolean {
  const first = sentIn(trace).find((s) => s.message === message)!.transfer;
  if (first === transfer) return false;
  return transfersOf(trace).some(
    (t) => t.exchange === first.exchange && t.http && 'status' in t.http && t.http.status === 401,
  );
}

export const idsAreNotReused: Law = (trace) => {
  const used = { client: new Set<RequestId>(), server: new Set<RequestId>() };
  return sentIn(trace).flatMap((sent) => {
    const { transfer, message } = sent;
    if (!isRequest(message) || transfer.replayed || isSecondTry(trace, sent)) return [];
    // A new session begins a new count, for both.
    if (methodOf(message) === 'initialize') [used.client, used.server].forEach((ids) => ids.clear());
    const ids = used[transfer.from];
    const id = idOf(message)!;
    const isOld = ids.has(id);
    ids.add(id);
    return isOld ? [`the ${transfer.from} uses id ${id} again`] : [];
  });
};

/** The request that a cancellation takes back. */
const withdrawnBy = (message: Message): RequestId =>
  (message as unknown as { params: { requestId: RequestId } }).params.requestId;

/** All that is sent and all that arrives, in order of time. */
function momentsIn(trace: Trace) {
  return sentIn(trace)
    .flatMap(({ transfer, message }) => [
      { atMs: transfer.atMs, order: 2 * transfer.index, transfer, message, isArrival: false },
      { atMs: transfer.arrivesAtMs, order: 2 * transfer.index + 1, transfer, message, isArrival: true },
    ])
    .sort((a, b) => a.atMs - b.atMs || a.order - b.order);
}

/** A response is sent once, by the side that was asked, after the request has arrived there and before it was taken back. */
export const responsesAnswerOnePendingRequest: Law = (trace) => {
  const pending = { client: new Map<RequestId, number>(), server: new Map<RequestId, number>() };
  const problems: string[] = [];
  for (const { transfer, message, isArrival } of momentsIn(trace)) {
    if (transfer.replayed) continue;
    const id = idOf(message);
    const isDelivered = isArrival && transfer.outcome === 'delivered';
    if (isRequest(message) && isDelivered) pending[transfer.to].set(id!, transfer.arrivesAtMs);
    if (methodOf(message) === 'notifications/cancelled' && isDelivered) {
      pending[transfer.to].delete(withdrawnBy(message));
    }
    if (!isResponse(message) || isArrival || id === undefined) continue;
    const sinceMs = pending[transfer.from].get(id);
    if (sinceMs === undefined) problems.push(`${transfer.index} answers ${id}, which nobody waits for`);
    else if (transfer.atMs < sinceMs - ROUNDING_MS) problems.push(`${transfer.index} answers ${id} before it is asked`);
    pending[transfer.from].delete(id);
  }
  return problems;
};

/** Every request gets its response, or the trace says why not. */
export const everyRequestIsSettled: Law = (trace) => {
  const sent = sentIn(trace);
  const answered = (party: 'client' | 'server', id: RequestId): boolean =>
    sent.some(
      ({ transfer, message }) =>
        isResponse(message) && transfer.to === party && idOf(message) === id && transfer.outcome === 'delivered',
    );
  return sent
    .filter(({ message, transfer }) => isRequest(message) && !transfer.replayed)
    .filter(({ transfer, message }) => !answered(transfer.from, idOf(message)!))
    .filter((s) => !whyUnanswered(trace, s))
    .map(
      ({ transfer, message }) => `request ${idOf(message)} of the ${transfer.from} (${methodOf(message)}) is forgotten`,
    );
};

function whyUnanswered(trace: Trace, { transfer, message }: Sent): string | undefined {
  const id = idOf(message)!;
  const happened = (...what: string[]) =>
    happeningsOf(trace).some((h) => what.includes(h.what) && h.requestId === id && h.atMs >= transfer.atMs);
  if (transfer.from === 'client') {
    if (happened('cancelled', 'timed-out')) return 'given up';
    // A stream that broke: sent again, or resumed and answered, which was found before.
    if (happened('waiting')) return 'sent again';
    const refusals = transfersOf(trace).filter((t) => t.exchange === transfer.exchange && t.carrier === 'answer');
    if (transfer.exchange !== undefined && refusals.some(({ http }) => http && 'status' in http && http.status >= 400))
      return 'refused';
  } else {
    const withdrawn = sentIn(trace).some(
      ({ transfer: t, message: m }) =>
        t.from === 'server' && methodOf(m) === 'notifications/cancelled' && withdrawnBy(m) === id,
    );
    if (withdrawn) return 'withdrawn';
    // The client's answer is never waited for by a call that is over.
    if (transfer.outcome === 'lost') return 'lost';
  }
  const isProcessGone = happeningsOf(trace).some((h) => h.what === 'exited' && h.connection === transfer.connection);
  return isProcessGone ? 'lost with the process' : undefined;
}

/** Progress names a request of the other side that carried the token and is not over; its numbers grow. */
export const progressGrows: Law = (trace) => {
  const last = new Map<unknown, number>();
  const over = new Set<unknown>();
  return sentIn(trace).flatMap(({ transfer, message }) => {
    if (isResponse(message)) over.add(idOf(message));
    if (methodOf(message) !== 'notifications/progress' || transfer.replayed) return [];
    const { progressToken, progress } = (
      message as unknown as { params: { progressToken: RequestId; progress: number } }
    ).params;
    const asked = sentIn(trace).some(
      (s) =>
        s.transfer.from !== transfer.from &&
        (s.message as { params?: { _meta?: { progressToken?: unknown } } }).params?._meta?.progressToken ===
          progressToken,
    );
    const before = last.get(progressToken) ?? -Infinity;
    last.set(progressToken, progress);
    if (!asked) return [`progress for ${progressToken}, which nobody wants`];
    if (over.has(progressToken)) return [`progress for ${progressToken} after its end`];
    return progress > before ? [] : [`progress for ${progressToken} does not grow`];
  });
};

/** Nothing more is said of a request once the server knows that it was given up (from 2026-07-28 a MUST, before that a SHOULD). */
export const silentAfterCancel: Law = (trace) => {
  const cancelledAtMs = new Map<RequestId, number>();
  // On HTTP a cancellation may overtake what it cancels: then it means nothing.
  const arrived = (id: RequestId, atMs: number): boolean =>
    sentIn(trace).some(
      (s) =>
        s.transfer.from === 'client' &&
        isRequest(s.message) &&
        idOf(s.message) === id &&
        s.transfer.arrivesAtMs <= atMs,
    );
  for (const { transfer, message } of sentIn(trace)) {
    if (
      methodOf(message) === 'notifications/cancelled' &&
      transfer.from === 'client' &&
      transfer.outcome === 'delivered'
    ) {
      const requestId = withdrawnBy(message);
      if (arrived(requestId, transfer.arrivesAtMs)) cancelledAtMs.set(requestId, transfer.arrivesAtMs);
    }
  }
  for (const h of happeningsOf(trace)) {
    if (h.what === 'noticed' && h.party === 'server' && h.requestId !== undefined && trace.revision === '2026-07-28')
      cancelledAtMs.set(h.requestId, h.atMs);
  }
  return sentIn(trace).flatMap(({ transfer, message }) => {
    if (transfer.from !== 'server') return [];
    const params = (message as { params?: { progressToken?: RequestId; _meta?: Record<string, unknown> } }).params;
    const about = isResponse(message)
      ? idOf(message)
      : (params?.progressToken ?? params?._meta?.['io.modelcontextprotocol/subscriptionId']);
    const sinceMs = cancelledAtMs.get(about as RequestId);
    return sinceMs !== undefined && transfer.atMs > sinceMs + ROUNDING_MS
      ? [`${transfer.index} is about ${about}, which was given up`]
      : [];
  });
};
