// Server-sent events: fields, one per line, and a blank line that ends the event.
import type { Message } from '../protocol/messages.ts';
import type { Piece } from './frame.ts';
import { payloadPieces } from './payload.ts';

export interface EventFields {
  /** The event's name; left out where the default will do. */
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly retryMs?: number;
}

const EVENT_ID: Piece = { layer: 'sse', name: 'field name', text: 'id: ', of: 'sse.event-id' };
const PRIMING_ID: Piece = { layer: 'sse', name: 'field name', text: 'id: ', of: 'sse.priming' };
const DATA: Piece = { layer: 'sse', name: 'field name', text: 'data: ', of: 'http.reply' };
const PRIMING_DATA: Piece = { layer: 'sse', name: 'field name', text: 'data: ', of: 'sse.priming' };
const FIELD_END: Piece = { layer: 'sse', name: 'field end', text: '\n' };
const EVENT_END: Piece = { layer: 'sse', name: 'event end', text: '\n' };

/** The pieces of one event. Without a message it is a priming event: an id and a `data` field with nothing in it. */
export function eventPieces({ event, id, retryMs }: EventFields, message?: Message): readonly Piece[] {
  const pieces: Piece[] = [];
  if (event !== undefined) pieces.push(...field('event', event));
  if (id !== undefined) pieces.push(message ? EVENT_ID : PRIMING_ID, valuePiece(id), FIELD_END);
  if (retryMs !== undefined) pieces.push(...field('retry', String(retryMs), 'sse.retry'));
  pieces.push(message ? DATA : PRIMING_DATA);
  if (message) pieces.push(...payloadPieces(message));
  pieces.push(FIELD_END, EVENT_END);
  return pieces;
}

const valuePiece = (text: string): Piece => ({ layer: 'sse', name: 'field value', text });

function field(name: string, value: string, of?: string): readonly Piece[] {
  return [
    { layer: 'sse', name: 'field name', text: `${name}: `, ...(of !== undefined && { of }) },
    valuePiece(value),
    FIELD_END,
  ];
}

/** A comment line: it keeps the connection busy and means nothing. */
export const COMMENT: readonly Piece[] = [
  { layer: 'sse', name: 'comment', text: ': keepalive', of: 'sse.keep-alive' },
  FIELD_END,
  EVENT_END,
];

/** An event that only says how long to wait before coming back, ms. */
export function retryPieces(retryMs: number): readonly Piece[] {
  return [...field('retry', String(retryMs), 'sse.retry'), EVENT_END];
}

/** The first event of HTTP+SSE: the address that all client messages go to. */
export function endpointPieces(address: string): readonly Piece[] {
  return [
    ...field('event', 'endpoint', 'http-sse.endpoint'),
    ...field('data', address, 'http-sse.endpoint'),
    EVENT_END,
  ];
}
