// What a figure is, said once: controls, links, embeds, the gallery, the parameter tables and the tests read this.
import type { Entry, Parameter, Trace, Values } from '#engine';

/** One run of the engine that a figure shows; several lanes share one time axis. */
export interface Lane {
  /** Short name, e.g. "2025-11-25: resume". */
  readonly name: string;
  readonly trace: Trace;
}

/** A lane that is run when its trace is first asked for. */
export function laneOf(name: string, run: () => Trace): Lane {
  let trace: Trace | undefined;
  return {
    name,
    get trace() {
      return (trace ??= run());
    },
  };
}

/** Figures without a trace make something else of their values. */
export const isLane = (made: unknown): made is Lane => typeof made === 'object' && made !== null && 'trace' in made;

/** One step of the player: an entry of one lane. */
export interface Step {
  readonly lane: number;
  readonly entry: Entry;
  /** The moment that the step shows, ms of the figure's time axis. */
  readonly atMs: number;
}

/** What a reader can take away, besides the link and the embed code. */
export type ExportFormat = 'svg' | 'png' | 'jsonl' | 'har' | 'mermaid' | 'curl';

/** The value of a choice between samples that stands for the reader's own text. */
export const OWN = 'own';

/** A text that the reader may write, or take from samples. */
export interface Samples {
  /** The choice that names a sample or `OWN`. */
  readonly choice: string;
  /** The text parameter. */
  readonly text: string;
  /** The text at hand: the reader's, or the sample's. */
  textOf(values: Values): string;
}

/**
 * `Made`: what the engine makes of the values, mostly lanes; a desk that takes the reader's own input makes a reading of it.
 * `At`: one step of the player through that.
 */
export interface FigureDeclaration<Made = readonly Lane[], At = Step> {
  /** Names the scenario, the folder, the DOM id, the address and the test. */
  readonly slug: string;
  /** "7.1": chapter and place in it. */
  readonly number: string;
  /** Slug of the chapter that explains it. */
  readonly chapter: string;
  readonly title: string;
  /** What the reader predicts first; its numbers come from the values. */
  question(values: Values): string;
  /** One sentence for the gallery and for search engines. */
  readonly summary: string;
  readonly instruments: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly exports: readonly ExportFormat[];
  readonly samples?: Samples;
  /** The runs of the engine for these values, each made when it is needed; never throws for values that `readValues` returned. */
  lanes(values: Values): Made;
  /** What the player steps through, in order of time. */
  steps(lanes: Made): readonly At[];
  /** One sentence: what just happened. Made of `describe`. */
  say(step: At, lanes: Made): string;
  /** What the whole picture answers and no single step says, for those who read instead of look. */
  sum?(lanes: Made, values: Values): string;
}

/** Any figure, for those who only list them or show their frame. */
export type AnyFigure = FigureDeclaration<unknown, unknown>;
