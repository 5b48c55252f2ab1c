// Traces as HAR 1.2: one entry per HTTP exchange. A pipe has no exchanges, so it gives none.
import { transfersOf, type Trace, type Transfer } from '../trace.ts';
import { textOf } from '../wire/frame.ts';

/** A moment of the virtual clock as a date; HAR knows no other. */
const START_MS = 1_785_240_000_000;

export function toHar(traces: readonly Trace[]): string {
  const entries = traces.flatMap((trace) => exchangesOf(trace).map(entryOf));
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'MCP on the Wire', version: '1' }, entries } },
    null,
    1,
  );
}

function exchangesOf(trace: Trace): readonly (readonly Transfer[])[] {
  const exchanges: Transfer[][] = [];
  for (const transfer of transfersOf(trace)) {
    if (transfer.exchange !== undefined) (exchanges[transfer.exchange] ??= []).push(transfer);
  }
  return exchanges;
}

function entryOf(transfers: readonly Transfer[]): object {
  const [request, ...answers] = transfers as [Transfer, ...Transfer[]];
  const asked = parse(textOf(request.frame));
  const arrived = answers.filter((t) => t.outcome === 'delivered');
  const raw = arrived.map((t) => textOf(t.frame)).join('');
  const answered = raw === '' ? { startLine: 'HTTP/1.1 0 ', headers: [], body: '' } : parse(raw);
  const [method, path] = asked.startLine.split(' ');
  const host = asked.headers.find((h) => h.name.toLowerCase() === 'host')?.value ?? '';
  const [, status, ...words] = answered.startLine.split(' ');
  const isChunked = answered.headers.some((h) => h.name.toLowerCase() === 'transfer-encoding');
  const text = isChunked ? unchunk(answered.body) : answered.body;
  const mimeType = answered.headers.find((h) => h.name.toLowerCase() === 'content-type')?.value ?? '';
  const first = arrived[0]?.arrivesAtMs ?? request.arrivesAtMs;
  const last = arrived.at(-1)?.arrivesAtMs ?? first;
  return {
    startedDateTime: isoDate(START_MS + request.atMs),
    time: last - request.atMs,
    request: {
      method,
      url: `http://${host}${path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: asked.headers,
      queryString: [],
      ...(asked.body !== '' && { postData: { mimeType: 'application/json', text: asked.body } }),
      headersSize: asked.headLength,
      bodySize: asked.body.length,
    },
    response: {
      status: Number(status),
      statusText: words.join(' '),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: answered.headers,
      content: { size: text.length, mimeType, text },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: first - request.atMs, receive: last - first },
    connection: String(request.connection),
  };
}

function parse(text: string) {
  const end = text.indexOf('\r\n\r\n');
  const [startLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(': ');
    return { name: line.slice(0, at), value: line.slice(at + 2) };
  });
  return { startLine, headers, body: text.slice(end + 4), headLength: end + 4 };
}

/** The body without its chunk lines. Chunks hold whole events here, so they can be told by their line ends. */
function unchunk(body: string): string {
  return body.replace(/(^|\r\n)[0-9a-f]+\r\n/g, '').replace(/\r\n/g, '');
}

/** An ISO date without the platform's Date: days since 1970 turned into a date of the calendar. */
function isoDate(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  const era = Math.floor((days + 719_468) / 146_097);
  const dayOfEra = days + 719_468 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const rest = ms - days * 86_400_000;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const time = `${two(rest / 3_600_000)}:${two((rest / 60_000) % 60)}:${two((rest / 1000) % 60)}.${String(Math.floor(rest % 1000)).padStart(3, '0')}`;
  return `${year}-${two(month)}-${two(day)}T${time}Z`;
}
