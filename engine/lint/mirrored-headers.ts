// The headers that repeat parts of a body (2026-07-28): what is wrong with them, for those who send and those who refuse.
// Holds no rule and blames nobody.
import { argumentText, isSameArgument } from '../answer/mirrored.ts';
import { methodOf } from '../protocol/methods.ts';
import type { JsonObject } from '../protocol/messages.ts';
import { textOfHeaderValue } from '../wire/header-value.ts';
import { MODERN } from './eras.ts';
import { headerOf, isMembers, memberOf, type Exchange, type Members, type Said } from './model.ts';
import type { Hit } from './rule.ts';
import { sayJson, saySaid } from './say.ts';
import { serverOf } from './server-era.ts';

export interface HeaderFault extends Hit {
  readonly rule: string;
}

const PARAM = 'mcp-param-';
const TASKS = 'tasks/';

const ENCODED = /^=\?base64\?.*\?=$/s;
const ALMOST_ENCODED = /^=\?base64\?|^=\?b\?|\?=$/i;

/** Which rule a header breaks that stands for something else than the body says. `rule`: where it is just another value. */
function valueFault(value: string, body: string, rule: string, isSame: (text: string) => boolean): string | undefined {
  const read = textOfHeaderValue(value);
  if ('problem' in read) return read.problem === 'not-ascii' ? 'hdr.encode' : 'hdr.sentinel-form';
  if (isSame(read.text)) return undefined;
  if (ENCODED.test(body) && value === body) return 'hdr.sentinel-collision';
  if (value === body.trim()) return 'hdr.encode';
  return ALMOST_ENCODED.test(value) && !ENCODED.test(value) ? 'hdr.sentinel-form' : rule;
}

const WHY: Readonly<Record<string, string>> = {
  'hdr.encode': 'which a header cannot carry as it is',
  'hdr.sentinel-form': 'which is no whole "=?base64?...?=" and is read as it stands, or not at all',
  'hdr.sentinel-collision': 'which is read as Base64 although it is meant as it stands',
};

function methodFault({ requestHeaders, place }: Exchange, request: Said): HeaderFault | undefined {
  const header = headerOf(requestHeaders, 'mcp-method');
  const rule = 'hdr.method';
  if (!header) return { rule, place, message: `The POST of the ${saySaid(request)} has no Mcp-Method.` };
  return header.value === request.method
    ? undefined
    : {
        rule,
        place: header.place,
        message: `Mcp-Method is ${sayJson(header.value)}, the method of the body is ${sayJson(request.method)}.`,
      };
}

function nameFault({ requestHeaders, place }: Exchange, request: Said): HeaderFault | undefined {
  const { method, params } = request;
  const mirrors = method === undefined ? undefined : methodOf(method, 'client', 'request', MODERN)?.mirrors;
  const body = mirrors === undefined ? undefined : memberOf(params, mirrors);
  if (typeof body !== 'string') return undefined;
  const rule = method!.startsWith(TASKS) ? 'task2.header' : 'hdr.name';
  const header = headerOf(requestHeaders, 'mcp-name');
  const where = `params.${mirrors}`;
  if (!header) return { rule, place, message: `The POST of the ${saySaid(request)} has no Mcp-Name for ${where}.` };
  const broken = valueFault(header.value, body, rule, (text) => text === body);
  return broken === undefined
    ? undefined
    : {
        rule: broken,
        place: header.place,
        message: `Mcp-Name is ${sayJson(header.value)}, ${WHY[broken] ?? `${where} is ${sayJson(body)}`}.`,
      };
}

interface Mark {
  readonly name: unknown;
  readonly path: readonly string[];
  readonly type: unknown;
  /** Properties alone lead to it. */
  readonly isReached: boolean;
}

/** What is marked with x-mcp-header anywhere in a schema. */
function marksIn(schema: unknown, path: readonly string[] = [], isReached = true, found: Mark[] = []): readonly Mark[] {
  if (Array.isArray(schema)) for (const one of schema as readonly unknown[]) marksIn(one, path, false, found);
  if (!isMembers(schema)) return found;
  if (Object.hasOwn(schema, 'x-mcp-header'))
    found.push({ name: schema['x-mcp-header'], path, type: schema['type'], isReached: isReached && path.length > 0 });
  for (const [key, inner] of Object.entries(schema)) {
    if (typeof inner !== 'object' || inner === null || LITERAL.has(key)) continue;
    if (key !== 'properties' || !isMembers(inner)) marksIn(inner, path, false, found);
    else for (const [name, property] of Object.entries(inner)) marksIn(property, [...path, name], isReached, found);
  }
  return found;
}

/** Members of a schema that hold values, not schemas. */
const LITERAL: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Why the marks of a tool do not hold, if they do not. */
function marksFault(marks: readonly Mark[]): string | undefined {
  const seen = new Set<string>();
  for (const { name, path, type, isReached } of marks) {
    const where = path.length === 0 ? 'the schema itself' : path.join('.');
    if (typeof name !== 'string' || !TOKEN.test(name))
      return `x-mcp-header of ${where} is ${sayJson(name)}, which is no token`;
    if (!isReached) return `x-mcp-header ${sayJson(name)} stands where more than properties leads to`;
    if (!TYPES.has(type)) return `x-mcp-header ${sayJson(name)} is on ${where}, whose type is ${sayJson(type)}`;
    if (seen.has(name.toLowerCase())) return `x-mcp-header ${sayJson(name)} is there twice`;
    seen.add(name.toLowerCase());
  }
  return undefined;
}

interface ListedTool {
  readonly marks: readonly Mark[];
  readonly fault: string | undefined;
}

/** What one answer to tools/list says; all rules ask for the same, so it is looked at once. */
const lists = new WeakMap<Said, ReadonlyMap<string, ListedTool>>();

function listIn(said: Said): ReadonlyMap<string, ListedTool> | undefined {
  const tools = said.request?.method === 'tools/list' ? said.result?.['tools'] : undefined;
  if (!Array.isArray(tools)) return undefined;
  const known = lists.get(said);
  if (known) return known;
  const list = new Map<string, ListedTool>();
  for (const tool of tools as readonly unknown[]) {
    const name = memberOf(tool, 'name');
    if (typeof name !== 'string') continue;
    const marks = marksIn(memberOf(tool, 'inputSchema'));
    list.set(name, marks.length === 0 ? PLAIN : { marks, fault: marksFault(marks) });
  }
  lists.set(said, list);
  return list;
}

/** The tools of each server, as tools/list showed them. */
export class ListedTools {
  readonly #tools = new Map<unknown, Map<string, ListedTool>>();

  /** Takes note of a list, and says of its tools what is wrong with their marks. */
  hear(said: Said): readonly string[] {
    const list = listIn(said);
    if (!list) return [];
    const server = serverOf(said);
    let known = this.#tools.get(server);
    if (!known) this.#tools.set(server, (known = new Map()));
    for (const [name, tool] of list) known.set(name, tool);
    return [...list].flatMap(([name, { fault }]) => (fault === undefined ? [] : [`Tool ${sayJson(name)}: ${fault}.`]));
  }

  /** The tool that a request calls, if the server has listed it. */
  calledBy(request: Said): ListedTool | undefined {
    const name = request.method === 'tools/call' ? request.params?.['name'] : undefined;
    return typeof name === 'string' ? this.#tools.get(serverOf(request))?.get(name) : undefined;
  }
}

const PLAIN: ListedTool = { marks: [], fault: undefined };

function paramFaults(exchange: Exchange, request: Said, tools: ListedTools): readonly HeaderFault[] {
  const tool = tools.calledBy(request);
  if (!tool || tool.fault !== undefined) return [];
  const given = request.params?.['arguments'];
  const args = isMembers(given) ? given : undefined;
  return tool.marks.flatMap(({ name, path }): readonly HeaderFault[] => {
    const fault = paramFault(exchange, args, String(name), path);
    return fault ? [fault] : [];
  });
}

function paramFault(
  { requestHeaders, place }: Exchange,
  args: Members | undefined,
  name: string,
  path: readonly string[],
): HeaderFault | undefined {
  const header = headerOf(requestHeaders, `${PARAM}${name.toLowerCase()}`);
  const text = argumentText(args as JsonObject | undefined, path);
  const where = `the argument ${path.join('.')}`;
  if (text === undefined)
    return header && isAbsent(args, path)
      ? {
          rule: 'hdr.param-spurious',
          place: header.place,
          message: `Mcp-Param-${name} is ${sayJson(header.value)}, but ${where} is absent or null.`,
        }
      : undefined;
  if (!header)
    return {
      rule: 'hdr.param-missing',
      place,
      message: `There is no Mcp-Param-${name} for ${where}, ${sayJson(text)}.`,
    };
  const broken = valueFault(header.value, text, 'hdr.param-value', (value) => isSameArgument(value, text));
  return broken === undefined
    ? undefined
    : {
        rule: broken,
        place: header.place,
        message: `Mcp-Param-${name} is ${sayJson(header.value)}, ${WHY[broken] ?? `${where} is ${sayJson(text)}`}.`,
      };
}

function isAbsent(args: Members | undefined, path: readonly string[]): boolean {
  const value = path.reduce<unknown>((inner, member) => memberOf(inner, member), args);
  return value === undefined || value === null;
}

const known = new WeakMap<Exchange, readonly HeaderFault[]>();

/** All that is wrong with the headers that repeat the body of a POST; all rules ask for the same, so it is looked at once. */
export function headerFaults(exchange: Exchange, request: Said, tools: ListedTools): readonly HeaderFault[] {
  let faults = known.get(exchange);
  if (!faults) {
    const own = [methodFault(exchange, request), nameFault(exchange, request)].filter((fault) => fault !== undefined);
    faults = [...own, ...unreadable(exchange, request, tools), ...paramFaults(exchange, request, tools)];
    known.set(exchange, faults);
  }
  return faults;
}

/** Repeated arguments of tools that nobody listed can still be no header values. */
function unreadable({ requestHeaders }: Exchange, request: Said, tools: ListedTools): readonly HeaderFault[] {
  if (tools.calledBy(request)) return [];
  return [...requestHeaders].flatMap(({ name, value, place }): readonly HeaderFault[] => {
    if (name.length < PARAM.length || name.slice(0, PARAM.length).toLowerCase() !== PARAM) return [];
    const read = textOfHeaderValue(value);
    if (!('problem' in read)) return [];
    const rule = read.problem === 'not-ascii' ? 'hdr.encode' : 'hdr.sentinel-form';
    return [{ rule, place, message: `${name} is ${sayJson(value)}, ${WHY[rule]}.` }];
  });
}

/** A value of the request travels in Base64. */
export const hasEncoded = ({ requestHeaders }: Exchange): boolean =>
  [...requestHeaders].some(({ name, value }) => /^mcp-(?:name$|param-)/i.test(name) && ENCODED.test(value));
