// Rules of the handshake as 2024-11-05 to 2025-11-25 have it: initialize, what it agrees on, and the version header.
import { METHODS } from '../../protocol/methods.ts';
import { holdsIn, REVISIONS } from '../../protocol/revisions.ts';
import type { Party } from '../../trace.ts';
import { isInitialize, isSuccess, isUnauthorized, reasonOf } from '../answers.ts';
import { isModern } from '../eras.ts';
import {
  headerOf,
  isMembers,
  memberOf,
  otherParty,
  type Exchange,
  type Members,
  type Said,
  type Scope,
} from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';

const legacy = { until: '2025-11-25' } as const;
const headed = { transports: ['http'], since: '2025-06-18', until: '2025-11-25' } as const;

const at = ({ place }: Said, message: string, more: Omit<Hit, 'place' | 'message'> = {}): Hit => ({
  place,
  message,
  ...more,
});

// The header

const HEADER = 'mcp-protocol-version';
const isPublished = (version: string): boolean => (REVISIONS as readonly string[]).includes(version);
const isOfSession = ({ purpose }: Exchange): boolean =>
  purpose === 'post' || purpose === 'get' || purpose === 'resume' || purpose === 'delete';
const agreedIn = ({ initialized, initialize, negotiated }: Scope): unknown =>
  initialized || initialize ? initialized?.result?.['protocolVersion'] : negotiated;

function wrongHeader(exchange: Exchange): Hit | undefined {
  const header = headerOf(exchange.requestHeaders, HEADER);
  const agreed = agreedIn(exchange.scope);
  if (!header || agreed === undefined || header.value === agreed || isInitialize(exchange)) return undefined;
  return {
    place: header.place,
    message: `The header says ${sayJson(header.value)}; ${sayJson(agreed)} was agreed on.`,
  };
}

// initialize

const isText = (value: unknown): boolean => typeof value === 'string';
const namesProgram = (value: unknown): boolean => isText(memberOf(value, 'name')) && isText(memberOf(value, 'version'));

/** What is missing of a version, capabilities and a name. */
function missing(holder: Members | undefined, program: string): readonly string[] {
  return [
    ...(isText(memberOf(holder, 'protocolVersion')) ? [] : ['protocolVersion']),
    ...(isMembers(memberOf(holder, 'capabilities')) ? [] : ['capabilities']),
    ...(namesProgram(memberOf(holder, program)) ? [] : [`${program} with name and version`]),
  ];
}

/** Where connections begin that have no session yet: a process, or an address. */
const doorOf = ({ scope, exchange }: Said): unknown => exchange?.address ?? scope;

/** The first request at each door, while nothing has opened a session there. */
type Doors = Map<unknown, Said | 'open'>;

function firstAtDoor(said: Said, doors: Doors): Hit | undefined {
  const { method, exchange, from, revision } = said;
  if (from !== 'client' || exchange?.sessionId !== undefined || exchange?.purpose === 'unseen') return undefined;
  const door = doorOf(said);
  const first = doors.get(door);
  if (method !== 'initialize') {
    if (first === undefined && method !== 'ping' && method !== 'server/discover' && !isModern(revision))
      doors.set(door, said);
    return undefined;
  }
  doors.set(door, 'open');
  return first === undefined || first === 'open'
    ? undefined
    : at(first, `The first thing that the client sends is ${saySaid(first)}; initialize comes later.`);
}

/** Versions that a server was asked for and did not take, until it turns out that it speaks them. */
interface Versions {
  readonly spoken: Set<string>;
  readonly refused: { readonly version: string; readonly hit: Hit }[];
}

// Capabilities

/** A capability by its path. */
function declares(capabilities: Members, path: readonly string[]): boolean {
  let value: unknown = capabilities;
  for (const name of path) value = memberOf(value, name);
  return value !== undefined && value !== false && value !== null;
}

/** What the sender of a notification must have declared itself. */
const DECLARED: ReadonlyMap<string, string> = new Map([
  ['notifications/tools/list_changed', 'tools.listChanged'],
  ['notifications/prompts/list_changed', 'prompts.listChanged'],
  ['notifications/resources/list_changed', 'resources.listChanged'],
  ['notifications/resources/updated', 'resources.subscribe'],
  ['notifications/roots/list_changed', 'roots.listChanged'],
]);

const capabilitiesOf = ({ clientCapabilities, serverCapabilities }: Scope, party: Party): Members | undefined =>
  party === 'client' ? clientCapabilities : serverCapabilities;

const NEEDING = METHODS.flatMap(({ needs, ...row }) =>
  needs === undefined ? [] : [{ ...row, needs, path: needs.split('.') }],
);
/** Rows of the methods that need something, by method. */
const NEEDS: ReadonlyMap<string, typeof NEEDING> = new Map(
  NEEDING.map(({ method }) => [method, NEEDING.filter((row) => row.method === method)]),
);

/** A request whose receiver has not declared what it needs. */
function undeclared(said: Said): Hit | undefined {
  const { method, from, scope, revision } = said;
  const rows = method === undefined ? undefined : NEEDS.get(method);
  if (!rows || !scope.initialized) return undefined;
  const receiver = otherParty(from);
  const capabilities = capabilitiesOf(scope, receiver);
  const row = rows.find((one) => one.from === from && holdsIn(one, revision));
  if (!capabilities || !row || declares(capabilities, row.path)) return undefined;
  return at(said, `${method} needs ${row.needs}, but the ${receiver} has declared ${sayJson(capabilities)}.`);
}

/** A notification of a feature that its sender has not declared. */
function undeclaredNews(said: Said): Hit | undefined {
  const { method, from, scope } = said;
  const needs = method === undefined ? undefined : DECLARED.get(method);
  const capabilities = capabilitiesOf(scope, from);
  if (needs === undefined || !capabilities || !scope.initialized) return undefined;
  const path = needs.split('.');
  if (declares(capabilities, path)) return undefined;
  // Where the feature is there and only its changes were not announced, or where a client has none, nobody is harmed.
  const isHarmless = from === 'client' || declares(capabilities, path.slice(0, 1));
  return at(said, `${method} belongs to ${needs}, but the ${from} has declared ${sayJson(capabilities)}.`, {
    ...(isHarmless && { severity: 'note' as const }),
  });
}

const capability = {
  methods: [...NEEDS.keys(), ...DECLARED.keys()],
  party: 'sender',
  checks: 'Whether a feature is used that initialize has not agreed on.',
  fix: 'Declare the capability in initialize or its answer, or leave the feature alone.',
} as const;

export const VERSION_LEGACY: readonly Rule[] = [
  {
    ...headed,
    id: 'version.header-missing',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether every HTTP request after initialize names the version, GET and DELETE too.',
    fix: 'Send MCP-Protocol-Version with the version that initialize agreed on, with every request after it.',
    fact: 'http.version-header',
    hooks: {
      asked: (exchange) =>
        isOfSession(exchange) &&
        agreedIn(exchange.scope) !== undefined &&
        !isInitialize(exchange) &&
        !exchange.requestHeaders.has(HEADER)
          ? { place: exchange.place, message: `The ${exchange.verb} has no MCP-Protocol-Version.` }
          : undefined,
    },
  },
  {
    ...headed,
    id: 'version.header-value',
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether MCP-Protocol-Version is the version that initialize agreed on.',
    fix: 'Send the version of the answer to initialize, not the one that the client asked for.',
    fact: 'http.version-header',
    follows: ['version.header-400'],
    hooks: { asked: (exchange) => (isOfSession(exchange) ? wrongHeader(exchange) : undefined) },
  },
  {
    ...headed,
    id: 'version.header-400',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a version header that nobody can speak is refused, and with 400.',
    fix: 'Compare MCP-Protocol-Version with the versions that the server speaks, and answer others 400.',
    fact: 'http.version-refused',
    hooks: {
      answered: (exchange) => {
        const header = isOfSession(exchange) ? headerOf(exchange.requestHeaders, HEADER) : undefined;
        if (!header || isPublished(header.value) || header.value === agreedIn(exchange.scope)) return undefined;
        const { status, place } = exchange.answer!;
        const what = `MCP-Protocol-Version ${sayJson(header.value)}`;
        if (isSuccess(status)) return { place, message: `${what} is accepted with ${status}.` };
        const isOther = status !== 400 && status !== 404 && status >= 400 && !isUnauthorized(status);
        return isOther && /version/i.test(reasonOf(exchange.answer!))
          ? { place, message: `${what} is refused with ${status}, not 400.` }
          : undefined;
      },
    },
  },
  {
    ...headed,
    id: 'version.header-default',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a request without the version header is refused for that.',
    fix: 'Take the version of the session, or 2025-03-26 where there is none.',
    fact: 'http.version-default',
    follows: ['version.header-missing'],
    hooks: {
      answered: {
        where: 'failed',
        hear: (exchange) => {
          const { status, place } = exchange.answer!;
          const isBare = isOfSession(exchange) && !isInitialize(exchange) && !exchange.requestHeaders.has(HEADER);
          return isBare && status === 400 && /protocol[- _]?version/i.test(reasonOf(exchange.answer!))
            ? { place, message: `A request without MCP-Protocol-Version is refused with ${status}.` }
            : undefined;
        },
      },
    },
  },
  {
    ...legacy,
    id: 'init.first',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether initialize is the first thing that a client sends.',
    fix: 'Send initialize first, and wait for its answer.',
    fact: 'lifecycle.initialize',
    remember: (): Doors => new Map(),
    hooks: {
      request: firstAtDoor,
      response: ({ request, result }, doors: Doors) => {
        // Whoever is served over HTTP without a session may have opened long before.
        if (request?.exchange && result && doors.get(doorOf(request)) === request) doors.set(doorOf(request), 'open');
        return undefined;
      },
    },
  },
  {
    ...legacy,
    id: 'init.params',
    methods: ['initialize'],
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether initialize has protocolVersion, capabilities and clientInfo with name and version.',
    fix: 'Send protocolVersion, capabilities (at least {}) and clientInfo { name, version } with initialize.',
    fact: 'lifecycle.initialize',
    hooks: {
      request: (said) => {
        const names = missing(said.params, 'clientInfo');
        return names.length > 0 ? at(said, `initialize lacks ${names.join(', ')}.`) : undefined;
      },
    },
  },
  {
    ...legacy,
    id: 'init.result',
    methods: ['initialize'],
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the answer to initialize has protocolVersion, capabilities and serverInfo with name and version.',
    fix: 'Answer initialize with protocolVersion, capabilities (at least {}) and serverInfo { name, version }.',
    fact: 'lifecycle.result',
    hooks: {
      response: (said) => {
        if (said.error || !Object.hasOwn(said.value, 'result')) return undefined;
        const names = missing(said.result, 'serverInfo');
        return names.length > 0 ? at(said, `The result of initialize lacks ${names.join(', ')}.`) : undefined;
      },
    },
  },
  {
    id: 'init.in-batch',
    since: '2025-03-26',
    until: '2025-03-26',
    severity: 'error',
    level: 'MUST NOT',
    party: 'client',
    checks: 'Whether initialize is part of a batch.',
    fix: 'Send initialize on its own.',
    fact: 'batch.no-initialize',
    hooks: {
      payload: ({ json, messages, place }) =>
        Array.isArray(json) && messages.some(({ method }) => method === 'initialize')
          ? { place, message: `initialize is one of ${json.length} messages in an array.` }
          : undefined,
    },
  },
  {
    ...legacy,
    id: 'init.version-echo',
    methods: ['initialize'],
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a server that speaks the version that is asked for answers with it.',
    fix: 'Answer initialize with the version of the request wherever the server speaks it.',
    fact: 'lifecycle.version-answer',
    remember: (): Versions => ({ spoken: new Set(), refused: [] }),
    hooks: {
      response: (said, { spoken, refused }: Versions) => {
        const [asked, given] = [said.request!.params?.['protocolVersion'], said.result?.['protocolVersion']];
        if (!isText(asked) || !isText(given)) return undefined;
        const server = serverOf(said);
        spoken.add(`${server} ${String(given)}`);
        if (asked === given) return undefined;
        const message = `The client asks for ${sayJson(asked)}, the server answers ${sayJson(given)}, though it speaks both.`;
        refused.push({ version: `${server} ${String(asked)}`, hit: at(said, message) });
        return undefined;
      },
      end: ({ spoken, refused }: Versions) =>
        refused.filter(({ version }) => spoken.has(version)).map(({ hit }) => hit),
    },
  },
  {
    ...legacy,
    id: 'init.version-disconnect',
    methods: ['notifications/initialized'],
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether a client goes on with a version that is none.',
    fix: 'Disconnect where the answer to initialize names a version that the client does not speak.',
    fact: 'lifecycle.version-leave',
    hooks: {
      notification: (said) => {
        const { scope } = said;
        if (scope.isReady) return undefined;
        const [asked, given] = [scope.initialize?.params?.['protocolVersion'], agreedIn(scope)];
        return typeof given !== 'string' || given === asked || /^\d{4}-\d{2}-\d{2}/.test(given)
          ? undefined
          : at(said, `The server has answered with version ${sayJson(given)}, and the client goes on.`);
      },
    },
  },
  {
    ...legacy,
    id: 'init.initialized',
    from: 'client',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether the client sends notifications/initialized before its first request.',
    fix: 'Send notifications/initialized as soon as the answer to initialize is there.',
    fact: 'lifecycle.initialized',
    remember: (): WeakSet<Scope> => new WeakSet(),
    hooks: {
      request: {
        where: 'unready',
        hear: (said, told: WeakSet<Scope>) => {
          const { scope, method } = said;
          if (!scope.initialized || told.has(scope) || method === 'initialize' || method === 'ping') return undefined;
          told.add(scope);
          return at(said, `The ${saySaid(said)} comes, but notifications/initialized has not been sent.`);
        },
      },
    },
  },
  {
    ...legacy,
    id: 'init.early-client',
    severity: 'warning',
    level: 'SHOULD NOT',
    party: 'client',
    checks: 'Whether the client sends requests while initialize has no answer.',
    fix: 'Wait for the answer to initialize; only ping may come before it.',
    fact: 'lifecycle.no-early-requests',
    follows: ['init.in-batch'],
    remember: (): Map<unknown, Said> => new Map(),
    hooks: {
      request: (said, waiting: Map<unknown, Said>) => {
        const { from, method, exchange, isResent } = said;
        if (from !== 'client' || exchange?.purpose === 'unseen' || exchange?.sessionId !== undefined) return undefined;
        if (method === 'initialize') return void waiting.set(doorOf(said), said);
        const opening = waiting.size > 0 ? waiting.get(doorOf(said)) : undefined;
        if (!opening || opening.state !== 'open' || method === 'ping' || method === 'server/discover' || isResent)
          return undefined;
        return at(said, `The ${saySaid(said)} comes before initialize is answered.`);
      },
      response: {
        of: ['initialize'],
        hear: ({ request }, waiting: Map<unknown, Said>) => {
          waiting.delete(doorOf(request!));
          return undefined;
        },
      },
    },
  },
  {
    ...legacy,
    id: 'init.early-server',
    from: 'server',
    severity: 'warning',
    level: 'SHOULD NOT',
    party: 'server',
    checks: 'Whether the server sends requests before notifications/initialized.',
    fix: 'Wait for notifications/initialized; only ping may come before it.',
    fact: 'lifecycle.no-early-server-requests',
    hooks: {
      request: {
        where: 'unready',
        hear: (said) =>
          said.scope.initialize && said.method !== 'ping' && !said.isRepeat
            ? at(said, `The ${saySaid(said)} comes before notifications/initialized.`)
            : undefined,
      },
    },
  },
  {
    ...legacy,
    id: 'init.cancelled',
    methods: ['notifications/cancelled'],
    from: 'client',
    severity: 'error',
    level: 'MUST NOT',
    party: 'client',
    checks: 'Whether the client cancels initialize.',
    fix: 'Leave initialize alone; to give up, close the connection.',
    fact: 'cancel.not-initialize',
    hooks: {
      notification: (said) => {
        const { params, scope } = said;
        if (!scope.initialize) return undefined;
        const id = params?.['requestId'];
        return scope.open.client.get(id) === scope.initialize
          ? at(said, `The request with id ${sayJson(id)} is initialize.`)
          : undefined;
      },
    },
  },
  {
    id: 'cap.unnegotiated-should',
    until: '2025-03-26',
    severity: 'warning',
    level: 'SHOULD',
    ...capability,
    fact: 'lifecycle.within-capabilities-should',
    hooks: { request: undeclared, notification: undeclaredNews },
  },
  {
    id: 'cap.unnegotiated',
    since: '2025-06-18',
    until: '2025-11-25',
    severity: 'error',
    level: 'MUST',
    ...capability,
    fact: 'lifecycle.within-capabilities',
    hooks: { request: undeclared, notification: undeclaredNews },
  },
];

/** The same server answers under the same name. */
const serverOf = ({ result }: Said): string => {
  const info = result?.['serverInfo'];
  return `${String(memberOf(info, 'name'))} ${String(memberOf(info, 'version'))}`;
};
