// Laws of frames and sums: spans tile, payloads are the exact JSON, totals add up.
import {
  bytesOf,
  countsOf,
  layersOf,
  LAYERS,
  messagesOf,
  PAYLOAD_LAYERS,
  rowsOf,
  spansOf,
  textOf,
  totalsOf,
  transfersOf,
} from '#engine';
import type { Law } from './law.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export const spansTile: Law = (trace) =>
  transfersOf(trace).flatMap(({ index, frame }) => {
    let end = 0;
    for (const span of spansOf(frame)) {
      if (span.from !== end || (span.to <= span.from && span.name !== 'header value'))
        return [`${index}: the span ${span.name} leaves a gap`];
      end = span.to;
    }
    return end === bytesOf(frame).length && end === frame.byteLength
      ? []
      : [`${index}: spans end at ${end} of ${frame.byteLength}`];
  });

export const payloadsAreTheJson: Law = (trace) =>
  transfersOf(trace).flatMap(({ index, frame, message, batch }) => {
    const payload = frame.pieces
      .filter((p) => PAYLOAD_LAYERS.has(p.layer))
      .map((p) => p.text)
      .join('');
    const json = message ?? batch;
    return payload === (json === undefined ? '' : JSON.stringify(json)) ? [] : [`${index}: the payload is ${payload}`];
  });

/** On a pipe a message is a line; over HTTP a body has the length that its head says, or is chunked. */
export const framesAreWhole: Law = (trace) =>
  transfersOf(trace).flatMap(({ index, frame, carrier }) => {
    const text = textOf(frame);
    if (trace.transport === 'stdio') return text.indexOf('\n') === text.length - 1 ? [] : [`${index} is not one line`];
    if (!/^(POST|GET|DELETE|HTTP)/.test(text)) return chunkProblem(text) ? [`${index}: ${chunkProblem(text)}`] : [];
    const bytes = Buffer.from(bytesOf(frame));
    const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
    const head = bytes.toString('latin1', 0, bodyAt);
    const stated = /^content-length: (\d+)\r$/im.exec(head)?.[1];
    const isChunked = /^transfer-encoding: chunked\r$/im.test(head);
    const expected = /^(GET|DELETE)/.test(head) ? 0 : 1;
    if (Number(stated !== undefined) + Number(isChunked) !== expected)
      return [`${index}: its head states no length, or two`];
    if (stated !== undefined && bytes.length - bodyAt !== Number(stated))
      return [`${index}: its body has another length`];
    return carrier === 'head' && bytes.length !== bodyAt ? [`${index}: its head has a body`] : [];
  });

function chunkProblem(text: string): string | undefined {
  const size = /^([0-9a-f]+)\r\n/.exec(text);
  if (!size) return 'no chunk size';
  const body = text.slice(size[0].length, -2);
  return text.endsWith('\r\n') && Buffer.byteLength(body) === Number.parseInt(size[1]!, 16)
    ? undefined
    : 'a chunk of another size';
}

export const sumsAddUp: Law = (trace) => {
  const transfers = transfersOf(trace);
  const totals = totalsOf(trace);
  const layers = layersOf(trace);
  const rows = rowsOf(trace);
  const counted = rows.flatMap((r) => [r.transfer, ...r.others]).map((t) => t.index);
  const posts = transfers.filter((t) => t.carrier === 'request' && messagesOf(t).length > 0).length;
  const holds = {
    'payload of the rows': sum(rows.map((r) => r.payloadBytes)) === totals.payloadBytes,
    'framing of the rows': sum(rows.map((r) => r.framingBytes)) === totals.framingBytes,
    layers: sum(LAYERS.map((layer) => layers[layer])) === totals.totalBytes,
    total: totals.payloadBytes + totals.framingBytes === totals.totalBytes,
    'rows hold every transfer once': counted.toSorted((a, b) => a - b).join() === transfers.map((t) => t.index).join(),
    'messages of the rows': sum(rows.map((r) => messagesOf(r.transfer).length)) === totals.messages,
    posts: totals.posts === posts,
  };
  return Object.entries(holds).flatMap(([name, is]) => (is ? [] : [name]));
};

/** The counts grow from entry to entry as things arrive, and end at what was delivered. */
export const countsArrive: Law = (trace) => {
  const transfers = transfersOf(trace);
  if (transfers.length === 0) return [];
  const last = transfers.reduce((a, b) => (a.arrivesAtMs > b.arrivesAtMs ? a : b));
  const { messages, httpRequests, activeRequests } = countsOf(trace, last.index);
  const delivered = sum(transfers.filter((t) => t.outcome === 'delivered').map((t) => messagesOf(t).length));
  const requests = transfers.filter((t) => t.carrier === 'request').length;
  return [
    ...(messages === delivered ? [] : [`${messages} messages of ${delivered}`]),
    ...(httpRequests === requests && activeRequests <= requests
      ? []
      : [`${httpRequests} requests of ${requests}, ${activeRequests} active`]),
  ];
};
