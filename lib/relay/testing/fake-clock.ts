import type { Alarm, Clock } from "@/lib/relay/host/clock";

/** A clock that moves only when told, and then rings what is due, in order. */
export class FakeClock implements Clock {
  readonly #alarms = new Set<{ time: number; act: () => void }>();
  #now = Date.UTC(2030, 0, 1);

  now = (): number => this.#now;

  at(time: number, act: () => void): Alarm {
    const alarm = { time, act };
    this.#alarms.add(alarm);
    return { cancel: () => this.#alarms.delete(alarm) };
  }

  advance(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.time);
      next.act();
    }
    this.#now = until;
  }

  /** How many alarms are set. */
  get size(): number {
    return this.#alarms.size;
  }

  #next(until: number) {
    return [...this.#alarms].filter(({ time }) => time <= until).sort((a, b) => a.time - b.time)[0];
  }
}
