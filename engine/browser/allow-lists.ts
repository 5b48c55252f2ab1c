// How servers check Origin, well and badly: one row for each way, with the code that people write. Which origins pass.
import { originOf, originText, readAddress } from './origin.ts';
import type { FactId } from '../protocol/facts.ts';

/** `throws`: the check itself fails, which frameworks answer with 500. */
export type ListVerdict = 'passes' | 'refused' | 'throws';

export type OriginCheckId =
  | 'exact'
  | 'exact-or-absent'
  | 'starts-with'
  | 'ends-with'
  | 'contains'
  | 'pattern'
  | 'null-too'
  | 'parses-first'
  | 'anything';

export interface OriginCheck {
  readonly id: OriginCheckId;
  readonly label: string;
  /** As one line of JavaScript; `allowed` is a list, `origin` the header or undefined. True: it passes. */
  readonly code: string;
  readonly judge: (origin: string | undefined, allowed: readonly string[]) => ListVerdict;
  /** What is wrong with it; absent: nothing. */
  readonly flaw?: string;
}

/** The rule that makes a server check. */
export const ORIGIN_RULE: FactId = 'http.origin-403';

const passIf = (isAllowed: boolean): ListVerdict => (isAllowed ? 'passes' : 'refused');

export const ORIGIN_CHECKS: readonly OriginCheck[] = [
  {
    id: 'exact',
    label: 'on the list',
    code: 'allowed.includes(origin)',
    judge: (origin, allowed) => passIf(origin !== undefined && allowed.includes(origin)),
  },
  {
    id: 'exact-or-absent',
    label: 'on the list, or absent',
    code: 'origin === undefined || allowed.includes(origin)',
    judge: (origin, allowed) => passIf(origin === undefined || allowed.includes(origin)),
    flaw: 'A GET of a page to its own origin has no Origin, so a rebound page passes with it; clients that are no browsers need it.',
  },
  {
    id: 'starts-with',
    label: 'starts like one',
    code: 'allowed.some((one) => origin?.startsWith(one))',
    judge: (origin, allowed) => passIf(allowed.some((one) => origin?.startsWith(one))),
    flaw: 'Anybody can register a name, or take a port, that goes on where the allowed origin ends.',
  },
  {
    id: 'ends-with',
    label: 'ends like one',
    code: "allowed.some((one) => origin?.endsWith(one.split('//')[1]))",
    judge: (origin, allowed) => passIf(allowed.some((one) => origin?.endsWith(one.split('//')[1]!))),
    flaw: 'Anybody can register a name that ends like the allowed one; and the scheme is not looked at.',
  },
  {
    id: 'contains',
    label: 'contains one',
    code: "allowed.some((one) => origin?.includes(one.split('//')[1]))",
    judge: (origin, allowed) => passIf(allowed.some((one) => origin?.includes(one.split('//')[1]!))),
    flaw: 'The allowed name can stand anywhere in a foreign one.',
  },
  {
    id: 'pattern',
    label: 'a pattern without ends',
    code: 'allowed.some((one) => new RegExp(one).test(origin))',
    judge: (origin, allowed) => passIf(allowed.some((one) => new RegExp(one).test(String(origin)))),
    flaw: 'Without ^ and $ the pattern may match in the middle, and a dot stands for any letter.',
  },
  {
    id: 'null-too',
    label: 'on the list, or null',
    code: "origin === 'null' || allowed.includes(origin)",
    judge: (origin, allowed) => passIf(origin === 'null' || (origin !== undefined && allowed.includes(origin))),
    flaw: 'Any page gets the origin null: it puts itself into a sandboxed frame.',
  },
  {
    id: 'parses-first',
    label: 'parsed, then on the list',
    code: '!origin || allowed.includes(new URL(origin).origin)',
    judge: (origin, allowed) => {
      if (origin === undefined || origin === '') return 'passes';
      const parsed = parsedOrigin(origin);
      return parsed === undefined ? 'throws' : passIf(allowed.includes(parsed));
    },
    flaw: 'null is no address, so the check throws; every scheme without hosts becomes the text null; and who sends none passes.',
  },
  {
    id: 'anything',
    label: 'not at all',
    code: 'true',
    judge: () => 'passes',
    flaw: 'Every page that reaches the port may use the server.',
  },
];

/** What `new URL(text).origin` gives; undefined where it throws. */
function parsedOrigin(text: string): string | undefined {
  if (readAddress(text)) return originText(originOf(text));
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  return scheme === undefined || /^(https?|wss?|ftp)$/.test(scheme) ? undefined : 'null';
}

/** Who may stand before a server whose list has one local page, and where such an origin comes from. */
export interface OriginSample {
  readonly origin: string | undefined;
  readonly about: string;
  /** Whether a server with that list means to let it in. */
  readonly isWanted: boolean;
}

export const ALLOWED_SAMPLE: readonly string[] = ['http://localhost:3000'];

export const ORIGIN_SAMPLES: readonly OriginSample[] = [
  { origin: 'http://localhost:3000', about: 'the page on the list', isWanted: true },
  { origin: 'http://localhost:30001', about: 'another program on this machine', isWanted: false },
  { origin: 'http://127.0.0.1:3000', about: 'the same page by its address', isWanted: false },
  { origin: 'https://localhost:3000', about: 'the same page over TLS', isWanted: false },
  {
    origin: 'http://localhost:3000.evil.test',
    about: 'no origin a browser sends: the port is no number',
    isWanted: false,
  },
  { origin: 'http://evil-localhost:3000', about: 'a name on the local network that ends alike', isWanted: false },
  { origin: 'https://localhost:3000.evil.test', about: 'no origin a browser sends, over TLS', isWanted: false },
  { origin: 'http://rebound.evil.test:3000', about: 'a page whose name has just been pointed here', isWanted: false },
  { origin: 'https://evil.test', about: 'any page', isWanted: false },
  { origin: 'null', about: 'a sandboxed frame, a file, a redirect', isWanted: false },
  { origin: 'app://obsidian.md', about: 'an application that brings its pages along', isWanted: false },
  { origin: undefined, about: 'a program, or a page’s GET to its own origin', isWanted: false },
];
