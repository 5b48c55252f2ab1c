// Which servers have shown that they speak 2026-07-28. A client may send its requests to an older server, whose answers
// break nothing; so a finding about such an answer waits until the server has shown which era it is of.
import { isModern, MODERN } from './eras.ts';
import type { Exchange, Said, Scope } from './model.ts';
import { showsModern } from './request-meta.ts';
import type { Hit, Hits, Rule, Share, Watcher } from './rule.ts';

/** `shown`: only of a server that has shown it. `likely`: of any server that does not look like an older one. */
export type Need = 'shown' | 'likely';

/** So many findings wait for one rule. */
const WAITING = 200;

interface Waiting {
  readonly server: unknown;
  readonly need: Need;
  readonly hit: Hit;
}

export const serverOf = ({ exchange, scope }: { readonly exchange: Exchange | undefined; readonly scope: Scope }) =>
  exchange?.origin ?? (exchange ? undefined : scope) ?? scope;

export class Servers implements Watcher {
  readonly #modern = new Set<unknown>();
  readonly #legacy = new Set<unknown>();

  hear(said: Said): void {
    if (said.from !== 'server') return;
    const server = serverOf(said);
    if (said.request?.method === 'initialize' && said.result) this.#legacy.add(server);
    else if (!this.#modern.has(server) && showsModern(said)) this.#modern.add(server);
  }

  isModern(server: unknown): boolean {
    return this.#modern.has(server);
  }

  isLegacy(server: unknown): boolean {
    return this.#legacy.has(server);
  }
}

/** The findings of one rule, of which some wait. */
export class Blames {
  readonly #servers: Servers;
  readonly #waiting: Waiting[] = [];

  constructor(share: Share) {
    this.#servers = share(Servers);
  }

  /** The finding where it is certain by now; otherwise it waits. */
  blame(server: unknown, need: Need, hit: Hit): Hits {
    if (this.#servers.isModern(server)) return hit;
    if (this.#waiting.length < WAITING) this.#waiting.push({ server, need, hit });
    return undefined;
  }

  /** What has waited and is certain now. */
  hits(given: string | undefined): readonly Hit[] {
    const isCertain = ({ server, need }: Waiting) =>
      this.#servers.isModern(server) || (!this.#servers.isLegacy(server) && (need === 'likely' || given === MODERN));
    return this.#waiting.filter(isCertain).map(({ hit }) => hit);
  }
}

/** A process that has accepted initialize goes on by the rules of that revision, whatever it is sent. */
const hasChosenLegacy = ({ transport, scope }: Said): boolean =>
  transport === 'stdio' && scope.initialized !== undefined;

export interface Blame extends Hit {
  readonly need: Need;
}

/** The part of a row that looks at what a server says to a modern request, and blames modern servers only. */
export function ofModernServers(
  find: (said: Said) => Blame | undefined,
): Pick<Rule<Blames>, 'from' | 'remember' | 'hooks'> {
  return {
    from: 'server',
    remember: (share) => new Blames(share),
    hooks: {
      message: (said, blames) => {
        const found = isModern(said.revision) && !hasChosenLegacy(said) ? find(said) : undefined;
        if (!found) return undefined;
        const { need, ...hit } = found;
        return blames.blame(serverOf(said), need, hit);
      },
      end: (blames, { given }) => blames.hits(given),
    },
  };
}
