// HTTP/1.1 heads, bodies and the chunked transfer coding, as pieces. Which headers there are is decided elsewhere.
import { utf8Length, type Piece } from './frame.ts';

const CRLF = '\r\n';

export interface Header {
  readonly name: string;
  readonly value: string;
  /** The fact that asks for it. */
  readonly fact?: string;
}

/** A head: the request or status line, the headers, the blank line. */
export function headPieces(startLine: string, headers: readonly Header[]): readonly Piece[] {
  const kind = startLine.startsWith('HTTP/') ? 'status line' : 'request line';
  return [
    { layer: 'http', name: kind, text: startLine + CRLF },
    ...headers.flatMap(headerPieces),
    { layer: 'http', name: 'blank line', text: CRLF },
  ];
}

function headerPieces({ name, value, fact }: Header): readonly Piece[] {
  const of = fact === undefined ? {} : { of: fact };
  return [
    { layer: 'http', name: 'header name', text: `${name}: `, ...of },
    { layer: 'http', name: 'header value', text: value, ...of },
    { layer: 'http', name: 'header end', text: CRLF, ...of },
  ];
}

/** A body as one chunk: its size in hex, the body, the line end. */
export function chunkPieces(body: readonly Piece[]): readonly Piece[] {
  const size = body.reduce((sum, piece) => sum + utf8Length(piece.text), 0);
  return [
    { layer: 'chunk', name: 'chunk size', text: size.toString(16) + CRLF },
    ...body,
    { layer: 'chunk', name: 'chunk end', text: CRLF },
  ];
}

/** The empty chunk that ends a chunked body. */
export const LAST_CHUNK: readonly Piece[] = [{ layer: 'chunk', name: 'last chunk', text: `0${CRLF}${CRLF}` }];
