// The kinds of spans that a decoder tells apart, each with its layer, its name and what explains it. Reads no bytes.
import type { Layer, SpanName } from '../frame.ts';

export interface Label {
  readonly layer: Layer;
  readonly name: SpanName;
  readonly of?: string;
}

const label = (layer: Layer, name: SpanName, of?: string): Label => ({ layer, name, ...(of !== undefined && { of }) });

/** A whole head. Its lines become spans when somebody asks for them. */
export const HEAD = label('http', 'blank line');
/** JSON-RPC text. It is split at `_meta` when somebody asks. */
export const PAYLOAD = label('json', 'json');

export const NEWLINE = label('newline', 'newline', 'stdio.newline');
/** A body or line that is whole, but no message. */
export const BODY = label('other', 'body');
/** Bytes that could not be read. */
export const UNREAD = label('other', 'unread');

export const BYTE_ORDER_MARK = label('sse', 'byte order mark');
export const FIELD_VALUE = label('sse', 'field value');
export const FIELD_END = label('sse', 'field end');
export const EVENT_END = label('sse', 'event end');
export const COMMENT = label('sse', 'comment', 'sse.keep-alive');

export type FieldName = 'data' | 'event' | 'id' | 'retry' | 'unknown';

const FIELD_NAME = label('sse', 'field name');

export const FIELD_NAMES: Readonly<Record<FieldName, Label>> = {
  data: label('sse', 'field name', 'http.reply'),
  event: FIELD_NAME,
  id: label('sse', 'field name', 'sse.event-id'),
  retry: label('sse', 'field name', 'sse.retry'),
  unknown: FIELD_NAME,
};

/** The same fields mean something else in an event without data: it only says where the stream begins. */
export const PRIMING_NAMES: ReadonlyMap<Label, Label> = new Map([
  [FIELD_NAMES.data, label('sse', 'field name', 'sse.priming')],
  [FIELD_NAMES.id, label('sse', 'field name', 'sse.priming')],
]);

export const CHUNK_SIZE = label('chunk', 'chunk size');
export const CHUNK_END = label('chunk', 'chunk end');
export const LAST_CHUNK = label('chunk', 'last chunk');
export const TRAILER = label('chunk', 'trailer');
