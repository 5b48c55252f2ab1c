// What self-checks ask of the engine: one number of a run, the status of an answer, whose request it is.
// Knows the engine; knows nothing of how a question is shown.
import {
  answer,
  EXAMPLE,
  fateOf,
  kindOf,
  matchesIn,
  methodOf,
  nameMessage,
  requireValues,
  run,
  strictServer,
  transfersOf,
  utf8Length,
  type Message,
  type NewsFate,
  type RequestId,
  type Revision,
  type StrictServer,
  type Transfer,
  type Value,
} from '#engine';
import { getStream } from '#figures/get-stream/declaration.ts';
import { givenOf, measuresOf, type RunChoice } from './measure.ts';

/** A number of a run, by the names that `<Num>` takes. */
export function measure(choice: RunChoice, of: string): number {
  const value = measuresOf(choice).get(of);
  if (value === undefined) throw new Error(`${choice.scenario} has no "${of}"`);
  return value;
}

/** The messages of a run that fit, in the order in which they were sent. */
export function messagesSent(choice: RunChoice, fits: (message: Message) => boolean): readonly Message[] {
  return transfersOf(run(choice.scenario, givenOf(choice))).flatMap(({ message }) =>
    message && fits(message) ? message : [],
  );
}

/** How many requests of one method a run holds. */
export function requestsOf(choice: RunChoice, method: string): number {
  return messagesSent(
    choice,
    (message) => kindOf(message) === 'request' && 'method' in message && message.method === method,
  ).length;
}

/** How many answers a client gives to the wrong caller that expects them in the order of its requests. */
export function wrongIfInOrder(choice: RunChoice): number {
  return matchesIn(run(choice.scenario, givenOf(choice)), 'fifo').filter(({ answers, givenTo }) => answers !== givenTo)
    .length;
}

/** Who may send a request of this method. */
export function askerOf(method: string, revision: Revision): 'only the client' | 'only the server' | 'both' | 'nobody' {
  const client = methodOf(method, 'client', 'request', revision) !== undefined;
  const server = methodOf(method, 'server', 'request', revision) !== undefined;
  if (client && server) return 'both';
  return client ? 'only the client' : server ? 'only the server' : 'nobody';
}

export interface Asking {
  readonly verb?: string;
  readonly target?: string;
  /** Beside Host, and Content-Length where there is a body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly server?: Partial<StrictServer>;
}

const SESSION = { 'Mcp-Session-Id': EXAMPLE.sessionId, 'MCP-Protocol-Version': '2025-11-25' };

/** A POST of 2025-11-25 in the session, as the book's client sends it. */
export const ASKING: Asking = {
  verb: 'POST',
  target: EXAMPLE.path,
  headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...SESSION },
  body: '{"jsonrpc":"2.0","id":7,"method":"tools/list"}',
};

/** The same POST without one of its headers, or with another value in it. */
export function askingWith(name: string, value?: string): Asking {
  const { [name]: _, ...others } = ASKING.headers ?? {};
  return { headers: value === undefined ? others : { ...others, [name]: value } };
}

/** The status that a strict server answers with. */
export function statusOf({ server, ...asking }: Asking): number {
  const { verb, target, headers = {}, body = '' } = { ...ASKING, ...asking };
  const length = verb === 'POST' ? { 'Content-Length': String(utf8Length(body)) } : {};
  const lines = Object.entries({ Host: EXAMPLE.host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const text = `${verb} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${verb === 'POST' ? body : ''}`;
  const { status } = answer(text, strictServer(server));
  if (status === undefined) throw new Error('an answer on a pipe has no status');
  return status;
}

/** What a strict server does with a line on its standard input. */
export function lineVerdict(line: string, revision: Revision): string {
  const { body } = answer(`${line}\n`, strictServer({ revision, transport: 'stdio' }));
  if (body === undefined) return 'no answer';
  if (Array.isArray(body)) return 'a batch of answers';
  const kind = kindOf(body as Message);
  return kind === 'error' ? nameMessage(body as Message) : `a ${kind}`;
}

/** The messages that one HTTP exchange of a run carries, there and back; exchanges count from 1. */
export function messagesInExchange(choice: RunChoice, exchange: number): number {
  return transfersOf(run(choice.scenario, givenOf(choice))).filter((t) => t.message && t.exchange === exchange - 1)
    .length;
}

/** How many HTTP requests of a run carry a header, and in how many messages a text occurs. */
export function requestsWith(choice: RunChoice, header: string): number {
  const name = `\r\n${header.toLowerCase()}:`;
  return transfersOf(run(choice.scenario, givenOf(choice))).filter(
    (t) => t.carrier === 'request' && headOf(t).toLowerCase().includes(name),
  ).length;
}

export function messagesWith(choice: RunChoice, text: string): number {
  return messagesSent(choice, (message) => JSON.stringify(message).includes(text)).length;
}

const headOf = ({ frame }: Transfer): string =>
  frame.pieces
    .filter(({ layer }) => layer === 'http')
    .map(({ text }) => text)
    .join('');

/** The ids of a client's answers in the order in which they arrive, that of the handshake left out. */
export function answersOf(choice: RunChoice): readonly RequestId[] {
  const [, ...ids] = matchesIn(run(choice.scenario, givenOf(choice)), 'id').map(({ answers }) => answers);
  return ids;
}

/** How long each request of a method waits for its answer, ms: what a monitor would report. */
export function waitsOf(choice: RunChoice, method: string): readonly number[] {
  const transfers = transfersOf(run(choice.scenario, givenOf(choice)));
  return transfers
    .filter(({ message }) => message && 'method' in message && message.method === method && 'id' in message)
    .map((asked) => {
      const { id } = asked.message as { id: number };
      const answered = transfers.find(
        ({ from, message }) => from !== asked.from && message && !('method' in message) && message.id === id,
      );
      return (answered?.arrivesAtMs ?? Infinity) - asked.atMs;
    });
}

/** What comes of ten minutes of a standing stream, with the values of its figure: GETs, and pieces of news by what became of them. */
export function tenMinutes(set: Readonly<Record<string, Value>> = {}): Readonly<Record<NewsFate | 'GETs', number>> {
  const { plan, news, moments } = getStream.lanes(requireValues(getStream.parameters, set));
  const fates = news.map((piece) => fateOf(piece, plan.untilMs));
  const count = (fate: NewsFate): number => fates.filter((f) => f === fate).length;
  return {
    GETs: moments.at(-1)!.gets,
    'at once': count('at once'),
    late: count('late'),
    held: count('held'),
    lost: count('lost'),
  };
}
