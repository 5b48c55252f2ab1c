// Server-sent events: fields, one per line, and a blank line that ends the event.
import type { Message } from '../protocol/messages.ts';
import type { Piece } from './frame.ts';
import { payloadPieces } from './payload.ts';

export interface EventFields {
  /** The event's name; left out where the default will do. */
  readonly event?: string;
  readonly id?: string;
  readonly retryMs?: number;
}

/** The pieces of one event. Without a message it is a priming event: an id and a `data` field with nothing in it. */
export function eventPieces(fields: EventFields, message?: Message): readonly Piece[] {
  return [
    ...(fields.event !== undefined ? field('event', fields.event) : []),
    ...(fields.id !== undefined ? field('id', fields.id, message ? 'sse.event-id' : 'sse.priming') : []),
    ...(fields.retryMs !== undefined ? field('retry', String(fields.retryMs), 'sse.retry') : []),
    { layer: 'sse', name: 'field name', text: 'data: ', of: message ? 'http.reply' : 'sse.priming' },
    ...(message ? payloadPieces(message) : []),
    { layer: 'sse', name: 'field end', text: '\n' },
    { layer: 'sse', name: 'event end', text: '\n' },
  ];
}

function field(name: string, value: string, of?: string): readonly Piece[] {
  return [
    { layer: 'sse', name: 'field name', text: `${name}: `, ...(of !== undefined && { of }) },
    { layer: 'sse', name: 'field value', text: value },
    { layer: 'sse', name: 'field end', text: '\n' },
  ];
}

/** A comment line: it keeps the connection busy and means nothing. */
export const COMMENT: readonly Piece[] = [
  { layer: 'sse', name: 'comment', text: ': keepalive', of: 'sse.keep-alive' },
  { layer: 'sse', name: 'field end', text: '\n' },
  { layer: 'sse', name: 'event end', text: '\n' },
];

/** An event that only says how long to wait before coming back, ms. */
export function retryPieces(retryMs: number): readonly Piece[] {
  return [...field('retry', String(retryMs), 'sse.retry'), { layer: 'sse', name: 'event end', text: '\n' }];
}

/** The first event of HTTP+SSE: the address that all client messages go to. */
export function endpointPieces(address: string): readonly Piece[] {
  return [
    ...field('event', 'endpoint', 'http-sse.endpoint'),
    ...field('data', address, 'http-sse.endpoint'),
    { layer: 'sse', name: 'event end', text: '\n' },
  ];
}
