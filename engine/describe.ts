// One sentence for each entry of a trace: what the caption, the transcript and the screen reader say.
import { kindOf, nameOf, type Message } from './protocol/messages.ts';
import { transportOf, type Entry, type Happening, type Trace, type Transfer, type Work } from './trace.ts';
import { textOf } from './wire/frame.ts';

/** "1,234": thousands apart, as everywhere on the site. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number of bytes as memory counts them: "16 bytes", "64 KiB". */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 && bytes % 1024 === 0) return `${formatCount(bytes / 1024)} KiB`;
  return `${formatCount(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

/** A time in the unit that suits it: "40 ms", "1.48 s". */
export function formatTime(ms: number): string {
  const wholeMs = Math.round(ms);
  if (ms >= 999.95) return `${(ms / 1000).toFixed(2)} s`;
  // What adding floats leaves over is no digit of the time.
  if (Math.abs(ms - wholeMs) < 1e-6) return `${wholeMs} ms`;
  return `${ms.toFixed(ms < 99.995 ? 2 : 1)} ms`;
}

/** A code of an error, with a minus as it is set: "−32601". */
export function formatCode(code: number): string {
  return String(code).replace('-', '−');
}

/** A rate in the unit that suits it: "10 Mbit/s", "infinite". */
export function formatRate(bps: number): string {
  if (!Number.isFinite(bps)) return 'infinite';
  const rate = Number(bps.toPrecision(3));
  const [divisor, unit] =
    rate >= 1e9 ? [1e9, 'Gbit/s'] : rate >= 1e6 ? [1e6, 'Mbit/s'] : rate >= 1e3 ? [1e3, 'kbit/s'] : [1, 'bit/s'];
  return `${rate / divisor} ${unit}`;
}

/** A share as a whole percentage: "40 %". */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

/** What a message is, in a few words: "tools/call docs_search, id 3", "progress 2 of 5", "result of id 3". */
export function nameMessage(message: Message): string {
  switch (kindOf(message)) {
    case 'request': {
      const { method, id } = message as { method: string; id: string | number };
      const name = nameOf(message);
      return `${method}${name === undefined ? '' : ` ${name}`}, id ${id}`;
    }
    case 'notification': {
      const { method, params } = message as { method: string; params?: { progress?: number; total?: number } };
      if (method === 'notifications/progress' && params)
        return `progress ${params.progress}${params.total === undefined ? '' : ` of ${params.total}`}`;
      return method;
    }
    case 'result':
      return `result of id ${(message as { id: string | number }).id}`;
    case 'error':
      return `error ${formatCode((message as { error: { code: number } }).error.code)}`;
  }
}

/** The same in a sentence; a result that is not the end says what it is instead (2026-07-28). */
function sayMessage(message: Message): string {
  const name = nameMessage(message);
  if (kindOf(message) !== 'result') return name;
  const { resultType = 'complete' } = (message as { readonly result: { readonly resultType?: string } }).result;
  return resultType === 'complete' ? `the ${name}` : `the ${name}, which is ${resultType},`;
}

/** One sentence: what happens in an entry. */
export function describe(entry: Entry, trace: Trace): string {
  switch (entry.kind) {
    case 'transfer':
      return describeTransfer(entry, trace);
    case 'work':
      return describeWork(entry);
    case 'happening':
      return describeHappening(entry, trace);
  }
}

function describeTransfer(entry: Transfer, trace: Trace): string {
  const who = entry.from === 'client' ? 'The client' : 'The server';
  const fate =
    entry.outcome === 'lost' ? 'It is lost: the line is down.' : `It arrives at ${formatTime(entry.arrivesAtMs)}.`;
  return `${who} ${predicateOf(entry, trace)}. ${fate}`;
}

function predicateOf(entry: Transfer, trace: Trace): string {
  const { carrier, frame, message, batch, http } = entry;
  const framing = `${formatCount(frame.framingBytes)} ${frame.framingBytes === 1 ? 'byte' : 'bytes'}`;
  if (message || batch) {
    const payload = `${formatCount(frame.payloadBytes)} bytes of JSON`;
    const status = http && 'status' in http ? http.status : 200;
    const does = entry.replayed ? 'replays' : status >= 400 ? `refuses with status ${status} and` : 'sends';
    const what = `${does} ${batch ? `a batch of ${batch.length}: ${batch.map(nameMessage).join('; ')}` : sayMessage(message!)}`;
    switch (carrier) {
      case 'line':
        return `${what}: ${payload} and a newline`;
      case 'request':
        return `${what}: ${payload} in a POST with ${framing} of head`;
      case 'answer':
        return `${what}: ${payload} as one body behind ${framing} of framing`;
      default:
        return `${what} as ${entry.eventId ? `event ${entry.eventId}` : 'an event'}: ${payload}, ${framing} of event and chunk framing`;
    }
  }
  const bytes = `${formatCount(frame.byteLength)} bytes`;
  switch (carrier) {
    case 'request':
      return `${purposeOf(entry, trace)}, ${bytes}`;
    case 'answer':
      return `answers ${http && 'status' in http ? http.status : ''} ${frame.layerBytes.other > 0 ? 'with a word' : 'without a body'}, ${bytes}`;
    case 'head':
      return `opens an event stream: a head of ${bytes}`;
    case 'event':
      return `${tellsWithoutMessage(entry, trace)}, ${bytes}`;
    case 'comment':
      return `sends a comment, which means nothing and keeps the stream from looking dead, ${bytes}`;
    default:
      return `ends ${goesOn(entry, trace) ? 'this answer, though not the stream,' : 'the stream'} with an empty chunk, ${bytes}; the connection stays open`;
  }
}

/** Whether the stream goes on after the end of an answer. */
function goesOn({ index }: Transfer, { entries }: Trace): boolean {
  return entries.some((e) => e.kind === 'happening' && e.what === 'hung-up' && e.cause === index);
}

/** What a request without a message is for. */
function purposeOf(transfer: Transfer, trace: Trace): string {
  const { http, lastEventId } = transfer;
  if (http && 'verb' in http && http.verb === 'DELETE') return 'ends the session with a DELETE';
  if (transfer.transport === 'http+sse')
    return 'falls back: it asks with a GET for the stream of HTTP+SSE, which all answers would come on';
  if (trace.transport === 'http+sse') return 'opens the stream that all answers will come on with a GET';
  if (lastEventId === undefined) return 'opens a stream for what the server says unasked with a GET';
  return 'asks for the rest of the stream with a GET that names the last event it saw';
}

/** What an event without a message tells. */
function tellsWithoutMessage(transfer: Transfer, trace: Trace): string {
  const { eventId, frame } = transfer;
  if (transportOf(transfer, trace) === 'http+sse')
    return 'sends the event "endpoint": the address that every message has to be posted to';
  if (eventId !== undefined)
    return `sends event ${eventId} with empty data, so that the client has an id to come back with`;
  const [, retryMs] = /retry: (\d+)/.exec(textOf(frame)) ?? [];
  return `tells the client to wait ${formatTime(Number(retryMs))} before it comes back`;
}

function describeWork({ step, again, outcome, atMs, untilMs }: Work): string {
  const span = `from ${formatTime(atMs)} to ${formatTime(untilMs)}`;
  if (outcome === 'stopped') return `The server has to stop in step ${step}: ${span}.`;
  return `The server does step ${step}${again ? ' again' : ''}, ${span}.`;
}

function describeHappening({ what, party, atMs, untilMs, requestId }: Happening, { transport }: Trace): string {
  const [who, other] = party === 'client' ? ['client', 'server'] : ['server', 'client'];
  switch (what) {
    case 'cut':
      return `The line drops at ${formatTime(atMs)}. What is under way is lost.`;
    case 'noticed':
      return `The ${who} learns at ${formatTime(atMs)} that the ${other} is gone.`;
    case 'cancelled':
      return `The client gives up request ${requestId} at ${formatTime(atMs)}.`;
    case 'timed-out':
      return `The client has waited long enough for request ${requestId} and gives it up at ${formatTime(atMs)}.`;
    case 'closed':
      return `The client closes ${transport === 'stdio' ? "the server's standard input" : 'its connection'} at ${formatTime(atMs)}.`;
    case 'exited':
      return `The server's process ends at ${formatTime(atMs)}. What it has not read is lost.`;
    case 'restarted':
      return `The client starts the server again at ${formatTime(atMs)}.`;
    case 'authorized':
      return `The client has a token at ${formatTime(atMs)} and asks again.`;
    case 'refused':
      return `The client learns at ${formatTime(atMs)} that request ${requestId} was refused.`;
    case 'hung-up':
      return `The server has hung up at ${formatTime(atMs)}, and has more to say; the client has to come back.`;
    case 'waiting':
      return `The client waits until ${formatTime(untilMs ?? atMs)} before it tries again.`;
    case 'finished':
      return `The client has the result of request ${requestId} at ${formatTime(atMs)}.`;
  }
}
