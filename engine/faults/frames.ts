// Changes to frames that are made already: headers, start lines, events, whole answers. The spans tile whatever comes out.
import { pieceBytes, frameOf, type Frame, type Piece, type Span } from '../wire/frame.ts';
import { headPieces, type Header } from '../wire/http.ts';

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  404: 'Not Found',
  406: 'Not Acceptable',
  411: 'Length Required',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Where a header's name stands among the pieces; -1: it is not there. */
function headerAt({ pieces }: Frame, name: string): number {
  const wanted = `${name.toLowerCase()}: `;
  return pieces.findIndex((p) => p.name === 'header name' && p.text.toLowerCase() === wanted);
}

export const hasHeader = (frame: Frame, name: string): boolean => headerAt(frame, name) >= 0;

/** What a header says, or nothing where the frame has none. */
export const headerIn = (frame: Frame, name: string): string | undefined =>
  hasHeader(frame, name) ? frame.pieces[headerAt(frame, name) + 1]!.text : undefined;

/** The frame without a header, or nothing where it has none. */
export function withoutHeader(frame: Frame, name: string): Frame | undefined {
  const at = headerAt(frame, name);
  return at < 0 ? undefined : frameOf(frame.pieces.toSpliced(at, 3));
}

/** The frame with another value in a header, or nothing where it has none. */
export function withHeaderValue(frame: Frame, name: string, value: string): Frame | undefined {
  const at = headerAt(frame, name);
  if (at < 0 || frame.pieces[at + 1]!.text === value) return undefined;
  const { byteLength: _counted, ...piece } = frame.pieces[at + 1]!;
  return frameOf(frame.pieces.with(at + 1, { ...piece, text: value }));
}

/** The frame with one more header, behind the others. */
export function withMoreHeaders(frame: Frame, headers: readonly Header[]): Frame {
  const end = frame.pieces.findIndex((p) => p.name === 'blank line');
  const more = headPieces('HTTP/1.1 200 OK', headers).slice(1, -1);
  return frameOf(frame.pieces.toSpliced(end, 0, ...more));
}

/** The frame with another request or status line. */
export function withStartLine(frame: Frame, change: (line: string) => string): Frame {
  const [{ byteLength: _counted, ...line }, ...rest] = frame.pieces as [Piece, ...Piece[]];
  return frameOf([{ ...line, text: change(line.text) }, ...rest]);
}

/** The frame with the words that belong to its status, where the simulator knows none. */
export function withReason(frame: Frame): Frame {
  const [, status] = /^HTTP\/1\.1 (\d+) \r/.exec(frame.pieces[0]!.text) ?? [];
  return status === undefined ? frame : withStartLine(frame, () => `${statusLine(Number(status))}\r\n`);
}

const statusLine = (status: number): string => `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`;

/** An answer that no server of the simulator gives. `type` is left out where there is no body. */
export function answerFrame(
  status: number,
  body: readonly Piece[],
  type?: string,
  more: readonly Header[] = [],
): Frame {
  const length = body.reduce((sum, piece) => sum + pieceBytes(piece), 0);
  const headers = [
    ...(type === undefined ? [] : [{ name: 'Content-Type', value: type }]),
    ...more,
    { name: 'Content-Length', value: String(length) },
  ];
  return frameOf([...headPieces(statusLine(status), headers), ...body]);
}

/** An event that is one chunk, with other pieces in it; the chunk says how long they are. Nothing for another frame. */
export function withEvent(frame: Frame, change: (pieces: readonly Piece[]) => readonly Piece[]): Frame | undefined {
  const [size, ...rest] = frame.pieces;
  if (size?.name !== 'chunk size') return undefined;
  const body = change(rest.slice(0, -1));
  const bytes = body.reduce((sum, piece) => sum + pieceBytes(piece), 0);
  return frameOf([{ ...size, text: `${bytes.toString(16)}\r\n` }, ...body, rest.at(-1)!]);
}

/** The value of an event's field, changed. */
export function withField(pieces: readonly Piece[], field: string, value: string): readonly Piece[] {
  const at = pieces.findIndex((p) => p.name === 'field name' && p.text === `${field}: `);
  return at < 0 ? pieces : pieces.with(at + 1, { ...pieces[at + 1]!, text: value });
}

/** A frame of bytes that are no text: as pieces, those that are wrong read as U+FFFD. */
export function frameOfBytes(bytes: Uint8Array, pieces: readonly Piece[]): Frame {
  const spans: Span[] = [];
  let from = 0;
  for (const piece of pieces) {
    const to = from + pieceBytes(piece);
    spans.push({ layer: piece.layer, name: piece.name, from, to });
    from = to;
  }
  return { ...frameOf(pieces), bytes, spans };
}
