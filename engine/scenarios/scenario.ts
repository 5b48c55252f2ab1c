// What a scenario is: parameters, and a script that they turn into acts. Data only; nothing here runs.
import type { JsonObject } from '../protocol/messages.ts';
import type { Profile, Revision, Transport } from '../protocol/revisions.ts';
import type { Parameter, Values } from '../parameters.ts';
import type { Fault } from '../sim/world.ts';

export interface RequestAct {
  readonly act: 'request';
  readonly method: string;
  readonly params?: JsonObject;
  /** What the server's result holds, without what a revision adds to every result. */
  readonly result: JsonObject;
  /** The server works in steps and reports each; the request asks for that with a progress token. */
  readonly work?: { readonly count: number; readonly stepMs: number };
}

export interface NotificationAct {
  readonly act: 'notification';
  readonly method: string;
}

export type Act = RequestAct | NotificationAct;

export interface Script {
  readonly acts: readonly Act[];
  /** The id of the client's first request; later than 1 where the scenario begins in the middle of a session. */
  readonly firstId?: number;
  readonly keepsEvents?: boolean;
  /** From a break to the first byte of the new answer, both latencies included, ms. */
  readonly reconnectMs?: number;
  readonly faults?: readonly Fault[];
}

export interface Scenario {
  /** Names the scenario, its figure, DOM id, address and test. */
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly revisions: readonly Revision[];
  readonly transports: readonly Transport[];
  readonly profiles: readonly Profile[];
  /** Its own parameters; revision, transport and profile come before them. */
  readonly parameters: readonly Parameter[];
  script(values: Values, revision: Revision): Script;
}
