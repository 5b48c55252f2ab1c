// What can be wrong with bytes on a wire, and where. Knows no transport; what a message may say is checked elsewhere.

export type WireProblemKind =
  // in a message
  | 'bad-json'
  | 'bad-utf8'
  | 'too-deep'
  | 'not-json-rpc'
  | 'bad-message'
  // on stdio
  | 'empty-line'
  // in HTTP
  | 'not-http'
  | 'bad-header'
  | 'bad-length'
  | 'bad-chunk'
  | 'encoded-body'
  // in an event stream
  | 'bad-retry'
  | 'unread-event'
  // anywhere
  | 'unfinished';

export interface WireProblem {
  readonly what: WireProblemKind;
  /** What is wrong, in words. */
  readonly text: string;
  /** Which byte, counted from 0 over all bytes of its direction. */
  readonly offset: number;
  /** stdio only: which line, counted from 1. */
  readonly line?: number;
}

/** A problem before it is known where its bytes stand on the wire: `at` counts from the start of some part. */
export interface Fault {
  readonly what: WireProblemKind;
  readonly text: string;
  readonly at: number;
}

/** Of faults that can come by the thousand in one frame, no more are listed. */
export const LISTED_FAULTS = 20;

export const NO_FAULTS: readonly Fault[] = [];
export const NO_PROBLEMS: readonly WireProblem[] = [];
