// Rules of what each message of 2026-07-28 says of itself: its version, its _meta, and methods that are gone.
import { isModern, META, META_SUBSCRIPTION, META_VERSION, MODERN, revisionNamed } from '../eras.ts';
import { headerOf, isMembers, memberOf, type Exchange, type Members, type Said } from '../model.ts';
import {
  errorCodeOf,
  isGone,
  META_CAPABILITIES,
  META_CLIENT,
  META_LOG_LEVEL,
  META_SERVER,
  missingMeta,
} from '../request-meta.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';
import { ofModernServers, Servers, serverOf, type Blame } from '../server-era.ts';

const modern = { since: '2026-07-28' } as const;
const http = { transports: ['http'] } as const;

const isClientRequest = ({ kind, from }: Said): boolean => kind === 'request' && from === 'client';

/** The one request that a POST carries. */
export const postedRequest = ({ purpose, asked }: Exchange): Said | undefined =>
  purpose === 'post' && !Array.isArray(asked?.json)
    ? asked?.messages.find(({ kind, id }) => kind === 'request' && id !== null)
    : undefined;

export function versionHeaderMissing(exchange: Exchange): Hit | undefined {
  const request = postedRequest(exchange);
  return request && !headerOf(exchange.requestHeaders, 'mcp-protocol-version')
    ? { place: exchange.place, message: `The POST of the ${saySaid(request)} has no MCP-Protocol-Version.` }
    : undefined;
}

export function versionHeaderDiffers(exchange: Exchange): Hit | undefined {
  const header = headerOf(exchange.requestHeaders, 'mcp-protocol-version');
  const named = memberOf(postedRequest(exchange)?.meta, META_VERSION);
  return header && typeof named === 'string' && named !== header.value
    ? {
        place: header.place,
        message: `The header names the version ${sayJson(header.value)}, _meta names ${sayJson(named)}.`,
      }
    : undefined;
}

/** The HTTP status is another one than has to go with the error. */
export function statusOtherThan(
  status: number,
  { exchange, place }: Said,
): { readonly place: Said['place']; readonly status: number } | undefined {
  const answer = exchange?.answer;
  return answer && answer.status !== status ? { place: answer.place ?? place, status: answer.status } : undefined;
}

function unsupported(said: Said): Blame | undefined {
  if (errorCodeOf(said) !== -32022) return undefined;
  const data = said.error?.['data'];
  const supported = memberOf(data, 'supported');
  const isList = Array.isArray(supported) && supported.every((version) => typeof version === 'string');
  if (!isList || typeof memberOf(data, 'requested') !== 'string')
    return {
      place: said.place,
      message: `Error −32022 comes with ${data === undefined ? 'no data' : sayJson(data)}; supported has to be a list of versions and requested the one that was named.`,
      need: 'likely',
    };
  const other = statusOtherThan(400, said);
  return other && { place: other.place, message: `Error −32022 comes with status ${other.status}.`, need: 'likely' };
}

function discovered(said: Said): Blame | undefined {
  const { place, result } = said;
  if (errorCodeOf(said) === -32601)
    return { place, message: 'server/discover is refused as a method that does not exist.', need: 'shown' };
  if (!result) return undefined;
  const missing = [
    ...(Array.isArray(result['supportedVersions']) ? [] : ['supportedVersions']),
    ...(isMembers(result['capabilities']) ? [] : ['capabilities']),
  ];
  return missing.length > 0
    ? { place, message: `The result of server/discover has no ${missing.join(' and no ')}.`, need: 'likely' }
    : undefined;
}

/** Not asked of methods that are gone: they are no requests of this revision at all. */
export function lacksMeta(said: Said): readonly string[] {
  return isClientRequest(said) && !isGone(said) ? missingMeta(said) : [];
}

/** Codes that may come first where more than _meta is wrong. */
const OTHER_REFUSALS: ReadonlySet<number> = new Set([-32602, -32601, -32020, -32022, -32700]);

function missingServed(said: Said): Blame | undefined {
  const missing = said.request ? lacksMeta(said.request) : [];
  if (missing.length === 0) return undefined;
  const { place } = said;
  if (said.result)
    return { place, message: `The request is served though its _meta lacks ${missing.join(' and ')}.`, need: 'likely' };
  const code = errorCodeOf(said);
  return code !== undefined && !OTHER_REFUSALS.has(code)
    ? { place, message: `A request whose _meta lacks ${missing.join(' and ')} is refused with ${code}.`, need: 'shown' }
    : undefined;
}

function missingStatus(said: Said): Blame | undefined {
  if (errorCodeOf(said) !== -32602 || !said.request || lacksMeta(said.request).length === 0) return undefined;
  const other = statusOtherThan(400, said);
  return (
    other && {
      place: other.place,
      message: `The request lacks what _meta has to have, and is refused with −32602, but status ${other.status}.`,
      need: 'likely',
    }
  );
}

function missingCapability(said: Said): Blame | undefined {
  if (errorCodeOf(said) !== -32021) return undefined;
  const data = said.error?.['data'];
  if (!isMembers(memberOf(data, 'requiredCapabilities')))
    return {
      place: said.place,
      message: 'Error −32021 does not say in data.requiredCapabilities what is missing.',
      need: 'likely',
    };
  const other = statusOtherThan(400, said);
  return other && { place: other.place, message: `Error −32021 comes with status ${other.status}.`, need: 'likely' };
}

function notFound(said: Said): Blame | undefined {
  if (errorCodeOf(said) !== -32601 || !said.request) return undefined;
  const other = statusOtherThan(404, said);
  return (
    other && {
      place: other.place,
      message: `${said.request.method ?? 'The request'} is refused as a method that does not exist, but with status ${other.status}.`,
      // Older servers say that to a probe.
      need: said.request.method === 'server/discover' ? 'shown' : 'likely',
    }
  );
}

const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const NAME = '(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)?';
const KEY = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*/)?${NAME}$`);
const LONGEST_KEY = 1000;

const isKey = (key: string): boolean => key.length <= LONGEST_KEY && KEY.test(key);

/** Keys that are in order; messages have the same ones each time. */
type KnownKeys = Set<string>;
const KEYS_KEPT = 64;

function firstKey(meta: Members, known: KnownKeys, isWrong: (key: string) => boolean): string | undefined {
  for (const key of Object.keys(meta)) {
    if (known.has(key)) continue;
    if (isWrong(key)) return key;
    if (known.size < KEYS_KEPT) known.add(key);
  }
  return undefined;
}

/** Keys under the reserved prefix that the specification and its extensions define. */
const DEFINED: ReadonlySet<string> = new Set([
  META_VERSION,
  META_CAPABILITIES,
  META_CLIENT,
  META_SERVER,
  META_LOG_LEVEL,
  META_SUBSCRIPTION,
  `${META}related-task`,
  `${META}model-immediate-response`,
]);
const RESERVED = /^[^./]+\.(?:mcp|modelcontextprotocol)(?:\.[^/]*)?\/|^(?:mcp|modelcontextprotocol)\//;

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;
const LIST_OF_PAIRS = /^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/;
const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['traceparent', TRACEPARENT],
  ['tracestate', LIST_OF_PAIRS],
  ['baggage', LIST_OF_PAIRS],
];

function badTrace({ meta, place }: Said): Hit | undefined {
  for (const [key, format] of FORMATS) {
    const value = memberOf(meta, key);
    if (value !== undefined && (typeof value !== 'string' || value.length > 8192 || !format.test(value)))
      return { place, message: `_meta.${key} is ${sayJson(value)}.` };
  }
  return undefined;
}

function badExtension(said: Said): Hit | undefined {
  const capabilities =
    said.kind === 'request'
      ? memberOf(said.meta, META_CAPABILITIES)
      : said.request?.method === 'server/discover' && said.result?.['capabilities'];
  const extensions = memberOf(capabilities, 'extensions');
  const wrong = isMembers(extensions)
    ? Object.keys(extensions).find((key) => !key.includes('/') || !isKey(key))
    : undefined;
  return wrong === undefined
    ? undefined
    : { place: said.place, message: `The extension ${sayJson(wrong)} is declared; a name has a prefix and a slash.` };
}

const NAMES_VERSION = /\d{4}-\d{2}-\d{2}/;
const saysVersion = (value: unknown): boolean =>
  typeof value === 'string'
    ? NAMES_VERSION.test(value)
    : Array.isArray(value)
      ? value.slice(0, 50).some(saysVersion)
      : isMembers(value) &&
        Object.values(value)
          .slice(0, 20)
          .some((one) => (typeof one !== 'object' || Array.isArray(one) ? saysVersion(one) : false));

/** Each side is told once. */
function firstWithout(key: string, what: string) {
  return (said: Said, told: Set<unknown>): Hit | undefined => {
    const owner = serverOf(said);
    const meta = memberOf(said.kind === 'response' ? said.result : said.params, '_meta');
    if (told.has(owner) || memberOf(meta, key) !== undefined) return undefined;
    told.add(owner);
    return { place: said.place, message: `The ${saySaid(said)} does not name ${what}; it may be told not to.` };
  };
}

const withoutClient = firstWithout(META_CLIENT, 'the client program');
const withoutServer = firstWithout(META_SERVER, 'the server program');

export const VERSION_MODERN: readonly Rule[] = [
  {
    ...modern,
    ...http,
    id: 'version.header-required',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether the POST of a request names its version in MCP-Protocol-Version.',
    fix: 'Send MCP-Protocol-Version with each POST, with the version that stands in _meta.',
    fact: 'http.version-header',
    follows: ['hdr.refused-status'],
    hooks: { asked: versionHeaderMissing },
  },
  {
    ...modern,
    ...http,
    id: 'version.header-body',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether MCP-Protocol-Version and _meta name the same version.',
    fix: 'Take the header from the _meta of the body that is sent.',
    fact: 'http.version-header',
    follows: ['hdr.refused-status'],
    hooks: { asked: versionHeaderDiffers },
  },
  {
    ...modern,
    id: 'version.unsupported',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether error −32022 says which versions the server speaks, and comes with status 400.',
    fix: 'Answer with −32022, data {supported: [...], requested: "..."} and, over HTTP, status 400.',
    fact: 'lifecycle.unsupported-version',
    ...ofModernServers(unsupported),
  },
  {
    ...modern,
    id: 'discover.missing',
    methods: ['server/discover'],
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a server answers server/discover with its versions and capabilities.',
    fix: 'Answer server/discover with supportedVersions, capabilities, ttlMs and cacheScope.',
    fact: 'lifecycle.discover',
    ...ofModernServers(discovered),
  },
  {
    ...modern,
    id: 'meta.required',
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether each request names its version and the capabilities of the client in _meta.',
    fix: 'Put io.modelcontextprotocol/protocolVersion and .../clientCapabilities, {} if there are none, into the _meta of every request.',
    fact: 'meta.client-capabilities',
    follows: ['meta.refused-status'],
    hooks: {
      request: (said) => {
        const missing = lacksMeta(said);
        return missing.length > 0
          ? { place: said.place, message: `The ${saySaid(said)} has no ${missing.join(' and no ')} in _meta.` }
          : undefined;
      },
    },
  },
  {
    ...modern,
    id: 'meta.missing-reply',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a request without what _meta has to have is refused, and with −32602.',
    fix: 'Refuse it with error −32602 and, over HTTP, status 400.',
    fact: 'meta.required',
    follows: ['meta.required'],
    ...ofModernServers(missingServed),
  },
  {
    ...modern,
    ...http,
    id: 'meta.refused-status',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the refusal of a request without what _meta has to have comes with status 400.',
    fix: 'Send status 400 with the refusal, as with −32020, −32021 and −32022.',
    fact: 'meta.required',
    ...ofModernServers(missingStatus),
  },
  {
    ...modern,
    id: 'meta.client-info',
    severity: 'note',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether requests name the client program in _meta.',
    fix: 'Put io.modelcontextprotocol/clientInfo into _meta, unless it is left out on purpose.',
    fact: 'meta.client-info',
    remember: (): Set<unknown> => new Set(),
    hooks: {
      request: (said, told: Set<unknown>) =>
        isClientRequest(said) && missingMeta(said).length === 0 ? withoutClient(said, told) : undefined,
    },
  },
  {
    ...modern,
    id: 'meta.server-info',
    severity: 'note',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether results name the server program in _meta.',
    fix: 'Put io.modelcontextprotocol/serverInfo into _meta, unless it is left out on purpose.',
    fact: 'meta.server-info',
    remember: (): Set<unknown> => new Set(),
    hooks: {
      response: (said, told: Set<unknown>) =>
        said.from === 'server' && typeof said.result?.['resultType'] === 'string'
          ? withoutServer(said, told)
          : undefined,
    },
  },
  {
    since: '2025-06-18',
    id: 'meta.key-syntax',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether the keys of _meta are formed as they have to be.',
    fix: 'Use a name of letters, digits, "-", "_" and ".", if need be behind a prefix such as com.example/.',
    fact: 'meta.key',
    remember: (): KnownKeys => new Set(),
    hooks: {
      message: {
        where: 'meta',
        hear: ({ meta, place }, known: KnownKeys) => {
          const wrong = firstKey(meta!, known, (key) => !isKey(key));
          return wrong === undefined ? undefined : { place, message: `_meta has the key ${sayJson(wrong)}.` };
        },
      },
    },
  },
  {
    since: '2025-06-18',
    id: 'meta.reserved-prefix',
    severity: 'warning',
    level: 'fact',
    party: 'sender',
    checks: 'Whether a key of _meta has a prefix that belongs to the protocol.',
    fix: 'Use a prefix of your own, a domain backwards.',
    fact: 'meta.reserved',
    remember: (): KnownKeys => new Set(),
    hooks: {
      message: {
        where: 'meta',
        hear: ({ meta, place }, known: KnownKeys) => {
          const wrong = firstKey(meta!, known, (key) => RESERVED.test(key) && !DEFINED.has(key));
          if (wrong === undefined) return undefined;
          const message = `_meta has the key ${sayJson(wrong)}, whose prefix is reserved.`;
          // An extension may have defined it.
          return { place, message, ...(wrong.startsWith(META) && { severity: 'note' as const }) };
        },
      },
    },
  },
  {
    ...modern,
    id: 'meta.trace-format',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether traceparent, tracestate and baggage in _meta have their formats.',
    fix: 'Copy the values of the W3C headers as they are, as texts.',
    fact: 'meta.trace',
    hooks: { message: { where: 'meta', hear: badTrace } },
  },
  {
    ...modern,
    id: 'cap.missing-reply',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether error −32021 says what is missing, and comes with status 400.',
    fix: 'Answer with −32021, data.requiredCapabilities and, over HTTP, status 400.',
    fact: 'meta.missing-capability',
    ...ofModernServers(missingCapability),
  },
  {
    ...modern,
    id: 'ext.id-prefix',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether the extensions that a side declares have a prefix in their names.',
    fix: 'Name an extension with a prefix, such as com.example/name.',
    fact: 'extensions.name',
    hooks: { request: badExtension, response: badExtension },
  },
  {
    ...modern,
    id: 'init.error-names-versions',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether a server without older revisions names its versions when it refuses initialize.',
    fix: 'Name the versions that are spoken in the message or in data.supported of the error.',
    fact: 'lifecycle.error-names-versions',
    hearsAll: true,
    remember: (share): { servers: Servers; refused: Said[] } => ({ servers: share(Servers), refused: [] }),
    hooks: {
      error: {
        of: ['initialize'],
        hear: (said, { refused }: { refused: Said[] }) => {
          if (!saysVersion(said.error) && !saysVersion(said.error!['data'])) refused.push(said);
          return undefined;
        },
      },
      end: ({ servers, refused }: { servers: Servers; refused: Said[] }) =>
        refused
          .filter((said) => servers.isModern(serverOf(said)) && !servers.isLegacy(serverOf(said)))
          .map(({ place }) => ({
            place,
            message: 'initialize is refused without a word about the versions that are spoken.',
          })),
    },
  },
  {
    ...modern,
    id: 'removed.method',
    severity: 'error',
    level: 'fact',
    party: 'sender',
    checks: 'Whether a message has a method that only older revisions have.',
    fix: 'Use what has taken its place: _meta on each request, server/discover, subscriptions/listen, a log level in _meta, the tasks extension.',
    fact: 'lifecycle.gone',
    hearsAll: true,
    hooks: {
      message: {
        where: 'modern-or-initialize',
        hear: (said) => {
          const { method, place, revision, from, kind, params } = said;
          if (isModern(revision))
            return isGone(said) && (from === 'client' || kind === 'notification')
              ? { place, message: `The ${saySaid(said)} does not exist in ${MODERN}.` }
              : undefined;
          const named = method === 'initialize' ? revisionNamed(params?.['protocolVersion']) : undefined;
          return named !== undefined && isModern(named)
            ? {
                place,
                message: `initialize asks for ${sayJson(params?.['protocolVersion'])}, which has no initialize.`,
                severity: 'warning',
              }
            : undefined;
        },
      },
    },
  },
  {
    ...modern,
    ...http,
    id: 'http.method-not-found',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether the refusal of a method that does not exist comes with status 404.',
    fix: 'Send status 404 with error −32601.',
    fact: 'http.method-not-found',
    ...ofModernServers(notFound),
  },
];
