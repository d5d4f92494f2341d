import { type Draft, draftOf } from "@/lib/relay/core/draft";
import type { RelayEvent } from "@/lib/relay/core/event";
import type { ItemRef } from "@/lib/relay/core/inbox";
import type { RelaySession } from "@/lib/relay/core/state";
import type { InboxGap, RelayCloseReason, RelayError } from "@sess.si/protocol";

/** A decision in the making: the draft of the next state, and what the host has to do once it is committed. */
export interface Step extends Draft {
  readonly now: number;
  readonly events: RelayEvent[];
  readonly effects: Effect[];
  /** Participants whose inbox or listener changed: they are served when the step ends. */
  readonly dirty: Set<string>;
}

/** What the host does in this order, never before the commit. */
export type Effect =
  | { type: "wait_done"; waitId: string; participantId: string; result: WaitResult | RelayError }
  | { type: "frames"; streamId: string; participantId: string; batch: number | null; messages: Message[] }
  | { type: "close_stream"; streamId: string; reason: RelayCloseReason }
  | { type: "close_firehose"; firehoseId: string; reason: RelayCloseReason }
  /** For the firehoses: how far a note or a command has got. */
  | { type: "delivery"; ref: ItemRef; participantId: string; state: "handed_out" | "acked" | "expired" }
  /** For persisted sessions: rows of the durable inbox that are done with; may be written late, in this order. */
  | { type: "discarded"; participantId: string; seqs: number[] }
  /** For persisted sessions: marks of the durable inbox: `held` is committed with the decision, the others may be written late. */
  | { type: "handed"; participantId: string; handedTo: number; held: number[]; released: number[] }
  /** The session is to be paged out of RAM. */
  | { type: "cold" };

/** Messages of one hand-out. `payload` is JSON text; null: read it from the journal by `eventSeq`. */
export interface HandOut {
  messages: Message[];
  hasMore: boolean;
  gap: InboxGap | null;
  /** For `reply_finished` and `reply_failed`; null when there is nothing to acknowledge. */
  batch: number | null;
}

export interface WaitResult extends HandOut {
  timedOut: boolean;
  timeoutSeconds: number;
  withSeq: boolean;
}

export interface Message {
  name: string;
  payload: string | null;
  /** null for a message that is in no inbox. */
  seq: number | null;
  eventSeq: number | null;
  redelivered: boolean;
}

export function beginStep(session: RelaySession, now: number): Step {
  const { state, owned } = draftOf(session);
  return { state, owned, now, events: [], effects: [], dirty: new Set() };
}

/** Goes on with a fresh draft; what was decided so far is returned and stays as it is. */
export function fork(step: Step): RelaySession {
  const settled = step.state;
  Object.assign(step, draftOf(settled));
  return settled;
}
