import type { Signals, Watch } from "@/lib/ask/ports";

type Ending = "changed" | "timeout" | "aborted" | "draining";

/** Wake-ups inside one process, on the timers of the test. */
export class MemorySignals implements Signals {
  readonly open = new Set<MemoryWatch>();
  #isDraining = false;

  watch(interactionId: string): Watch {
    const watch = new MemoryWatch(interactionId, this.#isDraining, () => this.open.delete(watch));
    this.open.add(watch);
    return watch;
  }

  changed(interactionId: string): void {
    for (const watch of this.open) if (watch.interactionId === interactionId) watch.wake("changed");
  }

  drain(): void {
    this.#isDraining = true;
    for (const watch of this.open) watch.wake("draining");
  }
}

class MemoryWatch implements Watch {
  #pending: Ending | null;
  #end: ((ending: Ending) => void) | null = null;

  constructor(
    readonly interactionId: string,
    isDraining: boolean,
    readonly close: () => void,
  ) {
    this.#pending = isDraining ? "draining" : null;
  }

  wake(ending: Ending): void {
    if (this.#end) this.#end(ending);
    else if (this.#pending !== "draining") this.#pending = ending;
  }

  next(timeoutMs: number, signal: AbortSignal): Promise<Ending> {
    const pending = signal.aborted ? "aborted" : this.#pending;
    if (pending !== null) {
      this.#pending = pending === "draining" ? pending : null;
      return Promise.resolve(pending);
    }
    return new Promise((resolve) => {
      const onAbort = () => end("aborted");
      const timer = setTimeout(() => end("timeout"), timeoutMs);
      const end = (ending: Ending) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        this.#end = null;
        resolve(ending);
      };
      signal.addEventListener("abort", onAbort);
      this.#end = end;
    });
  }
}
