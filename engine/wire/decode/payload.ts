// The bytes of a payload as what they say: JSON, a message, a batch, or why they are none. Knows no transport.
import type { Message } from '../../protocol/messages.ts';
import { scanJson } from './json-text.ts';
import { DEPTH_LIMIT, isMembers, jsonValue, type Members } from './json-value.ts';
import { LISTED_FAULTS, NO_FAULTS, type Fault } from './problem.ts';

/** Of one shape whatever it says: all members are always there, which the readers of many thousand are quicker with. */
export interface Payload {
  /** The value of the JSON text, where it is one. */
  readonly json: unknown;
  readonly message: Message | undefined;
  /** The messages of a batch, without those of its items that are none. */
  readonly batch: readonly Message[] | undefined;
  /** JSON-RPC by its shape; otherwise the bytes are no payload, whatever else they are. */
  readonly isJsonRpc: boolean;
  /** `at` counts from the first byte of the payload. */
  readonly faults: readonly Fault[];
}

/** Bytes that say nothing. */
export const noPayload = (faults: readonly Fault[]): Payload => payload(undefined, false, faults);

const payload = (
  json: unknown,
  isJsonRpc: boolean,
  faults: readonly Fault[],
  message?: Message,
  batch?: readonly Message[],
): Payload => ({ json, message, batch, isJsonRpc, faults });

/** Reads the bytes between two places. */
export function readPayload(bytes: Uint8Array, from = 0, to = bytes.length): Payload {
  const invalidAt: number[] = [];
  const json = jsonValue(bytes, from, to, invalidAt);
  const utf8Faults = invalidAt.length === 0 ? NO_FAULTS : [utf8Fault(invalidAt, from)];
  if (json !== undefined) return judge(json, utf8Faults);
  return noPayload([whyNoValue(bytes.subarray(from, to)), ...utf8Faults]);
}

function whyNoValue(bytes: Uint8Array): Fault {
  const { fault } = scanJson(bytes);
  if (fault) return { what: 'bad-json', text: `no JSON: ${fault.text}`, at: fault.at };
  return { what: 'too-deep', text: `the JSON text nests deeper than ${DEPTH_LIMIT} levels`, at: 0 };
}

function utf8Fault(invalidAt: readonly number[], from: number): Fault {
  const more = invalidAt.length === 1 ? '' : `, and ${invalidAt.length - 1} more`;
  return { what: 'bad-utf8', text: `a sequence of bytes that is no UTF-8${more}`, at: invalidAt[0]! - from };
}

function judge(json: unknown, utf8Faults: readonly Fault[]): Payload {
  if (Array.isArray(json)) return judgeBatch(json, utf8Faults);
  const wrong = isMembers(json) ? wrongIn(json) : NO_JSON_RPC;
  if (wrong === undefined) return payload(json, true, utf8Faults, json as unknown as Message);
  const isJsonRpc = wrong !== NO_JSON_RPC;
  const fault: Fault = isJsonRpc
    ? { what: 'bad-message', text: wrong, at: 0 }
    : { what: 'not-json-rpc', text: `JSON, but ${wrong}`, at: 0 };
  return payload(json, isJsonRpc, [fault, ...utf8Faults]);
}

function judgeBatch(json: readonly unknown[], utf8Faults: readonly Fault[]): Payload {
  const faults = [...utf8Faults];
  const batch: Message[] = [];
  if (json.length === 0) faults.push({ what: 'bad-message', text: 'a batch without messages', at: 0 });
  for (const [i, item] of json.entries()) {
    const wrong = isMembers(item) ? wrongIn(item) : NO_JSON_RPC;
    if (wrong === undefined) batch.push(item as unknown as Message);
    else if (faults.length < LISTED_FAULTS)
      faults.push({ what: 'bad-message', text: `item ${i} of the batch: ${wrong}`, at: 0 });
  }
  return payload(json, true, faults, undefined, batch);
}

const NO_JSON_RPC = 'no JSON-RPC message';

/**
 * What makes an object no message: that it is no JSON-RPC at all, or a member of another type than every message has it,
 * so that no reader of a message need look again.
 */
function wrongIn(value: Members): string | undefined {
  if (value['jsonrpc'] !== '2.0') return NO_JSON_RPC;
  const { method, id } = value;
  if (id !== undefined && typeof id !== 'number' && typeof id !== 'string' && id !== null)
    return 'the id is no string and no number';
  if (typeof method === 'string') {
    const { params, result } = value;
    if (params !== undefined && !isMembers(params)) return 'the params are no object';
    return result === undefined || isMembers(result) ? undefined : 'the result is no object';
  }
  const { result, error } = value;
  if (result === undefined && error === undefined) return NO_JSON_RPC;
  if (method !== undefined) return 'the method is no string';
  if (result !== undefined && !isMembers(result)) return 'the result is no object';
  if (error === undefined) return undefined;
  const isError = isMembers(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string';
  return isError ? undefined : 'the error has no code and message';
}
