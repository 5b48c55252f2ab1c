// To which session, or what stands in its place, an HTTP request belongs. Knows no bodies and no streams.
import type { Headers } from '../../capture/formats/record.ts';
import { isInitialize } from '../answers.ts';
import { isModern } from '../eras.ts';
import { firstOf, memberOf } from '../model.ts';
import { addressOf } from './heads.ts';
import type { Judge } from './judge.ts';
import { partsOf } from './messages.ts';
import type { ExchangeState, Scopes, ScopeState } from './state.ts';

export class HttpScopes {
  readonly #judge: Judge;
  readonly #scopes: Scopes;
  readonly #sessions = new Map<string, ScopeState>();
  /** All that goes on without a session, by origin; and requests of the modern era. */
  readonly #plain = new Map<string, ScopeState>();
  #modern: ScopeState | undefined;
  /** Scopes of HTTP+SSE by the address that takes their messages. */
  readonly #endpoints = new Map<string, ScopeState>();
  /** Addresses that have carried messages. */
  readonly #addresses = new Set<string>();

  constructor(judge: Judge, scopes: Scopes) {
    this.#judge = judge;
    this.#scopes = scopes;
  }

  get all(): readonly ScopeState[] {
    const found = [this.#modern, ...this.#sessions.values(), ...this.#plain.values(), ...this.#endpoints.values()];
    return found.filter((scope) => scope !== undefined);
  }

  /** That of a request. `json`: what it carries. */
  of(
    json: unknown,
    headers: Headers,
    sessionId: string | undefined,
    origin: string | undefined,
    target: string,
  ): ScopeState {
    const toEndpoint = this.#endpoints.get(target);
    if (toEndpoint) return toEndpoint;
    const first = firstOf(json);
    if (memberOf(first, 'method') === 'initialize') return this.#scopes.make('http', true);
    if (sessionId !== undefined) {
      let session = this.#sessions.get(sessionId);
      if (!session) this.#sessions.set(sessionId, (session = this.#scopes.make('http', false, sessionId)));
      return session;
    }
    const { revision } = this.#judge.request(headers, partsOf(first));
    if (isModern(revision)) return (this.#modern ??= this.#scopes.make('http', true));
    return this.plain(origin ?? '');
  }

  /** That of a client without a session. */
  plain(origin: string): ScopeState {
    let plain = this.#plain.get(origin);
    if (!plain) this.#plain.set(origin, (plain = this.#scopes.make('http')));
    return plain;
  }

  hasCarried(address: string): boolean {
    return this.#addresses.has(address);
  }

  carries(address: string): void {
    this.#addresses.add(address);
  }

  /** initialize is answered: what comes later under the id, or without one, belongs to its scope. */
  openSession(exchange: ExchangeState, headers: Headers): void {
    if (!isInitialize(exchange) || exchange.transport !== 'http') return;
    const id = headers.textOf('mcp-session-id');
    if (id === undefined) this.#plain.set(exchange.origin ?? '', exchange.scope);
    else {
      exchange.scope.sessionId = id;
      this.#sessions.set(id, exchange.scope);
    }
  }

  /** A stream of HTTP+SSE begins. */
  listens(): ScopeState {
    return this.#scopes.make('http+sse', true);
  }

  /** HTTP+SSE: the address that takes the messages of a stream. */
  giveEndpoint({ scope, origin, target }: ExchangeState, address: string): void {
    const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(address)?.[1] ?? address;
    scope.endpoint = path.startsWith('/') ? path : `${target.replace(/\?.*$/, '').replace(/[^/]*$/, '')}${path}`;
    this.#endpoints.set(scope.endpoint, scope);
    this.carries(addressOf(origin, scope.endpoint));
  }
}
