// A message as compact JSON, with the top `_meta` member as a span of its own. Knows no transport.
import type { Json, JsonObject, Message } from '../protocol/messages.ts';
import type { Piece } from './frame.ts';

/** The payload pieces of a message, or of an array of messages (2025-03-26). */
export function payloadPieces(message: Message | readonly Message[]): readonly Piece[] {
  if (!Array.isArray(message)) return messagePieces(message as Message);
  const json = (text: string): Piece => ({ layer: 'json', name: 'json', text });
  const members = (message as readonly Message[]).flatMap((member, i) => [
    ...(i === 0 ? [] : [json(',')]),
    ...messagePieces(member),
  ]);
  return [json('['), ...members, json(']')];
}

/** JSON text, split where `params._meta` or `result._meta` stands. */
function messagePieces(message: Message): readonly Piece[] {
  const holder = metaHolder(message);
  if (!holder) return [{ layer: 'json', name: 'json', text: JSON.stringify(message) }];
  const [before, meta, after] = splitAtMeta(message as unknown as JsonObject, holder);
  return [
    { layer: 'json', name: 'json', text: before },
    { layer: 'meta', name: '_meta', text: meta },
    { layer: 'json', name: 'json', text: after },
  ];
}

function metaHolder(message: Message): 'params' | 'result' | undefined {
  if ('params' in message && message.params && '_meta' in message.params) return 'params';
  if ('result' in message && '_meta' in message.result) return 'result';
  return undefined;
}

/** Compact JSON in three parts: all before the member `_meta` of `message[holder]`, that member, and the rest. */
function splitAtMeta(message: JsonObject, holder: string): readonly [string, string, string] {
  const inner = message[holder] as JsonObject;
  const [outerBefore, outerAfter] = membersAround(message, holder);
  const [innerBefore, innerAfter] = membersAround(inner, '_meta');
  const open = `{${outerBefore}${JSON.stringify(holder)}:{${innerBefore}`;
  return [open, `"_meta":${JSON.stringify(inner['_meta'])}`, `${innerAfter}}${outerAfter}}`];
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
