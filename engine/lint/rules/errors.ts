// Rules of error codes: which ones a revision leaves free. What a code means is in protocol/errors.ts.
import { ERROR_CODES } from '../../protocol/errors.ts';
import { MODERN_ERROR_CODES } from '../../protocol/lifecycle.ts';
import { isMembers, memberOf, type Said } from '../model.ts';
import { errorCodeOf } from '../request-meta.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson } from '../say.ts';
import { ofModernServers } from '../server-era.ts';

const modern = { since: '2026-07-28', party: 'server' } as const;

const URL_ELICITATION = -32042;
const GONE: ReadonlySet<number> = new Set([ERROR_CODES['resource-not-found'].code, URL_ELICITATION]);
const JSON_RPC: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32603]);

const isBetween = (code: number, from: number, to: number): boolean => code >= from && code <= to;
const isReserved = (code: number): boolean =>
  GONE.has(code) || (isBetween(code, -32099, -32020) && !MODERN_ERROR_CODES.has(code));
const isOld = (code: number): boolean => isBetween(code, -32019, -32000) && !GONE.has(code);

/** A rule of its own speaks of resources that are not found. */
const isUnknownResource = ({ request }: Said, code: number): boolean =>
  request?.method === 'resources/read' && code === ERROR_CODES['resource-not-found'].code;

function urlElicitation(said: Said): Hit | undefined {
  if (errorCodeOf(said) !== URL_ELICITATION) return undefined;
  const { place } = said;
  const listed = memberOf(said.error?.['data'], 'elicitations');
  if (!Array.isArray(listed) || listed.length === 0)
    return { place, message: 'Error −32042 lists no elicitations in its data.' };
  const wrong = (listed as readonly unknown[]).findIndex(
    (one) => !isMembers(one) || one['mode'] !== 'url' || typeof one['elicitationId'] !== 'string',
  );
  return wrong < 0
    ? undefined
    : { place, message: `Entry ${wrong} of data.elicitations has no mode "url" or no elicitationId.` };
}

export const ERRORS: readonly Rule[] = [
  {
    ...modern,
    id: 'error.reserved-code',
    severity: 'error',
    level: 'MUST NOT',
    checks: 'Whether an error has a code that the specification keeps to itself, or has given up.',
    fix: 'Use −32020, −32021 and −32022 for what they mean, −32602 for bad parameters and unknown resources, and own codes outside −32768 to −32000.',
    fact: 'errors.reserved',
    ...ofModernServers((said) => {
      const code = errorCodeOf(said);
      return code !== undefined && isReserved(code) && !isUnknownResource(said, code)
        ? { place: said.place, message: `The error has the code ${code}.`, need: 'likely' }
        : undefined;
    }),
  },
  {
    ...modern,
    id: 'error.legacy-range',
    severity: 'warning',
    level: 'SHOULD NOT',
    checks: 'Whether an error has a code from −32000 to −32019, which mean nothing certain any more.',
    fix: 'Take a code that the specification defines, or one outside −32768 to −32000.',
    fact: 'errors.old-range',
    ...ofModernServers((said) => {
      const code = errorCodeOf(said);
      return code !== undefined && isOld(code)
        ? { place: said.place, message: `The error has the code ${code}.`, need: 'shown' }
        : undefined;
    }),
  },
  {
    ...modern,
    id: 'error.app-code-range',
    severity: 'warning',
    level: 'SHOULD',
    checks: 'Whether an application has taken a code out of the range of JSON-RPC.',
    fix: 'Take codes of your own from outside −32768 to −32000.',
    fact: 'errors.own-codes',
    ...ofModernServers((said) => {
      const code = errorCodeOf(said);
      const isOwn =
        code !== undefined && isBetween(code, -32768, -32100) && !JSON_RPC.has(code) && Number.isInteger(code);
      return isOwn ? { place: said.place, message: `The error has the code ${code}.`, need: 'shown' } : undefined;
    }),
  },
  {
    id: 'error.url-elicitation',
    since: '2025-11-25',
    until: '2025-11-25',
    severity: 'error',
    level: 'MUST',
    party: 'server',
    checks: 'Whether error −32042 lists what the user has to visit.',
    fix: 'Put data.elicitations into the error, each entry with mode "url", url, message and elicitationId.',
    fact: 'errors.url-elicitation',
    hooks: { error: urlElicitation },
  },
  {
    ...modern,
    id: 'resource.not-found',
    methods: ['resources/read'],
    severity: 'error',
    level: 'MUST',
    checks: 'Whether a resource that does not exist is refused with −32602.',
    fix: 'Answer with error −32602 and the uri in its data.',
    fact: 'resources.unknown',
    ...ofModernServers((said) => {
      if (said.request?.method !== 'resources/read') return undefined;
      const { place, result } = said;
      const code = errorCodeOf(said);
      const uri = sayJson(said.request.params?.['uri']);
      const reason = said.error?.['message'];
      const saysUnknown =
        typeof reason === 'string' && /\b(?:not found|unknown resource|no such|does not exist)/i.test(reason);
      if (code !== undefined && (code === -32002 || (saysUnknown && code !== -32602 && code !== -32601)))
        return { place, message: `The read of ${uri} is refused with ${code}, not −32602.`, need: 'likely' };
      const contents = result?.['contents'];
      return Array.isArray(contents) && contents.length === 0
        ? {
            place,
            message: `The read of ${uri} returns no contents; if nothing is there under that address, it has to be error −32602.`,
            severity: 'note',
            need: 'likely',
          }
        : undefined;
    }),
  },
];
