/** How many questions in a row may stay without an answer. */
const PATIENCE = 2;

/** Asks a peer at every beat whether it is there, and gives up after two questions without an answer. */
export class Heartbeat {
  #unanswered = 0;

  constructor(
    private readonly ask: () => void,
    private readonly onLost: () => void,
  ) {}

  /** The peer has said something, whatever it is. */
  heard(): void {
    this.#unanswered = 0;
  }

  beat(): void {
    if (this.#unanswered >= PATIENCE) return this.onLost();
    this.#unanswered += 1;
    this.ask();
  }
}
