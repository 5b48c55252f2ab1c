// What a look at a request may find: the place and one sentence. Decides nothing; situations do.
import type { JsonObject } from '../../protocol/messages.ts';
import type { Asked } from '../asked.ts';

export interface Finding {
  readonly at: string;
  readonly text: string;
  /** What the error says besides its message. */
  readonly data?: JsonObject;
}

export type Look = (asked: Asked) => Finding | undefined;

/** A finding, if there is one. */
export function found(
  isThere: boolean,
  at: string,
  text: string | (() => string),
  data?: JsonObject,
): Finding | undefined {
  if (!isThere) return undefined;
  return { at, text: typeof text === 'string' ? text : text(), ...(data && { data }) };
}
