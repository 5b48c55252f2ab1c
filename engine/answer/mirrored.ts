// Which arguments of a tool travel in headers too (2026-07-28): those that its schema marks with x-mcp-header.
// Knows schemas, not requests.
import type { Json, JsonObject } from '../protocol/messages.ts';
import { isObject, memberOf } from './asked.ts';

export interface Mirrored {
  /** The header is `Mcp-Param-` and this. */
  readonly name: string;
  readonly path: readonly string[];
}

/** Only `properties` lead to a marked argument; whatever else a schema nests is not looked into. */
export function mirroredIn(schema: JsonObject | undefined, path: readonly string[] = []): readonly Mirrored[] {
  const properties = memberOf(schema, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([member, property]) => {
    if (!isObject(property)) return [];
    const name = memberOf(property, 'x-mcp-header');
    const own = typeof name === 'string' ? [{ name, path: [...path, member] }] : [];
    return [...own, ...mirroredIn(property, [...path, member])];
  });
}

/** The argument as the text that its header has to carry; nothing where there is no argument to repeat. */
export function argumentText(args: JsonObject | undefined, path: readonly string[]): string | undefined {
  const value = path.reduce<unknown>((inner, member) => memberOf(inner, member), args) as Json | undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Whole numbers are compared as numbers, everything else as text. */
export function isSameArgument(header: string, argument: string): boolean {
  if (header === argument) return true;
  return /^-?\d+$/.test(header) && /^-?\d+$/.test(argument) && Number(header) === Number(argument);
}

/** The first argument that does not fit; looks one level deep, which is enough for what acme-search takes. Simplified. */
export function argumentProblem(schema: JsonObject | undefined, args: JsonObject): string | undefined {
  const required = memberOf(schema, 'required');
  const missing = Array.isArray(required)
    ? required.find((name) => typeof name === 'string' && !Object.hasOwn(args, name))
    : undefined;
  if (missing !== undefined) return `arguments.${missing} is missing.`;
  const properties = memberOf(schema, 'properties');
  for (const [name, property] of isObject(properties) ? Object.entries(properties) : []) {
    const type = memberOf(property, 'type');
    if (Object.hasOwn(args, name) && typeof type === 'string' && !hasType(args[name], type)) {
      return `arguments.${name} is not of type ${type}.`;
    }
  }
  return undefined;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}
