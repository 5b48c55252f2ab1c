// Looks at who asks and by what HTTP request: head, Origin, token, address, method, media types, body length.
// Reads no message.
import type { Asked } from '../asked.ts';
import { headerOf, quote } from '../http-request.ts';
import { found, type Look } from './finding.ts';

const BOTH_TYPES = ['application/json', 'text/event-stream'];
const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;

const header = ({ http }: Asked, name: string) => http && headerOf(http, name);
const isVerb = ({ http }: Asked, verb: string) => http?.method === verb;
const postAddress = ({ server }: Asked) => server.postPath.split('?')[0];
const target = ({ http }: Asked) => (http?.query ? `${http.path}?${http.query}` : (http?.path ?? ''));

/** The media types that a header lists, without their parameters. */
function mediaTypes(value: string | undefined): readonly string[] {
  return (value ?? '').split(',').map((entry) => entry.split(';')[0]!.trim().toLowerCase());
}

function tokenOf(asked: Asked): string | undefined {
  return BEARER.exec(header(asked, 'Authorization') ?? '')?.[1];
}

function scopesOf(asked: Asked): readonly string[] | undefined {
  const tokens = asked.server.authorization?.tokens ?? {};
  const token = tokenOf(asked);
  return token !== undefined && Object.hasOwn(tokens, token) ? tokens[token] : undefined;
}

export const ACCESS = {
  headBroken: ({ http }) => http?.headProblem,
  hostMissing: (asked) => found(header(asked, 'Host') === undefined, 'Host', 'The request names no host.'),

  originForeign: (asked) => {
    const origin = header(asked, 'Origin');
    return found(
      origin !== undefined && !asked.server.origins.includes(origin),
      'Origin',
      () => `Origin ${quote(origin!)} is not allowed here.`,
    );
  },
  tokenMalformed: (asked) => {
    const value = header(asked, 'Authorization');
    const isMalformed = asked.server.authorization !== undefined && value !== undefined && tokenOf(asked) === undefined;
    return found(isMalformed, 'Authorization', 'Authorization is not Bearer and one token.');
  },
  tokenMissing: (asked) =>
    found(
      asked.server.authorization !== undefined && scopesOf(asked) === undefined,
      'Authorization',
      tokenOf(asked) === undefined ? 'The request brings no token.' : 'The token is not valid.',
    ),
  scopeTooSmall: (asked) => {
    const { authorization } = asked.server;
    const lacks = authorization !== undefined && scopesOf(asked)?.includes(authorization.scope) === false;
    return found(lacks, 'Authorization', () => `The token does not hold the scope ${quote(authorization!.scope)}.`);
  },

  addressUnknown: (asked) =>
    found(
      asked.http?.path !== asked.server.path,
      'target',
      () => `Nothing is served at ${quote(asked.http!.path)}; the endpoint is ${asked.server.path}.`,
    ),
  sseAddressUnknown: (asked) => {
    const { path, postPath } = asked.server;
    const isKnown = asked.http?.path === path ? isVerb(asked, 'GET') : target(asked) === postPath;
    return found(
      !isKnown,
      'target',
      () => `${quote(target(asked))} is not the address that the endpoint event gave; that is ${postPath}.`,
    );
  },
  sseVerbWrong: (asked) => {
    const allowed =
      asked.http?.path === asked.server.path ? 'GET' : asked.http?.path === postAddress(asked) ? 'POST' : undefined;
    return found(
      allowed !== undefined && !isVerb(asked, allowed),
      'method',
      () => `${asked.http!.path} takes ${allowed}, not ${asked.http!.method}.`,
    );
  },

  get: (asked) => found(isVerb(asked, 'GET'), 'method', 'A GET asks for a stream that the server sends on by itself.'),
  delete: (asked) => found(isVerb(asked, 'DELETE'), 'method', 'A DELETE ends the session.'),
  getNotOffered: (asked) =>
    found(isVerb(asked, 'GET') && !asked.server.offersGet, 'method', 'This server offers no stream by GET.'),
  deleteNotOffered: (asked) => {
    const { offersDelete, givesSessions } = asked.server;
    return found(
      isVerb(asked, 'DELETE') && !(offersDelete && givesSessions),
      'method',
      'This server lets no client end a session.',
    );
  },
  verbUnknown: (asked) => {
    const isKnown = ['POST', 'GET', 'DELETE'].some((verb) => isVerb(asked, verb));
    return found(!isKnown, 'method', () => `The endpoint does not take ${asked.http!.method}.`);
  },

  acceptIncomplete: (asked) => {
    const types = mediaTypes(header(asked, 'Accept'));
    const missing = BOTH_TYPES.filter((type) => !types.includes(type));
    return found(
      isVerb(asked, 'POST') && missing.length > 0,
      'Accept',
      () => `Accept does not list ${missing.join(' and ')}.`,
    );
  },
  acceptWithoutStream: (asked) => {
    const types = mediaTypes(header(asked, 'Accept'));
    return found(
      isVerb(asked, 'GET') && !types.includes('text/event-stream'),
      'Accept',
      'Accept does not list text/event-stream.',
    );
  },
  contentTypeOther: (asked) => {
    const value = header(asked, 'Content-Type');
    const isOther = isVerb(asked, 'POST') && mediaTypes(value)[0] !== 'application/json';
    return found(isOther, 'Content-Type', () =>
      value === undefined ? 'The POST has no Content-Type.' : `Content-Type is ${quote(value)}, not application/json.`,
    );
  },

  bodyUnannounced: ({ http }) =>
    http?.method === 'POST' && http.bodyProblem?.kind === 'unannounced' ? http.bodyProblem : undefined,
  bodyBroken: ({ http }) =>
    http?.method === 'POST' && http.bodyProblem?.kind === 'broken' ? http.bodyProblem : undefined,
  bodySurplus: ({ http }) =>
    found(
      (http?.surplusBytes ?? 0) > 0,
      'Content-Length',
      () => `Bytes after the body (${http!.surplusBytes}) are read as the beginning of the next request.`,
    ),
} as const satisfies Readonly<Record<string, Look>>;
