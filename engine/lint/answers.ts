// What an HTTP answer says, in its status and in words, that more than one group of rules asks for. Holds no rule.
import { utf8Text } from '../wire/utf8.ts';
import { memberOf, type Exchange, type HttpAnswer } from './model.ts';

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether somebody may call comes before all else, and has statuses of its own. */
export const isUnauthorized = (status: number): boolean => status === 401 || status === 403;

export function isInitialize({ asked }: Exchange): boolean {
  if (asked) for (const { method } of asked.messages) if (method === 'initialize') return true;
  return false;
}

/** It carries messages, and nobody has to answer any of them. */
export function asksNothing({ asked }: Exchange): boolean {
  if (!asked || asked.messages.length === 0) return false;
  for (const { kind } of asked.messages) if (kind === 'request') return false;
  return true;
}

const READ = 2000;

/** The reason that an answer gives: of the JSON-RPC error in it, else the beginning of its body. */
export function reasonOf({ said, body }: HttpAnswer): string {
  const message = said?.messages.find(({ error }) => error)?.error?.['message'];
  if (typeof message === 'string') return message.slice(0, READ);
  return utf8Text(body.source.bytes, body.from, Math.min(body.to, body.from + READ));
}

export const saysSession = (answer: HttpAnswer): boolean => /\bsession/i.test(reasonOf(answer));

const UNKNOWN =
  /\b(?:not found|unknown|expired|terminated|no longer|no such|does ?n[o']t exist|not exist|closed|ended|gone)\b/i;
const REFUSED = /\b(?:invalid|no valid|not valid|bad)\b/i;

/** The server does not know the session that the request names. `wasGiven`: the id is right, so that nothing else can be meant. */
export function saysSessionIsUnknown(answer: HttpAnswer, wasGiven: boolean): boolean {
  const reason = reasonOf(answer);
  if (wasGiven && /\bnot (?:yet )?initiali[sz]ed\b/i.test(reason)) return true;
  return saysSession(answer) && (UNKNOWN.test(reason) || (wasGiven && REFUSED.test(reason)));
}

/** A page for people, as proxies and frameworks send it. */
export const isPage = ({ mediaType, said, body }: HttpAnswer): boolean =>
  mediaType === 'text/html' ||
  (said === undefined &&
    /^\s*<(?:!doctype|html)/i.test(utf8Text(body.source.bytes, body.from, Math.min(body.to, body.from + 40))));

/** The code of the JSON-RPC error in an answer. */
export const errorCodeOf = ({ said }: HttpAnswer): unknown =>
  memberOf(said?.messages.find(({ error }) => error)?.error, 'code');

/** The page that a browser says it speaks for, where it is of another origin than the server. */
export function foreignPage({ requestHeaders, origin }: Exchange): string | undefined {
  const page = requestHeaders.textOf('origin');
  if (page === undefined || page === '') return undefined;
  const host = requestHeaders.textOf('host');
  const own = origin ?? (host === undefined ? undefined : `${page.replace(/:\/\/.*$/, '')}://${host}`);
  return own === undefined || page.toLowerCase() === own.toLowerCase() ? undefined : page;
}
