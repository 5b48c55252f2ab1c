// HTTP/1.1 heads, bodies and the chunked transfer coding, as pieces. Which headers there are is decided elsewhere.
import { pieceBytes, utf8Length, type Piece } from './frame.ts';

const CRLF = '\r\n';

export interface Header {
  readonly name: string;
  readonly value: string;
  /** The fact that asks for it. */
  readonly fact?: string;
  /** Its name, its value and its line end as pieces of a frame, made when they are first needed. */
  pieces?: readonly [Piece, Piece, Piece];
}

/** A head: the request or status line, the headers, the blank line. */
export function headPieces(startLine: string, headers: readonly Header[]): readonly Piece[] {
  const pieces: Piece[] = [startPiece(startLine)];
  for (const header of headers) {
    const [name, value, end] = (header.pieces ??= piecesOf(header));
    pieces.push(name, value, end);
  }
  pieces.push(BLANK_LINE);
  return pieces;
}

let lastStart: Piece | undefined;

/** The same one as long as the line is the same. */
function startPiece(startLine: string): Piece {
  const text = startLine + CRLF;
  if (lastStart?.text === text) return lastStart;
  const name = startLine.startsWith('HTTP/') ? 'status line' : 'request line';
  return (lastStart = { layer: 'http', name, text, byteLength: utf8Length(text) });
}

const BLANK_LINE: Piece = { layer: 'http', name: 'blank line', text: CRLF, byteLength: 2 };

function piecesOf({ name, value, fact }: Header): readonly [Piece, Piece, Piece] {
  return [
    headPiece('header name', `${name}: `, fact),
    headPiece('header value', value, fact),
    headPiece('header end', CRLF, fact),
  ];
}

function headPiece(name: Piece['name'], text: string, of: string | undefined): Piece {
  const byteLength = utf8Length(text);
  return of === undefined ? { layer: 'http', name, text, byteLength } : { layer: 'http', name, text, of, byteLength };
}

/** A body as one chunk: its size in hex, the body, the line end. */
export function chunkPieces(body: readonly Piece[]): readonly Piece[] {
  let size = 0;
  for (const piece of body) size += pieceBytes(piece);
  return [{ layer: 'chunk', name: 'chunk size', text: size.toString(16) + CRLF }, ...body, CHUNK_END];
}

const CHUNK_END: Piece = { layer: 'chunk', name: 'chunk end', text: CRLF };

/** The empty chunk that ends a chunked body. */
export const LAST_CHUNK: readonly Piece[] = [{ layer: 'chunk', name: 'last chunk', text: `0${CRLF}${CRLF}` }];
