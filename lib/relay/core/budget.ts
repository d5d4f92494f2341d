import { change } from "@/lib/relay/core/draft";
import { emit } from "@/lib/relay/core/emit";
import { type Inbox, mergeGaps } from "@/lib/relay/core/inbox";
import { discardItems } from "@/lib/relay/core/settle-items";
import type { Delivery } from "@/lib/relay/core/delivery";
import type { Buffered } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";

/** Brings the payloads in RAM back under the session's budget, oldest first. */
export function keepBudget(step: Step): void {
  const cap = step.state.rules.limits.max_buffer_bytes_per_session;
  if (step.state.buffer.bytes <= cap) return;
  if (step.state.persistence === null) dropOldest(step, cap);
  else pageOut(step, cap);
}

/** The journal has them: only the copy in RAM goes. */
function pageOut({ state }: Step, cap: number): void {
  for (const kind of ["droppable", "exempt"] as const)
    for (const { key: eventSeq, value: buffered } of state.buffer[kind]) {
      const { bytes, ...payloads } = state.buffer;
      if (bytes <= cap) return;
      state.buffer = { ...payloads, bytes: bytes - buffered.bytes, [kind]: payloads[kind].delete(eventSeq) };
    }
}

function dropOldest(step: Step, cap: number): void {
  const before = step.state.buffer.bytes;
  let evicted = 0;
  for (const { value: buffered } of step.state.buffer.droppable) {
    if (step.state.buffer.bytes <= cap) break;
    evicted += dropEvent(step, buffered);
  }
  if (evicted === 0) return;
  const { bytes } = step.state.buffer;
  const payload = {
    reason: "byte_budget",
    evicted_count: evicted,
    freed_bytes: before - bytes,
    buffered_bytes: bytes,
    buffer_byte_cap: cap,
  };
  emit(step, "buffer_evicted", { payload: JSON.stringify(payload) });
}

/** Drops an event from every inbox that still has it, and says so there. */
function dropEvent(step: Step, { to }: Buffered): number {
  return to.filter((delivery) => dropItem(step, delivery)).length;
}

function dropItem(step: Step, { participantId, seq }: Delivery): boolean {
  const participant = change(step, participantId);
  if (!participant || !holds(participant.inbox, seq)) return false;
  discardItems(step, participant, [seq]);
  participant.inbox.gap = mergeGaps(participant.inbox.gap, { dropped: 1, first_seq: seq, last_seq: seq });
  return true;
}

function holds({ pending, out, returned }: Inbox, seq: number): boolean {
  return pending.has(seq) || out.has(seq) || returned.has(seq);
}
