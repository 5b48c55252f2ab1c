// The engine's server, for a real client: plays the server of a trace, entry by entry, as the client's messages come in.
// Knows no transport: it is handed a way to write. What it writes is the engine's bytes, but for what `patched` says.
import { messagesOf, type Entry, type Frame, type Message, type RequestId, type Trace, type Transfer } from '#engine';
import type { JsonRpc } from './raw-http.ts';
import { pause } from './scripted.ts';

/** Where the server's bytes of one exchange go; on a pipe there is one for all. */
export interface Channel {
  write(text: string): void;
  /** Drops the line, as the trace does. */
  drop(): void;
}

type Key = number | 'pipe';

export class Replay {
  readonly trace: Trace;
  /** What came and was not in the trace. */
  readonly surplus: JsonRpc[] = [];
  /** The client's messages beside those of the trace. */
  readonly pairs: { readonly predicted: Message; readonly real: JsonRpc }[] = [];
  readonly #arrivedAtMs = new Map<number, number>();
  readonly #channels = new Map<Key, Channel>();
  readonly #served = new Set<number>();
  readonly #ids = new Map<RequestId, RequestId>();
  #written = -1;
  #startMs: number | undefined;

  constructor(trace: Trace) {
    this.trace = trace;
    void this.#run();
  }

  /** Which request of the trace a real one is; absent where the trace has none like it. */
  accept(
    isWanted: (transfer: Transfer) => boolean,
    messages: readonly JsonRpc[],
    channel: Channel,
  ): Transfer | undefined {
    const found = this.trace.entries.find(
      (e): e is Transfer =>
        e.kind === 'transfer' &&
        e.from === 'client' &&
        !this.#served.has(e.index) &&
        isWanted(e) &&
        (messages.length === 0 || isLike(e, messages, this.#ids)),
    );
    if (!found) {
      this.surplus.push(...messages);
      return undefined;
    }
    this.#served.add(found.index);
    for (const [i, predicted] of messagesOf(found).entries()) {
      const real = messages[i]!;
      this.pairs.push({ predicted, real });
      if ('method' in predicted && 'id' in predicted) this.#ids.set(predicted.id, real.id!);
    }
    const nowMs = performance.now();
    this.#startMs ??= nowMs - found.arrivesAtMs;
    this.#channels.set(found.exchange ?? 'pipe', channel);
    this.#arrivedAtMs.set(found.index, nowMs);
    return found;
  }

  /** Requests of the trace that never came. */
  get missing(): readonly Transfer[] {
    return this.trace.entries.filter(
      (e): e is Transfer => e.kind === 'transfer' && e.from === 'client' && !this.#served.has(e.index),
    );
  }

  /** Whether all that the server has to say was said. */
  get isOver(): boolean {
    return this.#written >= this.trace.entries.length - 1;
  }

  /** Writes each of the server's transfers in order, when it is due. */
  async #run(): Promise<void> {
    for (const entry of this.trace.entries) {
      if (entry.kind === 'transfer' && entry.from === 'server' && entry.outcome === 'delivered')
        await this.#write(entry);
      if (entry.kind === 'happening' && (entry.what === 'cut' || entry.what === 'exited')) await this.#drop(entry);
      this.#written = entry.index;
    }
  }

  async #write(entry: Transfer): Promise<void> {
    const key = entry.exchange ?? 'pipe';
    // Not before the request that it belongs to, nor before the one that caused it, nor earlier than in the trace.
    while (!this.#channels.has(key)) await pause(2);
    const root = this.#rootOf(entry);
    if (root) {
      while (!this.#arrivedAtMs.has(root.index)) await pause(2);
      await pause(this.#arrivedAtMs.get(root.index)! + entry.atMs - root.arrivesAtMs - performance.now());
    } else await pause(this.#startMs! + entry.atMs - performance.now());
    this.#channels.get(key)!.write(patched(entry.frame, this.#ids));
  }

  async #drop(entry: Entry): Promise<void> {
    const broken = this.trace.entries.findLast(
      (e): e is Transfer =>
        e.kind === 'transfer' &&
        e.index < entry.index &&
        e.from === 'server' &&
        e.outcome === 'delivered' &&
        'connection' in entry &&
        e.connection === entry.connection,
    );
    // The client must have seen what came before.
    await pause(30);
    this.#channels.get(broken?.exchange ?? 'pipe')?.drop();
  }

  /** The message of the client that an entry comes of. */
  #rootOf(entry: Entry): Transfer | undefined {
    for (
      let at: Entry | undefined = entry;
      at;
      at = at.cause === undefined ? undefined : this.trace.entries[at.cause]
    ) {
      if (at.kind === 'transfer' && at.from === 'client') return at;
    }
    return undefined;
  }
}

/** The same messages, but for ids and for what clients write in their own words. */
function isLike(transfer: Transfer, real: readonly JsonRpc[], ids: ReadonlyMap<RequestId, RequestId>): boolean {
  const predicted = messagesOf(transfer) as readonly JsonRpc[];
  return (
    predicted.length === real.length &&
    predicted.every((message, i) => {
      const { method, id, params } = real[i]!;
      if (message.method !== method) return false;
      if (method === undefined) return message.id === id;
      if (method === 'notifications/cancelled')
        return ids.get(message.params!['requestId'] as RequestId) === params!['requestId'];
      const same = (name: string): boolean => JSON.stringify(message.params?.[name]) === JSON.stringify(params?.[name]);
      return (
        (id === undefined) === (message.id === undefined) &&
        ['name', 'arguments', 'uri', 'requestState', 'inputResponses'].every(same)
      );
    })
  );
}

/**
 * The bytes of a frame with the client's own ids in them: in responses, in progress and cancellations, in the names of
 * subscriptions. Lengths follow. Nothing else is changed.
 */
export function patched(frame: Frame, ids: ReadonlyMap<RequestId, RequestId>): string {
  const json = frame.pieces
    .filter((p) => p.layer === 'json' || p.layer === 'meta')
    .map((p) => p.text)
    .join('');
  const text = frame.pieces.map((p) => p.text).join('');
  if (json === '') return text;
  const message = JSON.parse(json) as Record<string, unknown>;
  const own = (id: unknown): unknown => ids.get(id as RequestId) ?? id;
  const isResponse = message['method'] === undefined;
  const changed = JSON.stringify(message, (name, value: unknown) => {
    if (name === 'progressToken' || name === 'io.modelcontextprotocol/subscriptionId') return own(value);
    return value;
  });
  const again = JSON.parse(changed) as Record<string, unknown>;
  if (isResponse && 'id' in again) again['id'] = own(again['id']);
  const body = text.replace(json, () => JSON.stringify(again));
  const grown = Buffer.byteLength(body) - Buffer.byteLength(text);
  return body
    .replace(/^(content-length: )(\d+)/im, (_, name: string, length: string) => name + String(Number(length) + grown))
    .replace(
      /^([0-9a-f]+)\r\n(?=event|data|id|\{|\[)/m,
      (_, size: string) => `${(Number.parseInt(size, 16) + grown).toString(16)}\r\n`,
    );
}
