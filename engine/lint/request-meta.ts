// What a request of 2026-07-28 says of itself in _meta: its version and what the client can do. Holds no rule.
import { MODERN_ERROR_CODES } from '../protocol/lifecycle.ts';
import { methodOf, rowsOfMethod, TASKS_EXTENSION } from '../protocol/methods.ts';
import { META, META_VERSION, MODERN } from './eras.ts';
import { isMembers, memberOf, type Members, type Said } from './model.ts';

export const META_CAPABILITIES = `${META}clientCapabilities`;
export const META_CLIENT = `${META}clientInfo`;
export const META_SERVER = `${META}serverInfo`;
export const META_LOG_LEVEL = `${META}logLevel`;

/** The capabilities that a request declares; undefined where it says nothing that can be read. */
export function capabilitiesOf({ meta }: Said): Members | undefined {
  const declared = memberOf(meta, META_CAPABILITIES);
  return isMembers(declared) ? declared : undefined;
}

export const declaresTasks = (request: Said): boolean =>
  memberOf(memberOf(capabilitiesOf(request), 'extensions'), TASKS_EXTENSION) !== undefined;

/** What has to stand in _meta and does not, or is of another type. */
export function missingMeta({ meta }: Said): readonly string[] {
  return [
    ...(typeof memberOf(meta, META_VERSION) === 'string' ? [] : [META_VERSION]),
    ...(isMembers(memberOf(meta, META_CAPABILITIES)) ? [] : [META_CAPABILITIES]),
  ];
}

/** The sender could send it in older revisions, and cannot any more. */
export const isGone = ({ method, from, kind }: Said): boolean =>
  method !== undefined &&
  kind !== 'response' &&
  methodOf(method, from, kind, MODERN) === undefined &&
  rowsOfMethod(method).some((row) => row.from === from && row.kind === kind);

export const errorCodeOf = ({ error }: Said): number | undefined => {
  const code = error?.['code'];
  return typeof code === 'number' ? code : undefined;
};

/** A result, or an error, that no server of an older revision sends. */
export function showsModern({ kind, result, error, request, method }: Said): boolean {
  if (kind === 'notification') return method === 'notifications/subscriptions/acknowledged';
  if (error) return MODERN_ERROR_CODES.has(error['code'] as number);
  if (!result) return false;
  if (typeof result['resultType'] === 'string' || request?.method === 'server/discover') return true;
  const meta = result?.['_meta'];
  return memberOf(meta, META_SERVER) !== undefined || Object.hasOwn(result, 'cacheScope');
}
