// The frames of an HTTP exchange: requests, answers, stream heads, events. Joins header rows, HTTP and SSE.
import { headersFor, statusLineOf, type HeaderValues, type HttpMessage } from '../protocol/headers.ts';
import { eventNameOf } from '../protocol/mechanics.ts';
import { nameOf, type Message } from '../protocol/messages.ts';
import type { Profile, Revision } from '../protocol/revisions.ts';
import { frameOf, pieceBytes, type Frame, type Piece } from './frame.ts';
import { headerValueOf } from './header-value.ts';
import { chunkPieces, headPieces, LAST_CHUNK } from './http.ts';
import { payloadPieces } from './payload.ts';
import { eventPieces, type EventFields } from './sse.ts';

/** What all frames of a run have in common. */
export interface HttpContext {
  readonly revision: Revision;
  readonly profile: Profile;
  readonly host: string;
  readonly path: string;
  /** The id that the server gave, where it gave one. */
  readonly sessionId: string;
}

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, p) => sum + pieceBytes(p), 0);

function head(
  on: HttpMessage,
  startLine: string,
  context: HttpContext,
  values: Partial<HeaderValues>,
): readonly Piece[] {
  const { host, sessionId, profile, revision } = context;
  return headPieces(startLine, headersFor(on, profile, revision, { host, sessionId, ...values }));
}

/** A client message as a POST of its own. */
export function postFrame(message: Message, context: HttpContext): Frame {
  const body = payloadPieces(message);
  const method = 'method' in message ? message.method : undefined;
  const name = nameOf(message);
  return frameOf([
    ...head(method === 'initialize' ? 'initialize' : 'post', `POST ${context.path} HTTP/1.1`, context, {
      contentLength: lengthOf(body),
      ...(method !== undefined && { method }),
      ...(name !== undefined && { name: headerValueOf(name) }),
    }),
    ...body,
  ]);
}

/** The GET that asks for the rest of a stream, or opens the standing one. */
export function getFrame(context: HttpContext, lastEventId?: string): Frame {
  return frameOf(
    head('get', `GET ${context.path} HTTP/1.1`, context, lastEventId === undefined ? {} : { lastEventId }),
  );
}

/** The answer to a notification: 202 and nothing else. */
export function acceptedFrame(context: HttpContext): Frame {
  if (context.profile === 'minimal')
    return frameOf(head('accepted', statusLineOf('accepted'), context, { contentLength: 0 }));
  return frameOf([...head('accepted-chunked', statusLineOf('accepted-chunked'), context, {}), ...LAST_CHUNK]);
}

/** A result as one JSON body. `first` marks the answer to initialize, which may name the session. */
export function jsonAnswerFrame(
  message: Message,
  context: HttpContext,
  coding: 'json' | 'json-chunked',
  first: boolean,
): Frame {
  const body = payloadPieces(message);
  const on = coding === 'json' && first ? 'json-initialize' : coding;
  const answer = head(on, statusLineOf(on), context, { contentLength: lengthOf(body) });
  return frameOf(coding === 'json' ? [...answer, ...body] : [...answer, ...chunkPieces(body), ...LAST_CHUNK]);
}

/** The head of an event stream of unknown length. */
export function streamHeadFrame(context: HttpContext): Frame {
  return frameOf(head('stream', statusLineOf('stream'), context, {}));
}

/** A whole event stream of one event, its length known beforehand. */
export function shortStreamFrame(message: Message, context: HttpContext): Frame {
  const body = eventPieces(fieldsFor(context), message);
  return frameOf([
    ...head('stream-short', statusLineOf('stream-short'), context, { contentLength: lengthOf(body) }),
    ...body,
  ]);
}

const eventFrames = new WeakMap<Message, Map<string, Frame>>();

/** One event as one chunk. Frames of the same message and id are made once. */
export function eventFrame(message: Message, context: HttpContext, id?: string): Frame {
  const key = `${context.profile} ${id ?? ''}`;
  const known = eventFrames.get(message) ?? new Map<string, Frame>();
  eventFrames.set(message, known);
  const frame = known.get(key) ?? frameOf(chunkPieces(eventPieces(fieldsFor(context, id), message)));
  known.set(key, frame);
  return frame;
}

/** An event with an id and empty data: it only tells the client where the stream begins. */
export function primingFrame(id: string): Frame {
  return frameOf(chunkPieces(eventPieces({ id })));
}

/** The bytes that end a chunked stream. */
export function streamEndFrame(): Frame {
  return frameOf(LAST_CHUNK);
}

function fieldsFor(context: HttpContext, id?: string): EventFields {
  const event = eventNameOf(context.profile);
  return { ...(event !== undefined && { event }), ...(id !== undefined && { id }) };
}
