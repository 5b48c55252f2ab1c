// What a decoder makes of bytes: one entry for each frame, whole or broken. Knows no transport.
import type { Message } from '../../protocol/messages.ts';
import type { Carrier, Party } from '../../trace.ts';
import type { Frame } from '../frame.ts';
import type { WireProblem } from './problem.ts';

/** The fields of an event as they were sent. A block without fields but with a comment only keeps the line busy. */
export interface DecodedEvent {
  readonly name?: string;
  readonly id?: string;
  readonly retryMs?: number;
  readonly data?: string;
  readonly comment?: string;
}

export type DecodedHttp = { readonly verb: string; readonly target: string } | { readonly status: number };

export interface Decoded {
  readonly from: Party;
  readonly carrier: Carrier;
  /** Where its first byte stands among all bytes of its direction. */
  readonly offset: number;
  readonly frame: Frame;
  /** stdio only: which line, from 1. */
  readonly line?: number;
  /** HTTP only: which request of the connection it is or answers, from 0. */
  readonly exchange?: number;
  readonly http?: DecodedHttp;
  readonly event?: DecodedEvent;
  /** What the JSON text says, where the bytes hold one. */
  readonly json?: unknown;
  readonly message?: Message;
  /** The messages of a batch. */
  readonly batch?: readonly Message[];
  /** What is wrong with it, and where; empty where nothing is. */
  readonly problems: readonly WireProblem[];
}

/** Takes the bytes of one pipe pair or connection in any pieces, and gives each frame as soon as its last byte is there. */
export interface Decoder {
  /** The decoder keeps views of `bytes`: do not write to them afterwards. */
  push(from: Party, bytes: Uint8Array): readonly Decoded[];
  /** One side will send no more, or both: what was begun comes out as it is. */
  end(from?: Party): readonly Decoded[];
}
