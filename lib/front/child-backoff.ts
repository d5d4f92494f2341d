const FIRST_MS = 200;
const LONGEST_MS = 10_000;
const SETTLED_MS = 30_000;

/** Pauses between restarts: at once after a long life, ever longer while it keeps dying young. */
export class ChildBackoff {
  private pauseMs = FIRST_MS;

  next(livedMs: number): number {
    if (livedMs >= SETTLED_MS) this.pauseMs = FIRST_MS;
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(pauseMs * 2, LONGEST_MS);
    return pauseMs;
  }
}
