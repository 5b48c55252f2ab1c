// One figure's whole state: parameters and a step; everything else is derived by running the engine again.
import { readValues, type Problem, type Value, type Values } from '#engine';
import { readState, writeQuery } from './address.ts';
import { isSame, valuesAhead } from './ahead.ts';
import { OWN, type FigureDeclaration, type Lane, type Step } from './declaration.ts';
import { Player } from './player.svelte.ts';
import { atRest, whenIdle } from './when-idle.svelte.ts';

/** How a figure draws while a slider moves. */
export interface Drawing<Made> {
  /** The picture is drawn from `lanes` at once, steps and sentences come when the hand rests. Otherwise all change at once. */
  readonly drawsFirst?: boolean;
  /** Does what drawing needs of `lanes` and then finds done. It is called for those of the next stop, before the hand gets there. */
  prepare?(made: Made): void;
}

export class FigureState<Made = readonly Lane[], At = Step> {
  readonly declaration: FigureDeclaration<Made, At>;
  readonly player: Player;
  values: Values = $state.raw({});
  problems: readonly Problem[] = $state.raw([]);
  /** Whether the values are still those that the server drew. */
  isAsDrawn = $state(true);
  /** Absent: the finished picture, whatever its length. */
  #step: number | undefined = $state();
  /** The runs for the values of this moment: what the reader's hand moves reads these. */
  readonly lanes: Made = $derived.by(() =>
    this.#ahead && isSame(this.#ahead.values, this.values) ? this.#ahead.made : this.declaration.lanes(this.values),
  );
  /** The runs that the hand will probably ask for next, made while it rests. */
  #ahead: { readonly values: Values; readonly made: Made } | undefined;
  readonly #drawing: Drawing<Made>;
  /** Calls off the run for the next stop. */
  #callOff = (): void => {};
  /** The same as soon as the hand lets the browser rest. Steps, sentences and all that is secondary go with these. */
  readonly #settled: { readonly current: Made } | undefined;
  readonly steps: readonly At[] = $derived.by(() => this.declaration.steps(this.settledLanes));
  readonly last = $derived(this.steps.length - 1);
  readonly step = $derived(Math.min(this.#step ?? this.last, this.last));
  readonly current: At = $derived(this.steps[this.step]!);
  readonly sentence = $derived.by(() => this.declaration.say(this.current, this.settledLanes));

  /** To be called while a component is set up. */
  constructor(
    declaration: FigureDeclaration<Made, At>,
    given: Readonly<Record<string, string>>,
    drawing: Drawing<Made> = {},
  ) {
    this.declaration = declaration;
    this.#take(given);
    this.#drawing = drawing;
    this.#settled = drawing.drawsFirst ? whenIdle(() => this.lanes) : undefined;
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
    const from = this.values[name];
    this.values = readValues(this.declaration.parameters, {
      ...this.values,
      ...this.#alongWith(name, value),
      [name]: value,
    }).values;
    if (this.problems.length > 0) this.problems = [];
    this.isAsDrawn = false;
    this.player.pause();
    this.#callOff();
    if (this.#drawing.prepare) this.#callOff = atRest(() => this.#runAhead(name, from));
  }

  #runAhead(name: string, from: Value | undefined): void {
    const values = valuesAhead(this.declaration.parameters, this.values, name, from);
    if (!values) return;
    const made = this.declaration.lanes(values);
    this.#drawing.prepare!(made);
    this.#ahead = { values, made };
  }

  /** Who writes into a sample has a text of their own, and who wants one begins with the sample. */
  #alongWith(name: string, value: Value): Values {
    const { samples } = this.declaration;
    if (name === samples?.text) return { [samples.choice]: OWN };
    const begins = name === samples?.choice && value === OWN && this.values[samples.text] === '';
    return begins ? { [samples.text]: samples.textOf(this.values) } : {};
  }

  /** What a field for a text shows. */
  textFor(name: string): string {
    const { samples } = this.declaration;
    return name === samples?.text ? samples.textOf(this.values) : String(this.values[name]);
  }

  /** The query that leads to exactly this picture. */
  readonly query = $derived.by(() => writeQuery(this.declaration.parameters, this.values, this.#step));
  get settledLanes(): Made {
    return this.#settled ? this.#settled.current : this.lanes;
  }
  /** The step as an address has it. */
  get stepInAddress(): number | undefined {
    return this.#step;
  }
}

/** Any figure's state, for the frame that all share. */
export type AnyState = FigureState<unknown, unknown>;
