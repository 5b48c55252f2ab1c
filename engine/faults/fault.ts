// What a fault is: a row that says what goes wrong, whose doing it is and which rule it breaks, and what it does to a run.
// A fault that somebody has chosen is a name and values: it fits in a link.
import type { SituationId } from '../answer/situations.ts';
import type { Parameter, Value, Values } from '../parameters.ts';
import type { Message, Request, RequestId } from '../protocol/messages.ts';
import type { Transport, Validity } from '../protocol/revisions.ts';
import type { Draft, Mishap, Refusal, Reply } from '../sim/world.ts';
import type { Entry, Party, Transfer } from '../trace.ts';
import type { Rig } from './rig.ts';

/** A fault as chosen: the slug of its row, and values; what is not given has its default. */
export interface Fault {
  readonly fault: string;
  readonly values?: Readonly<Record<string, Value>>;
}

/** The rule that a fault breaks, where the rule holds. */
export interface Firing extends Validity {
  readonly rule: string;
  readonly transport?: Transport;
}

export interface FaultRow extends Validity {
  readonly slug: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  readonly parameters: readonly Parameter[];
  readonly transports: readonly Transport[];
  /** Whose fault it is. */
  readonly party: Party | 'deployment';
  /** At most one rule in each revision on each transport; none where nothing on the wire is against a rule. */
  readonly fires: readonly Firing[];
  /** Rules that may be broken because of it. */
  readonly consequences: readonly string[];
  /** Complaints from the field that it stands for; numbers of the list of pains. */
  readonly pains: readonly number[];
  readonly make: (values: Values) => Tampering;
}

/** A message that a side is about to send. */
export interface Saying {
  readonly from: Party;
  readonly message: Message;
  /** Of the server's: `push` is unasked, the others belong to a request. */
  readonly how: 'send' | 'respond' | 'refuse' | 'push';
  /** The request that it belongs to, and the way to answer that. */
  readonly request?: Request;
  readonly reply?: Reply;
  readonly cause?: number;
}

/** What a fault does at the points where it can reach into a run. A point that it leaves out goes its usual way. */
export interface Tampering {
  /** What the simulator can do by itself. */
  readonly mishaps?: readonly Mishap[];
  /** What is sent instead of a message: nothing, one or several; an array among them is a batch. Absent: no change. */
  says?(saying: Saying, rig: Rig): readonly (Message | readonly Message[])[] | undefined;
  /** Changes a transfer before its bytes are counted. `unread`: the other side gets it, and can make nothing of it. */
  writes?(transfer: Draft<Transfer>, rig: Rig): 'touched' | 'unread' | undefined;
  /** Whether an entry that is no transfer, or a transfer that nobody changed, is its doing all the same. */
  marks?(entry: Draft): boolean;
  /** Takes over the arrival of a transfer: loses it, or calls `arrive` when it pleases. Says whether it has. */
  carries?(transfer: Draft<Transfer>, arrive: () => void, rig: Rig): boolean;
  /** A transfer has arrived and was dealt with. */
  arrived?(transfer: Transfer, rig: Rig): void;
  /** How a request over HTTP is turned away, before its message is read; gets what the server would say without the fault. */
  objects?(request: Transfer, refusal: Refusal | undefined, rig: Rig): Refusal | undefined;
  /** A message on its way to the server's program; false keeps it from it. */
  serves?(message: Message, entry: number, rig: Rig): boolean;
  /** A refusal as the client takes it; nothing: it does not care. */
  refused?(refusal: Refusal, requestId: RequestId | undefined, entry: number, rig: Rig): Refusal | undefined;
  /** When a client whose server has hung up comes back, ms. */
  returnsAfterMs?(retryMs: number): number;
  /** The server has learned that the client of a request is gone. */
  left?(requestId: RequestId, entry: number, rig: Rig): void;
  /** The session id that the server gives out instead of its own. */
  names?(sessionId: string): string;
  /** Where a strict server looks at what was touched, and turns it away if one of these is what it finds. */
  readonly refusedAs?: readonly SituationId[];
}

/** Whether an entry is a transfer. */
export const isTransfer = (entry: Entry | Draft): entry is Draft<Transfer> => entry.kind === 'transfer';

/** Says yes the n-th time that it is asked. */
export function nthTime(n: Value | undefined): () => boolean {
  let asked = 0;
  return () => ++asked === Number(n ?? 1);
}
