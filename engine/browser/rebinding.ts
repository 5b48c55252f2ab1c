// DNS rebinding: a name that leads to the attacker first and to this machine later, so that for the browser page and
// server are one origin. Who gets through to a local server, by attack and by defence. Computed, not listed.
import { localNetworkCheck, type AddressSpace, type LocalNetworkAccess } from './address-space.ts';
import { ORIGIN_CHECKS, ORIGIN_RULE, type OriginCheckId } from './allow-lists.ts';
import { originOf } from './origin.ts';
import { corsHeaders, type CorsPolicy } from './page-fetch.ts';
import { corsCheck, isCrossOrigin, preflightCheck, preflightOf } from './cors.ts';
import type { FactId } from '../protocol/facts.ts';
import type { StandardId } from './standards.ts';
import { hostHeaderOf, originHeaderOf, type WebRequest } from './web-request.ts';

export type AttackId = 'rebound-post' | 'rebound-get' | 'foreign-json' | 'foreign-plain' | 'neighbour';

export interface Attack {
  readonly id: AttackId;
  readonly label: string;
  readonly about: string;
  /** Where the attacker's page is; absent: there is no browser. */
  readonly page?: string;
  readonly rebinds: boolean;
  readonly method: 'POST' | 'GET';
  readonly contentType?: string;
}

const EVIL = 'http://rebound.evil.test:3000/';

export const ATTACKS: readonly Attack[] = [
  {
    id: 'rebound-post',
    label: 'rebound page, POST',
    about: 'A page whose name now leads to this machine posts to its own origin.',
    page: EVIL,
    rebinds: true,
    method: 'POST',
    contentType: 'application/json',
  },
  {
    id: 'rebound-get',
    label: 'rebound page, GET',
    about: 'The same page opens a stream, as HTTP+SSE has it; such a GET carries no Origin.',
    page: EVIL,
    rebinds: true,
    method: 'GET',
  },
  {
    id: 'foreign-json',
    label: 'foreign page, JSON',
    about: 'A page asks the server under its own name, with a body of JSON: that takes a preflight.',
    page: 'https://evil.test/',
    rebinds: false,
    method: 'POST',
    contentType: 'application/json',
  },
  {
    id: 'foreign-plain',
    label: 'foreign page, text/plain',
    about:
      'The same with a body that calls itself text/plain and with no header of its own: no preflight, no answer to read.',
    page: 'https://evil.test/',
    rebinds: false,
    method: 'POST',
    contentType: 'text/plain',
  },
  {
    id: 'neighbour',
    label: 'another machine',
    about: 'No browser at all: a machine on the same network, which writes any Host and Origin that it likes.',
    rebinds: false,
    method: 'POST',
    contentType: 'application/json',
  },
];

export interface Defence {
  readonly bind: 'loopback' | 'all-interfaces';
  readonly originCheck: OriginCheckId;
  readonly checksHost: boolean;
  /** Wants a token that no attacker has. */
  readonly wantsToken: boolean;
  /** Refuses what needs no preflight: a body that is not called JSON, or has not the headers that 2026-07-28 asks for. */
  readonly refusesSimple: boolean;
  readonly cors?: CorsPolicy;
}

export interface Browsing {
  readonly localNetwork: LocalNetworkAccess;
  /** How long the attacker's name is said to hold, ms. */
  readonly timeToLiveMs: number;
  /** How long the browser holds a name at least, whatever it is told, ms. */
  readonly pinMs: number;
  /** How long the page stays open, ms. */
  readonly stayMs: number;
}

export type Stage = 'resolve' | 'connect' | 'preflight' | 'origin' | 'host' | 'token' | 'content-type' | 'read';

/** One step of an attack: what happened, and whether it went on. */
export interface AttackStep {
  readonly stage: Stage;
  /** When, ms after the page was opened. */
  readonly atMs: number;
  readonly isStopped: boolean;
  readonly text: string;
  readonly rule?: StandardId;
  readonly fact?: FactId;
}

/** `through`: does what it wants, and reads the answer. `blind`: the server has done it, and nobody reads the answer. */
export type AttackResult = 'through' | 'blind' | 'stopped';

export interface Attacked {
  readonly result: AttackResult;
  readonly steps: readonly AttackStep[];
  readonly originHeader?: string;
  readonly hostHeader: string;
}

const LOCAL = { url: 'http://localhost:3000/mcp', origin: 'http://localhost:3000' };
/** The names under which the server means to be asked. */
const OWN_HOSTS: readonly string[] = ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'];
/** Pages of attackers come from the internet. */
const PAGE_SPACE: AddressSpace = 'public';
const CLOSED: CorsPolicy = {
  allowMethods: [],
  allowHeaders: [],
  exposeHeaders: [],
  allowCredentials: false,
  preflightStatus: 405,
  on: 'every-answer',
};

/** An attack under way: what each stage looks at. */
interface Case {
  readonly how: Attack;
  readonly defence: Defence;
  readonly browsing: Browsing;
  readonly cors: CorsPolicy;
  readonly request: WebRequest;
  readonly origin: string | undefined;
  readonly host: string;
  readonly reboundAtMs: number;
}

type Look = Omit<AttackStep, 'stage' | 'atMs'>;

/** In this order; a stage that has nothing to say does not happen. */
const STAGES: readonly { readonly stage: Stage; readonly look: (one: Case) => Look | undefined }[] = [
  {
    stage: 'resolve',
    look: ({ how, browsing, reboundAtMs }) => {
      if (!how.rebinds) return undefined;
      const isStopped = browsing.stayMs < reboundAtMs;
      const text = isStopped
        ? 'The page is closed before its name is looked up again.'
        : 'The name is looked up again, and now leads to 127.0.0.1.';
      return { isStopped, text };
    },
  },
  {
    stage: 'connect',
    look: ({ how, defence, browsing, request }) => {
      if (how.page === undefined) {
        const isStopped = defence.bind === 'loopback';
        return {
          isStopped,
          text: isStopped ? 'Nothing listens on the network.' : 'The server listens on all interfaces.',
        };
      }
      const page = { origin: originOf(how.page), space: PAGE_SPACE };
      const target = { origin: originOf(request.url), space: 'loopback' } as const;
      const { isAllowed, rule } = localNetworkCheck(browsing.localNetwork, page, target);
      const refusal =
        rule === 'local.permission'
          ? 'The browser asks its user, who does not allow it.'
          : 'The browser lets no insecure page reach this machine.';
      return { isStopped: !isAllowed, text: isAllowed ? 'The browser connects to this machine.' : refusal, rule };
    },
  },
  {
    stage: 'preflight',
    look: ({ how, cors, request }) => {
      if (how.page === undefined || !preflightOf(request)) return undefined;
      const answer = { status: cors.preflightStatus, headers: corsHeaders(cors, request, true) };
      const refused = preflightCheck(request, answer);
      return refused
        ? { isStopped: true, ...refused }
        : { isStopped: false, rule: 'cors.preflight', text: 'The answer to the preflight lets the request go.' };
    },
  },
  {
    stage: 'origin',
    look: ({ defence, origin }) => {
      const check = ORIGIN_CHECKS.find(({ id }) => id === defence.originCheck)!;
      const isStopped = check.judge(origin, [LOCAL.origin]) !== 'passes';
      return { isStopped, text: `Origin is ${origin ?? 'absent'}.`, fact: ORIGIN_RULE };
    },
  },
  {
    stage: 'host',
    look: ({ defence, host }) => ({
      isStopped: defence.checksHost && !OWN_HOSTS.includes(host),
      text: `Host is ${host}.`,
      rule: 'host.sent',
    }),
  },
  {
    stage: 'token',
    look: ({ defence: { wantsToken } }) => ({
      isStopped: wantsToken,
      text: wantsToken ? 'There is no token.' : 'Nobody asks for a token.',
      fact: 'auth.token',
    }),
  },
  {
    stage: 'content-type',
    look: ({ how, defence }) => ({
      isStopped: defence.refusesSimple && how.contentType === 'text/plain',
      text: `Content-Type is ${how.contentType ?? 'absent'}.`,
      fact: 'http.content-type',
    }),
  },
  {
    stage: 'read',
    look: ({ how, cors, request }) => {
      const isShared = how.page === undefined || !isCrossOrigin(request);
      const refused = isShared
        ? undefined
        : corsCheck(request, { status: 200, headers: corsHeaders(cors, request, false) });
      return refused ? { isStopped: true, ...refused } : { isStopped: false, text: 'The answer is read.' };
    },
  },
];

/** Carries an attack out against a server on this machine, port 3000, that lists one page of its own. */
export function attack(how: Attack, defence: Defence, browsing: Browsing): Attacked {
  const url = how.rebinds ? EVIL : LOCAL.url;
  const page = how.page ?? '';
  const headers = how.contentType === undefined ? [] : [{ name: 'Content-Type', value: how.contentType }];
  const sent = originHeaderOf({ page, visited: [url], method: how.method, mode: 'cors' }).value;
  const one: Case = {
    how,
    defence,
    browsing,
    cors: defence.cors ?? CLOSED,
    request: { page, url, method: how.method, headers, credentials: 'same-origin' },
    // Who needs no browser writes what is on the list.
    origin: how.page === undefined ? LOCAL.origin : sent,
    host: hostHeaderOf(url)!,
    reboundAtMs: how.rebinds ? Math.max(browsing.timeToLiveMs, browsing.pinMs) : 0,
  };
  const steps: AttackStep[] = [];
  for (const { stage, look } of STAGES) {
    const seen = look(one);
    if (seen) steps.push({ stage, atMs: one.reboundAtMs, ...seen });
    if (seen?.isStopped) break;
  }
  const last = steps.at(-1)!;
  return {
    result: !last.isStopped ? 'through' : last.stage === 'read' ? 'blind' : 'stopped',
    steps,
    ...(one.origin !== undefined && { originHeader: one.origin }),
    hostHeader: one.host,
  };
}

export interface MatrixRow {
  readonly defence: Defence;
  readonly results: Readonly<Record<AttackId, AttackResult>>;
}

/** Every combination of bind address, Origin check, Host check and token: sixteen rows, each against every attack. */
export function attackMatrix(
  browsing: Browsing,
  others: Pick<Defence, 'refusesSimple'> & { readonly cors?: CorsPolicy; readonly check?: OriginCheckId } = {
    refusesSimple: false,
  },
): readonly MatrixRow[] {
  const { refusesSimple, cors, check = 'exact-or-absent' } = others;
  const both = [false, true] as const;
  const binds = ['all-interfaces', 'loopback'] as const;
  return binds.flatMap((bind) =>
    both.flatMap((checksOrigin) =>
      both.flatMap((checksHost) =>
        both.map((wantsToken) => {
          const defence: Defence = {
            bind,
            originCheck: checksOrigin ? check : 'anything',
            checksHost,
            wantsToken,
            refusesSimple,
            ...(cors && { cors }),
          };
          const results = ATTACKS.map((how) => [how.id, attack(how, defence, browsing).result] as const);
          return { defence, results: Object.fromEntries(results) as Record<AttackId, AttackResult> };
        }),
      ),
    ),
  );
}
