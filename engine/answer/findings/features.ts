// Looks at methods and their parameters: whether the server has them, and whether they fit. Knows no transport.
import { isObject, isRequestId, memberAt, memberOf, type Asked } from '../asked.ts';
import { quote, sayJson } from '../http-request.ts';
import { argumentProblem } from '../mirrored.ts';
import { rowsOfMethod, type Method, type ParamType } from '../../protocol/methods.ts';
import { found, type Look } from './finding.ts';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const isLevel = (level: unknown) => typeof level === 'string' && LEVELS.includes(level);
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

const isRequest = ({ message }: Asked) => message.kind === 'request';
const isNotification = ({ message }: Asked) => message.kind === 'notification';
const param = ({ message }: Asked, name: string) => memberOf(message.params, name);
const asks = ({ message }: Asked, ...methods: readonly string[]) =>
  isRequest({ message } as Asked) && methods.includes(message.method ?? '');
const tool = (asked: Asked) => asked.server.tools.find((t) => t.name === param(asked, 'name'));
const prompt = (asked: Asked) => asked.server.prompts.find((p) => p.name === param(asked, 'name'));
const argumentsOf = (asked: Asked) => {
  const args = param(asked, 'arguments');
  return isObject(args) ? args : {};
};

const TYPES: Readonly<Record<ParamType, readonly [words: string, (value: unknown) => boolean]>> = {
  string: ['a string', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  object: ['an object', isObject],
  array: ['an array', Array.isArray],
  id: ['a string or an integer', isRequestId],
  any: ['there', (value) => value !== undefined],
};

/** The first parameter that is missing or of another type. */
function paramProblem(asked: Asked, row: Method): string | undefined {
  const { required = {}, optional = {} } = row;
  for (const [name, type] of Object.entries({ ...required, ...optional })) {
    const value = param(asked, name);
    if (value === undefined && name in required) return `params.${name} is missing.`;
    const [words, isOfType] = TYPES[type];
    if (value !== undefined && !isOfType(value)) return `params.${name} is not ${words}.`;
  }
  if (asked.message.method === 'subscriptions/listen') return filterProblem(param(asked, 'notifications'));
  const token = memberOf(asked.message.meta, 'progressToken');
  return token === undefined || isRequestId(token)
    ? undefined
    : 'params._meta.progressToken is not a string or an integer.';
}

/** Yes and no for the kinds of change, lists of texts for what is watched one by one. */
function filterProblem(filter: unknown): string | undefined {
  for (const [name, value] of Object.entries(isObject(filter) ? filter : {})) {
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    const isFine = name.endsWith('ListChanged')
      ? typeof value === 'boolean'
      : ['resourceSubscriptions', 'taskIds'].includes(name)
        ? isList
        : true;
    if (!isFine)
      return `params.notifications.${name} is not ${name.endsWith('ListChanged') ? 'true or false' : 'a list of strings'}.`;
  }
  return undefined;
}

/** Where a method that is not known here would be at home. */
function homeOf(method: string, { server: { revision } }: Asked): string {
  const rows = rowsOfMethod(method);
  const rowHere = rows.find((row) => (row.since ?? '') <= revision && revision <= (row.until ?? revision));
  if (rowHere?.kind === 'notification') return 'it is a notification';
  if (rowHere) return 'it is a request of the server';
  const [row] = rows;
  if (!row) return 'no revision has it';
  return row.until !== undefined && row.until < revision ? `it ended with ${row.until}` : `it came with ${row.since}`;
}

export const FEATURES = {
  anything: () => ({ at: 'body', text: 'Nothing is wrong with the request.' }),
  ping: (asked) => found(asks(asked, 'ping'), 'body method', 'A ping asks for an empty result.'),
  discover: (asked) => found(asks(asked, 'server/discover'), 'body method', 'server/discover asks what the server is.'),
  listen: (asked) =>
    found(
      asks(asked, 'subscriptions/listen'),
      'body method',
      'The answer is a stream that begins with what is granted.',
    ),

  notification: (asked) => found(isNotification(asked), 'body method', 'A notification is taken note of.'),
  notificationUnknown: (asked) => {
    const { method = '' } = asked.message;
    return found(
      isNotification(asked) && rowsOfMethod(method).every((row) => row.kind !== 'notification'),
      'body method',
      () => `No revision has a notification ${quote(method)}.`,
    );
  },
  notificationGone: (asked) => {
    const { method = '' } = asked.message;
    const isOld = rowsOfMethod(method).some(
      (row) => row.from === 'client' && row.until !== undefined && row.until < asked.server.revision,
    );
    return found(
      isNotification(asked) && isOld,
      'body method',
      () => `A client of this revision sends no ${quote(method)}; ${homeOf(method, asked)}.`,
    );
  },
  cancelledOverHttp: (asked) =>
    found(
      isNotification(asked) && asked.message.method === 'notifications/cancelled',
      'body method',
      'Over HTTP a request is cancelled by closing its stream, not by this notification.',
    ),

  methodUnknown: (asked) => {
    const { method = '', row } = asked.message;
    return found(
      isRequest(asked) && row === undefined,
      'body method',
      () => `There is no request ${quote(method)} from a client here: ${homeOf(method, asked)}.`,
    );
  },
  notAdvertised: (asked) => {
    const { needs } = asked.message.row ?? {};
    const lacks = needs !== undefined && memberAt(asked.server.capabilities, needs) === undefined;
    return found(
      lacks,
      'body method',
      () => `${quote(asked.message.method!)} needs the server capability ${needs}, which is not declared.`,
    );
  },
  paramsWrong: (asked) => {
    const { row } = asked.message;
    const problem = row && paramProblem(asked, row);
    return problem === undefined ? undefined : { at: 'body params', text: problem };
  },
  cursorUnknown: (asked) =>
    found(
      asked.message.row?.optional?.['cursor'] !== undefined && param(asked, 'cursor') !== undefined,
      'body params.cursor',
      () => `This server never gave the cursor ${sayJson(param(asked, 'cursor'))}.`,
    ),

  toolUnknown: (asked) =>
    found(
      asks(asked, 'tools/call') && !tool(asked),
      'body params.name',
      () => `There is no tool ${sayJson(param(asked, 'name'))}.`,
    ),
  argumentsWrong: (asked) => {
    const problem = asks(asked, 'tools/call')
      ? argumentProblem(tool(asked)?.inputSchema, argumentsOf(asked))
      : undefined;
    return problem === undefined ? undefined : { at: 'body params.arguments', text: problem };
  },
  stateForeign: (asked) => {
    const state = param(asked, 'requestState');
    const isForeign = asks(asked, 'tools/call') && state !== undefined && state !== tool(asked)?.asks?.requestState;
    return found(isForeign, 'body params.requestState', 'requestState is not one that this server gave.');
  },
  inputMissing: (asked) => {
    const wanted = Object.keys((asks(asked, 'tools/call') && tool(asked)?.asks?.inputRequests) || {});
    const missing = wanted.filter((key) => !isObject(memberOf(param(asked, 'inputResponses'), key)));
    return found(
      missing.length > 0,
      'body params.inputResponses',
      () => `The call needs input first: ${missing.join(', ')}.`,
    );
  },
  resourceUnknown: (asked) => {
    const uri = param(asked, 'uri');
    if (typeof uri !== 'string' || !asks(asked, 'resources/read', 'resources/subscribe')) return undefined;
    return found(!asked.server.resources.includes(uri), 'body params.uri', `There is no resource ${quote(uri)}.`, {
      uri,
    });
  },
  promptUnknown: (asked) =>
    found(
      asks(asked, 'prompts/get') && !prompt(asked),
      'body params.name',
      () => `There is no prompt ${sayJson(param(asked, 'name'))}.`,
    ),
  promptArgumentMissing: (asked) => {
    const missing = asks(asked, 'prompts/get')
      ? prompt(asked)?.required?.find((name) => memberOf(argumentsOf(asked), name) === undefined)
      : undefined;
    return found(
      missing !== undefined,
      'body params.arguments',
      () => `The prompt needs the argument ${quote(missing!)}.`,
    );
  },
  levelUnknown: (asked) => {
    const level = param(asked, 'level');
    return found(
      asks(asked, 'logging/setLevel') && !isLevel(level),
      'body params.level',
      () => `There is no log level ${sayJson(level)}.`,
    );
  },
  logLevelUnknown: (asked) => {
    const level = memberOf(asked.message.meta, LOG_LEVEL);
    return found(
      isRequest(asked) && level !== undefined && !isLevel(level),
      'params._meta',
      () => `There is no log level ${sayJson(level)}.`,
    );
  },
  taskUnknown: (asked) => {
    const id = param(asked, 'taskId');
    return found(
      asked.message.row?.required?.['taskId'] !== undefined && !asked.server.taskIds.some((known) => known === id),
      'body params.taskId',
      () => `There is no task ${sayJson(id)}.`,
    );
  },
} as const satisfies Readonly<Record<string, Look>>;
