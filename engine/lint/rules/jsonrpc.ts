// Rules of JSON-RPC: the envelope of every message, its ids, and batches.
import { METHODS } from '../../protocol/methods.ts';
import {
  isMembers,
  isRequestId,
  memberOf,
  otherParty,
  sideOf,
  type OpenRequests,
  type Payload,
  type Said,
  type Scope,
} from '../model.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid, sayText } from '../say.ts';

const at = ({ place }: Said | Payload, message: string, more: Omit<Hit, 'place' | 'message'> = {}): Hit => ({
  place,
  message,
  ...more,
});

const hasId = ({ value }: Said): boolean => Object.hasOwn(value, 'id');
const noId = ({ id }: Said): boolean => id === undefined || id === null;

/** Names that are requests and never notifications. */
const REQUESTS: readonly string[] = METHODS.map(({ method }) => method).filter((name) =>
  METHODS.every(({ method, kind }) => method !== name || kind === 'request'),
);

/** A text that has to be a message: what a client posts, what answers a request, what an event carries. */
function mustBeMessage({ via, exchange }: Payload): boolean {
  if (via !== 'answer') return via !== 'line' && exchange?.purpose !== 'other';
  const status = exchange?.answer?.status ?? 0;
  const asksNothing = exchange?.asked?.messages.every(({ kind }) => kind !== 'request') ?? true;
  return status >= 200 && status < 300 && status !== 202 && !asksNothing;
}

/** Nobody waits, and the last thing that the other side said was a notification. */
function answersNotification(said: Said): boolean {
  const asker = otherParty(said.from);
  const { last, open } = said.scope;
  if (said.via === 'answer' || said.isRepeat || said.answers !== 'unknown') return false;
  const before = sideOf(last, asker);
  if (before?.kind !== 'notification') return false;
  return noId(said) ? !hasWaiting(sideOf(open, asker)) : hasId(before) && before.id === said.id;
}

/** Somebody waits for an answer, and has not cancelled. */
function hasWaiting(open: OpenRequests): boolean {
  for (const { state } of open.values()) if (state === 'open') return true;
  return false;
}

/** The one request whose answer this is, whatever it says of itself. */
function onlyRequest({ exchange, via }: Said): Said | undefined {
  const asked = via === 'answer' && !Array.isArray(exchange?.asked?.json) ? exchange?.asked?.messages : undefined;
  return asked?.length === 1 && asked[0]!.kind === 'request' && isRequestId(asked[0]!.id) ? asked[0] : undefined;
}

export const JSONRPC: readonly Rule[] = [
  {
    id: 'jsonrpc.version',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether every message says "jsonrpc": "2.0".',
    fix: 'Put "jsonrpc": "2.0" into every message, and send nothing else where messages are read.',
    fact: 'jsonrpc.version',
    hooks: {
      message: {
        where: 'unversioned',
        hear: (said) => at(said, `The ${saySaid(said)} has ${sayJson(memberOf(said.value, 'jsonrpc'))} as jsonrpc.`),
      },
      payload: (payload) =>
        payload.messages.length === 0 && isMembers(payload.json) && mustBeMessage(payload)
          ? at(payload, `${sayJson(payload.json)} is JSON, but no JSON-RPC message.`)
          : undefined,
    },
  },
  {
    id: 'jsonrpc.unreadable',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether what has to be a message over HTTP is JSON at all, and an object or an array.',
    fix: 'Send one JSON-RPC message as JSON; keep a stream busy with comment lines, which begin with a colon.',
    fact: 'jsonrpc.version',
    hooks: {
      payload: (payload) =>
        !isMembers(payload.json) && !Array.isArray(payload.json) && mustBeMessage(payload)
          ? at(
              payload,
              `${sayText(payload.place)} is ${payload.json === undefined ? 'no JSON' : 'JSON, but no message'}.`,
            )
          : undefined,
    },
  },
  {
    id: 'jsonrpc.id-null',
    severity: 'error',
    level: 'MUST NOT',
    party: 'sender',
    checks: 'Whether a request has null as its id.',
    fix: 'Give each request a string or an integer as its id; leave the id out of a notification.',
    fact: 'jsonrpc.request-id',
    hooks: {
      request: {
        where: 'odd-id',
        hear: (said) => (said.id === null ? at(said, `The ${saySaid(said)} cannot be answered.`) : undefined),
      },
    },
  },
  {
    id: 'jsonrpc.id-type',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether the id of a request is a string or an integer.',
    fix: 'Give each request a string or an integer as its id.',
    fact: 'jsonrpc.request-id',
    hooks: {
      request: {
        where: 'odd-id',
        hear: (said) =>
          said.id === null ? undefined : at(said, `The id of the request ${said.method ?? ''} is ${sayJson(said.id)}.`),
      },
      notification: {
        of: REQUESTS,
        hear: (said) => (hasId(said) ? undefined : at(said, `${said.method!} is a request, but has no id.`)),
      },
    },
  },
  {
    id: 'jsonrpc.id-reuse-session',
    until: '2025-11-25',
    severity: 'error',
    level: 'MUST NOT',
    party: 'sender',
    checks: 'Whether one side uses a request id a second time in a session, even after it was answered.',
    fix: 'Number requests from one counter for each session, shared by everybody who sends on it.',
    fact: 'jsonrpc.id-unique-session',
    hooks: {
      request: (said) => {
        const { scope, from, id, isRepeat, isResent } = said;
        if (isRepeat || isResent || !isRequestId(id)) return undefined;
        const open = sideOf(scope.open, from).get(id);
        if (open)
          return at(said, `Id ${sayJson(id)} is still waiting for the answer to ${open.method ?? 'another request'}.`);
        return sideOf(scope.done, from).get(id) === 'answered'
          ? at(said, `Id ${sayJson(id)} was used before in this session.`)
          : undefined;
      },
    },
  },
  {
    id: 'jsonrpc.id-reuse-inflight',
    since: '2026-07-28',
    severity: 'error',
    level: 'MUST NOT',
    party: 'sender',
    checks: 'Whether a request has the id of another one that is still waiting for its answer.',
    fix: 'Take a new id for each request.',
    fact: 'jsonrpc.id-unique-in-flight',
    hooks: {
      request: (said) => {
        const open = said.isRepeat || said.isResent ? undefined : sideOf(said.scope.open, said.from).get(said.id);
        if (!open || open.exchange?.closed) return undefined;
        return at(
          said,
          `Id ${sayJson(said.id)} is still waiting for the answer to ${open.method ?? 'another request'}.`,
        );
      },
    },
  },
  {
    id: 'jsonrpc.response-id',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a response names a request that waits for it, by the same id of the same JSON type.',
    fix: 'Keep the id as the JSON value that was received, and answer each request once.',
    fact: 'jsonrpc.response-id',
    follows: [
      'jsonrpc.id-reuse-session',
      'jsonrpc.id-reuse-inflight',
      'stdio.client-response',
      'http.client-response',
      'http.broadcast',
    ],
    hooks: {
      response: (said) => {
        if (said.isRepeat || answersNotification(said)) return undefined;
        if (noId(said))
          return said.error ? undefined : at(said, `The response has ${said.id === null ? 'null as its' : 'no'} id.`);
        const { answers, id, request, exchange, scope } = said;
        if (answers === 'other-type')
          return at(
            said,
            `The request has the id ${sayJson(request!.id)}, the response ${sayJson(id)}: another JSON type, so another id.`,
          );
        if (answers === 'answered') return at(said, `The request with id ${sayJson(id)} has had its answer.`);
        const asked =
          exchange?.purpose === 'post' && !exchange.closed
            ? exchange.asked?.messages.filter(({ kind }) => kind === 'request')
            : undefined;
        if (asked && asked.length > 0 && !asked.some((one) => one.id === id))
          return at(said, `The response has the id ${sayJson(id)}, but answers the POST of ${sayJson(asked[0]!.id)}.`);
        return answers === 'unknown' && scope.isWhole
          ? at(said, `No request with the id ${sayJson(id)} waits for an answer.`)
          : undefined;
      },
    },
  },
  {
    id: 'jsonrpc.result-xor-error',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a response has a result or an error, and not both.',
    fix: 'Send either result or error.',
    fact: 'jsonrpc.result-or-error',
    hooks: {
      response: {
        where: 'unclear',
        hear: (said) => {
          const hasResult = Object.hasOwn(said.value, 'result');
          return at(
            said,
            `The response with id ${sayJson(said.id)} has ${hasResult ? 'a result and an error' : 'neither a result nor an error'}.`,
          );
        },
      },
    },
  },
  {
    id: 'jsonrpc.error-shape',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether an error has an integer as its code, and a message.',
    fix: 'Send an error as an object with an integer code and a text as its message.',
    fact: 'jsonrpc.error-shape',
    hooks: {
      response: {
        where: 'error',
        hear: (said) => {
          const code = said.error?.['code'];
          const isWhole = Number.isInteger(code) && typeof said.error?.['message'] === 'string';
          return isWhole
            ? undefined
            : at(
                said,
                said.error
                  ? `The error has ${sayJson(code)} as its code and ${sayJson(said.error['message'])} as its message.`
                  : `The error is ${sayJson(said.value['error'])}.`,
              );
        },
      },
    },
  },
  {
    id: 'jsonrpc.error-id-missing',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether an error leaves out the id of a request that could be read; null is no id.',
    fix: 'Put the id of the request into the error; leave it out only where no request could be read.',
    fact: 'jsonrpc.response-id',
    remember: (): Set<Scope> => new Set(),
    hooks: {
      payload: ({ json, scope, via, revision }, batches: Set<Scope>) => {
        if (via === 'line' && Array.isArray(json) && revision !== '2025-03-26') batches.add(scope);
        return undefined;
      },
      error: (said, batches: Set<Scope>) => {
        if (!noId(said) || answersNotification(said)) return undefined;
        // A server that refuses by the head of a request has not read its id.
        if (said.id === undefined && said.via === 'answer' && said.exchange!.answer!.status >= 400) return undefined;
        const asker = otherParty(said.from);
        // What is refused as a whole has no id of its own.
        if (said.id === undefined && batches.delete(said.scope)) return undefined;
        const asked =
          onlyRequest(said) ??
          (said.via === 'answer' ? undefined : [...sideOf(said.scope.open, asker).values()].at(-1));
        const what = said.id === null ? 'has null as its id' : 'has no id';
        if (asked && sideOf(said.scope.last, asker) === asked)
          return at(said, `The error ${what}, though the request had ${sayJson(asked.id)}.`);
        return said.id === null
          ? at(said, 'The error has null as its id: no schema of MCP has that, JSON-RPC writes it.', {
              severity: 'note',
            })
          : undefined;
      },
    },
  },
  {
    id: 'jsonrpc.notification-id',
    severity: 'error',
    level: 'MUST NOT',
    party: 'sender',
    checks: 'Whether a notification has an id.',
    fix: 'Leave the id out of notifications.',
    fact: 'jsonrpc.notification-no-id',
    hooks: {
      notification: {
        where: 'odd-id',
        hear: (said) => at(said, `The ${saySaid(said)} would wait for an answer that must not come.`),
      },
    },
  },
  {
    id: 'jsonrpc.notification-answered',
    since: '2025-03-26',
    severity: 'error',
    level: 'MUST NOT',
    party: 'sender',
    checks: 'Whether a notification is answered with a message.',
    fix: 'Look for the id before a message is dispatched, and drop notifications that nothing handles.',
    fact: 'jsonrpc.no-reply',
    follows: ['jsonrpc.notification-id'],
    hooks: {
      response: {
        where: 'unasked',
        hear: (said) => {
          if (!answersNotification(said)) return undefined;
          const { method } = sideOf(said.scope.last, otherParty(said.from))!;
          return at(
            said,
            `Nobody waits for this ${said.error ? `error ${sayJson(said.error['code'])}` : 'response'}; it answers the notification ${method ?? ''}.`,
          );
        },
      },
    },
  },
  {
    id: 'jsonrpc.batch-removed',
    since: '2025-06-18',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether a body, an event or a line is an array of messages.',
    fix: 'Send each message on its own; for calls at the same time, several requests.',
    fact: 'batch.gone',
    hooks: {
      payload: (payload) =>
        Array.isArray(payload.json)
          ? at(payload, `An array of ${payload.json.length} messages: batches exist in 2025-03-26 only.`)
          : undefined,
    },
  },
  {
    id: 'jsonrpc.batch-undefined',
    until: '2024-11-05',
    severity: 'note',
    level: 'fact',
    party: 'sender',
    checks: 'Whether an array of messages is sent under 2024-11-05, which does not speak of batches.',
    fix: 'Send each message on its own.',
    fact: 'batch.undefined',
    hooks: {
      payload: (payload) =>
        Array.isArray(payload.json)
          ? at(payload, `An array of ${payload.json.length} messages: nothing says what becomes of it.`)
          : undefined,
    },
  },
  {
    id: 'jsonrpc.batch-mixed',
    since: '2025-03-26',
    until: '2025-03-26',
    transports: ['http'],
    severity: 'error',
    level: 'MUST',
    party: 'client',
    checks: 'Whether a posted batch is empty, or mixes responses with requests and notifications.',
    fix: 'Post responses apart from requests and notifications, and no empty array.',
    fact: 'batch.unmixed',
    hooks: {
      payload: (payload) => {
        if (payload.via !== 'post' || !Array.isArray(payload.json)) return undefined;
        if (payload.json.length === 0) return at(payload, 'The batch is empty.');
        const responses = payload.messages.filter(({ kind }) => kind === 'response').length;
        return responses > 0 && responses < payload.messages.length
          ? at(
              payload,
              `The batch mixes ${responses} responses with ${payload.messages.length - responses} other messages.`,
            )
          : undefined;
      },
    },
  },
  {
    id: 'jsonrpc.batch-refused',
    since: '2025-03-26',
    until: '2025-03-26',
    transports: ['http'],
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether a batch that is in order is refused.',
    fix: 'Take an array of messages apart and answer each request in it.',
    fact: 'batch.receive',
    hooks: {
      answered: ({ asked, answer }) => {
        if (
          !asked ||
          !Array.isArray(asked.json) ||
          asked.json.length === 0 ||
          asked.messages.length !== asked.json.length
        )
          return undefined;
        const { status, place } = answer!;
        const isMixed = new Set(asked.messages.map(({ kind }) => kind === 'response')).size > 1;
        const isRefusal = [400, 405, 415, 422, 500, 501].includes(status);
        const opens = asked.messages.some(({ method }) => method === 'initialize');
        return isRefusal && !isMixed && !opens
          ? { place, message: `A batch of ${asked.json.length} messages is answered ${status}.` }
          : undefined;
      },
    },
  },
  {
    id: 'jsonrpc.utf8',
    since: '2025-03-26',
    severity: 'error',
    level: 'MUST',
    party: 'sender',
    checks: 'Whether the bytes of a message are UTF-8.',
    fix: 'Encode messages as UTF-8, and cut bytes only between characters.',
    fact: 'jsonrpc.utf8',
    hooks: {
      payload: (payload) =>
        payload.brokenUtf8At === undefined
          ? undefined
          : at(
              payload,
              `Byte ${payload.brokenUtf8At - payload.place.from} of the message begins no character in UTF-8.`,
            ),
    },
  },
];
