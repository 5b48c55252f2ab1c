// The five things that a byte can belong to on an HTTP wire, outermost first: which pieces are whose, and how many there
// are. Reads the pieces of frames and nothing else.
import type { Frame, Piece, Transfer } from '#engine';

export interface LayerRow {
  readonly key: string;
  readonly label: string;
  /** What tells one from another. */
  readonly about: string;
  /** Whether a piece is of this layer; `before` is the piece in front of it. */
  owns(piece: Piece): boolean;
  /** How many of them begin in a frame. */
  countIn(transfer: Transfer): number;
}

const sessionHeader = 'http.session-id';

export const LAYER_ROWS: readonly LayerRow[] = [
  {
    key: 'session',
    label: 'MCP session',
    about: 'one header names it, no message does',
    owns: ({ of }) => of === sessionHeader,
    countIn: ({ frame }) => (frame.pieces.some(({ of }) => of === sessionHeader) ? 1 : 0),
  },
  {
    key: 'http',
    label: 'HTTP exchange',
    about: 'a request, and an answer that goes on',
    owns: ({ layer, of }) => layer === 'http' && of !== sessionHeader,
    countIn: ({ carrier }) => (carrier === 'request' ? 1 : 0),
  },
  {
    key: 'chunk',
    label: 'HTTP chunk',
    about: 'a piece of a body of unknown length',
    owns: ({ layer }) => layer === 'chunk',
    countIn: ({ frame }) => frame.pieces.filter(({ name }) => name === 'chunk size' || name === 'last chunk').length,
  },
  {
    key: 'sse',
    label: 'SSE event',
    about: 'lines with data, up to an empty line',
    owns: ({ layer }) => layer === 'sse',
    countIn: (transfer) => (isEvent(transfer) ? 1 : 0),
  },
  {
    key: 'message',
    label: 'JSON-RPC message',
    about: 'what both sides mean',
    owns: ({ layer }) => layer === 'json' || layer === 'meta',
    countIn: ({ message }) => (message ? 1 : 0),
  },
];

export const isEvent = ({ carrier }: Transfer): boolean => carrier === 'event';

/** Bytes of a layer in a frame. */
export function bytesIn(row: LayerRow, { pieces }: Frame, lengthOf: (piece: Piece) => number): number {
  return pieces.reduce((sum, piece) => sum + (row.owns(piece) ? lengthOf(piece) : 0), 0);
}
