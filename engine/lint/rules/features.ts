// Rules of single features that show on the wire: cursors, structured results, questions, sampling, roots, resources.
import { isModern, META } from '../eras.ts';
import { isMembers, memberOf, type Members, type Said, type Scope } from '../model.ts';
import type { Hit, Hits, Rule } from '../rule.ts';
import { cut, sayJson } from '../say.ts';

const at = ({ place }: Said, message: string): Hit => ({ place, message });

// What a server asks of a client: a request of its own, or one of the questions in a result

interface Asked {
  readonly params: unknown;
  readonly capabilities: unknown;
}

/** What a message asks by that method; nothing for nearly all. */
function questionsIn(
  { kind, from, method, params, scope, result, request }: Said,
  wanted: string,
): readonly Asked[] | undefined {
  if (from !== 'server') return undefined;
  if (kind === 'request') return method === wanted ? [{ params, capabilities: scope.clientCapabilities }] : undefined;
  const questions = result && result?.['inputRequests'];
  if (!isMembers(questions)) return undefined;
  const capabilities = memberOf(request?.meta, `${META}clientCapabilities`);
  return Object.values(questions)
    .filter((one) => memberOf(one, 'method') === wanted)
    .map((one) => ({ params: memberOf(one, 'params'), capabilities }));
}

/** A question in a mode that the client has not declared; one without the capability at all is the matter of another rule. */
function wrongMode(said: Said): Hits {
  return questionsIn(said, 'elicitation/create')?.flatMap(({ params, capabilities }) => {
    const declared = memberOf(capabilities, 'elicitation');
    if (!isMembers(declared)) return [];
    const mode = memberOf(params, 'mode') ?? 'form';
    const isDeclared =
      typeof mode === 'string' &&
      (Object.hasOwn(declared, mode) || (mode === 'form' && Object.keys(declared).length === 0));
    return isDeclared
      ? []
      : [at(said, `The mode ${sayJson(mode)} is used, but the client has declared elicitation ${sayJson(declared)}.`)];
  });
}

function undeclaredTools(said: Said): Hits {
  return questionsIn(said, 'sampling/createMessage')?.flatMap(({ params, capabilities }) => {
    const declared = memberOf(capabilities, 'sampling');
    const used = ['tools', 'toolChoice'].filter((name) => memberOf(params, name) !== undefined);
    return isMembers(declared) && used.length > 0 && memberOf(declared, 'tools') === undefined
      ? [at(said, `${used.join(' and ')} come with the request, but the client has not declared sampling.tools.`)]
      : [];
  });
}

// Cursors

/** Cursors that were given for each method, in each scope. */
type Cursors = WeakMap<Scope, Map<unknown, Set<unknown>>>;

function madeUp(said: Said, cursors: Cursors): Hit | undefined {
  const cursor = said.params?.['cursor'];
  if (cursor === undefined || said.from !== 'client') return undefined;
  const given = cursors.get(said.scope)?.get(said.method);
  if (given?.has(cursor)) return undefined;
  // Of what came before the capture nothing is known.
  const isKnown = isModern(said.revision) ? given !== undefined : said.scope.initialize !== undefined;
  return isKnown ? at(said, `The cursor ${cut(sayJson(cursor))} was never given for ${said.method}.`) : undefined;
}

function noteCursor({ request, result, scope }: Said, cursors: Cursors): void {
  const next = result?.['nextCursor'];
  if (next === undefined || !request) return;
  let known = cursors.get(scope);
  if (!known) cursors.set(scope, (known = new Map()));
  let given = known.get(request.method);
  if (!given) known.set(request.method, (given = new Set()));
  given.add(next);
}

// Structured results

/** Output schemas of tools, in each scope. */
type Schemas = WeakMap<Scope, Map<unknown, Members>>;

function noteSchemas({ request, result, scope }: Said, schemas: Schemas): void {
  const tools = request?.method === 'tools/list' ? result?.['tools'] : undefined;
  if (!Array.isArray(tools)) return;
  for (const tool of tools as readonly unknown[]) {
    const schema = memberOf(tool, 'outputSchema');
    if (!isMembers(schema)) continue;
    let known = schemas.get(scope);
    if (!known) schemas.set(scope, (known = new Map()));
    known.set(memberOf(tool, 'name'), schema);
  }
}

function misshapen(said: Said, schemas: Schemas): Hit | undefined {
  const { request, result, scope } = said;
  const known = request?.method === 'tools/call' && result ? schemas.get(scope) : undefined;
  if (!known) return undefined;
  const name = request!.params?.['name'];
  const schema = known.get(name);
  const kind = result?.['resultType'];
  const isOther = (kind !== undefined && kind !== 'complete') || result?.['task'] !== undefined;
  // Whether an error has to fit the schema is not said.
  if (!schema || isOther || result?.['isError'] === true) return undefined;
  const value = result?.['structuredContent'];
  if (value === undefined)
    return at(said, `The tool ${sayJson(name)} declares an output schema, but the result has no structuredContent.`);
  const wrong = misfit(value, schema);
  return wrong === undefined
    ? undefined
    : at(said, `structuredContent of the tool ${sayJson(name)} does not fit its schema: ${wrong}.`);
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isMembers,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const fits = (value: unknown, type: unknown): boolean =>
  typeof type !== 'string' || !Object.hasOwn(TYPES, type) || TYPES[type]!(value);

/** What is missing or of another type, one level deep; what else a schema may say is not looked at. */
function misfit(value: unknown, schema: Members): string | undefined {
  const type = schema['type'];
  if (!fits(value, type)) return `it is no ${String(type)}`;
  const required = schema['required'];
  if (isMembers(value) && Array.isArray(required))
    for (const name of required as readonly unknown[])
      if (typeof name === 'string' && !Object.hasOwn(value, name)) return `${sayJson(name)} is missing`;
  const properties = schema['properties'];
  if (!isMembers(value) || !isMembers(properties)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const wanted = memberOf(memberOf(properties, name), 'type');
    if (!fits(member, wanted)) return `${sayJson(name)} is no ${String(wanted)}`;
  }
  return undefined;
}

const SAYS_NOT_FOUND = /not found|unknown|no such|does ?n[o']t exist|not exist/i;

export const FEATURES: readonly Rule[] = [
  {
    id: 'page.cursor',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether a cursor is one that the server has given for the same list.',
    fix: 'Send nextCursor back as it came, and nothing else.',
    fact: 'pagination.opaque',
    remember: (): Cursors => new WeakMap(),
    hooks: {
      request: { where: 'cursor', hear: madeUp },
      response: { where: 'cursor', hear: (said, cursors: Cursors) => void noteCursor(said, cursors) },
    },
  },
  {
    id: 'tool.structured',
    methods: ['tools/list', 'tools/call'],
    since: '2025-06-18',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the result of a tool with an output schema has structured content that fits it.',
    fix: 'Return structuredContent as the output schema of the tool describes it.',
    fact: 'tools.structured',
    remember: (): Schemas => new WeakMap(),
    hooks: {
      response: (said, schemas: Schemas) => {
        noteSchemas(said, schemas);
        return misshapen(said, schemas);
      },
    },
  },
  {
    id: 'elicit.mode',
    since: '2025-11-25',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether a question comes in a mode that the client has declared; {} declares the form alone.',
    fix: 'Look at the elicitation capability of the client, and ask in a mode that is there.',
    fact: 'elicitation.mode',
    hooks: {
      request: { of: ['elicitation/create'], hear: wrongMode },
      response: { where: 'questions', hear: wrongMode },
    },
  },
  {
    id: 'sampling.tools',
    since: '2025-11-25',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether tools come with a sampling request that the client has not declared sampling.tools for.',
    fix: 'Send tools and toolChoice only to clients that declare sampling.tools.',
    fact: 'sampling.tools',
    hooks: {
      request: { of: ['sampling/createMessage'], hear: undeclaredTools },
      response: { where: 'questions', hear: undeclaredTools },
    },
  },
  {
    id: 'roots.uri',
    methods: ['roots/list'],
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether the address of each root begins with file://.',
    fix: 'Give each root as a file:// address.',
    fact: 'roots.file',
    hooks: {
      response: (said) => {
        const roots = said.result?.['roots'];
        if (!Array.isArray(roots)) return undefined;
        const wrong = (roots as readonly unknown[])
          .map((root) => memberOf(root, 'uri'))
          .find((uri) => !/^file:\/\//i.test(String(uri)));
        return wrong === undefined ? undefined : at(said, `A root has the address ${cut(sayJson(wrong))}.`);
      },
    },
  },
  {
    id: 'resource.not-found-legacy',
    methods: ['resources/read'],
    until: '2025-11-25',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether an unknown resource is error −32002.',
    fix: 'Answer error -32002 where the resource is not there.',
    fact: 'resources.unknown-should',
    hooks: {
      error: ({ error, place }) => {
        const code = error!['code'];
        const isUnknown = SAYS_NOT_FOUND.test(String(error!['message']));
        return isUnknown && code !== -32002 && code !== -32601
          ? { place, message: `The unknown resource is error ${sayJson(code)}.` }
          : undefined;
      },
    },
  },
];
