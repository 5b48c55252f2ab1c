// A law: what must hold in a trace. It returns what breaks it, in words; nothing means that it holds.
import {
  messagesOf,
  transfersOf,
  type Happening,
  type Message,
  type RequestId,
  type Trace,
  type Transfer,
} from '#engine';

export type Law = (trace: Trace) => readonly string[];

/** Virtual time adds and takes away the same numbers in other orders; this much may be left over. */
export const ROUNDING_MS = 1e-6;

export const happeningsOf = (trace: Trace): readonly Happening[] =>
  trace.entries.filter((e): e is Happening => e.kind === 'happening');

/** A message on its transfer, once for each message of a batch. */
export interface Sent {
  readonly transfer: Transfer;
  readonly message: Message;
}

export const sentIn = (trace: Trace): readonly Sent[] =>
  transfersOf(trace).flatMap((transfer) => messagesOf(transfer).map((message) => ({ transfer, message })));

export const idOf = (message: Message): RequestId | undefined => ('id' in message ? message.id : undefined);
export const methodOf = (message: Message): string | undefined => ('method' in message ? message.method : undefined);
export const isRequest = (message: Message): boolean => methodOf(message) !== undefined && idOf(message) !== undefined;
export const isResponse = (message: Message): boolean => !('method' in message);
