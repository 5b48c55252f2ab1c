// Rules of pipes: lines, who may write what, the end of the process, and how a client finds out which era a server is of.
import type { Place } from '../../capture/formats/record.ts';
import { MODERN_ERROR_CODES } from '../../protocol/lifecycle.ts';
import { isModern, revisionNamed } from '../eras.ts';
import { memberOf, type Happening, type Line, type Said, type Scope } from '../model.ts';
import type { Hit, Hook, Rule } from '../rule.ts';
import { sayJson, saySaid, sayText } from '../say.ts';

const stdio = { transports: ['stdio'] } as const;

function noise({ place }: Line): Hit {
  const text = sayText(place);
  if (/^"content-length\s*:/i.test(text))
    return {
      place,
      message: `${text} is a header as language servers send it; here a message is one line and nothing else.`,
    };
  return { place, message: `${text} is no message.` };
}

/** How one client found out the era of each server that it met. */
interface Probes {
  readonly of: Map<Scope, Probe>;
  /** Codes after which the client went on with initialize. */
  readonly fellBackOn: Set<unknown>;
  readonly gaveUp: { readonly probe: Probe; readonly place: Place }[];
}

interface Probe {
  readonly asked: Said;
  answer: Said | undefined;
  isOver: boolean;
}

const probes = (): Probes => ({ of: new Map(), fellBackOn: new Set(), gaveUp: [] });

const codeOf = ({ answer }: Probe): unknown => answer?.error?.['code'];

/** The answer shows that the server is of the new era. */
function isModernAnswer({ answer }: Probe): boolean {
  if (!answer) return false;
  return answer.error === undefined || MODERN_ERROR_CODES.has(answer.error['code'] as number);
}

/** The server lists versions, and none of them is of the new era: initialize is what is left. */
function sharesOnlyLegacy({ answer }: Probe): boolean {
  const listed = answer?.result?.['supportedVersions'] ?? memberOf(answer?.error?.['data'], 'supported');
  return Array.isArray(listed) && listed.every((version) => !isModern(revisionNamed(version) ?? '2024-11-05'));
}

function probeRequest(said: Said, { of, fellBackOn, gaveUp }: Probes): Hit | undefined {
  const { scope, method, from } = said;
  if (from !== 'client') return undefined;
  const probe = of.size === 0 ? undefined : of.get(scope);
  if (method === 'server/discover' && !probe && !scope.initialize)
    of.set(scope, { asked: said, answer: undefined, isOver: false });
  if (!probe || probe.isOver || method === 'server/discover') return undefined;
  if (method !== 'initialize') {
    if (!probe.answer || isModernAnswer(probe) || !isModern(said.revision)) return undefined;
    probe.isOver = true;
    gaveUp.push({ probe, place: said.place });
    return undefined;
  }
  probe.isOver = true;
  if (!isModernAnswer(probe)) {
    fellBackOn.add(codeOf(probe));
    return undefined;
  }
  if (sharesOnlyLegacy(probe)) return undefined;
  const what = probe.answer!.error ? `error ${sayJson(codeOf(probe))}` : 'a result';
  return {
    place: said.place,
    message: `The client sends initialize, though ${what} has shown that the server speaks 2026-07-28.`,
  };
}

const probeAnswered: Hook<Said, Probes> = {
  of: ['server/discover'],
  hear: (said, { of }) => {
    const probe = of.get(said.scope);
    if (probe && said.request === probe.asked) probe.answer = said;
    return undefined;
  },
};

function probeLeft({ what, by, scope, place }: Happening, { of, gaveUp }: Probes): void {
  const probe = of.get(scope);
  const isEnd = what === 'stdin-closed' || what === 'process-starts' || what === 'signal';
  if (!probe || probe.isOver || !isEnd || by === 'server' || isModernAnswer(probe)) return;
  probe.isOver = true;
  gaveUp.push({ probe, place });
}

const sayAnswer = (probe: Probe): string => (probe.answer ? `error ${sayJson(codeOf(probe))}` : 'silence');

export const STDIO: readonly Rule[] = [
  {
    ...stdio,
    id: 'stdio.embedded-newline',
    severity: 'error',
    level: 'MUST NOT',
    party: 'sender',
    checks: 'Whether a message goes on over several lines.',
    fix: 'Write each message as one line: no indentation, newlines inside of strings as \\n.',
    fact: 'stdio.newline',
    hooks: {
      line: ({ is, place }) =>
        is === 'part'
          ? { place, message: `${sayText(place)} is the beginning of a message that goes on over the next lines.` }
          : undefined,
    },
  },
  {
    ...stdio,
    id: 'stdio.stdout-noise',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether the server writes anything but messages to its standard output.',
    fix: 'Send every log, banner and print of the server and of its libraries to standard error.',
    fact: 'stdio.stdout-only-messages',
    hooks: { line: (line) => (line.is === 'noise' && line.from === 'server' ? noise(line) : undefined) },
  },
  {
    ...stdio,
    id: 'stdio.stdin-noise',
    severity: 'error',
    level: 'MUST NOT',
    party: 'client',
    checks: "Whether the client writes anything but messages to the server's standard input.",
    fix: 'Write nothing but one message per line to the pipe.',
    fact: 'stdio.stdin-only-messages',
    hooks: { line: (line) => (line.is === 'noise' && line.from === 'client' ? noise(line) : undefined) },
  },
  {
    ...stdio,
    id: 'stdio.server-request',
    from: 'server',
    since: '2026-07-28',
    severity: 'error',
    level: 'MUST NOT',
    party: 'server',
    checks: 'Whether the server sends a request of its own.',
    fix: 'Put the question into a result with resultType input_required.',
    fact: 'stdio.no-server-requests',
    hooks: {
      request: (said) => ({ place: said.place, message: `The server sends the ${saySaid(said)}.` }),
    },
  },
  {
    ...stdio,
    id: 'stdio.client-response',
    from: 'client',
    since: '2026-07-28',
    severity: 'error',
    level: 'MUST NOT',
    party: 'client',
    checks: 'Whether the client writes a response.',
    fix: 'Send the answer as inputResponses of a new request.',
    fact: 'stdio.no-client-responses',
    follows: ['stdio.server-request'],
    hooks: {
      response: (said) => ({ place: said.place, message: `The client writes a ${saySaid(said)}.` }),
    },
  },
  {
    ...stdio,
    id: 'stdio.shutdown-order',
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether the client sends a signal before it has closed standard input.',
    fix: "Close the server's standard input first, wait, and send a signal only to a process that stays.",
    fact: 'stdio.shutdown',
    remember: (): Set<Scope> => new Set(),
    hooks: {
      happening: ({ what, by, scope, place, text }, closed: Set<Scope>) => {
        if (what === 'stdin-closed') closed.add(scope);
        const isEarly = what === 'signal' && by !== 'server' && !closed.has(scope);
        return isEarly ? { place, message: `${sayJson(text)}: standard input was not closed before.` } : undefined;
      },
    },
  },
  {
    ...stdio,
    id: 'stdio.exit-on-eof',
    since: '2026-07-28',
    severity: 'warning',
    level: 'SHOULD',
    party: 'server',
    checks: 'Whether the server goes on after its standard input has ended.',
    fix: 'End the process when standard input ends.',
    fact: 'stdio.exit-on-eof',
    remember: (): Set<Scope> => new Set(),
    hooks: {
      happening: ({ what, by, scope, place, text }, closed: Set<Scope>) => {
        if (what === 'stdin-closed' && by !== 'server') closed.add(scope);
        const isForced = what === 'signal' && closed.has(scope);
        return isForced
          ? { place, message: `${sayJson(text)}: the server had not ended when its standard input did.` }
          : undefined;
      },
    },
  },
  {
    ...stdio,
    id: 'stdio.probe-first',
    from: 'client',
    since: '2026-07-28',
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether a client that speaks both eras opens with something else than server/discover.',
    fix: 'Send server/discover first, and initialize only if the answer shows an older server.',
    fact: 'era.probe',
    hearsAll: true,
    remember: (): { opened: Said[]; isModern: boolean } => ({ opened: [], isModern: false }),
    hooks: {
      request: (said, seen: { opened: Said[]; isModern: boolean }) => {
        if (said.scope.last.client === undefined && said.method === 'initialize') seen.opened.push(said);
        if (isModern(said.revision)) seen.isModern = true;
        return undefined;
      },
      end: ({ opened, isModern: speaksBoth }) =>
        speaksBoth
          ? opened.map(({ place }: Said): Hit => ({
              place,
              message: 'The client speaks 2026-07-28 too, but opens with initialize.',
            }))
          : undefined,
    },
  },
  {
    ...stdio,
    id: 'stdio.fallback-decision',
    since: '2026-07-28',
    severity: 'error',
    level: 'MUST NOT',
    party: 'client',
    checks: 'Whether a client falls back to initialize after a modern answer, or on one error code alone.',
    fix: 'Take a result or an error −32020, −32021 or −32022 for a modern server, and everything else, silence too, for an older one.',
    fact: 'era.fallback',
    hearsAll: true,
    remember: probes,
    hooks: {
      request: probeRequest,
      response: probeAnswered,
      happening: (happening, state: Probes) => void probeLeft(happening, state),
      end: ({ gaveUp, fellBackOn }: Probes) =>
        gaveUp
          .filter(({ probe }) => probe.answer !== undefined && fellBackOn.size > 0 && !fellBackOn.has(codeOf(probe)))
          .map(({ probe, place }) => ({
            place,
            message: `After error ${sayJson(codeOf(probe))} the client gives up; after ${[...fellBackOn].map((code) => (code === undefined ? 'silence' : sayJson(code))).join(', ')} it went on with initialize.`,
          })),
    },
  },
  {
    ...stdio,
    id: 'stdio.no-fallback',
    since: '2026-07-28',
    severity: 'warning',
    level: 'SHOULD',
    party: 'client',
    checks: 'Whether a client that speaks both eras gives up on a server that does not know the probe.',
    fix: 'Send initialize after any other error than the modern ones, and after silence.',
    fact: 'era.fallback',
    hearsAll: true,
    remember: probes,
    hooks: {
      request: (said, state: Probes) => void probeRequest(said, state),
      response: probeAnswered,
      happening: (happening, state: Probes) => void probeLeft(happening, state),
      end: ({ gaveUp, fellBackOn }: Probes) =>
        gaveUp
          .filter(({ probe }) => probe.answer === undefined || fellBackOn.size === 0 || fellBackOn.has(codeOf(probe)))
          .map(({ probe, place }) => ({
            place,
            message: `The client does not fall back after ${sayAnswer(probe)} to its probe${fellBackOn.size > 0 ? '' : '; if it speaks older revisions, initialize would have been next'}.`,
            ...(fellBackOn.size === 0 && { severity: 'note' as const }),
          })),
    },
  },
];
