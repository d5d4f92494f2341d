/** When a stream asks its peer to show how far it has read. */
export interface PaceLimits {
  frames: number;
  ms: number;
}

export interface PaceTimers {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

/**
 * Asks after so many frames, or so long after the first one that nobody has been asked about. Frames are read in
 * order, so the answer proves everything that was written before the question.
 */
export class Pace {
  #unasked = 0;
  #batch: number | null = null;
  #timer: unknown = null;

  constructor(
    private readonly ask: (batch: number) => void,
    private readonly limits: PaceLimits,
    private readonly timers: PaceTimers,
  ) {}

  /** So many frames were written, the last ones of this batch. */
  wrote(frames: number, batch: number): void {
    this.#unasked += frames;
    this.#batch = batch;
    if (this.#unasked >= this.limits.frames) this.#askNow();
    else this.#timer ??= this.timers.set(() => this.#askNow(), this.limits.ms);
  }

  stop(): void {
    if (this.#timer !== null) this.timers.clear(this.#timer);
    this.#timer = null;
    this.#batch = null;
  }

  #askNow(): void {
    const batch = this.#batch;
    this.stop();
    this.#unasked = 0;
    if (batch !== null) this.ask(batch);
  }
}
