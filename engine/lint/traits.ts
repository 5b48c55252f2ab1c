// What only some items have: found out once for each, so that rules which look for nothing else are not called for the rest.
// Holds no rule.
import { asksNothing, isInitialize, isSuccess } from './answers.ts';
import { isModern } from './eras.ts';
import {
  isRequestId,
  type Exchange,
  type HttpAnswer,
  type Members,
  type Purpose,
  type Said,
  type StreamEvent,
} from './model.ts';

/** One bit for each. */
export const TRAITS = {
  // Of messages
  /** It has _meta. */
  meta: 1,
  /** It asks for a task, or about one; or it answers what did. */
  task: 1 << 1,
  /** A cursor, in a request or a result. */
  cursor: 1 << 2,
  /** A result that asks the client something. */
  questions: 1 << 3,
  /** A response with a member `error`, of any type. */
  error: 1 << 4,
  /** A response that no open request waits for. */
  unasked: 1 << 5,
  /** The response to a request that was cancelled. */
  cancelled: 1 << 6,
  /** It comes on a GET stream that resumes nothing. */
  'on-get': 1 << 7,
  /** It comes on a stream that was resumed. */
  'on-resumed': 1 << 8,
  /** Its member `jsonrpc` is not what it has to be. */
  unversioned: 1 << 9,
  /** A request whose id is neither a text nor a whole number, or a notification that has one. */
  'odd-id': 1 << 10,
  /** A response with a result and an error, or with neither. */
  unclear: 1 << 11,
  /** In its scope, notifications/initialized was not sent. */
  unready: 1 << 12,
  /** It is judged by a revision without a handshake, or it is initialize. */
  'modern-or-initialize': 1 << 13,

  // Of exchanges
  /** The answer has a status that is no success, or an error in its body. */
  failed: 1 << 14,
  /** It carries initialize. */
  initialize: 1 << 15,
  /** The request names the page that it comes from. */
  page: 1 << 16,
  /** A GET for a stream. */
  reads: 1 << 17,
  /** It carries messages, and no request among them. */
  'asks-nothing': 1 << 18,
  /** A request of its stream waits for a response. */
  unanswered: 1 << 19,
  /** It does again what was turned away before. */
  repeats: 1 << 20,

  // Of events
  /** The first one of its exchange, or a comment before it. */
  first: 1 << 21,
  /** Its id was there before. */
  'seen-before': 1 << 22,
  /** It comes on the answer to a GET. */
  'on-read': 1 << 23,
} as const;

export type Trait = keyof typeof TRAITS;

const bitIf = (isSo: boolean, trait: Trait): number => (isSo ? TRAITS[trait] : 0);

export function traitsOfMessage(said: Said): number {
  const traits =
    bitIf(said.meta !== undefined, 'meta') |
    bitIf(said.value['jsonrpc'] !== '2.0', 'unversioned') |
    bitIf(!said.scope.isReady, 'unready') |
    bitIf(said.method === 'initialize' || isModern(said.revision), 'modern-or-initialize') |
    traitsOfCarrier(said);
  return traits | (said.kind === 'response' ? traitsOfResponse(said) : traitsOfAsking(said));
}

function traitsOfCarrier({ exchange }: Said): number {
  if (exchange === undefined || exchange.purpose === 'post') return 0;
  return bitIf(exchange.purpose === 'get', 'on-get') | bitIf(exchange.purpose === 'resume', 'on-resumed');
}

function traitsOfAsking({ kind, id, params, method }: Said): number {
  const isOdd = kind === 'request' ? !isRequestId(id) : id !== undefined;
  return (
    bitIf(isOdd, 'odd-id') |
    bitIf(isAboutTask(params, method), 'task') |
    bitIf(params?.['cursor'] !== undefined, 'cursor')
  );
}

function traitsOfResponse({ value, result, request, answers }: Said): number {
  return (
    bitIf(value['error'] !== undefined, 'error') |
    bitIf((value['error'] === undefined) === (value['result'] === undefined), 'unclear') |
    bitIf(answers === 'unknown', 'unasked') |
    bitIf(answers === 'cancelled', 'cancelled') |
    bitIf(request !== undefined && isAboutTask(request.params, request.method), 'task') |
    (result === undefined
      ? 0
      : bitIf(result['nextCursor'] !== undefined, 'cursor') | bitIf(result['inputRequests'] !== undefined, 'questions'))
  );
}

const isAboutTask = (params: Members | undefined, method: string | undefined): boolean =>
  params?.['task'] !== undefined || (method !== undefined && method.startsWith('tasks/'));

export function traitsOfExchange(exchange: Exchange): number {
  const { purpose, answer, stream, repeats, requestHeaders } = exchange;
  return (
    bitIf(answer !== undefined && hasFailed(answer), 'failed') |
    bitIf(isInitialize(exchange), 'initialize') |
    bitIf(requestHeaders.has('origin'), 'page') |
    bitIf(isRead(purpose), 'reads') |
    bitIf(asksNothing(exchange), 'asks-nothing') |
    bitIf(stream !== undefined && stream.unanswered > 0, 'unanswered') |
    bitIf(repeats !== undefined, 'repeats')
  );
}

const isRead = (purpose: Purpose): boolean => purpose === 'get' || purpose === 'resume' || purpose === 'listen';

function hasFailed({ status, said }: HttpAnswer): boolean {
  if (!isSuccess(status)) return true;
  if (said) for (const { error } of said.messages) if (error) return true;
  return false;
}

export function traitsOfEvent({ number, seenOn, exchange }: StreamEvent): number {
  return (
    bitIf(number === 0, 'first') |
    bitIf(seenOn !== undefined, 'seen-before') |
    bitIf(isRead(exchange.purpose), 'on-read')
  );
}
