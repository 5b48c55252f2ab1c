// Laws of what is written about a trace: a sentence for each entry, and exports that other tools read.
import { describe, toCurl, toHar, toJsonLines, toMermaid, transfersOf, type Trace } from '#engine';
import type { Law } from './law.ts';

const isBroken = (text: string): boolean => /undefined|NaN|null\b|\[object|Infinity/.test(text);

export const everyEntryHasASentence: Law = (trace) =>
  trace.entries.flatMap((entry) => {
    const sentence = describe(entry, trace);
    return /^The \w.*[^.]\.$/.test(sentence) && !isBroken(sentence) && !/ {2}| ,/.test(sentence)
      ? []
      : [`${entry.index}: ${sentence}`];
  });

export const mermaidIsWhole: Law = (trace) => {
  const lines = toMermaid(trace, trace.scenario).split('\n').slice(6);
  const isKnown =
    /^ {2}(?:(?:client|server)(?:->>|-->>|--x)(?:client|server): \S[^;#]*|Note over (?:client|server): \S[^;#]*)$/;
  const problems = lines.filter((line) => !isKnown.test(line) || isBroken(line));
  const arrows = lines.filter((line) => !line.startsWith('  Note')).length;
  const labelled = transfersOf(trace).filter((t) => t.carrier !== 'end').length;
  return [...problems, ...(arrows === labelled ? [] : [`${arrows} arrows for ${labelled} transfers`])];
};

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly startedDateTime: string;
      readonly request: {
        readonly method: string;
        readonly url: string;
        readonly postData?: { readonly text: string };
      };
      readonly response: { readonly status: number; readonly content: { readonly text: string } };
    }[];
  };
}

export const harIsWhole: Law = (trace) => {
  const { entries } = (JSON.parse(toHar([trace])) as Har).log;
  const exchanges = Map.groupBy(
    transfersOf(trace).filter((t) => t.exchange !== undefined),
    (t) => t.exchange!,
  );
  if (entries.length !== exchanges.size) return [`${entries.length} entries for ${exchanges.size} exchanges`];
  return [...exchanges.entries()].flatMap(([exchange, [request, ...answers]]) => {
    const { method, url, postData } = entries[exchange]!.request;
    const { status, content } = entries[exchange]!.response;
    const http = request!.http as { verb: string };
    const arrived = answers.filter((t) => t.outcome === 'delivered');
    const body = arrived
      .map((t) =>
        t.frame.pieces
          .filter((p) => p.layer !== 'http' && p.layer !== 'chunk')
          .map((p) => p.text)
          .join(''),
      )
      .join('');
    const expected = (arrived[0]?.http as { status: number } | undefined)?.status ?? 0;
    const json = request!.message ?? request!.batch;
    return [
      ...(method === http.verb && /^http:\/\/\S+$/.test(url) ? [] : [`${exchange}: ${method} ${url}`]),
      ...(postData?.text === (json && JSON.stringify(json)) ? [] : [`${exchange}: the body that was sent`]),
      ...(status === expected ? [] : [`${exchange}: status ${status}, not ${expected}`]),
      ...(content.text === body ? [] : [`${exchange}: ${JSON.stringify(content.text)} is not ${JSON.stringify(body)}`]),
    ];
  });
};

export const curlSendsWhatIsSent: Law = (trace: Trace) =>
  trace.entries.flatMap((entry) => {
    const command = toCurl(trace, entry);
    if (trace.transport === 'stdio' || entry.kind !== 'transfer' || entry.carrier !== 'request')
      return command.startsWith('# ') ? [] : [`${entry.index}: a command for what is no request`];
    const { verb } = entry.http as { verb: string };
    const json = entry.message ?? entry.batch;
    const hasBody =
      json === undefined
        ? !command.includes('--data-raw')
        : command.includes(`--data-raw '${JSON.stringify(json).replaceAll("'", "'\\''")}'`);
    return command.startsWith(`curl -N -X ${verb} http://`) && hasBody ? [] : [`${entry.index}: ${command}`];
  });

export const jsonLinesHoldEveryTransfer: Law = (trace) => {
  const lines = toJsonLines(trace)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { index: number; message?: unknown; batch?: unknown });
  const transfers = transfersOf(trace);
  if (lines.length !== transfers.length) return ['not one line for each transfer'];
  return lines.flatMap((line, i) => {
    const { index, message, batch } = transfers[i]!;
    return line.index === index &&
      (line.message !== undefined) === (message !== undefined) &&
      (line.batch !== undefined) === (batch !== undefined)
      ? []
      : [`line ${i}`];
  });
};
