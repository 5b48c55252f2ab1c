// A message as compact JSON, with the top `_meta` member as a span of its own. Knows no transport.
import type { Json, JsonObject, Message } from '../protocol/messages.ts';
import { utf8Length, type Piece } from './frame.ts';

/** The payload pieces of a message, or of an array of messages (2025-03-26). */
export function payloadPieces(message: Message | readonly Message[]): readonly Piece[] {
  if (!Array.isArray(message)) return messagePieces(message as Message);
  const members = (message as readonly Message[]).flatMap((member, i) => [
    ...(i === 0 ? [] : [piece('json', ',')]),
    ...messagePieces(member),
  ]);
  return [piece('json', '['), ...members, piece('json', ']')];
}

/** JSON text, split where `params._meta` or `result._meta` stands. */
function messagePieces(message: Message): readonly Piece[] {
  const text = JSON.stringify(message);
  const holder = metaHolder(message);
  if (!holder) return [piece('json', text)];
  const at = text.indexOf(META);
  // Where no other member looks like it, which is nearly always, the text need not be made again in parts.
  const isOnly = text.indexOf(META, at + 1) < 0;
  const [before, meta, after] = isOnly
    ? splitAt(text, at, holder)
    : splitAtMeta(message as unknown as JsonObject, holder);
  return [piece('json', before), piece('meta', meta), piece('json', after)];
}

const META = '"_meta":';

/** Counted once: the head that says how long a body is asks for it, and so does the frame. */
function piece(layer: 'json' | 'meta', text: string): Piece {
  return { layer, name: layer === 'meta' ? '_meta' : 'json', text, byteLength: utf8Length(text) };
}

interface Holder {
  readonly name: 'params' | 'result';
  readonly meta: Json;
}

function metaHolder(message: Message): Holder | undefined {
  if ('params' in message && message.params?.['_meta'] !== undefined)
    return { name: 'params', meta: message.params['_meta'] };
  if ('result' in message && message.result['_meta'] !== undefined)
    return { name: 'result', meta: message.result['_meta'] };
  return undefined;
}

function splitAt(text: string, at: number, { meta }: Holder): readonly [string, string, string] {
  const end = at + META.length + JSON.stringify(meta).length;
  return [text.slice(0, at), text.slice(at, end), text.slice(end)];
}

/** Compact JSON in three parts: all before the member `_meta` of the holder, that member, and the rest. */
function splitAtMeta(message: JsonObject, { name, meta }: Holder): readonly [string, string, string] {
  const inner = message[name] as JsonObject;
  const [outerBefore, outerAfter] = membersAround(message, name);
  const [innerBefore, innerAfter] = membersAround(inner, '_meta');
  const open = `{${outerBefore}${JSON.stringify(name)}:{${innerBefore}`;
  return [open, `"_meta":${JSON.stringify(meta)}`, `${innerAfter}}${outerAfter}}`];
}

/** The text of an object's members before and after the named one, commas included. */
function membersAround(object: JsonObject, name: string): readonly [string, string] {
  const members = Object.entries(object).filter(([, value]) => (value as Json | undefined) !== undefined);
  const at = members.findIndex(([key]) => key === name);
  const text = ([key, value]: readonly [string, Json]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  const before = members.slice(0, at).map((m) => `${text(m)},`);
  const after = members.slice(at + 1).map((m) => `,${text(m)}`);
  return [before.join(''), after.join('')];
}
