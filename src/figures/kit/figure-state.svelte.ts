// One figure's whole state: parameters and a step; everything else is derived by running the engine again.
import { readValues, type Problem, type Value, type Values } from '#engine';
import { readState, writeQuery } from './address.ts';
import type { FigureDeclaration, Lane, Step } from './declaration.ts';
import { Player } from './player.svelte.ts';
import { whenIdle } from './when-idle.svelte.ts';

export class FigureState {
  readonly declaration: FigureDeclaration;
  readonly player: Player;
  values: Values = $state.raw({});
  problems: readonly Problem[] = $state.raw([]);
  /** Whether the values are still those that the server drew. */
  isAsDrawn = $state(true);
  /** Absent: the finished picture, whatever its length. */
  #step: number | undefined = $state();
  /** The runs for the values of this moment: what the reader's hand moves reads these. */
  readonly lanes: readonly Lane[] = $derived.by(() => this.declaration.lanes(this.values));
  /** The same as soon as the hand lets the browser rest. Steps, sentences and all that is secondary go with these. */
  readonly #settled: { readonly current: readonly Lane[] };
  readonly steps: readonly Step[] = $derived.by(() => this.declaration.steps(this.settledLanes));
  readonly last = $derived(this.steps.length - 1);
  readonly step = $derived(Math.min(this.#step ?? this.last, this.last));
  readonly current: Step = $derived(this.steps[this.step]!);
  readonly sentence = $derived.by(() => this.declaration.say(this.current, this.settledLanes));

  /** To be called while a component is set up. */
  constructor(declaration: FigureDeclaration, given: Readonly<Record<string, string>>) {
    this.declaration = declaration;
    this.#take(given);
    this.#settled = whenIdle(() => this.lanes);
    this.player = new Player(
      () => this.last,
      () => this.step,
      (step) => (this.#step = step >= this.last ? undefined : step),
    );
  }

  /** Takes a state from an address; what is wrong in it is told in `problems`. */
  read(given: Readonly<Record<string, string>>): void {
    this.#take(given);
    this.isAsDrawn = false;
  }

  #take(given: Readonly<Record<string, string>>): void {
    const { values, step, problems } = readState(this.declaration.parameters, given);
    this.values = values;
    this.#step = step;
    this.problems = problems;
  }

  /** Sets one parameter; others that its bounds push move along. */
  set(name: string, value: Value): void {
    this.values = readValues(this.declaration.parameters, { ...this.values, [name]: value }).values;
    this.problems = [];
    this.isAsDrawn = false;
    this.player.pause();
  }

  /** The query that leads to exactly this picture. */
  readonly query = $derived.by(() => writeQuery(this.declaration.parameters, this.values, this.#step));
  get settledLanes(): readonly Lane[] {
    return this.#settled.current;
  }
  /** The step as an address has it. */
  get stepInAddress(): number | undefined {
    return this.#step;
  }
}
