// A frame: bytes, and labelled spans that tile them exactly. Everything that counts or shows bytes reads these.
// A frame that the engine writes is made of text and becomes bytes on demand; one that it reads is the other way round.
import { utf8Text } from './utf8.ts';

/** Who owns a span, from the message outwards. `other`: bytes that were read and belong to nobody, e.g. "Accepted". */
export const LAYERS = ['json', 'meta', 'newline', 'http', 'sse', 'chunk', 'other'] as const;
export type Layer = (typeof LAYERS)[number];

/** The layers that belong to the message; all others are framing. */
export const PAYLOAD_LAYERS: ReadonlySet<Layer> = new Set(['json', 'meta']);

export type SpanName =
  | 'json'
  | '_meta'
  | 'newline'
  | 'request line'
  | 'status line'
  | 'header name'
  | 'header value'
  | 'header end'
  | 'blank line'
  | 'field name'
  | 'field value'
  | 'field end'
  | 'event end'
  | 'comment'
  | 'byte order mark'
  | 'chunk size'
  | 'chunk end'
  | 'last chunk'
  | 'trailer'
  | 'body'
  | 'unread';

/** A piece of a frame before it is bytes: text in one layer. */
export interface Piece {
  readonly layer: Layer;
  readonly name: SpanName;
  readonly text: string;
  /** Names the header, field or fact that explains it, e.g. a row id of the header table. */
  readonly of?: string;
  /** How many bytes the text has, where somebody has counted already. */
  readonly byteLength?: number;
}

/** `from` and `to` are byte offsets in the frame, `to` excluded. */
export interface Span {
  readonly layer: Layer;
  readonly name: SpanName;
  readonly from: number;
  readonly to: number;
  readonly of?: string;
}

export type LayerBytes = Readonly<Record<Layer, number>>;

export interface Frame {
  readonly pieces: readonly Piece[];
  readonly byteLength: number;
  readonly payloadBytes: number;
  readonly framingBytes: number;
  readonly layerBytes: LayerBytes;
  /** Only where the frame was read from a wire; its pieces are then made from these. */
  readonly bytes?: Uint8Array;
  readonly spans?: readonly Span[];
}

/** Makes a frame of pieces; they tile it because it is made of nothing else. */
export function frameOf(pieces: readonly Piece[]): Frame {
  const layerBytes = noBytes();
  let byteLength = 0;
  let layer: Layer = 'http';
  // Pieces of a layer stand together: they are summed up before they are added to it.
  let ofLayer = 0;
  for (const piece of pieces) {
    if (piece.layer !== layer) {
      layerBytes[layer] += ofLayer;
      byteLength += ofLayer;
      layer = piece.layer;
      ofLayer = 0;
    }
    ofLayer += pieceBytes(piece);
  }
  layerBytes[layer] += ofLayer;
  byteLength += ofLayer;
  const payloadBytes = layerBytes.json + layerBytes.meta;
  return { pieces, byteLength, payloadBytes, framingBytes: byteLength - payloadBytes, layerBytes };
}

/** A frame that is made when somebody looks into it: of a long run, most are never looked at. */
export class LaterFrame implements Frame {
  readonly #make: () => readonly Piece[];
  #made: Frame | undefined;

  constructor(make: () => readonly Piece[]) {
    this.#make = make;
  }

  get #frame(): Frame {
    return (this.#made ??= frameOf(this.#make()));
  }

  get pieces(): readonly Piece[] {
    return this.#frame.pieces;
  }
  get byteLength(): number {
    return this.#frame.byteLength;
  }
  get payloadBytes(): number {
    return this.#frame.payloadBytes;
  }
  get framingBytes(): number {
    return this.#frame.framingBytes;
  }
  get layerBytes(): LayerBytes {
    return this.#frame.layerBytes;
  }
}

export function pieceBytes({ text, byteLength }: Piece): number {
  return byteLength ?? utf8Length(text);
}

export function noBytes(): Record<Layer, number> {
  return { json: 0, meta: 0, newline: 0, http: 0, sse: 0, chunk: 0, other: 0 };
}

export function textOf(frame: Frame): string {
  if (frame.bytes) return utf8Text(frame.bytes);
  let text = '';
  for (const piece of frame.pieces) text += piece.text;
  return text;
}

export function bytesOf(frame: Frame): Uint8Array {
  if (frame.bytes) return frame.bytes;
  const text = textOf(frame);
  if (!writer) return encodeByHand(text);
  const bytes = new Uint8Array(frame.byteLength);
  writer.encodeInto(text, bytes);
  return bytes;
}

export function spansOf(frame: Frame): readonly Span[] {
  if (frame.spans) return frame.spans;
  let from = 0;
  return frame.pieces.map((piece) => {
    const { layer, name, of } = piece;
    const to = from + pieceBytes(piece);
    const span: Span = of === undefined ? { layer, name, from, to } : { layer, name, from, to, of };
    from = to;
    return span;
  });
}

/** How many bytes a string has in UTF-8; a lone surrogate counts as U+FFFD, as in every encoder. */
export function utf8Length(text: string): number {
  if (text.length > LONG && !BEYOND_ASCII.test(text)) return text.length;
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

/** Longer than this, a pattern looks through a text faster than a loop does, UTF-16 code units. */
const LONG = 24;
const BEYOND_ASCII = /[\x80-\uffff]/;

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

interface TextWriter {
  encode(text: string): Uint8Array;
  encodeInto(text: string, bytes: Uint8Array): unknown;
}
/** The platform's own writer, which every platform has though no standard of the language names it. */
const writer: TextWriter | undefined = /* @__PURE__ */ textWriter();

function textWriter(): TextWriter | undefined {
  const { TextEncoder } = globalThis as { readonly TextEncoder?: new () => TextWriter };
  return TextEncoder && new TextEncoder();
}

export function utf8Encode(text: string): Uint8Array {
  return writer ? writer.encode(text) : encodeByHand(text);
}

function encodeByHand(text: string): Uint8Array {
  const { length } = text;
  const ascii = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return encodeAny(text);
    ascii[i] = unit;
  }
  return ascii;
}

function encodeAny(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  let at = 0;
  for (const character of text) {
    let code = character.codePointAt(0)!;
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
    if (code < 0x80) bytes[at++] = code;
    else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else if (code < 0x10000) {
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    }
  }
  return bytes;
}
