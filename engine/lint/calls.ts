// Which hooks of a table hear what: found out once for each table, by revision, transport and what is heard. Calls none.
import { holdsIn, type Revision } from '../protocol/revisions.ts';
import type { Party } from '../trace.ts';
import type { LintTransport, Said } from './model.ts';
import type { Hits, Hook, HookName, Rule } from './rule.ts';
import { TRAITS } from './traits.ts';

export interface Call {
  readonly rule: Rule;
  readonly hear: (item: unknown, state: unknown) => Hits;
  /** The trait that the item must have, as its bit; 0 for none. */
  readonly where: number;
  /** The place of the rule in the table, and of its state. */
  readonly number: number;
}

type MessageKind = 'request' | 'notification' | 'result' | 'error';
const KINDS: readonly MessageKind[] = ['request', 'notification', 'result', 'error'];
const PARTIES: readonly Party[] = ['client', 'server'];

/** The hooks that hear each kind of message, beside those that hear any. */
const HOOKS_OF: Readonly<Record<MessageKind, readonly HookName[]>> = {
  request: ['request'],
  notification: ['notification'],
  result: ['response'],
  error: ['response', 'error'],
};

const ALL_OTHERS = undefined;

interface LastCalls {
  name: string | undefined;
  calls: readonly Call[] | undefined;
}

/** The calls under one revision, on one transport. */
export class Calls {
  readonly #rules: readonly (readonly [Rule, number])[];
  readonly #methods: ReadonlySet<string>;
  /** By kind and sender, then by method; made when the first such message comes. */
  readonly #ofMessages = PARTIES.flatMap(() => KINDS.map(() => new Map<string | undefined, readonly Call[]>()));
  /** Those of the last message of each kind and sender: the next one is mostly of the same method. */
  readonly #last = PARTIES.flatMap(() => KINDS.map((): LastCalls => ({ name: undefined, calls: undefined })));
  readonly line: readonly Call[];
  readonly payload: readonly Call[];
  readonly asked: readonly Call[];
  readonly answered: readonly Call[];
  readonly event: readonly Call[];
  readonly ended: readonly Call[];
  readonly happening: readonly Call[];

  constructor(table: readonly Rule[], revision: Revision, transport: LintTransport) {
    this.#methods = new Set(table.flatMap(methodsIn));
    this.#rules = table
      .map((rule, number) => [rule, number] as const)
      .filter(([rule]) => rule.hearsAll ?? holdsIn(rule, revision))
      .filter(([{ transports }]) => transports?.includes(transport) ?? true);
    this.line = this.#callsOf('line');
    this.payload = this.#callsOf('payload');
    this.asked = this.#callsOf('asked');
    this.answered = this.#callsOf('answered');
    this.event = this.#callsOf('event');
    this.ended = this.#callsOf('ended');
    this.happening = this.#callsOf('happening');
  }

  /** Those that hear a message; a response goes by the method of its request. */
  message({ kind, from, method, request, error }: Said): readonly Call[] {
    const of = kind === 'request' ? 0 : kind === 'notification' ? 1 : error ? 3 : 2;
    const index = from === 'client' ? of : KINDS.length + of;
    const name = method ?? request?.method;
    const last = this.#last[index]!;
    if (last.name !== name || !last.calls) {
      last.name = name;
      last.calls = this.#ofMessages[index]!.get(name) ?? this.#find(index, name);
    }
    return last.calls;
  }

  #find(index: number, method: string | undefined): readonly Call[] {
    const key = method !== undefined && this.#methods.has(method) ? method : ALL_OTHERS;
    const known = this.#ofMessages[index]!.get(key);
    if (known) return known;
    const from = PARTIES[Math.floor(index / KINDS.length)]!;
    const isOf = (methods: readonly string[] | undefined) =>
      methods === undefined || (key !== ALL_OTHERS && methods.includes(key));
    const hears = (rule: Rule) => (rule.from ?? from) === from && isOf(rule.methods);
    const calls = [['message'] as const, HOOKS_OF[KINDS[index % KINDS.length]!]].flatMap((hooks) =>
      this.#rules.flatMap(([rule, number]) =>
        hears(rule) ? hooks.flatMap((hook) => callOf(rule, hook, number, isOf)) : [],
      ),
    );
    this.#ofMessages[index]!.set(key, calls);
    return calls;
  }

  #callsOf(hook: HookName): readonly Call[] {
    return this.#rules.flatMap(([rule, number]) => callOf(rule, hook, number));
  }
}

type AnyHook = Hook<unknown, unknown>;

function callOf(
  rule: Rule,
  name: HookName,
  number: number,
  isOf: (methods: readonly string[] | undefined) => boolean = () => true,
): readonly Call[] {
  const hook = rule.hooks[name] as AnyHook | undefined;
  if (!hook) return [];
  if (typeof hook === 'function') return [{ rule, hear: hook, where: 0, number }];
  const { of, where, hear } = hook;
  return isOf(of) ? [{ rule, hear, where: where === undefined ? 0 : TRAITS[where], number }] : [];
}

/** All methods that a rule or one of its hooks names. */
const methodsIn = ({ methods = [], hooks }: Rule): readonly string[] => [
  ...methods,
  ...Object.values(hooks as Readonly<Record<string, AnyHook>>).flatMap((hook) =>
    typeof hook === 'function' ? [] : (hook.of ?? []),
  ),
];

/** Those of each table, by transport and revision. */
const KNOWN = /* @__PURE__ */ new WeakMap<readonly Rule[], Map<string, Calls>>();

export function callsOf(table: readonly Rule[], revision: Revision, transport: LintTransport): Calls {
  const known = KNOWN.get(table) ?? new Map<string, Calls>();
  KNOWN.set(table, known);
  const key = `${transport} ${revision}`;
  let calls = known.get(key);
  if (!calls) known.set(key, (calls = new Calls(table, revision, transport)));
  return calls;
}
