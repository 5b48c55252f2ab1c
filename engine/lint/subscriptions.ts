// Subscriptions of 2026-07-28 as a conversation shows them: what was asked for, granted and sent. Holds no rule.
import { isModern, META_SUBSCRIPTION } from './eras.ts';
import { isMembers, memberOf, type Members, type Said, type Scope, type Stream } from './model.ts';
import type { Hit, Watcher } from './rule.ts';
import { sayJson } from './say.ts';

const LISTEN = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/** The member of the filter that asks for a kind of change, and the parameter that has to be on its list. */
const WISHES: Readonly<Record<string, { readonly member: string; readonly of?: string }>> = {
  'notifications/tools/list_changed': { member: 'toolsListChanged' },
  'notifications/prompts/list_changed': { member: 'promptsListChanged' },
  'notifications/resources/list_changed': { member: 'resourcesListChanged' },
  'notifications/resources/updated': { member: 'resourceSubscriptions', of: 'uri' },
  'notifications/tasks': { member: 'taskIds', of: 'taskId' },
};
const SCOPED: ReadonlySet<string | undefined> = new Set(['notifications/progress', 'notifications/message']);

interface Subscription {
  readonly id: unknown;
  /** Undefined where the capture does not show the request. */
  readonly filter: Members | undefined;
  isAcknowledged: boolean;
  isTold: boolean;
}

export type SubscriptionRule =
  | 'sub.ack-first'
  | 'sub.id-missing'
  | 'sub.id-value'
  | 'sub.not-opted-in'
  | 'sub.ack-superset'
  | 'sub.request-scoped'
  | 'cancel.server-other';

interface Fault extends Hit {
  readonly rule: SubscriptionRule;
}

const filterOf = (holder: unknown): Members | undefined => {
  const filter = memberOf(holder, 'notifications');
  return isMembers(filter) ? filter : undefined;
};

const isListen = ({ method, kind }: Said): boolean => kind === 'request' && method === LISTEN;

export class Subscriptions implements Watcher {
  /** What is wrong with the last message, at most one thing: the first cause. */
  fault: Fault | undefined;
  readonly #ofScope = new Map<Scope, Map<unknown, Subscription>>();
  readonly #ofStream = new WeakMap<Stream, Map<unknown, Subscription>>();

  hear(said: Said): void {
    this.fault = isModern(said.revision) ? this.#faultOf(said) : undefined;
  }

  #faultOf(said: Said): Fault | undefined {
    if (said.from === 'client') {
      if (isListen(said)) this.#listen(said);
      return undefined;
    }
    if (said.isRepeat) return undefined;
    return said.kind === 'notification'
      ? this.#notified(said)
      : said.kind === 'response'
        ? this.#ended(said)
        : undefined;
  }

  #listen(said: Said): void {
    const of = this.#ofScope.get(said.scope) ?? new Map<unknown, Subscription>();
    this.#ofScope.set(said.scope, of);
    of.set(said.id, { id: said.id, filter: filterOf(said.params) ?? {}, isAcknowledged: false, isTold: false });
  }

  /** The subscription that has the stream to itself. */
  #onStream({ event, scope }: Said): Subscription | undefined {
    const listen = event?.stream.root.asked?.messages.find(isListen);
    return listen && this.#ofScope.get(scope)?.get(listen.id);
  }

  /** On a stream without its request. */
  #unseen({ event, meta }: Said): Subscription | undefined {
    const id = memberOf(meta, META_SUBSCRIPTION);
    if (event?.stream.root.purpose !== 'unseen' || id === undefined) return undefined;
    const of = this.#ofStream.get(event.stream) ?? new Map<unknown, Subscription>();
    this.#ofStream.set(event.stream, of);
    let known = of.get(id);
    if (!known) of.set(id, (known = { id, filter: undefined, isAcknowledged: false, isTold: false }));
    return known;
  }

  #notified(said: Said): Fault | undefined {
    const { method, place, meta, scope, event, params } = said;
    const id = memberOf(meta, META_SUBSCRIPTION);
    const isChange = method !== undefined && Object.hasOwn(WISHES, method);
    const isAcknowledgement = method === ACKNOWLEDGED;
    const own = this.#onStream(said);
    if (method === 'notifications/cancelled') return this.#cancelled(said);
    if (SCOPED.has(method)) {
      const isOnSubscription = own !== undefined || id !== undefined;
      return isOnSubscription
        ? {
            rule: 'sub.request-scoped',
            place,
            message: `${method!} comes for the subscription ${sayJson(own?.id ?? id)}.`,
          }
        : undefined;
    }
    if (!isChange && !isAcknowledgement) return undefined;
    const unseen = this.#unseen(said);
    // Other rules speak of what comes on the stream of another request.
    if (event && !own && !unseen) return undefined;
    const known = this.#ofScope.get(scope);
    if (id === undefined) {
      if (own || (known && known.size > 0))
        return { rule: 'sub.id-missing', place, message: `${method} names no subscription.` };
      return scope.isWhole
        ? { rule: 'sub.not-opted-in', place, message: `${method} comes although nobody has asked for changes.` }
        : undefined;
    }
    const found = own ?? unseen ?? known?.get(id);
    if (!found || found.id !== id) {
      if (!found && !scope.isWhole) return undefined;
      const other = found ?? [...(known?.values() ?? [])].find((one) => String(one.id) === String(id));
      const what = other ? `the listen request has the id ${sayJson(other.id)}` : 'no listen request has that id';
      return { rule: 'sub.id-value', place, message: `${method} names the subscription ${sayJson(id)}; ${what}.` };
    }
    if (isAcknowledgement) return this.#acknowledged(said, found);
    if (!found.isAcknowledged) {
      if (found.isTold) return undefined;
      found.isTold = true;
      return {
        rule: 'sub.ack-first',
        place,
        message: `${method} comes for the subscription ${sayJson(id)} before its acknowledgement.`,
      };
    }
    return found.filter && !isWished(method, params, found.filter)
      ? { rule: 'sub.not-opted-in', place, message: `${method}${about(method, params)} was not asked for.` }
      : undefined;
  }

  #acknowledged({ params, place }: Said, subscription: Subscription): Fault | undefined {
    subscription.isAcknowledged = true;
    const { filter } = subscription;
    const granted = filterOf(params);
    if (!filter || !granted) return undefined;
    const more = Object.keys(granted).find((member) => !isPart(granted[member], filter[member]));
    return more === undefined
      ? undefined
      : {
          rule: 'sub.ack-superset',
          place,
          message: `The acknowledgement grants ${more} ${sayJson(granted[more])}, which was not asked for.`,
        };
  }

  #ended(said: Said): Fault | undefined {
    const { request, result, place } = said;
    if (!request || !isListen(request) || !result) return undefined;
    const of = this.#ofScope.get(said.scope);
    const subscription = of?.get(request.id);
    const id = memberOf(result?.['_meta'], META_SUBSCRIPTION);
    if (id === undefined)
      return { rule: 'sub.id-missing', place, message: 'The result that ends the subscription does not name it.' };
    if (id !== request.id)
      return {
        rule: 'sub.id-value',
        place,
        message: `The result names the subscription ${sayJson(id)}; the listen request has the id ${sayJson(request.id)}.`,
      };
    return subscription && !subscription.isAcknowledged && !subscription.isTold
      ? { rule: 'sub.ack-first', place, message: `The subscription ${sayJson(id)} ends without its acknowledgement.` }
      : undefined;
  }

  #cancelled({ params, place, scope }: Said): Fault | undefined {
    const id = params?.['requestId'];
    if (this.#ofScope.get(scope)?.has(id) || !scope.isWhole) return undefined;
    return {
      rule: 'cancel.server-other',
      place,
      message: `The server cancels request ${sayJson(id)}, which is no subscription.`,
    };
  }
}

/** Granted is no more than asked. */
function isPart(granted: unknown, asked: unknown): boolean {
  if (granted === false || granted === null) return true;
  if (!Array.isArray(granted)) return granted === asked;
  const list: readonly unknown[] = Array.isArray(asked) ? asked : [];
  const set = new Set(list);
  return granted.every((one) => set.has(one));
}

function isWished(method: string, params: Members | undefined, filter: Members): boolean {
  const { member, of } = WISHES[method]!;
  const wish = filter[member];
  if (of === undefined) return wish === true;
  const value = memberOf(params, of);
  if (!Array.isArray(wish) || wish.length === 0) return false;
  if (typeof value !== 'string' || wish.includes(value)) return true;
  // What lies below a resource belongs to it.
  return of === 'uri' && wish.some((uri) => typeof uri === 'string' && value.startsWith(uri));
}

const about = (method: string, params: Members | undefined): string => {
  const { of } = WISHES[method]!;
  return of === undefined ? '' : ` for ${sayJson(memberOf(params, of))}`;
};
