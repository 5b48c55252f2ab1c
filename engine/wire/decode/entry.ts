// An entry while a decoder makes it: what every one has, then what its bytes say. Knows no transport.
import type { Message } from '../../protocol/messages.ts';
import type { Carrier, Party } from '../../trace.ts';
import type { Frame } from '../frame.ts';
import type { Decoded, DecodedEvent, DecodedHttp } from './decoded.ts';
import type { Payload } from './payload.ts';
import { NO_PROBLEMS, type WireProblem } from './problem.ts';

/** A class, so that what is added later lies in the object itself; in a literal it would take two more pieces of memory. */
export class Entry implements Decoded {
  readonly from: Party;
  readonly carrier: Carrier;
  readonly offset: number;
  readonly frame: Frame;
  problems: readonly WireProblem[];
  declare line?: number;
  declare exchange?: number;
  declare http?: DecodedHttp;
  declare event?: DecodedEvent;
  declare json?: unknown;
  declare message?: Message;
  declare batch?: readonly Message[];

  constructor(from: Party, carrier: Carrier, offset: number, frame: Frame, says: Payload | undefined) {
    this.from = from;
    this.carrier = carrier;
    this.offset = offset;
    this.frame = frame;
    this.problems = NO_PROBLEMS;
    if (!says) return;
    if (says.json !== undefined) this.json = says.json;
    if (says.message) this.message = says.message;
    if (says.batch) this.batch = says.batch;
  }
}
