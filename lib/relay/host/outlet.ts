import type { RelayEvent } from "@/lib/relay/core/event";
import type { Signal } from "@/lib/relay/core/decide";
import type { SignalType } from "@/lib/relay/core/signals";
import type { Effect, HandOut, WaitResult } from "@/lib/relay/core/step";
import type { Clock } from "@/lib/relay/host/clock";
import { deliveryFrame, eventFrame } from "@/lib/relay/host/firehose-frame";
import type { OpenFirehose } from "@/lib/relay/host/open-firehose";
import type { OpenStream } from "@/lib/relay/host/open-stream";
import type { RelayError } from "@sess.si/protocol";

/** Somebody who waits for the end of a wait. */
export interface Waiter {
  done(result: WaitResult): void;
  failed(error: unknown): void;
  timeoutSeconds: number;
  withSeq: boolean;
}

/** Everybody who listens to one session, and how what may be seen gets to them. */
export class Outlet {
  readonly waits = new Map<string, Waiter>();
  readonly streams = new Map<string, OpenStream>();
  readonly firehoses = new Map<string, OpenFirehose>();

  constructor(
    private readonly clock: Clock,
    /** Tells the session, wherever it now is, what became of what it handed out. */
    private readonly report: <T extends SignalType>(signal: Signal<T>) => void,
  ) {}

  show(events: readonly RelayEvent[], effects: readonly Effect[]): void {
    if (this.firehoses.size > 0)
      for (const event of events) this.#tellFirehoses(eventFrame(event, this.clock.now()), event.seq);
    for (const effect of effects) this.#carryOut(effect);
  }

  /** Nobody hears anything more of this session from here. */
  close(error: RelayError): void {
    for (const waiter of this.waits.values()) waiter.failed(error);
    for (const stream of this.streams.values()) stream.close("restart");
    for (const firehose of this.firehoses.values()) firehose.close("restart");
    this.waits.clear();
    this.streams.clear();
    this.firehoses.clear();
  }

  #carryOut(effect: Effect): void {
    switch (effect.type) {
      case "wait_done":
        return this.#endWait(effect.waitId, effect.participantId, effect.result);
      case "frames": {
        const { participantId, batch } = effect;
        const stream = this.streams.get(effect.streamId);
        if (stream) stream.write(effect.messages, batch);
        else this.giveBack(participantId, batch);
        return;
      }
      case "close_stream":
        this.streams.get(effect.streamId)?.close(effect.reason);
        this.streams.delete(effect.streamId);
        return;
      case "close_firehose":
        this.firehoses.get(effect.firehoseId)?.close(effect.reason);
        this.firehoses.delete(effect.firehoseId);
        return;
      case "delivery":
        if (this.firehoses.size > 0) this.#tellFirehoses(deliveryFrame(effect, this.clock.now()), null);
        return;
      case "discarded":
      case "handed":
      case "cold":
        return;
    }
  }

  #endWait(waitId: string, participantId: string, result: WaitResult | RelayError): void {
    const waiter = this.waits.get(waitId);
    this.waits.delete(waitId);
    if (result instanceof Error) waiter?.failed(result);
    else if (waiter) waiter.done(result);
    // Its caller hung up a moment ago.
    else this.giveBack(participantId, result.batch);
  }

  giveBack(participantId: string, batch: HandOut["batch"]): void {
    if (batch !== null) this.report({ type: "reply_failed", participantId, batch });
  }

  #tellFirehoses(text: string | null, seq: number | null): void {
    if (text === null) return;
    for (const firehose of this.firehoses.values()) firehose.write(text, seq);
  }
}
