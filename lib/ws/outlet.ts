/** The side of a socket that an outlet writes to. */
export interface Drainable {
  cork(): void;
  uncork(): void;
}

/** Several frames of one turn of the event loop leave together, a lone one at once. */
export class Corks {
  readonly #touched = new Map<Drainable, boolean>();

  constructor(private readonly defer: (run: () => void) => void) {}

  /** About to write so many frames to a socket. */
  writing(socket: Drainable, frames: number): void {
    const isCorked = this.#touched.get(socket);
    if (this.#touched.size === 0) this.defer(() => this.#release());
    if (isCorked === true) return;
    const corks = isCorked === false || frames > 1;
    if (corks) socket.cork();
    this.#touched.set(socket, corks);
  }

  #release(): void {
    for (const [socket, isCorked] of this.#touched) if (isCorked) socket.uncork();
    this.#touched.clear();
  }
}

/** Whether a peer reads fast enough: told when its backlog passes the bound, and when there is room again. */
export class Backlog {
  #isOpen = true;

  constructor(
    private readonly bound: number,
    private readonly waiting: () => number,
    private readonly onChange: (isOpen: boolean) => void,
  ) {}

  /** Frames of so many bytes were written. */
  wrote(bytes: number): void {
    const isOpen = this.waiting() <= this.bound;
    // A large batch has used up what its writer was allowed: it has to hear that there is room.
    if (isOpen === this.#isOpen && bytes < this.bound / 2) return;
    this.#isOpen = isOpen;
    this.onChange(isOpen);
  }

  /** The socket has taken everything. */
  drained(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.onChange(true);
  }
}
