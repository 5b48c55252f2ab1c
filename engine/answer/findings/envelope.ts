// Looks at JSON and at JSON-RPC: lines, batches, the members that every message has. Knows no method.
import { isObject, isRequestId, memberOf, type Asked } from '../asked.ts';
import { quote, sayJson } from '../http-request.ts';
import { utf8Encode } from '../../wire/frame.ts';
import { scanJson } from '../../wire/decode/json-text.ts';
import { found, type Look } from './finding.ts';

/** Whether the request is one that carries a message: a line, or a POST. */
const carries = ({ http }: Asked) => http === undefined || http.method === 'POST';
const what = ({ http }: Asked) => (http ? 'The body' : 'The line');
const placeOf = (asked: Asked, member: string) => `${asked.http ? 'body' : 'line'} ${member}`.trimEnd();

/** Looks at a member of the message. */
const member =
  (name: string, isWrong: (asked: Asked) => boolean, text: (asked: Asked) => string): Look =>
  (asked) =>
    found(isWrong(asked), placeOf(asked, name), () => text(asked));

const value = ({ message }: Asked, name: string) => memberOf(message.value, name);
const has = ({ message }: Asked, name: string) => isObject(message.value) && Object.hasOwn(message.value, name);
const batchOf = ({ json }: Asked): readonly unknown[] | undefined => (Array.isArray(json) ? json : undefined);
const isResponse = (item: unknown) =>
  isObject(item) && !Object.hasOwn(item, 'method') && (Object.hasOwn(item, 'result') || Object.hasOwn(item, 'error'));
const isAsking = (item: unknown) => isObject(item) && Object.hasOwn(item, 'method');

export const ENVELOPE = {
  lineBlank: ({ text }) => found(text.trim() === '', 'line', 'The line is empty.'),
  linesAfter: ({ rest }) =>
    found(rest.trim() !== '', 'line', 'What stands after the newline is read as the next line.'),
  lineSplit: ({ text, rest, jsonFault }) =>
    found(
      jsonFault !== undefined && rest.trim() !== '' && !scanJson(utf8Encode(`${text}\n${rest}`)).fault,
      'line',
      'One message is spread over several lines; the first of them is no message.',
    ),
  notUtf8: (asked) => {
    const isBroken = carries(asked) && asked.brokenUtf8At !== undefined;
    return found(
      isBroken,
      `byte ${asked.brokenUtf8At}`,
      () => `${what(asked)} is not UTF-8 from byte ${asked.brokenUtf8At} on.`,
    );
  },
  notJson: (asked) => {
    const { jsonFault: fault, text } = asked;
    if (!carries(asked) || !fault) return undefined;
    const why =
      text === '' ? `${what(asked)} is empty.` : `${what(asked)} is not JSON: ${fault.text}, at byte ${fault.at}.`;
    return { at: `byte ${fault.at}`, text: why };
  },

  batch: (asked) =>
    found(batchOf(asked) !== undefined, asked.http ? 'body' : 'line', () => `${what(asked)} is an array.`),
  batchEmpty: (asked) => found(batchOf(asked)?.length === 0, asked.http ? 'body' : 'line', 'The batch is empty.'),
  batchMixed: (asked) => {
    const batch = batchOf(asked) ?? [];
    const isMixed = batch.some(isResponse) && batch.some(isAsking);
    return found(isMixed, asked.http ? 'body' : 'line', 'The batch mixes responses with requests or notifications.');
  },
  batchInitialize: (asked) => {
    const index = (batchOf(asked) ?? []).findIndex((item) => memberOf(item, 'method') === 'initialize');
    return found(index >= 0, `body[${index}] method`, 'initialize stands in a batch.');
  },

  notAMessage: member(
    '',
    ({ message }) => message.kind === 'none',
    ({ message }) => `The message is ${sayJson(message.value)} with neither a method nor a result or an error.`,
  ),
  versionOther: member(
    'jsonrpc',
    (asked) => value(asked, 'jsonrpc') !== '2.0',
    (asked) =>
      has(asked, 'jsonrpc') ? `jsonrpc is ${sayJson(value(asked, 'jsonrpc'))}, not "2.0".` : 'jsonrpc is missing.',
  ),
  methodNotText: member(
    'method',
    (asked) => has(asked, 'method') && asked.message.method === undefined,
    () => 'method is not a string.',
  ),
  notificationWithId: member(
    'id',
    ({ message }) => message.kind === 'request' && message.method?.startsWith('notifications/') === true,
    ({ message }) => `${quote(message.method!)} is a notification, and those have no id.`,
  ),
  idNull: member(
    'id',
    (asked) => asked.message.kind === 'request' && value(asked, 'id') === null,
    () => 'id is null.',
  ),
  idOther: member(
    'id',
    (asked) => asked.message.kind === 'request' && asked.message.id === undefined,
    (asked) => `id is ${sayJson(value(asked, 'id'))}, not a string or an integer.`,
  ),
  paramsOther: member(
    'params',
    (asked) => has(asked, 'method') && has(asked, 'params') && asked.message.params === undefined,
    () => 'params is not an object.',
  ),

  resultAndError: member(
    'error',
    (asked) => asked.message.kind === 'response' && has(asked, 'result') && has(asked, 'error'),
    () => 'The response has a result and an error.',
  ),
  errorShapeless: member(
    'error',
    (asked) => {
      const error = value(asked, 'error');
      return (
        asked.message.kind === 'response' &&
        has(asked, 'error') &&
        !(Number.isInteger(memberOf(error, 'code')) && typeof memberOf(error, 'message') === 'string')
      );
    },
    () => 'The error has no integer code, or no message.',
  ),
  responseWithoutId: member(
    'id',
    (asked) => asked.message.kind === 'response' && has(asked, 'result') && !isRequestId(value(asked, 'id')),
    () => 'The result does not say which request it answers.',
  ),

  response: member(
    'id',
    ({ message }) => message.kind === 'response',
    () => 'The message is a response.',
  ),
  idTaken: member(
    'id',
    ({ message, server }) =>
      message.kind === 'request' && message.id !== undefined && server.takenIds.includes(message.id),
    ({ message }) => `id ${JSON.stringify(message.id)} is taken by an earlier request.`,
  ),
} as const satisfies Readonly<Record<string, Look>>;
