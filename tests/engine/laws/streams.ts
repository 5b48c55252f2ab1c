// Laws of HTTP and its event streams: event ids, replay, sessions, what a notification is answered.
import {
  kindOf,
  messagesOf,
  textOf,
  transfersOf,
  transportOf,
  type Message,
  type RequestId,
  type Trace,
  type Transfer,
} from '#engine';
import { idOf, isRequest, isResponse, methodOf, type Law } from './law.ts';

const eventsOf = (trace: Trace): readonly Transfer[] => transfersOf(trace).filter((t) => t.carrier === 'event');

/** The exchange that a stream began on: a GET that names an event goes on with the stream of that event. */
function streamsOf(trace: Trace): ReadonlyMap<number, number> {
  const streams = new Map<number, number>();
  for (const t of transfersOf(trace)) {
    if (t.carrier !== 'request') continue;
    const named = t.lastEventId === undefined ? undefined : eventsOf(trace).find((e) => e.eventId === t.lastEventId);
    streams.set(t.exchange!, named ? streams.get(named.exchange!)! : t.exchange!);
  }
  return streams;
}

export const eventIdsAreUnique: Law = (trace) => {
  const streams = streamsOf(trace);
  const owner = new Map<string, { stream: number; text: string }>();
  return eventsOf(trace).flatMap(({ eventId, exchange, frame, index }) => {
    if (eventId === undefined) return [];
    const is = { stream: streams.get(exchange!)!, text: textOf(frame) };
    const known = owner.get(eventId);
    owner.set(eventId, known ?? is);
    return !known || (known.stream === is.stream && known.text === is.text)
      ? []
      : [`${index}: event id ${eventId} was used for another event`];
  });
};

/** The requests that a stream may speak of: those of its POST. */
function requestsOn(trace: Trace, stream: number): ReadonlySet<RequestId> {
  const post = transfersOf(trace).find((t) => t.exchange === stream && t.carrier === 'request')!;
  return new Set(
    messagesOf(post)
      .filter(isRequest)
      .map((m) => idOf(m)!),
  );
}

/** Which request a message of the server belongs to, as far as it says so. */
function subjectOf(message: Message): RequestId | undefined {
  if (isResponse(message)) return idOf(message);
  const params = (message as { params?: { progressToken?: RequestId; _meta?: Record<string, unknown> } }).params;
  return params?.progressToken ?? (params?._meta?.['io.modelcontextprotocol/subscriptionId'] as RequestId | undefined);
}

export const streamsCarryTheirOwn: Law = (trace) => {
  const streams = streamsOf(trace);
  const seen = new Set<string>();
  return eventsOf(trace).flatMap((event) => {
    if (transportOf(event, trace) !== 'streamable-http') return [];
    const { message, exchange, index, eventId, outcome } = event;
    const problems: string[] = [];
    if (eventId !== undefined && outcome === 'delivered') {
      if (seen.has(eventId)) problems.push(`${index}: event ${eventId} arrives twice`);
      seen.add(eventId);
    }
    const subject = message && subjectOf(message);
    const own = requestsOn(trace, streams.get(exchange!)!);
    if (subject !== undefined && !own.has(subject)) problems.push(`${index} belongs on another stream`);
    // A stream that nobody's request has opened carries no response.
    if (message && isResponse(message) && own.size === 0) problems.push(`${index}: a response on the standing stream`);
    return problems;
  });
};

/** What is replayed is what came after the named event on its stream, all of it, in order. */
export const replayIsTheRest: Law = (trace) => {
  const streams = streamsOf(trace);
  const gets = transfersOf(trace).filter((t) => t.lastEventId !== undefined);
  return gets.flatMap((get) => {
    const order = [
      ...new Set(
        eventsOf(trace)
          .filter((e) => e.eventId !== undefined && streams.get(e.exchange!) === streams.get(get.exchange!))
          .map((e) => e.eventId!),
      ),
    ];
    const here = eventsOf(trace)
      .filter((e) => e.exchange === get.exchange && e.eventId !== undefined)
      .map((e) => e.eventId!);
    const from = order.indexOf(get.lastEventId!) + 1;
    const expected = order.slice(from, from + here.length);
    return from > 0 && here.every((id, i) => id === expected[i])
      ? []
      : [`the GET ${get.index} brings ${here.join(' ')}, not ${expected.join(' ')}`];
  });
};

/** Session ids, event ids, retry and GET exist only where the revision has them. */
export const nothingFromOtherRevisions: Law = (trace) => {
  const isModernOnly = trace.revision === '2026-07-28' && !trace.scenario.startsWith('era-');
  return transfersOf(trace).flatMap((t) => {
    const text = textOf(t.frame);
    const head = text.slice(0, text.indexOf('\r\n\r\n') + 1);
    const problems: string[] = [];
    if (trace.transport === 'stdio') return [];
    if (isModernOnly && /^(GET|DELETE) /.test(text)) problems.push(`${t.index}: ${text.slice(0, 6)} in 2026-07-28`);
    if (isModernOnly && (t.eventId !== undefined || /^(mcp-session-id|last-event-id):/im.test(head)))
      problems.push(`${t.index}: a session or an event id in 2026-07-28`);
    if (trace.revision < '2025-11-25' && /^retry: /m.test(text)) problems.push(`${t.index}: retry before 2025-11-25`);
    if (trace.profile === 'minimal' && trace.revision < '2025-06-18' && /^mcp-protocol-version:/im.test(head))
      problems.push(`${t.index}: a version header before there was one`);
    return problems;
  });
};

/** A POST without a request is answered 202 and nothing; one with a request never is. */
export const acceptedIsForNotifications: Law = (trace) => {
  const transfers = transfersOf(trace);
  return transfers.flatMap((post) => {
    if (post.carrier !== 'request' || messagesOf(post).length === 0) return [];
    const answers = transfers.filter((t) => t.exchange === post.exchange && t.from === 'server');
    const statuses = answers.flatMap(({ http }) => (http && 'status' in http ? [http.status] : []));
    const isAsked = messagesOf(post).some((m) => kindOf(m) === 'request');
    if (statuses.some((s) => s >= 400)) return [];
    if (transportOf(post, trace) === 'http+sse')
      return statuses.every((s) => s === 202) && answers.every((t) => !t.message)
        ? []
        : [`${post.index} is not answered 202`];
    return (
      isAsked ? statuses.every((s) => s === 200) : statuses.every((s) => s === 202) && answers.every((t) => !t.message)
    )
      ? []
      : [`${post.index} is answered ${statuses.join(' ')}`];
  });
};

/** From the server's naming it on, every request of the session names it, until a new one is opened. */
export const sessionIsEchoed: Law = (trace) => {
  if (trace.transport !== 'streamable-http') return [];
  let session: string | undefined;
  let isKnown = false;
  const valueIn = (t: Transfer): string | undefined => /^mcp-session-id: (.*)$/im.exec(textOf(t.frame))?.[1]?.trim();
  const moments = transfersOf(trace)
    .flatMap((t) => [
      { atMs: t.atMs, order: 2 * t.index, t, isArrival: false },
      { atMs: t.arrivesAtMs, order: 2 * t.index + 1, t, isArrival: true },
    ])
    .filter(({ t, isArrival }) => (t.from === 'client') !== isArrival)
    .sort((a, b) => a.atMs - b.atMs || a.order - b.order);
  return moments.flatMap(({ t }) => {
    const named = valueIn(t);
    if (t.from === 'server') {
      if (named !== undefined && t.outcome === 'delivered') [session, isKnown] = [named, true];
      return [];
    }
    if (t.carrier !== 'request') return [];
    if (t.message && methodOf(t.message) === 'initialize') {
      [session, isKnown] = [undefined, true];
      return named === undefined ? [] : [`${t.index}: initialize names a session`];
    }
    if (!isKnown) return [];
    return named === session ? [] : [`${t.index} names session ${named}, not ${session}`];
  });
};

/** On HTTP+SSE nothing is posted before the stream has named its address; who falls back speaks nothing else from there on. */
export const theOlderTransportBeginsWithItsAddress: Law = (trace) => {
  const older = transfersOf(trace).filter((t) => transportOf(t, trace) === 'http+sse');
  const [first] = older;
  if (!first) return [];
  const named = older.find((t) => t.carrier === 'event');
  const isOpening = first.http !== undefined && 'verb' in first.http && first.http.verb === 'GET';
  return [
    ...(isOpening ? [] : [`${first.index} is not the GET that opens the stream`]),
    ...(named?.message ? [`${named.index} comes before the address`] : []),
    ...older
      .filter((t) => t.message && t.from === 'client' && !(named && named.arrivesAtMs <= t.atMs))
      .map((t) => `${t.index} is posted before there is an address`),
    ...transfersOf(trace)
      .filter((t) => t.index > first.index && transportOf(t, trace) !== 'http+sse')
      .map((t) => `${t.index} is Streamable HTTP after the fallback`),
  ];
};
