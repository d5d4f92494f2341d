import type { RelayEvent } from "@/lib/relay/core/event";
import { restore, type StoredItem } from "@/lib/relay/core/restore";
import { takeSnapshot } from "@/lib/relay/core/snapshot";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Effect } from "@/lib/relay/core/step";
import { Room, type RoomOptions, rulesOf } from "@/lib/relay/core/testing/room";

interface Row extends StoredItem {
  held: boolean;
}

/** A room with a journal beside it, as a host would keep one: what is written late can be lost in a crash. */
export class DurableRoom extends Room {
  private snapshot: string;
  private rows = new Map<string, Row>();
  private handedTo = new Map<string, number>();
  private late: Effect[] = [];

  constructor(private readonly options: RoomOptions) {
    super(options);
    this.snapshot = takeSnapshot(this.state);
  }

  protected override keep(decision: {
    state: RelaySession;
    events: readonly RelayEvent[];
    effects: readonly Effect[];
  }): void {
    super.keep(decision);
    for (const event of decision.events) this.write(event);
    for (const effect of decision.effects) {
      if (effect.type === "handed") this.mark(effect.participantId, effect.held, true);
      this.late.push(effect);
    }
    if (decision.events.length > 0) this.flush();
  }

  private write(event: RelayEvent): void {
    for (const { participantId, seq } of event.to)
      this.rows.set(`${participantId}/${seq}`, { participantId, seq, held: false, event });
    if (event.change.type !== "left") return;
    for (const [key, row] of this.rows) if (row.participantId === event.change.participantId) this.rows.delete(key);
  }

  private mark(participantId: string, seqs: readonly number[], held: boolean): void {
    for (const seq of seqs) {
      const row = this.rows.get(`${participantId}/${seq}`);
      if (row) row.held = held;
    }
  }

  /** The journal's next commit takes along what could wait. */
  private flush(): void {
    for (const effect of this.late) {
      if (effect.type === "discarded")
        for (const seq of effect.seqs) this.rows.delete(`${effect.participantId}/${seq}`);
      if (effect.type !== "handed") continue;
      this.handedTo.set(effect.participantId, effect.handedTo);
      this.mark(effect.participantId, effect.released, false);
    }
    this.late = [];
  }

  /** Leaves RAM with everything written down, and comes back. */
  goColdAndBack(): void {
    this.flush();
    this.snapshot = takeSnapshot(this.state);
    this.comeBack(true);
  }

  /** Dies, and comes back with what was committed. */
  crash(): void {
    this.late = [];
    this.comeBack(false);
  }

  private comeBack(clean: boolean): void {
    const inbox = [...this.rows.values()].sort((a, b) => a.seq - b.seq);
    const events = this.events.map((event) => ({ ...event, payload: "" }));
    const stored = { snapshot: this.snapshot, events, inbox, handedTo: this.handedTo, clean };
    this.state = restore(stored, rulesOf(this.options), this.now);
    this.signal("hydrated", { bindings: [] });
  }
}
