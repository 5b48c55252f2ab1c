// The frames of an HTTP exchange: requests, answers, stream heads, events. Joins header rows, HTTP and SSE.
import { headersFor, statusLineOf, type HeaderValues, type HttpMessage } from '../protocol/headers.ts';
import { eventNameOf } from '../protocol/mechanics.ts';
import { nameOf, type Message } from '../protocol/messages.ts';
import type { Profile, Revision } from '../protocol/revisions.ts';
import { frameOf, LaterFrame, pieceBytes, type Frame, type Piece } from './frame.ts';
import { headerValueOf } from './header-value.ts';
import { chunkPieces, headPieces, LAST_CHUNK, type Header } from './http.ts';
import { payloadPieces } from './payload.ts';
import { COMMENT, endpointPieces, eventPieces, retryPieces, type EventFields } from './sse.ts';
import { EXAMPLE, mirroredParams } from '../protocol/session.ts';

/** What all frames of a run have in common. */
export interface HttpContext {
  readonly revision: Revision;
  readonly profile: Profile;
  readonly host: string;
  readonly path: string;
  /** The id that the server gave, where it gave one. */
  readonly sessionId: string | undefined;
  /** What the client shows with every request, where the server wants to know who asks. */
  readonly token: string | undefined;
}

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + pieceBytes(piece), 0);

function head(
  on: HttpMessage,
  startLine: string,
  context: HttpContext,
  values: Partial<HeaderValues>,
): readonly Piece[] {
  return headPieces(startLine, headersOf(on, context, values));
}

function headersOf(
  on: HttpMessage,
  { host, sessionId, token, profile, revision }: HttpContext,
  values: Partial<HeaderValues>,
): readonly Header[] {
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  return headersFor(on, profile, revision, { host, sessionId, authorization, ...values });
}

/** A client message, or an array of them, as a POST of its own. `instead`: header values that say something else, by name. */
export function postFrame(
  message: Message | readonly Message[],
  context: HttpContext,
  instead?: Readonly<Record<string, string>>,
): Frame {
  const body = payloadPieces(message);
  const one = Array.isArray(message) ? undefined : (message as Message);
  const method = one && 'method' in one ? one.method : undefined;
  const name = one && nameOf(one);
  const headers = headersOf(method === 'initialize' ? 'initialize' : 'post', context, {
    contentLength: lengthOf(body),
    method: one && 'id' in one ? method : undefined,
    name: name === undefined ? undefined : headerValueOf(name),
    params: one && mirroredParams(one),
  });
  const sent = instead ? replaceIn(headers, instead) : headers;
  return frameOf([...headPieces(`POST ${context.path} HTTP/1.1`, sent), ...body]);
}

function replaceIn(headers: readonly Header[], instead: Readonly<Record<string, string>>): readonly Header[] {
  const values = new Map(Object.entries(instead).map(([name, value]) => [name.toLowerCase(), value]));
  return headers.map((header) => {
    const value = values.get(header.name.toLowerCase());
    // A header of its own: the known one has the pieces of its value.
    return value === undefined
      ? header
      : { name: header.name, value, ...(header.fact !== undefined && { fact: header.fact }) };
  });
}

/** The GET that asks for the rest of a stream, or opens the standing one. */
export function getFrame(context: HttpContext, lastEventId?: string): Frame {
  return frameOf(head('get', `GET ${context.path} HTTP/1.1`, context, { lastEventId }));
}

/** The DELETE that ends a session. */
export function deleteFrame(context: HttpContext): Frame {
  return frameOf(head('delete', `DELETE ${context.path} HTTP/1.1`, context, {}));
}

export function deletedFrame(context: HttpContext): Frame {
  if (context.profile === 'minimal')
    return frameOf(head('deleted', statusLineOf('deleted'), context, { contentLength: 0 }));
  return frameOf([...head('deleted', statusLineOf('deleted'), context, {}), ...LAST_CHUNK]);
}

/** A refusal with a JSON-RPC error as its body. */
export function errorFrame(message: Message, status: number, context: HttpContext): Frame {
  const body = payloadPieces(message);
  return frameOf([
    ...head('error', statusLineOf('error', status), context, { contentLength: lengthOf(body) }),
    ...body,
  ]);
}

/** A refusal without a body. */
export function refusedFrame(
  { status, challenge, allow }: { readonly status: number; readonly challenge?: string; readonly allow?: string },
  context: HttpContext,
): Frame {
  return frameOf(
    head('refused', statusLineOf('refused', status), context, {
      contentLength: 0,
      challenge,
      allow,
    }),
  );
}

/** The GET that opens the stream of HTTP+SSE. */
export function sseOpenFrame(context: HttpContext): Frame {
  return frameOf(head('sse-get', `GET ${context.path} HTTP/1.1`, context, {}));
}

/** The address that the first event of HTTP+SSE hands out; it names the session. */
const messagesAddress = (): string => `${EXAMPLE.messagesPath}?sessionId=${EXAMPLE.sessionId}`;

export function endpointFrame(): Frame {
  return frameOf(chunkPieces(endpointPieces(messagesAddress())));
}

/** The head of the stream of HTTP+SSE. */
export function sseHeadFrame(context: HttpContext): Frame {
  return frameOf(head('sse-stream', statusLineOf('sse-stream'), context, {}));
}

/** The answer to a POST on HTTP+SSE. No text asks for a body; the SDK sends a word. */
export function sseAcceptedFrame(context: HttpContext): Frame {
  if (context.profile === 'minimal') return acceptedFrame(context);
  const body: Piece = { layer: 'other', name: 'body', text: 'Accepted' };
  return frameOf([
    ...head('accepted-chunked', statusLineOf('accepted-chunked'), context, {}),
    ...chunkPieces([body]),
    ...LAST_CHUNK,
  ]);
}

/** A client message on HTTP+SSE: a POST to the address that was handed out. */
export function ssePostFrame(message: Message, context: HttpContext): Frame {
  const body = payloadPieces(message);
  return frameOf([
    ...head('sse-post', `POST ${messagesAddress()} HTTP/1.1`, context, { contentLength: lengthOf(body) }),
    ...body,
  ]);
}

export function commentFrame(): Frame {
  return frameOf(chunkPieces(COMMENT));
}

export function retryFrame(retryMs: number): Frame {
  return frameOf(chunkPieces(retryPieces(retryMs)));
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
export function shortStreamFrame(message: Message, context: HttpContext, id?: string): Frame {
  const body = eventPieces(fieldsFor(context, id), message);
  return frameOf([
    ...head('stream-short', statusLineOf('stream-short'), context, { contentLength: lengthOf(body) }),
    ...body,
  ]);
}

/** One event as one chunk. */
export function eventFrame(message: Message, context: HttpContext, id?: string): Frame {
  return new LaterFrame(() => chunkPieces(eventPieces(fieldsFor(context, id), message)));
}

/** An event with an id and empty data: it only tells the client where the stream begins. */
export function primingFrame(id: string): Frame {
  return frameOf(chunkPieces(eventPieces({ id })));
}

/** The bytes that end a chunked stream. */
export function streamEndFrame(): Frame {
  return frameOf(LAST_CHUNK);
}

function fieldsFor({ profile }: HttpContext, id?: string): EventFields {
  return { event: eventNameOf(profile), id };
}
