// Rules of the headers that repeat parts of the body (2026-07-28): who sends them wrong, and who refuses them wrong.
import { headerFaults, hasEncoded, ListedTools, type HeaderFault } from '../mirrored-headers.ts';
import { type Exchange, type Said } from '../model.ts';
import { errorCodeOf } from '../request-meta.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson } from '../say.ts';
import { isModern } from '../eras.ts';
import { Blames, serverOf, type Blame } from '../server-era.ts';
import {
  lacksMeta,
  postedRequest,
  statusOtherThan,
  versionHeaderDiffers,
  versionHeaderMissing,
} from './version-modern.ts';

const http = { since: '2026-07-28', transports: ['http'] } as const;

/** The part of a row that looks for one kind of fault in what a client sends. */
function ofClients(rule: string): Pick<Rule<ListedTools>, 'party' | 'follows' | 'remember' | 'hooks'> {
  return {
    party: 'client',
    follows: ['hdr.refused-status'],
    remember: (share) => share(ListedTools),
    hooks: {
      asked: (exchange, tools) => {
        const request = postedRequest(exchange);
        return request && headerFaults(exchange, request, tools).filter((fault) => fault.rule === rule);
      },
    },
  };
}

interface Refusals {
  readonly tools: ListedTools;
  readonly blames: Blames;
}

/** The part of a row that looks at what a server says to a POST, beside what is wrong with its headers. */
function ofServers(
  find: (said: Said, faults: readonly Hit[], tools: ListedTools) => Blame | undefined,
): Pick<Rule<Refusals>, 'party' | 'from' | 'remember' | 'hooks'> {
  return {
    party: 'server',
    from: 'server',
    remember: (share) => ({ tools: share(ListedTools), blames: new Blames(share) }),
    hooks: {
      response: (said, { tools, blames }) => {
        const { request } = said;
        const exchange = request?.exchange;
        if (!exchange || !isModern(said.revision) || postedRequest(exchange) !== request) return undefined;
        const found = find(said, allFaults(exchange, request, tools), tools);
        if (!found) return undefined;
        const { need, ...hit } = found;
        return blames.blame(serverOf(said), need, hit);
      },
      end: ({ blames }, { given }) => blames.hits(given),
    },
  };
}

/** What a server has to refuse; a missing version may be taken for an older client. */
function allFaults(exchange: Exchange, request: Said, tools: ListedTools): readonly Hit[] {
  const differs = versionHeaderDiffers(exchange);
  const faults: readonly HeaderFault[] = headerFaults(exchange, request, tools).filter(
    ({ rule }) => rule !== 'hdr.param-spurious',
  );
  return differs ? [differs, ...faults] : faults;
}

/** Codes that may come first where more is wrong than headers. */
const mayComeFirst = (code: number, request: Said): boolean =>
  code === -32022 || code === -32601 || code === -32700 || (code === -32602 && lacksMeta(request).length > 0);

function wronglyTaken(said: Said, [fault]: readonly Hit[]): Blame | undefined {
  if (!fault) return undefined;
  const place = said.exchange!.answer!.place;
  if (said.result) return { place, message: `The request is served although: ${fault.message}`, need: 'likely' };
  const code = errorCodeOf(said);
  return code === undefined || code === -32020 || mayComeFirst(code, said.request!)
    ? undefined
    : {
        place: said.place,
        message: `The headers are refused with ${code}, not −32020: ${fault.message}`,
        need: 'shown',
      };
}

function wrongStatus(said: Said): Blame | undefined {
  if (errorCodeOf(said) !== -32020) return undefined;
  const other = statusOtherThan(400, said);
  return other && { place: other.place, message: `Error −32020 comes with status ${other.status}.`, need: 'likely' };
}

function wronglyRefused(said: Said, faults: readonly Hit[], tools: ListedTools): Blame | undefined {
  const { request, exchange } = said;
  if (errorCodeOf(said) !== -32020 || faults.length > 0 || versionHeaderMissing(exchange!)) return undefined;
  const reason = said.error?.['message'];
  const isParam = request!.method === 'tools/call' && !tools.calledBy(request!);
  // What the schema marks is not in the capture.
  if (isParam && !(typeof reason === 'string' && /mcp-name|mcp-method|protocol-version/i.test(reason)))
    return undefined;
  return {
    place: said.place,
    message: `Error −32020 (${sayJson(reason)}), though the headers of the request say what its body says.`,
    need: 'shown',
    ...(!hasEncoded(exchange!) && { severity: 'warning' as const }),
  };
}

/** Calls that were refused for a repeated argument, by what they call. */
type Refused = Map<unknown, Said>;

const paramHeaders = ({ requestHeaders }: Exchange): string =>
  [...requestHeaders]
    .filter(({ name }) => /^mcp-param-/i.test(name))
    .map(({ name, value }) => `${name.toLowerCase()}: ${value}`)
    .sort()
    .join('\n');

const encoded = { severity: 'error', level: 'MUST', fact: 'http.mcp-name-encoding' } as const;
const param = { severity: 'error', level: 'MUST', fact: 'http.mcp-param' } as const;

export const HEADERS: readonly Rule[] = [
  {
    ...http,
    id: 'hdr.method',
    severity: 'error',
    level: 'MUST',
    checks: 'Whether Mcp-Method repeats the method of the body.',
    fix: 'Derive Mcp-Method from the very body that is sent.',
    fact: 'http.mcp-method',
    ...ofClients('hdr.method'),
  },
  {
    ...http,
    id: 'hdr.name',
    severity: 'error',
    level: 'MUST',
    checks: 'Whether Mcp-Name repeats the name or the uri of the body.',
    fix: 'Derive Mcp-Name from the very body that is sent, after any rewriting of names.',
    fact: 'http.mcp-name',
    ...ofClients('hdr.name'),
  },
  {
    ...http,
    ...encoded,
    id: 'hdr.encode',
    checks: 'Whether Mcp-Name and Mcp-Param headers hold text that is no header value.',
    fix: 'Send text beyond ASCII, control characters and outer spaces as =?base64?...?=, the Base64 of its UTF-8.',
    ...ofClients('hdr.encode'),
  },
  {
    ...http,
    ...encoded,
    id: 'hdr.sentinel-collision',
    checks: 'Whether text that looks like =?base64?...?= is sent as it is.',
    fix: 'Encode such a text as well.',
    ...ofClients('hdr.sentinel-collision'),
  },
  {
    ...http,
    ...encoded,
    id: 'hdr.sentinel-form',
    checks: 'Whether the marks around Base64 are exact, and the Base64 can be read.',
    fix: 'Write =?base64? in small letters, plain Base64 with its padding, and ?=.',
    ...ofClients('hdr.sentinel-form'),
  },
  {
    ...http,
    ...param,
    id: 'hdr.param-missing',
    checks: 'Whether an argument that the tool marks with x-mcp-header is repeated in its header.',
    fix: 'Send Mcp-Param- and the name of the mark for each marked argument that is there.',
    ...ofClients('hdr.param-missing'),
  },
  {
    ...http,
    ...param,
    id: 'hdr.param-spurious',
    checks: 'Whether an Mcp-Param header is sent for an argument that is absent or null.',
    fix: 'Leave the header out.',
    ...ofClients('hdr.param-spurious'),
  },
  {
    ...http,
    ...param,
    id: 'hdr.param-value',
    checks: 'Whether an Mcp-Param header says what the argument says.',
    fix: 'Take the header from the argument: text as it is, integers as digits, true and false in small letters.',
    ...ofClients('hdr.param-value'),
  },
  {
    ...http,
    id: 'hdr.reject',
    severity: 'error',
    level: 'MUST',
    checks: 'Whether a request whose headers are missing or disagree with the body is refused, and with −32020.',
    fix: 'Compare the headers with the body before anything else, and answer 400 with error −32020.',
    fact: 'http.header-mismatch',
    follows: [
      'version.header-body',
      'hdr.method',
      'hdr.name',
      'hdr.encode',
      'hdr.sentinel-collision',
      'hdr.sentinel-form',
      'hdr.param-missing',
      'hdr.param-value',
      'task2.header',
    ],
    ...ofServers(wronglyTaken),
  },
  {
    ...http,
    id: 'hdr.refused-status',
    severity: 'error',
    level: 'MUST',
    checks: 'Whether error −32020 comes with status 400.',
    fix: 'Send status 400 with error −32020.',
    fact: 'http.header-mismatch',
    ...ofServers(wrongStatus),
  },
  {
    ...http,
    id: 'hdr.false-mismatch',
    severity: 'error',
    level: 'MUST',
    checks: 'Whether a request is refused for its headers though they say what the body says.',
    fix: 'Find header names in any case, decode =?base64?...?= before comparing, and look for a proxy that drops headers.',
    fact: 'http.header-decode',
    ...ofServers(wronglyRefused),
  },
  {
    ...http,
    id: 'hdr.refetch',
    methods: ['tools/call', 'tools/list'],
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether a call that was refused for a repeated argument is sent again with the same headers.',
    fix: 'List the tools again, and send the call with the headers that the schema asks for.',
    fact: 'http.param-refetch',
    remember: (): Refused => new Map(),
    hooks: {
      response: ({ request, error, ...said }, refused: Refused) => {
        if (!request || request.method !== 'tools/call') {
          if (request?.method === 'tools/list') refused.clear();
          return undefined;
        }
        const reason = error?.['message'];
        const isParam = error?.['code'] === -32020 && typeof reason === 'string' && /mcp-param/i.test(reason);
        if (isParam && said.exchange) refused.set(request.params?.['name'], request);
        return undefined;
      },
      asked: (exchange, refused: Refused) => {
        const request = refused.size > 0 ? postedRequest(exchange) : undefined;
        const before = request?.method === 'tools/call' && refused.get(request.params?.['name']);
        return before && before.exchange && paramHeaders(before.exchange) === paramHeaders(exchange)
          ? {
              place: exchange.place,
              message: `The call of ${sayJson(request!.params?.['name'])} was refused for its headers, and comes with the same again.`,
            }
          : undefined;
      },
    },
  },
  {
    ...http,
    id: 'hdr.x-mcp-header',
    methods: ['tools/list'],
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the marks x-mcp-header in the schemas of tools are ones that a client can follow.',
    fix: 'Give each mark a name of its own that is a header token, on a string, integer or boolean below properties.',
    fact: 'http.x-mcp-header',
    remember: () => new ListedTools(),
    hooks: {
      response: (said, tools: ListedTools) => tools.hear(said).map((message) => ({ place: said.place, message })),
    },
  },
  {
    ...http,
    id: 'hdr.invalid-tool-used',
    methods: ['tools/list', 'tools/call'],
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether a tool is called whose marks x-mcp-header do not hold.',
    fix: 'Drop such a tool from the list.',
    fact: 'http.x-mcp-header',
    follows: ['hdr.x-mcp-header'],
    remember: () => new ListedTools(),
    hooks: {
      response: (said, tools: ListedTools) => void tools.hear(said),
      request: (said, tools: ListedTools) => {
        const fault = tools.calledBy(said)?.fault;
        return fault === undefined
          ? undefined
          : { place: said.place, message: `${sayJson(said.params?.['name'])} is called, though ${fault}.` };
      },
    },
  },
];
