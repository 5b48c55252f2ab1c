// What a client concludes of the answer to its probe, read off what it does next. Knows no error code.
import { endOf, kindOf, nameMessage, transfersOf, type Entry, type Message, type Trace } from '#engine';

export type Era = 'modern' | 'legacy';

const methodIn = (message: Message | undefined): string | undefined =>
  message && 'method' in message ? message.method : undefined;

/** The era that the client acts on after its probe: who goes on with a handshake has found a legacy server. */
export function eraFound(trace: Trace): Era {
  return transfersOf(trace).some(({ message }) => methodIn(message) === 'initialize') ? 'legacy' : 'modern';
}

/** The answer to the probe, or the end of the wait for it. */
function answerTo(trace: Trace): Entry {
  const answer = trace.entries.find((e) => e.kind === 'happening' && e.what === 'timed-out');
  return answer ?? transfersOf(trace).find(({ from }) => from === 'server')!;
}

/** What the client concludes when this entry reaches it; of all entries but one, nothing. */
export function verdictAt(entry: Entry, trace: Trace): Era | undefined {
  return answerTo(trace) === entry ? eraFound(trace) : undefined;
}

export interface Outcome {
  /** What comes back to the probe, in two words. */
  readonly answer: string;
  readonly era: Era;
  /** Lines on both pipes until the client has the list. */
  readonly lines: number;
  readonly listAtMs: number;
}

export function outcomeOfProbe(trace: Trace): Outcome {
  const entry = answerTo(trace);
  const transfers = transfersOf(trace);
  return {
    answer: entry.kind === 'transfer' ? answerWords(entry.message!) : 'nothing',
    era: eraFound(trace),
    lines: transfers.length,
    listAtMs: Math.max(...transfers.map(endOf)),
  };
}

function answerWords(message: Message): string {
  if (kindOf(message) !== 'error') return 'its versions';
  return nameMessage(message);
}
