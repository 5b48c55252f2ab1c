// Three pipes between two processes, each with room for so many bytes: who writes, who reads, who has to wait, and which
// waits never end. Counts bytes and turns; has no clock, and knows no message but its length.

import { formatCount } from '../describe.ts';

export type PipeName = 'stdin' | 'stdout' | 'stderr';
export type Process = 'client' | 'server';

export interface PipeTraits {
  /** Room in each pipe. */
  readonly capacityBytes: number;
  /** Length of each request and of each result. */
  readonly messageBytes: number;
  /** What the server writes to stderr for each call. */
  readonly logBytes: number;
  readonly calls: number;
  /** Whether the client reads stderr at all. */
  readonly drainsStderr: boolean;
  /** Whether it reads results while it still has requests to write. */
  readonly readsWhileWriting: boolean;
}

/** What a process does at a moment. `blocked`: in a write that does not return. */
export interface Doing {
  readonly text: string;
  readonly isBlocked: boolean;
}

export interface PipeMoment {
  readonly who: Process;
  /** One sentence. */
  readonly says: string;
  /** Bytes in each pipe afterwards. */
  readonly held: Readonly<Record<PipeName, number>>;
  readonly doing: Readonly<Record<Process, Doing>>;
  /** Whole results that the client has. */
  readonly answered: number;
}

export type PipeEnd = 'finished' | 'stderr-full' | 'both-write';

export interface PipeRun {
  readonly traits: PipeTraits;
  readonly moments: readonly PipeMoment[];
  readonly end: PipeEnd;
}

/** Runs from the start of the server to its end, or until no byte can move. */
export function runPipes(traits: PipeTraits): PipeRun {
  const plumbing = new Plumbing(traits);
  return { traits, moments: plumbing.run(), end: plumbing.end };
}

type Phase = 'read' | 'log' | 'answer';

class Plumbing {
  readonly #traits: PipeTraits;
  readonly #held: Record<PipeName, number> = { stdin: 0, stdout: 0, stderr: 0 };
  readonly #moments: PipeMoment[] = [];
  #unsent: number;
  #got = 0;
  #isClosed = false;
  #hasExited = false;
  #phase: Phase = 'read';
  /** Bytes that the server's present phase still has to move. */
  #rest: number;
  #served = 0;
  #clientBlocked = false;
  #serverBlocked = false;

  constructor(traits: PipeTraits) {
    this.#traits = traits;
    this.#unsent = traits.calls * traits.messageBytes;
    this.#rest = traits.messageBytes;
  }

  run(): readonly PipeMoment[] {
    this.#note('client', 'The client starts the server: three pipes, all of them empty.');
    for (;;) {
      const moved = [this.#clientTurn(), this.#serverTurn()];
      if (this.#hasExited) return this.#moments;
      if (!moved.includes(true)) {
        this.#note('server', this.#deadlock());
        return this.#moments;
      }
    }
  }

  #clientTurn(): boolean {
    const { drainsStderr, readsWhileWriting } = this.#traits;
    let hasMoved = false;
    if (readsWhileWriting || this.#unsent === 0) hasMoved = this.#clientReads('stdout') || hasMoved;
    if (drainsStderr) hasMoved = this.#clientReads('stderr') || hasMoved;
    if (this.#unsent > 0) return this.#clientWrites() || hasMoved;
    if (this.#isDone && !this.#isClosed) {
      this.#isClosed = true;
      this.#note('client', 'The client has all results and closes stdin: that is how a server is told to end.');
      return true;
    }
    return hasMoved;
  }

  #clientReads(pipe: 'stdout' | 'stderr'): boolean {
    const bytes = this.#held[pipe];
    if (bytes === 0) return false;
    this.#held[pipe] = 0;
    if (pipe === 'stdout') this.#got += bytes;
    this.#note(
      'client',
      `The client reads ${count(bytes)} from ${pipe}${pipe === 'stderr' ? ' and puts them into its log' : ''}.`,
    );
    return true;
  }

  #clientWrites(): boolean {
    const bytes = Math.min(this.#free('stdin'), this.#unsent);
    if (bytes === 0) {
      const wasBlocked = this.#clientBlocked;
      this.#clientBlocked = true;
      if (!wasBlocked && !this.#traits.readsWhileWriting)
        this.#note('client', 'The client writes on, but stdin is full: its write does not return.');
      return false;
    }
    this.#clientBlocked = false;
    this.#unsent -= bytes;
    this.#held.stdin += bytes;
    this.#note('client', `The client writes ${count(bytes)} of requests to stdin.`);
    return true;
  }

  #serverTurn(): boolean {
    switch (this.#phase) {
      case 'read': {
        const bytes = Math.min(this.#held.stdin, this.#rest);
        if (bytes === 0) {
          if (!this.#isClosed) return false;
          this.#hasExited = true;
          this.#note('server', 'The server reads the end of stdin and exits.');
          return true;
        }
        this.#held.stdin -= bytes;
        this.#rest -= bytes;
        const isWhole = this.#rest === 0;
        const call = this.#served + 1;
        if (isWhole) this.#enter(this.#traits.logBytes > 0 ? 'log' : 'answer');
        this.#note(
          'server',
          `The server reads ${count(bytes)}${isWhole ? `: request ${call} is whole` : ', not yet a whole request'}.`,
        );
        return true;
      }
      case 'log':
        return this.#serverWrites('stderr', 'of log text', 'answer');
      case 'answer':
        return this.#serverWrites('stdout', `of result ${this.#served + 1}`, 'read');
    }
  }

  #serverWrites(pipe: 'stderr' | 'stdout', what: string, next: Phase): boolean {
    const bytes = Math.min(this.#free(pipe), this.#rest);
    if (bytes === 0) {
      const wasBlocked = this.#serverBlocked;
      this.#serverBlocked = true;
      if (!wasBlocked) this.#note('server', `The server writes on, but ${pipe} is full: its write does not return.`);
      return false;
    }
    this.#serverBlocked = false;
    this.#held[pipe] += bytes;
    this.#rest -= bytes;
    if (this.#rest === 0) {
      if (next === 'read') this.#served++;
      this.#enter(next);
    }
    this.#note('server', `The server writes ${count(bytes)} ${what} to ${pipe}.`);
    return true;
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#rest = phase === 'log' ? this.#traits.logBytes : this.#traits.messageBytes;
  }

  #deadlock(): string {
    const answered = `${this.#answered} of ${this.#traits.calls} calls are answered, and no more ever will be`;
    if (this.end === 'stderr-full')
      return `Deadlock: the server waits for room in stderr, which nobody reads; the client waits for the server. ${answered}.`;
    return `Deadlock: both write and neither reads. The server waits for room in stdout, the client for room in stdin. ${answered}.`;
  }

  /** How it ended, once it has. */
  get end(): PipeEnd {
    if (this.#hasExited) return 'finished';
    return this.#phase === 'log' ? 'stderr-full' : 'both-write';
  }

  get #isDone(): boolean {
    return this.#answered === this.#traits.calls;
  }

  get #answered(): number {
    return Math.floor(this.#got / this.#traits.messageBytes);
  }

  #free(pipe: PipeName): number {
    return this.#traits.capacityBytes - this.#held[pipe];
  }

  #note(who: Process, says: string): void {
    this.#moments.push({ who, says, held: { ...this.#held }, doing: this.#doing(), answered: this.#answered });
  }

  #doing(): PipeMoment['doing'] {
    return { client: this.#clientDoing(), server: this.#serverDoing() };
  }

  #clientDoing(): Doing {
    if (this.#isClosed)
      return { text: this.#hasExited ? 'has seen the server end' : 'waits for the end', isBlocked: false };
    const isFull = this.#unsent > 0 && this.#free('stdin') === 0;
    if (isFull && !this.#traits.readsWhileWriting) return { text: 'waits in write(stdin)', isBlocked: true };
    if (this.#unsent > 0)
      return { text: isFull ? 'reads, and waits for room in stdin' : 'writes requests', isBlocked: false };
    return { text: 'waits for results', isBlocked: false };
  }

  #serverDoing(): Doing {
    if (this.#hasExited) return { text: 'has exited', isBlocked: false };
    if (this.#phase === 'read')
      return { text: this.#held.stdin > 0 ? 'reads requests' : 'waits for a request', isBlocked: false };
    const pipe = this.#phase === 'log' ? 'stderr' : 'stdout';
    const isFull = this.#free(pipe) === 0;
    if (isFull) return { text: `waits in write(${pipe})`, isBlocked: true };
    return { text: this.#phase === 'log' ? 'writes a log' : 'writes a result', isBlocked: false };
  }
}

const count = (bytes: number): string => `${formatCount(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
