// What a strict server answers, one row per situation, in the order in which it looks: the first row that fits decides.
// The text fixes no order where several refusals fit; this one is a choice. Sends nothing and reads no bytes.
import type { Situation } from './situation.ts';

const stdio = { on: ['stdio'] } as const;
const sse = { on: ['http+sse'] } as const;
const streamable = { on: ['streamable-http'] } as const;
const http = { on: ['http+sse', 'streamable-http'] } as const;
const unsplit = { on: ['stdio', 'http+sse'] } as const;
const any = { on: ['stdio', 'http+sse', 'streamable-http'] } as const;

const exchange = { about: 'exchange' } as const;
const message = { about: 'message' } as const;
const refuse = { does: 'refuse' } as const;
const note = { does: 'note' } as const;
const accept = { does: 'accept' } as const;
const silence = { does: 'silence' } as const;
const serve = { does: 'serve' } as const;

const legacy = { until: '2025-11-25' } as const;
const modern = { since: '2026-07-28' } as const;
const onlyA = { until: '2024-11-05' } as const;
const onlyB = { since: '2025-03-26', until: '2025-03-26' } as const;
const fromB = { since: '2025-03-26' } as const;
const fromC = { since: '2025-06-18' } as const;
const fromD = { since: '2025-11-25' } as const;
const untilC = { until: '2025-06-18' } as const;
const onlyC = { since: '2025-06-18', until: '2025-06-18' } as const;
const cToD = { since: '2025-06-18', until: '2025-11-25' } as const;

/** A status that the text fixes; one that it fixes without an error code; a habit; a choice of status and code. */
const status = (value: number) => ({ status: value }) as const;
const anyCode = (value: number) => ({ status: value, open: 'code' }) as const;
const habit = (value: number) => ({ status: value, open: 'status' }) as const;
const choice = (value: number) => ({ status: value, open: 'all' }) as const;

const invalid = { code: 'invalid-request' } as const;
const badParams = { code: 'invalid-params' } as const;
const mismatch = { ...modern, ...streamable, ...message, ...refuse, ...status(400), code: 'header-mismatch' } as const;

// prettier-ignore
export const SITUATIONS = [
  // The HTTP request itself
  { id: 'head-broken', ...http, ...exchange, when: 'headBroken', ...refuse, ...status(400), fact: 'http.request-line' },
  { id: 'host-missing', ...http, ...exchange, when: 'hostMissing', ...refuse, ...status(400), fact: 'http.host' },

  // Who asks
  { id: 'origin-foreign-403', ...fromD, ...http, ...exchange, when: 'originForeign', ...refuse, ...anyCode(403), ...invalid, fact: 'http.origin-403' },
  { id: 'origin-foreign', ...untilC, ...http, ...exchange, when: 'originForeign', ...refuse, ...choice(403), ...invalid, fact: 'http.origin' },
  { id: 'token-malformed', ...fromB, ...http, ...exchange, when: 'tokenMalformed', ...refuse, ...status(400), fact: 'auth.malformed' },
  { id: 'token-missing-challenge', ...onlyC, ...http, ...exchange, when: 'tokenMissing', ...refuse, ...status(401), headers: ['WWW-Authenticate'], fact: 'auth.challenge' },
  { id: 'token-missing', ...fromB, ...http, ...exchange, when: 'tokenMissing', ...refuse, ...status(401), headers: ['WWW-Authenticate'], fact: 'auth.token' },
  { id: 'token-missing-open', ...onlyA, ...http, ...exchange, when: 'tokenMissing', ...refuse, ...habit(401), headers: ['WWW-Authenticate'], fact: 'auth.some' },
  { id: 'scope-too-small', ...fromB, ...http, ...exchange, when: 'scopeTooSmall', ...refuse, ...status(403), headers: ['WWW-Authenticate'], fact: 'auth.scope' },

  // Address and method
  { id: 'sse-verb-wrong', ...sse, ...exchange, when: 'sseVerbWrong', ...refuse, ...habit(405), headers: ['Allow'], fact: 'http.allowed-methods' },
  { id: 'sse-address-unknown', ...sse, ...exchange, when: 'sseAddressUnknown', ...refuse, ...habit(404), fact: 'http-sse.post-target' },
  { id: 'address-unknown', ...streamable, ...exchange, when: 'addressUnknown', ...refuse, ...habit(404), fact: 'http.not-found' },
  { id: 'get-gone', ...modern, ...streamable, ...exchange, when: 'get', ...refuse, ...status(405), headers: ['Allow'], fact: 'http.get-gone' },
  { id: 'delete-gone', ...modern, ...streamable, ...exchange, when: 'delete', ...refuse, ...status(405), headers: ['Allow'], fact: 'http.delete-gone' },
  { id: 'get-not-offered', ...legacy, ...streamable, ...exchange, when: 'getNotOffered', ...refuse, ...status(405), headers: ['Allow'], fact: 'http.get-stream' },
  { id: 'delete-not-offered', ...legacy, ...streamable, ...exchange, when: 'deleteNotOffered', ...refuse, ...status(405), headers: ['Allow'], fact: 'http.delete-refused' },
  { id: 'verb-unknown', ...streamable, ...exchange, when: 'verbUnknown', ...refuse, ...habit(405), headers: ['Allow'], fact: 'http.allowed-methods' },

  // Media types and the length of the body
  { id: 'accept-incomplete', ...streamable, ...exchange, when: 'acceptIncomplete', ...refuse, ...habit(406), fact: 'http.accept' },
  { id: 'accept-without-stream', ...legacy, ...streamable, ...exchange, when: 'acceptWithoutStream', ...refuse, ...habit(406), fact: 'http.accept-get' },
  { id: 'content-type-other', ...streamable, ...exchange, when: 'contentTypeOther', ...refuse, ...habit(415), fact: 'http.content-type' },
  { id: 'body-unannounced', ...http, ...exchange, when: 'bodyUnannounced', ...refuse, ...habit(411), fact: 'http.body-length' },
  { id: 'body-broken', ...http, ...exchange, when: 'bodyBroken', ...refuse, ...habit(400), fact: 'http.body-length' },
  { id: 'body-surplus', ...http, ...exchange, when: 'bodySurplus', ...note, fact: 'http.body-length' },

  // Text and JSON
  { id: 'line-blank', ...stdio, ...exchange, when: 'lineBlank', ...silence, open: 'all', fact: 'stdio.stdin-only-messages' },
  { id: 'line-split', ...stdio, ...exchange, when: 'lineSplit', ...refuse, code: 'parse', open: 'all', fact: 'stdio.newline' },
  { id: 'lines-after', ...stdio, ...exchange, when: 'linesAfter', ...note, fact: 'stdio.newline' },
  { id: 'not-utf8', ...fromB, ...any, ...exchange, when: 'notUtf8', ...refuse, ...choice(400), code: 'parse', fact: 'jsonrpc.utf8' },
  { id: 'not-json', ...any, ...exchange, when: 'notJson', ...refuse, ...habit(400), code: 'parse', fact: 'jsonrpc.parse-error' },

  // Batches
  { id: 'batch-undefined', ...onlyA, ...any, ...exchange, when: 'batch', ...refuse, ...choice(400), ...invalid, fact: 'batch.undefined' },
  { id: 'batch-gone', ...fromC, ...any, ...exchange, when: 'batch', ...refuse, ...choice(400), ...invalid, fact: 'batch.gone' },
  { id: 'batch-empty', ...onlyB, ...any, ...exchange, when: 'batchEmpty', ...refuse, ...choice(400), ...invalid, fact: 'batch.unmixed' },
  { id: 'batch-mixed', ...onlyB, ...any, ...exchange, when: 'batchMixed', ...refuse, ...choice(400), ...invalid, fact: 'batch.unmixed' },
  { id: 'batch-initialize', ...onlyB, ...any, ...exchange, when: 'batchInitialize', ...refuse, ...choice(400), ...invalid, fact: 'batch.no-initialize' },
  { id: 'batch', ...onlyB, ...any, ...exchange, when: 'batch', ...note, fact: 'batch.receive' },

  // Sessions, and the version header up to 2025-11-25
  { id: 'session-missing', ...legacy, ...streamable, ...exchange, when: 'sessionMissing', ...refuse, ...anyCode(400), ...invalid, fact: 'http.session-required' },
  { id: 'session-unknown', ...legacy, ...streamable, ...exchange, when: 'sessionUnknown', ...refuse, ...anyCode(404), ...invalid, fact: 'http.session-ended' },
  { id: 'initialize-in-session', ...legacy, ...streamable, ...exchange, when: 'initializeInSession', ...refuse, ...choice(400), ...invalid, fact: 'http.session-restart' },
  { id: 'session-not-used', ...legacy, ...streamable, ...exchange, when: 'sessionNotUsed', ...note, fact: 'http.session-start' },
  { id: 'version-header-unknown', ...cToD, ...streamable, ...exchange, when: 'versionHeaderUnknown', ...refuse, ...anyCode(400), ...invalid, fact: 'http.version-refused' },
  { id: 'version-known', ...cToD, ...streamable, ...exchange, when: 'versionKnown', ...note, fact: 'http.version-header' },
  { id: 'version-assumed', ...cToD, ...streamable, ...exchange, when: 'versionAssumed', ...note, fact: 'http.version-default' },

  // Streams and the end of a session
  { id: 'endpoint', ...sse, ...exchange, when: 'get', ...serve, serves: 'endpoint', ...habit(200), fact: 'http-sse.endpoint' },
  { id: 'replay', ...legacy, ...streamable, ...exchange, when: 'replay', ...serve, serves: 'replay', ...habit(200), fact: 'sse.replay' },
  { id: 'replay-unknown', ...legacy, ...streamable, ...exchange, when: 'replayUnknown', ...serve, serves: 'stream', ...choice(200), fact: 'sse.replay' },
  { id: 'replay-not-offered', ...legacy, ...streamable, ...exchange, when: 'replayNotOffered', ...serve, serves: 'stream', ...choice(200), fact: 'sse.replay' },
  { id: 'get', ...legacy, ...streamable, ...exchange, when: 'get', ...serve, serves: 'stream', ...habit(200), fact: 'http.get-stream' },
  { id: 'delete', ...legacy, ...streamable, ...exchange, when: 'delete', ...serve, serves: 'deleted', ...habit(200), fact: 'http.session-delete' },

  // JSON-RPC
  { id: 'not-a-message', ...any, ...message, when: 'notAMessage', ...refuse, ...habit(400), ...invalid, fact: 'jsonrpc.invalid-request' },
  { id: 'jsonrpc-other', ...any, ...message, when: 'versionOther', ...refuse, ...habit(400), ...invalid, fact: 'jsonrpc.version' },
  { id: 'method-not-text', ...any, ...message, when: 'methodNotText', ...refuse, ...habit(400), ...invalid, fact: 'jsonrpc.request-object' },
  { id: 'notification-with-id', ...any, ...message, when: 'notificationWithId', ...refuse, ...choice(400), ...invalid, fact: 'jsonrpc.notification-no-id' },
  { id: 'id-null', ...any, ...message, when: 'idNull', ...refuse, ...habit(400), ...invalid, fact: 'jsonrpc.request-id' },
  { id: 'id-other', ...any, ...message, when: 'idOther', ...refuse, ...habit(400), ...invalid, fact: 'jsonrpc.request-id' },
  { id: 'params-other', ...any, ...message, when: 'paramsOther', ...refuse, ...choice(400), ...invalid, fact: 'jsonrpc.request-object' },

  // Responses
  { id: 'response-on-stdin', ...modern, ...stdio, ...message, when: 'response', ...silence, open: 'all', fact: 'stdio.no-client-responses' },
  { id: 'response-posted', ...modern, ...streamable, ...message, when: 'response', ...refuse, ...choice(400), ...invalid, fact: 'http.no-client-responses' },
  { id: 'result-and-error', ...legacy, ...any, ...message, when: 'resultAndError', ...refuse, ...choice(400), ...invalid, fact: 'jsonrpc.result-or-error' },
  { id: 'error-shapeless', ...legacy, ...any, ...message, when: 'errorShapeless', ...refuse, ...choice(400), ...invalid, fact: 'jsonrpc.error-shape' },
  { id: 'response-without-id', ...legacy, ...any, ...message, when: 'responseWithoutId', ...refuse, ...choice(400), ...invalid, fact: 'jsonrpc.response-id' },
  { id: 'response-read', ...legacy, ...stdio, ...message, when: 'response', ...silence, fact: 'jsonrpc.response-id' },
  { id: 'sse-response', ...sse, ...message, when: 'response', ...accept, ...habit(202), fact: 'http-sse.message' },
  { id: 'response', ...legacy, ...streamable, ...message, when: 'response', ...accept, ...status(202), fact: 'http.response-202' },

  // Notifications
  { id: 'notification-gone', ...modern, ...streamable, ...message, when: 'notificationGone', ...refuse, ...choice(400), ...invalid, fact: 'http.notification-refused' },
  { id: 'cancelled-over-http', ...modern, ...streamable, ...message, when: 'cancelledOverHttp', ...accept, ...choice(202), fact: 'http.no-notifications' },
  { id: 'notification-unknown', ...streamable, ...message, when: 'notificationUnknown', ...accept, ...choice(202), fact: 'http.accepted-202' },
  { id: 'notification', ...streamable, ...message, when: 'notification', ...accept, ...status(202), fact: 'http.accepted-202' },
  { id: 'sse-notification', ...sse, ...message, when: 'notification', ...accept, ...habit(202), fact: 'http-sse.post-target' },
  { id: 'line-notification-old', ...onlyA, ...stdio, ...message, when: 'notification', ...silence, fact: 'jsonrpc.one-way' },
  { id: 'line-notification', ...fromB, ...stdio, ...message, when: 'notification', ...silence, fact: 'jsonrpc.no-reply' },

  // Requests up to 2025-11-25: the handshake
  { id: 'early', ...legacy, ...unsplit, ...message, when: 'early', ...refuse, ...choice(400), ...invalid, fact: 'lifecycle.no-early-requests' },
  { id: 'initialize-again', ...legacy, ...unsplit, ...message, when: 'initializeAgain', ...refuse, ...choice(400), ...invalid, fact: 'lifecycle.initialize' },
  { id: 'id-taken', ...legacy, ...any, ...message, when: 'idTaken', ...refuse, ...choice(400), ...invalid, fact: 'jsonrpc.id-unique-session' },

  // Requests since 2026-07-28: what each says about itself
  { id: 'id-in-flight', ...modern, ...any, ...message, when: 'idTaken', ...refuse, ...choice(400), ...invalid, fact: 'jsonrpc.id-unique-in-flight' },
  { id: 'session-ignored', ...modern, ...streamable, ...message, when: 'sessionIgnored', ...note, fact: 'http.session-gone' },
  { id: 'last-event-ignored', ...modern, ...streamable, ...message, when: 'lastEventIgnored', ...note, fact: 'sse.resume-gone' },
  { id: 'initialize-of-old', ...modern, ...any, ...message, when: 'initializeOfOld', ...note, fact: 'lifecycle.error-names-versions' },
  { id: 'version-header-missing', ...mismatch, when: 'versionHeaderMissing', fact: 'http.version-header' },
  { id: 'method-header-missing', ...mismatch, when: 'methodHeaderMissing', fact: 'http.mcp-method' },
  { id: 'name-header-missing', ...mismatch, when: 'nameHeaderMissing', fact: 'http.mcp-name' },
  { id: 'param-header-missing', ...mismatch, when: 'paramHeaderMissing', fact: 'http.mcp-param' },
  { id: 'mirror-unreadable', ...mismatch, when: 'mirrorUnreadable', fact: 'http.mcp-name-encoding' },
  { id: 'version-header-differs', ...mismatch, when: 'versionHeaderDiffers', fact: 'http.version-header' },
  { id: 'method-header-differs', ...mismatch, when: 'methodHeaderDiffers', fact: 'http.header-mismatch' },
  { id: 'name-header-differs', ...mismatch, when: 'nameHeaderDiffers', fact: 'http.header-mismatch' },
  { id: 'param-header-differs', ...mismatch, when: 'paramHeaderDiffers', fact: 'http.header-mismatch' },
  { id: 'param-header-spurious', ...modern, ...streamable, ...message, when: 'paramHeaderSpurious', ...note, fact: 'http.mcp-param' },
  { id: 'version-not-spoken', ...modern, ...any, ...message, when: 'versionNotSpoken', ...refuse, ...status(400), code: 'unsupported-version', fact: 'lifecycle.unsupported-version' },
  { id: 'meta-incomplete', ...modern, ...any, ...message, when: 'metaIncomplete', ...refuse, ...status(400), ...badParams, fact: 'meta.required' },
  { id: 'client-info-malformed', ...modern, ...any, ...message, when: 'clientInfoMalformed', ...refuse, ...choice(400), ...badParams, fact: 'meta.client-info' },

  // Methods
  { id: 'method-unknown-404', ...modern, ...any, ...message, when: 'methodUnknown', ...refuse, ...status(404), code: 'method-not-found', fact: 'http.method-not-found' },
  { id: 'method-unknown', ...legacy, ...any, ...message, when: 'methodUnknown', ...refuse, ...habit(200), code: 'method-not-found', fact: 'jsonrpc.method-not-found' },
  { id: 'not-advertised-404', ...modern, ...any, ...message, when: 'notAdvertised', ...refuse, ...status(404), code: 'method-not-found', fact: 'http.method-not-found' },
  { id: 'not-advertised', ...cToD, ...any, ...message, when: 'notAdvertised', ...refuse, ...choice(200), code: 'method-not-found', fact: 'lifecycle.within-capabilities' },
  { id: 'not-advertised-should', until: '2025-03-26', ...any, ...message, when: 'notAdvertised', ...refuse, ...choice(200), code: 'method-not-found', fact: 'lifecycle.within-capabilities-should' },
  { id: 'tasks-undeclared', ...modern, ...any, ...message, when: 'tasksUndeclared', ...refuse, ...status(400), code: 'missing-capability', fact: 'tasks.undeclared' },

  // Parameters
  { id: 'params-wrong', ...any, ...message, when: 'paramsWrong', ...refuse, ...habit(200), ...badParams, fact: 'jsonrpc.invalid-params' },
  { id: 'cursor-unknown', ...any, ...message, when: 'cursorUnknown', ...refuse, ...habit(200), ...badParams, fact: 'pagination.cursor' },
  { id: 'level-unknown', ...legacy, ...any, ...message, when: 'levelUnknown', ...refuse, ...habit(200), ...badParams, fact: 'logging.level' },
  { id: 'log-level-unknown', ...modern, ...any, ...message, when: 'logLevelUnknown', ...refuse, ...habit(200), ...badParams, fact: 'logging.level' },
  { id: 'tool-unknown', ...any, ...message, when: 'toolUnknown', ...refuse, ...habit(200), ...badParams, fact: 'tools.unknown' },
  { id: 'capability-undeclared', ...modern, ...any, ...message, when: 'capabilityUndeclared', ...refuse, ...status(400), code: 'missing-capability', fact: 'meta.missing-capability' },
  { id: 'arguments-wrong-error', ...untilC, ...any, ...message, when: 'argumentsWrong', ...refuse, ...habit(200), ...badParams, fact: 'tools.bad-arguments-error' },
  { id: 'arguments-wrong', ...fromD, ...any, ...message, when: 'argumentsWrong', ...serve, serves: 'tool-error', ...habit(200), fact: 'tools.bad-arguments' },
  { id: 'state-refused', ...modern, ...any, ...message, when: 'stateForeign', ...refuse, ...choice(200), ...badParams, fact: 'input.state-checked' },
  { id: 'input-required', ...modern, ...any, ...message, when: 'inputMissing', ...serve, serves: 'input-required', ...habit(200), fact: 'input.required' },
  { id: 'resource-unknown-old', ...legacy, ...any, ...message, when: 'resourceUnknown', ...refuse, ...habit(200), code: 'resource-not-found', fact: 'resources.unknown-should' },
  { id: 'resource-unknown', ...modern, ...any, ...message, when: 'resourceUnknown', ...refuse, ...habit(200), ...badParams, fact: 'resources.unknown' },
  { id: 'prompt-unknown', ...any, ...message, when: 'promptUnknown', ...refuse, ...habit(200), ...badParams, fact: 'prompts.unknown' },
  { id: 'prompt-argument-missing', ...any, ...message, when: 'promptArgumentMissing', ...refuse, ...habit(200), ...badParams, fact: 'prompts.unknown' },
  { id: 'task-unknown-core', ...fromD, ...legacy, ...any, ...message, when: 'taskUnknown', ...refuse, ...habit(200), ...badParams, fact: 'tasks.core-unknown' },
  { id: 'task-unknown', ...modern, ...any, ...message, when: 'taskUnknown', ...refuse, ...habit(200), ...badParams, fact: 'tasks.unknown' },

  // Nothing is wrong
  { id: 'initialize-other-version', ...legacy, ...any, ...message, when: 'initializeOtherVersion', ...serve, serves: 'initialize', ...habit(200), fact: 'lifecycle.version-answer' },
  { id: 'initialize', ...legacy, ...any, ...message, when: 'initialize', ...serve, serves: 'initialize', ...habit(200), fact: 'lifecycle.version-answer' },
  { id: 'ping', ...legacy, ...any, ...message, when: 'ping', ...serve, serves: 'result', ...habit(200), fact: 'lifecycle.ping' },
  { id: 'discover', ...modern, ...any, ...message, when: 'discover', ...serve, serves: 'discover', ...habit(200), fact: 'lifecycle.discover' },
  { id: 'listen', ...modern, ...any, ...message, when: 'listen', ...serve, serves: 'listen', ...habit(200), fact: 'listen.acknowledge' },
  { id: 'sse-served', ...sse, ...message, when: 'anything', ...serve, serves: 'result', ...habit(202), fact: 'http-sse.message' },
  { id: 'served', ...streamable, ...message, when: 'anything', ...serve, serves: 'result', ...habit(200), fact: 'http.reply' },
  { id: 'line-served', ...stdio, ...message, when: 'anything', ...serve, serves: 'result', fact: 'stdio.newline' },
] as const satisfies readonly Situation[];

export type SituationId = (typeof SITUATIONS)[number]['id'];
