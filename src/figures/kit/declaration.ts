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

/** One step of the player: an entry of one lane. */
export interface Step {
  readonly lane: number;
  readonly entry: Entry;
  /** The moment that the step shows, ms of the figure's time axis. */
  readonly atMs: number;
}

/** What a reader can take away, besides the link and the embed code. */
export type ExportFormat = 'svg' | 'png' | 'jsonl' | 'har' | 'mermaid' | 'curl';

export interface FigureDeclaration {
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
  /** The runs of the engine for these values, each made when it is needed; never throws for values that `readValues` returned. */
  lanes(values: Values): readonly Lane[];
  /** What the player steps through, in order of time. */
  steps(lanes: readonly Lane[]): readonly Step[];
  /** One sentence: what just happened. Made of `describe`. */
  say(step: Step, lanes: readonly Lane[]): string;
}
