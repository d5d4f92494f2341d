import { authorize } from "@/lib/relay/core/authorize";
import type { Actor, Caller } from "@/lib/relay/core/caller";
import { createSession, type NewSession } from "@/lib/relay/core/create";
import { expiresAt } from "@/lib/relay/core/deadlines";
import type { Operation } from "@/lib/relay/core/operations";
import type { Rules } from "@/lib/relay/core/rules";
import { takeSnapshot } from "@/lib/relay/core/snapshot";
import { SortedMap } from "@/lib/relay/core/sorted-map";
import type { RelaySession } from "@/lib/relay/core/state";
import { Budget } from "@/lib/relay/host/budget";
import type { Clock } from "@/lib/relay/host/clock";
import { doorText } from "@/lib/relay/host/entry";
import { faultOf } from "@/lib/relay/host/fault";
import { HotSession, type Kept } from "@/lib/relay/host/hot-session";
import { Parked } from "@/lib/relay/host/parked";
import { corrupted, needsToken, noSession, notWritten, shuttingDown } from "@/lib/relay/host/refusals";
import { revive } from "@/lib/relay/host/revive";
import type { Claimed, Journal, StoredDoor } from "@/lib/relay/journal";
import { isRelayError, type RelayError } from "@sess.si/protocol";

export interface HostOptions {
  clock: Clock;
  journal: Journal | null;
  rules: Rules;
  log: { warn(detail: object, message: string): void; error(detail: object, message: string): void };
}

/** The ids of kept sessions are longer, so nobody asks a journal for one that it cannot have. */
const SHORTEST_KEPT_ID = 32;

/** Which sessions are in RAM, and how they get there and leave. */
export class Sessions {
  readonly hot = new Map<string, HotSession>();
  readonly parked = new Parked();
  readonly budget: Budget;
  isDraining = false;
  #waits = 0;
  readonly #hydrating = new Map<string, Promise<HotSession>>();

  constructor(readonly options: HostOptions) {
    this.budget = new Budget(options.rules.limits);
  }

  /** The session if it is here and takes calls. */
  now(sessionId: string): HotSession | undefined {
    const hot = this.hot.get(sessionId);
    return hot?.lane.isClosing || this.isDraining ? undefined : hot;
  }

  async create(input: NewSession): Promise<RelaySession> {
    const { clock, rules, journal } = this.options;
    if (this.isDraining) throw shuttingDown();
    this.budget.refuseSession(this.hot.size, input.ownerAccountId);
    const state = createSession(input, rules, clock.now());
    if (state.persistence !== null) await this.#write(state);
    // It is written, and nobody has heard of it.
    if (this.isDraining) throw shuttingDown();
    const isKept = state.persistence !== null && journal !== null;
    this.#open(state, isKept ? { journal, fence: 0, bytes: 0, handedTo: {}, snapshotSeq: 0 } : null);
    return state;
  }

  async #write(state: RelaySession): Promise<void> {
    const snapshot = takeSnapshot(state);
    const { id: sessionId, ownerAccountId } = state;
    const row = { sessionId, ownerAccountId, snapshot, door: doorText(state), expiresAt: expiresAt(state) };
    await this.#tried(this.options.journal?.create(row));
  }

  /** The session, paged in where it has to be. Nobody whom it would not let in makes it do that. */
  async find(sessionId: string, caller: Caller, operation: Operation): Promise<HotSession> {
    const hot = await this.settled(sessionId, caller);
    if (hot) return hot;
    const door = await this.readDoor(sessionId);
    if (door === null) throw noSession();
    this.admit(door, caller, operation);
    return this.hydrate(sessionId);
  }

  /** The session if it is in RAM, once it has decided whether it stays there. */
  async settled(sessionId: string, caller: Caller): Promise<HotSession | undefined> {
    if (caller.kind === "none") throw needsToken();
    for (let hot = this.hot.get(sessionId); hot; hot = this.hot.get(sessionId)) {
      if (this.isDraining) throw shuttingDown();
      if (!hot.lane.isClosing) return hot;
      await hot.gone();
    }
    return undefined;
  }

  newWaitId(): string {
    this.#waits += 1;
    return `w${this.#waits}`;
  }

  /** Null for a session that no journal has. */
  async readDoor(sessionId: string): Promise<StoredDoor | null> {
    const { journal } = this.options;
    if (journal === null || sessionId.length < SHORTEST_KEPT_ID) return null;
    return this.#tried(journal.readDoor(sessionId));
  }

  admit({ ownerAccountId, credentials, ended }: StoredDoor, caller: Caller, operation: Operation): Actor {
    const { rules, clock } = this.options;
    const door = { ended, ownerAccountId, credentials: SortedMap.from(credentials), rules };
    return authorize(door, caller, operation, clock.now());
  }

  hydrate(sessionId: string): Promise<HotSession> {
    if (this.isDraining) throw shuttingDown();
    const hot = this.now(sessionId);
    if (hot) return Promise.resolve(hot);
    const running = this.#hydrating.get(sessionId);
    if (running) return running;
    const begun = this.#hydrate(sessionId).finally(() => this.#hydrating.delete(sessionId));
    this.#hydrating.set(sessionId, begun);
    return begun;
  }

  async #hydrate(sessionId: string): Promise<HotSession> {
    const { journal } = this.options;
    // It may be leaving this moment: what it still writes, and who listens to it, comes first.
    await this.hot.get(sessionId)?.gone();
    this.budget.refuseSession(this.hot.size, null);
    const claimed = journal === null ? null : await this.#tried(journal.claim(sessionId));
    if (journal === null || claimed === null) throw noSession();
    if (this.isDraining) throw shuttingDown();
    const state = this.#read(claimed);
    const { fence, bytes, handedTo, snapshotSeq } = claimed;
    const hot = this.#open(state, { journal, fence, bytes, handedTo, snapshotSeq });
    hot.lane.signal({ type: "hydrated", bindings: [] });
    const parked = this.parked.take(sessionId);
    if (parked) hot.adopt(parked);
    return hot;
  }

  #read(claimed: Claimed): RelaySession {
    const { rules, clock, log } = this.options;
    try {
      return revive(claimed.stored, rules, clock.now());
    } catch (error) {
      log.error(faultOf(error), "a relay session cannot be read from its journal");
      throw corrupted();
    }
  }

  #open(state: RelaySession, kept: Kept | null): HotSession {
    const { clock, log } = this.options;
    const hot = new HotSession(state, {
      clock,
      kept,
      budget: this.budget,
      onFault: (error) => log.error(faultOf(error), "a relay session met a fault"),
      onGone: (isOver) => this.#leave(hot, isOver),
      onLost: (error) => this.#lose(hot, error),
    });
    this.hot.set(state.id, hot);
    this.budget.enter(state.ownerAccountId);
    return hot;
  }

  #leave(hot: HotSession, isOver: boolean): void {
    this.#forget(hot);
    if (!isOver && !this.isDraining) this.parked.put(hot.id, hot.outlet);
    if (isOver && hot.isKept) void this.#purge();
  }

  /** What a session that is over has left goes at once; what fails here is done by and by. */
  async #purge(): Promise<void> {
    const { journal, clock, rules, log } = this.options;
    try {
      while (await journal?.purge(clock.now(), rules.limits.ended_session_ttl * 1000));
    } catch (error) {
      log.warn(faultOf(error), "a relay session that is over is deleted later");
    }
  }

  #lose(hot: HotSession, error: unknown): RelayError {
    this.#forget(hot);
    this.options.log.warn(faultOf(error), "a relay session was not written down, and left memory");
    return notWritten();
  }

  #forget(hot: HotSession): void {
    if (this.hot.get(hot.id) === hot) this.hot.delete(hot.id);
    this.budget.leave(hot.ownerAccountId);
  }

  /** What a journal cannot do is for its caller to try again, and for the log. */
  async #tried<T>(asked: Promise<T> | undefined): Promise<T> {
    try {
      return await (asked as Promise<T>);
    } catch (error) {
      if (isRelayError(error)) throw error;
      this.options.log.warn(faultOf(error), "the relay's journal cannot be reached");
      throw notWritten();
    }
  }
}
