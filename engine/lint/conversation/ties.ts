// What ties a message to others of its scope: the request that a response names, and what each message changes there.
// Judges nothing and tells nobody.
import { isModern, revisionNamed } from '../eras.ts';
import { isMembers, otherParty, sideOf, type Exchange, type Said } from '../model.ts';
import type { Party } from '../../trace.ts';
import type { SaidState, ScopeState } from './state.ts';

/** Finds the request that a response names: on its own exchange first, then among all that are open. */
export function tieToRequest(said: SaidState): void {
  const asker = otherParty(said.from);
  const scope = said.scope as ScopeState;
  const { id } = said;
  const open = sideOf(scope.open, asker);
  const ofExchange = said.from === 'server' ? requestOn(said.exchange, id) : undefined;
  const request = ofExchange ?? open.get(id);
  if (request) {
    said.request = request;
    said.answers = request.state === 'answered' ? 'answered' : request.state === 'cancelled' ? 'cancelled' : 'open';
    return;
  }
  const done = sideOf(scope.done, asker).get(id);
  const otherType = otherTypeOf(id, open);
  said.answers = done === 'refused' ? 'open' : done ? 'answered' : otherType !== undefined ? 'other-type' : 'unknown';
  if (said.answers === 'other-type') said.request = open.get(otherType);
}

function requestOn(exchange: Exchange | undefined, id: unknown): SaidState | undefined {
  const asked = exchange && (exchange.stream?.root ?? exchange).asked;
  return asked?.messages.find((said) => said.kind === 'request' && said.id === id) as SaidState | undefined;
}

/** The same id as a number or a text, where a request waits under that one. */
function otherTypeOf(id: unknown, open: ScopeState['open'][Party]): unknown {
  const other =
    typeof id === 'number' ? String(id) : typeof id === 'string' && id.trim() !== '' ? Number(id) : undefined;
  return other !== undefined && open.has(other) ? other : undefined;
}

/** Takes note of a message that everybody has heard. */
export function note(said: SaidState): void {
  const scope = said.scope as ScopeState;
  if (said.from === 'client') scope.last.client = said;
  else scope.last.server = said;
  if (scope.transport === 'stdio' || said.exchange?.purpose === 'unseen') scope.judged = said;
  if (said.kind === 'request') noteRequest(scope, said);
  else if (said.kind === 'notification') noteNotification(scope, said);
  else noteResponse(scope, said);
}

function noteRequest(scope: ScopeState, said: SaidState): void {
  const { id, from } = said;
  if (id !== null && id !== undefined) sideOf(scope.open, from).set(id, said);
  if (said.meta) sideOf(scope.progress, from).take(said);
  if (said.method === 'initialize') noteInitialize(scope, said);
  else if (isModern(said.revision)) scope.isWhole = true;
}

function noteInitialize(scope: ScopeState, said: Said): void {
  scope.isWhole = true;
  // A session begins here: ids of a probe before it do not count.
  scope.done.client.clear();
  scope.initialize = said;
  scope.negotiated = said.revision;
  const capabilities = said.params?.['capabilities'];
  scope.clientCapabilities = isMembers(capabilities) ? capabilities : undefined;
}

function noteNotification(scope: ScopeState, said: SaidState): void {
  const { from, method } = said;
  if (method === 'notifications/progress') sideOf(scope.progress, otherParty(from)).report(said);
  if (method === 'notifications/initialized') scope.isReady = true;
  if (method === 'notifications/cancelled') {
    const cancelled = sideOf(scope.open, from).get(said.params?.['requestId']);
    if (cancelled) cancelled.state = 'cancelled';
  }
}

function noteResponse(scope: ScopeState, said: SaidState): void {
  const request = said.request as SaidState | undefined;
  if (!request || said.answers === 'other-type') return;
  const asker = otherParty(said.from);
  if (request.state !== 'answered') request.state = 'answered';
  if (request.meta) sideOf(scope.progress, asker).end(request);
  if (sideOf(scope.open, asker).get(request.id) === request) sideOf(scope.open, asker).delete(request.id);
  sideOf(scope.done, asker).set(request.id, 'answered');
  if (request.method === 'initialize') noteInitialized(scope, request, said);
}

function noteInitialized(scope: ScopeState, request: Said, said: Said): void {
  if (said.error && scope.initialize === request) scope.initialize = scope.negotiated = undefined;
  if (said.result === undefined) return;
  scope.initialized = said;
  const named = revisionNamed(said.result?.['protocolVersion']);
  if (named !== undefined && !isModern(named)) scope.negotiated = said.revision;
  const capabilities = said.result?.['capabilities'];
  scope.serverCapabilities = isMembers(capabilities) ? capabilities : undefined;
}
