// One sentence for each entry of a trace: what the caption, the transcript and the screen reader say.
import { kindOf, nameOf, type Message } from './protocol/messages.ts';
import type { Entry, Happening, Trace, Transfer, Work } from './trace.ts';

/** "1,234": thousands apart, as everywhere on the site. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A time in the unit that suits it: "40 ms", "1.48 s". */
export function formatTime(ms: number): string {
  const wholeMs = Math.round(ms);
  if (ms >= 999.95) return `${(ms / 1000).toFixed(2)} s`;
  // What adding floats leaves over is no digit of the time.
  if (Math.abs(ms - wholeMs) < 1e-6) return `${wholeMs} ms`;
  return `${ms.toFixed(ms < 99.995 ? 2 : 1)} ms`;
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
      if (method === 'notifications/progress' && params) return `progress ${params.progress} of ${params.total}`;
      return method;
    }
    case 'result':
      return `result of id ${(message as { id: string | number }).id}`;
    case 'error':
      return `error ${(message as { error: { code: number } }).error.code}`;
  }
}

/** One sentence: what happens in an entry. */
export function describe(entry: Entry, trace: Trace): string {
  switch (entry.kind) {
    case 'transfer':
      return describeTransfer(entry, trace);
    case 'work':
      return describeWork(entry);
    case 'happening':
      return describeHappening(entry);
  }
}

function describeTransfer(entry: Transfer, trace: Trace): string {
  const who = entry.from === 'client' ? 'The client' : 'The server';
  const fate =
    entry.outcome === 'lost' ? 'It is lost: the line is down.' : `It arrives at ${formatTime(entry.arrivesAtMs)}.`;
  return `${who} ${predicateOf(entry, trace)}. ${fate}`;
}

function predicateOf(entry: Transfer, trace: Trace): string {
  const { carrier, frame, message, http } = entry;
  const framing = `${formatCount(frame.framingBytes)} ${frame.framingBytes === 1 ? 'byte' : 'bytes'}`;
  if (message) {
    const payload = `${formatCount(frame.payloadBytes)} bytes of JSON`;
    const what = `${entry.replayed ? 'replays' : 'sends'} ${nameMessage(message)}`;
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
      return `asks for the rest of the stream with a GET that names the last event it saw, ${bytes}`;
    case 'answer':
      return `answers ${http && 'status' in http ? http.status : ''} without a body, ${bytes}`;
    case 'head':
      return `opens an event stream: a head of ${bytes}`;
    case 'event':
      return `sends event ${entry.eventId} with empty data, so that the client has an id to come back with, ${bytes}`;
    default:
      return `ends the stream with an empty chunk, ${bytes}${trace.transport === 'stdio' ? '' : '; the connection stays open'}`;
  }
}

function describeWork({ step, again, outcome, atMs, untilMs }: Work): string {
  const span = `from ${formatTime(atMs)} to ${formatTime(untilMs)}`;
  if (outcome === 'stopped')
    return `The server is in step ${step} when it learns that the client is gone, and stops: ${span}.`;
  return `The server does step ${step}${again ? ' again' : ''}, ${span}.`;
}

function describeHappening({ what, atMs, untilMs, requestId }: Happening): string {
  switch (what) {
    case 'cut':
      return `The line drops at ${formatTime(atMs)}. What is under way is lost.`;
    case 'noticed':
      return `The server learns at ${formatTime(atMs)} that the client is gone.`;
    case 'waiting':
      return `The client waits until ${formatTime(untilMs ?? atMs)} before it tries again.`;
    case 'finished':
      return `The client has the result of request ${requestId} at ${formatTime(atMs)}.`;
  }
}
