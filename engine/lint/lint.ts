// Looks at a conversation with every rule of the table, once, and puts what they find in order. Knows no rule.
import type { At, Capture, Place } from '../capture/formats/record.ts';
import type { FactId } from '../protocol/facts.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Trace } from '../trace.ts';
import { callsOf, type Call, type Calls } from './calls.ts';
import { Conversation, type Revisions } from './conversation/conversation.ts';
import type { Listener } from './conversation/listener.ts';
import { isModern, LAST_LEGACY, MODERN } from './eras.ts';
import type { Exchange, Happening, Judged, Line, LintTransport, Payload, Said, StreamEvent } from './model.ts';
import type { Blamed, Hit, Hits, Rule, Severity, Share, Watcher } from './rule.ts';
import { RULES } from './rules/table.ts';
import { traceItems } from './trace-items.ts';
import { traitsOfEvent, traitsOfExchange, traitsOfMessage } from './traits.ts';

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Whose fault it is. */
  readonly party: Blamed;
  readonly at: At;
  /** What was found, with its values. */
  readonly message: string;
  /** The one change that mends it. */
  readonly fix: string;
  readonly fact: FactId;
  /** The revision that judged it, and why that one. */
  readonly revision: Revision;
  readonly because: string;
}

export type Verdict = 'ok' | 'warning' | 'error';

export interface LintReport {
  /** The revision that was given, else the one that the worst finding is judged by, else the one spoken last. */
  readonly revision: Revision;
  /** The highest severity; a note is none. */
  readonly verdict: Verdict;
  /** First causes before what follows from them, otherwise in the order of the wire. */
  readonly findings: readonly Finding[];
}

/** Of one rule no more findings are listed; the last one says how many there are. */
const LISTED = 100;

/** Lints a capture or a trace. `revision`: the one that judges, where messages do not show the other era. */
export function lint(
  what: Capture | Trace,
  { revision, rules = RULES }: { readonly revision?: Revision | undefined; readonly rules?: readonly Rule[] } = {},
): LintReport {
  const check = new Check(rules);
  const isTrace = !('items' in what);
  const conversation = new Conversation(check, { given: revision, ...(isTrace && ofTrace(what)) });
  for (const item of isTrace ? traceItems(what) : what.items()) conversation.take(item);
  conversation.finish();
  check.end(conversation);
  return check.report(revision);
}

/** What is known of a trace, which shows all that there was, beside its messages. */
function ofTrace({ revision, entries }: Trace): Revisions {
  const hasHandshake = entries.some(
    (entry) => entry.kind === 'transfer' && entry.message && isInitialize(entry.message),
  );
  return { assumed: revision, isWhole: true, ...(!hasHandshake && !isModern(revision) && { agreed: revision }) };
}

const isInitialize = (message: object): boolean => 'method' in message && message.method === 'initialize';

type Heard = Judged & { readonly from?: Blamed };

interface Found extends Omit<Finding, 'at'> {
  readonly place: Place;
}

class Check implements Listener {
  /** The rules that want to be called where the last thing was heard. */
  #calls: Calls | undefined;
  #revision: Revision | undefined;
  #transport: LintTransport | undefined;
  readonly #rules: readonly Rule[];
  readonly #states: readonly unknown[];
  readonly #watchers: readonly Watcher[];
  readonly #found: Found[] = [];
  readonly #counts = new Map<Rule, number>();
  #spoken: Revision = LAST_LEGACY;

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    const watchers = new Map<new () => Watcher, Watcher>();
    const share: Share = (kind) => {
      if (!watchers.has(kind)) watchers.set(kind, new kind());
      return watchers.get(kind) as InstanceType<typeof kind>;
    };
    this.#states = rules.map(({ remember }) => remember?.(share) as unknown);
    this.#watchers = [...watchers.values()];
  }

  line(line: Line): void {
    this.#call(this.#callsFor(line, line.scope.transport).line, line);
  }

  payload(payload: Payload): void {
    const { messages, brokenUtf8At, json } = payload;
    if (messages.length === 1 && brokenUtf8At === undefined && !Array.isArray(json)) return;
    this.#call(this.#callsFor(payload, payload.transport).payload, payload);
  }

  said(said: Said): void {
    this.#spoken = said.revision;
    for (const watcher of this.#watchers) watcher.hear(said);
    this.#call(this.#callsFor(said, said.transport).message(said), said, traitsOfMessage(said));
  }

  asked(exchange: Exchange): void {
    this.#call(this.#callsFor(exchange, exchange.transport).asked, exchange, traitsOfExchange(exchange));
  }

  answered(exchange: Exchange): void {
    this.#call(this.#callsFor(exchange, exchange.transport).answered, exchange, traitsOfExchange(exchange));
  }

  event(event: StreamEvent): void {
    this.#call(this.#callsFor(event, event.exchange.transport).event, event, traitsOfEvent(event));
  }

  ended(exchange: Exchange): void {
    this.#call(this.#callsFor(exchange, exchange.transport).ended, exchange, traitsOfExchange(exchange));
  }

  happening(happening: Happening): void {
    this.#call(this.#callsFor(happening, 'stdio').happening, happening);
  }

  unread(place: Place, text: string): void {
    const rule = UNREAD;
    this.#take(rule, { place, message: text }, { revision: this.#spoken, because: '' });
  }

  end(conversation: Conversation): void {
    for (const [i, rule] of this.#rules.entries()) {
      const hits = rule.hooks.end?.(this.#states[i], conversation);
      if (hits) this.#takeAll(rule, hits, { revision: rule.since ?? this.#spoken, because: '' });
    }
  }

  report(given: Revision | undefined): LintReport {
    const findings = inOrder(this.#found, this.#counts);
    const worst = SEVERITIES.map((severity) => findings.find((finding) => finding.severity === severity)).find(Boolean);
    const verdict = worst === undefined || worst.severity === 'note' ? 'ok' : worst.severity;
    return { revision: given ?? (verdict === 'ok' ? this.#spoken : worst!.revision), verdict, findings };
  }

  #callsFor({ revision }: Judged, transport: LintTransport): Calls {
    if (revision !== this.#revision || transport !== this.#transport || !this.#calls) {
      this.#calls = callsOf(this.#rules, revision, transport);
      this.#revision = revision;
      this.#transport = transport;
    }
    return this.#calls;
  }

  #call(calls: readonly Call[], heard: Heard, traits = 0): void {
    for (let i = 0; i < calls.length; i++) {
      const { rule, hear, where, number } = calls[i]!;
      if ((where & traits) !== where) continue;
      const hits = hear(heard, this.#states[number]);
      if (hits) this.#takeAll(rule, hits, heard);
    }
  }

  #takeAll(rule: Rule, hits: Exclude<Hits, undefined>, heard: Heard): void {
    if ('place' in hits) this.#take(rule, hits, heard);
    else for (const hit of hits) this.#take(rule, hit, heard);
  }

  #take(rule: Rule, { place, message, party, severity }: Hit, { revision, because, from }: Heard): void {
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count > LISTED) return;
    this.#found.push({
      rule: rule.id,
      severity: severity ?? rule.severity,
      party: party ?? (rule.party === 'sender' ? (from ?? 'server') : rule.party),
      place,
      message,
      fix: rule.fix,
      fact: rule.fact,
      revision: rule.hearsAll ? MODERN : revision,
      because,
    });
  }
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** What no reader could make anything of. */
export const UNREAD: Rule = {
  id: 'capture.unread',
  severity: 'note',
  level: 'practice',
  party: 'deployment',
  checks: 'Whether each line of the capture belongs to something that can be read.',
  fix: 'Leave lines that are no part of the traffic out of the capture, or mark them.',
  fact: 'jsonrpc.version',
  hooks: {},
};

function inOrder(found: readonly Found[], counts: ReadonlyMap<Rule, number>): readonly Finding[] {
  const more = new Map([...counts].map(([rule, count]) => [rule.id, count - LISTED]));
  const followed = new Map([...counts.keys()].map((rule) => [rule.id, rule.follows ?? []]));
  const lastOf = new Map<string, Found>();
  for (const one of found) lastOf.set(one.rule, one);
  const placed = found.map(({ place, ...one }, i) => {
    const at = place.source.at(place.from, place.to);
    const rest = more.get(one.rule) ?? 0;
    const isLast = rest > 0 && lastOf.get(one.rule) === found[i];
    return { ...one, at, message: isLast ? `${one.message} There are ${rest} more like it.` : one.message };
  });
  placed.sort((a, b) => orderOf(a.at) - orderOf(b.at));
  return causesFirst(placed, followed);
}

const orderOf = ({ entry, index, bytes }: At): number => entry ?? index ?? bytes?.[0] ?? 0;

/** Moves what follows from another finding behind the first one of those that it can follow from. */
function causesFirst(
  findings: readonly Finding[],
  followed: ReadonlyMap<string, readonly string[]>,
): readonly Finding[] {
  const there = new Set(findings.map(({ rule }) => rule));
  const waiting = new Map<string, Finding[]>();
  const ordered: Finding[] = [];
  const seen = new Set<string>();
  for (const finding of findings) {
    const cause = followed.get(finding.rule)?.find((id) => there.has(id) && id !== finding.rule);
    if (cause !== undefined && !followed.get(finding.rule)!.some((id) => seen.has(id))) {
      waiting.set(cause, [...(waiting.get(cause) ?? []), finding]);
      continue;
    }
    seen.add(finding.rule);
    ordered.push(finding, ...(waiting.get(finding.rule) ?? []));
    waiting.delete(finding.rule);
  }
  return [...ordered, ...[...waiting.values()].flat()];
}
