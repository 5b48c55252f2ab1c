// Part of the engine that is too heavy to wait for: the server has it and draws with it; in the browser it comes when the
// reader first touches the figure. Until then the figure keeps what the server made, which came with the page.
import type { Values } from '#engine';

export interface Later {
  /** Id of the element that holds what the server made, and that as text. */
  readonly id: string;
  readonly drawn: string;
  readonly isThere: boolean;
  load(): void;
}

type Read<Made> = (values: Values) => Made;

/** Reads values with an engine that comes later. `Made` is plain data: it travels as JSON in the page. */
export class LateReader<Made> implements Later {
  readonly id: string;
  #engine: Read<Made> | undefined = $state.raw();
  #isLoading = false;
  #made: Made | undefined;
  readonly #load: () => Promise<Read<Made>>;

  /** `engine` is there on the server only. */
  constructor(id: string, engine: Read<Made> | undefined, load: () => Promise<Read<Made>>) {
    this.id = id;
    this.#engine = engine;
    this.#load = load;
    if (!engine) this.#made = JSON.parse(document.getElementById(id)?.dataset['drawn'] ?? 'null') as Made;
  }

  get drawn(): string {
    return JSON.stringify(this.#made);
  }

  get isThere(): boolean {
    return this.#engine !== undefined;
  }

  load(): void {
    if (this.isThere || this.#isLoading) return;
    this.#isLoading = true;
    this.#load().then(
      (engine) => (this.#engine = engine),
      // Perhaps the line is down; the next touch tries again.
      () => (this.#isLoading = false),
    );
  }

  /** What the engine makes of the values; while it is not there, what was made last. */
  readonly read: Read<Made> = (values) => {
    if (this.#engine) this.#made = this.#engine(values);
    return this.#made!;
  };
}
